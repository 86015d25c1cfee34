internal import Platform

// `work/`: a folder for each job.

/// The folders of jobs in `work/`: those held open, and those that are empty and wait for another job.
struct JobFolders {
    private var held: [String: Directory] = [:]
    /// By queue, which gives the folders inside.
    private var spares: [String: [FileName]] = [:]
    private var spareCount = 0
    private static let limit = 64

    mutating func hold(_ folder: Directory, _ job: String) {
        // Further ones are opened when they are needed.
        if held.count < Self.limit { held[job] = folder }
    }

    func held(_ job: String) -> Directory? { held[job] }

    mutating func letGo(_ job: String) -> Directory? { held.removeValue(forKey: job) }

    /// False where enough of them wait.
    mutating func spare(_ name: FileName, _ queue: String) -> Bool {
        if spareCount == Self.limit { return false }
        spares[queue, default: []].append(name)
        spareCount += 1
        return true
    }

    mutating func takeSpare(_ queue: String) -> FileName? {
        guard let name = spares[queue]?.popLast() else { return nil }
        spareCount -= 1
        return name
    }

    mutating func takeSpares() -> [String: [FileName]] {
        defer { (spares, spareCount) = ([:], 0) }
        return spares
    }
}

extension Spool {
    /// Takes a file out of the inbox into a folder of its own: `work/<job>/<queue>/<name>`.
    func claim(_ name: FileName, from folder: Directory, queue: String, at time: WallTime) throws(SystemError) -> Claim
    {
        let (identifier, place) = try makePlace(queue, time)
        Step.reached(.folderMade)
        var claim = Claim(identifier: identifier, queue: queue, name: name, size: 0)
        do throws(SystemError) {
            try take(claim, from: folder, to: place)
            Step.reached(.moved)
            let status = try place.status(of: name)
            if let status, status.kind == .file, status.linkCount > 1 { try detach(name, in: place) }
            claim.size = status?.size ?? 0
            return claim
        } catch {
            release(claim)
            throw error
        }
    }

    /// Sortable by time, unique by chance: `20261130-193349-412-k3v9xq`. The milliseconds keep chance apart where a thousand
    /// files come in a second.
    private static func newIdentifier(_ time: WallTime) -> String {
        let (now, milliseconds) = (time.local, Int(time.milliseconds % 1000))
        let day = "\(padded(now.year, 4))\(padded(now.month, 2))\(padded(now.day, 2))"
        let moment = "\(padded(now.hour, 2))\(padded(now.minute, 2))\(padded(now.second, 2))"
        return "\(day)-\(moment)-\(padded(milliseconds, 3))-\(randomIdentifier(length: 6))"
    }

    /// A folder for a new job: one that a finished job has left, under a new name, or a new one.
    private func makePlace(_ queue: String, _ time: WallTime) throws(SystemError) -> (String, Directory) {
        while true {
            let identifier = Self.newIdentifier(time)
            let name = FileName(safe: identifier)
            // Two files in one folder would be one job.
            if !reuse(as: name, queue), try !work.makeNewFolder(name, mode: 0o755) { continue }
            do throws(SystemError) {
                var place = try work.folder(name)
                for part in queue.split(separator: "/") {
                    if let name = FileName(text: String(part)) { place = try place.makingFolder(name, mode: 0o755) }
                }
                jobFolders.change { [place] in $0.hold(place, identifier) }
                return (identifier, place)
            } catch {
                removeFolders(of: identifier, queue)
                // Without descriptors that goes no further than this.
                try? work.removeFolder(name)
                throw error
            }
        }
    }

    /// Moves a file into its job's folder, in which there is no other; from another file system as a copy.
    private func take(_ claim: Claim, from folder: Directory, to place: Directory) throws(SystemError) {
        do throws(SystemError) {
            try folder.move(claim.name, to: place, as: claim.name, replacing: true)
        } catch  where error.code == .crossDevice {
            try takeCopy(claim, from: folder, to: place)
        }
    }

    /// What lies beside a copy until its original has left the inbox: a crash in between must not make two files of one.
    private static let origin: FileName = ".hotpress-origin"

    private func takeCopy(_ claim: Claim, from folder: Directory, to place: Directory) throws(SystemError) {
        let name = claim.name
        guard let original = try folder.status(of: name) else {
            throw SystemError(call: "fstatat", path: folder.path(of: name), code: .noEntry)
        }
        try place.write(Array(Self.mark(original).utf8), as: Self.origin, replacing: true)
        do throws(SystemError) {
            try folder.copy(name, to: place, as: name)
            // Its own folder is on disk by now; so must be those above it, before the original goes.
            for above in try openFolders(of: claim).dropLast() + [work] { try above.sync() }
            Step.reached(.copied)
            try folder.remove(name)
        } catch {
            // The file is in the inbox: what is here of it must not be taken for another one.
            try? place.remove(name)
            try? place.remove(Self.origin)
            throw error
        }
        // Where it cannot be made durable that the original is gone, the mark stays until the job is filed.
        if (try? folder.sync()) != nil { try? place.remove(Self.origin) }
    }

    /// What tells a file in the inbox from a later one of its name, after a restart of the machine too.
    private static func mark(_ status: FileStatus) -> String {
        "\(status.identity.inode) \(status.size) \(status.modified) \(status.changed)\n"
    }

