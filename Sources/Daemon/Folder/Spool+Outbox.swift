internal import Platform

/// Files that are going to be PDFs, held open from when they are made until they are on disk.
final class OpenOutputs: Sendable {
    private struct Key: Hashable {
        let job: String
        let position: Int
    }

    private let files = Lock<[Key: OpenOutput]>([:])
    /// Further ones are opened again when they are needed.
    private static let limit = 64

    func keep(_ file: OpenOutput, _ job: String, _ position: Int) {
        files.change { files in
            let key = Key(job: job, position: position)
            files[key] = nil
            if files.count < Self.limit { files[key] = file }
        }
    }

    func open(_ job: String, _ position: Int) -> OpenOutput? { files.value[Key(job: job, position: position)] }

    func take(_ job: String, _ position: Int) -> OpenOutput? {
        files.change { $0.removeValue(forKey: Key(job: job, position: position)) }
    }
}

final class OpenOutput: Sendable {
    let file: FileDescriptor

    init(_ file: consuming FileDescriptor) { self.file = file }
}

extension Spool {
    /// The hidden file that becomes a PDF: on outbox's own file system, and known again after a crash.
    private func temporary(_ job: String, _ position: Int) -> FileName {
        FileName(safe: job).prefixed(".hotpress-").appending("-\(position).tmp")
    }

    /// Makes the empty file that is going to be a document, and answers its inode. One that a crash left is replaced.
    func prepareOutput(_ job: String, _ position: Int) throws(SystemError) -> Int64 {
        let name = temporary(job, position)
        let file: FileDescriptor
        do throws(SystemError) {
            file = try outbox.open(name, .create(mode: 0o644))
        } catch  where error.code == .exists {
            try outbox.remove(name)
            file = try outbox.open(name, .create(mode: 0o644))
        }
        let inode = Int64(bitPattern: try file.status().identity.inode)
        outputs.keep(OpenOutput(file), job, position)
        return inode
    }

    /// Fills it; `syncOutput` makes that durable.
    func writeOutput(_ job: String, _ position: Int, _ bytes: [UInt8]) throws(SystemError) {
        if let open = outputs.open(job, position) { return try open.file.write(bytes) }
        let file = try outbox.open(temporary(job, position), .rewrite)
        try file.write(bytes)
        try file.close()
    }

    /// Puts its content on disk. One that has its name already was synced before it got that.
    func syncOutput(_ job: String, _ position: Int) throws(SystemError) {
        if let open = outputs.take(job, position) { return try open.file.sync() }
        do throws(SystemError) {
            try outbox.open(temporary(job, position), .read).sync()
        } catch  where error.code == .noEntry {}
    }

    /// Gives it its name; false where the name is taken. `outbox.sync()` makes that durable.
    func placeOutput(_ job: String, _ position: Int, as output: FileName) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try outbox.moveAcross(temporary(job, position), to: outbox, as: output)
            return true
        } catch  where error.code == .exists {
            return false
        }
    }

    /// Removes the file of a document that is not printed after all.
    func dropOutput(_ job: String, _ position: Int) {
        _ = outputs.take(job, position)
        try? outbox.remove(temporary(job, position))
    }

    /// The bytes of a document that an earlier attempt has placed, or nil: the inode tells it from a stranger's file.
    func placedOutput(_ output: FileName, inode: Int64) throws(SystemError) -> [UInt8]? {
        guard let status = try outbox.status(of: output), status.kind == .file,
            Int64(bitPattern: status.identity.inode) == inode
        else { return nil }
        return try outbox.open(output, .read).readAll()
    }

    /// Removes reports that a crash left half-written, under names that nobody else uses.
    func sweepFailed() throws(SystemError) {
        for name in try failed.names() where name.isOurs { try failed.remove(name) }
    }

    /// Removes the hidden files of jobs that are not in work any more.
    func sweepOutbox(keeping jobs: Set<String>) throws(SystemError) {
        for name in try outbox.names() where name.isOurs {
            let rest = name.description.dropFirst(".hotpress-".count)
            if !jobs.contains(where: { rest.hasPrefix($0) }) { try outbox.remove(name) }
        }
    }
}