    /// Removes the original of a copy that was claimed whole, if the crash came before that was done.
    private func finishTaking(_ claim: Claim) throws(SystemError) {
        let place = try place(of: claim)
        guard try place.status(of: Self.origin) != nil else { return }
        let mark = try place.open(Self.origin, .read).readAll(limit: 1024)
        let inbox = try? Directory(inboxPath + (claim.queue.isEmpty ? "" : "/" + claim.queue))
        guard let inbox, let original = try inbox.status(of: claim.name), Array(Self.mark(original).utf8) == mark else {
            return
        }
        try inbox.remove(claim.name)
        try inbox.sync()
    }

    /// Gives a spare folder a new name; false where there is none, or none can be renamed.
    private func reuse(as name: FileName, _ queue: String) -> Bool {
        guard let spare = jobFolders.change({ $0.takeSpare(queue) }) else { return false }
        if (try? work.move(spare, to: work, as: name)) != nil { return true }
        // Whatever it is now, it is not ours to use; an empty folder goes with the next start.
        removeFolders(of: spare.text, queue)
        return false
    }

    /// Somebody holds another name of the file and may write through it, which no event tells: work on a copy.
    private func detach(_ name: FileName, in place: Directory) throws(SystemError) {
        let temporary = place.temporaryName()
        try place.copy(name, to: place, as: temporary)
        try place.move(temporary, to: place, as: name, replacing: true)
    }

    func place(of claim: Claim) throws(SystemError) -> Directory {
        if let held = jobFolders.change({ $0.held(claim.identifier) }) { return held }
        return try openFolders(of: claim).last ?? work
    }

    /// From the job's own folder to the one that its file lies in.
    private func openFolders(of claim: Claim) throws(SystemError) -> [Directory] {
        var folders: [Directory] = []
        for part in [claim.identifier] + claim.queue.split(separator: "/").map(String.init) {
            guard let name = FileName(text: part) else { throw SystemError(call: "openat", code: .invalid) }
            folders.append(try (folders.last ?? work).folder(name))
        }
        return folders
    }

    /// True while the file is there.
    func holds(_ claim: Claim) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try place(of: claim).status(of: claim.name) != nil
        } catch  where error.code == .noEntry {
            return false
        }
    }

    /// The file has left its folder, which may serve another job of the queue: a folder that is made and one that is
    /// removed for each file cost as much as the file.
    func release(_ claim: Claim) {
        let place = jobFolders.change { $0.letGo(claim.identifier) } ?? (try? openFolders(of: claim))?.last
        try? place?.remove(Self.origin)
        // A stranger's file in it must not become a part of the next job.
        if let place, (try? place.names().isEmpty) == true,
            jobFolders.change({ $0.spare(FileName(safe: claim.identifier), claim.queue) })
        {
            return
        }
        removeFolders(of: claim.identifier, claim.queue)
    }

    /// Removes the folders that wait for another job.
    func removeSpareFolders() {
        for (queue, names) in jobFolders.change({ $0.takeSpares() }) {
            for name in names { removeFolders(of: name.text, queue) }
        }
    }

    /// What lies in `work/`; empty folders that a crash left are removed on the way.
    func claims() throws(SystemError) -> [Claim] {
        var found: [Claim] = []
        for name in try work.names().sorted() where !name.isHidden {
            guard try work.status(of: name)?.kind == .folder else { continue }
            let identifier = String(decoding: name.bytes, as: UTF8.self)
            let folder = try work.folder(name)
            let claim = try Self.claim(identifier, in: folder, queue: "")
            if let claim { try finishTaking(claim) }
            try Self.sweep(folder)
            if let claim {
                found.append(claim)
            } else {
                Self.removeTree(name, in: work)
            }
        }
        return found
    }

    /// Removes copies that a crash left half-done.
    private static func sweep(_ folder: Directory) throws(SystemError) {
        for name in try folder.names() {
            if name.isOurs {
                try folder.remove(name)
            } else if try folder.status(of: name)?.kind == .folder {
                try sweep(folder.folder(name))
            }
        }
    }

    private static func claim(_ identifier: String, in folder: Directory, queue: String) throws(SystemError) -> Claim? {
        for name in try folder.names() where !name.isOurs {
            guard let status = try folder.status(of: name) else { continue }
            guard status.kind == .folder else {
                return Claim(identifier: identifier, queue: queue, name: name, size: status.size)
            }
            let below = queue.isEmpty ? "" : queue + "/"
            let inner = below + String(decoding: name.bytes, as: UTF8.self)
            if let claim = try claim(identifier, in: folder.folder(name), queue: inner) { return claim }
        }
        return nil
    }

    /// Removes folders in which no file is; best effort, as below.
    private static func removeTree(_ name: FileName, in parent: Directory) {
        guard let folder = try? parent.folder(name) else { return }
        for inner in (try? folder.names()) ?? [] { removeTree(inner, in: folder) }
        try? parent.removeFolder(name)
    }

    private func removeFolders(of identifier: String, _ queue: String) {
        var folders = [work]
        var names: [FileName] = []
        for part in [identifier] + queue.split(separator: "/").map(String.init) {
            guard let name = FileName(text: part), let next = try? folders[folders.count - 1].folder(name) else {
                break
            }
            names.append(name)
            folders.append(next)
        }
        // Best effort: an empty folder harms nobody, and the next start removes it.
        for (folder, name) in zip(folders, names).reversed() { try? folder.removeFolder(name) }
    }
}

extension FileName {
    /// A name of the service's own files, which nobody else uses; what bears it is never taken from the inbox.
    var isOurs: Bool { bytes.starts(with: ".hotpress-".utf8) }
}
