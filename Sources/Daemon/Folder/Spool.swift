internal import Diagnostics
internal import Platform

/// The folders under the root, and the only code that moves files between them.
///
/// Every step is one rename, or can be done again: whatever a crash leaves is told by what lies where.
final class Spool: Sendable {
    let rootPath: String
    let inboxPath: String
    let work: Directory
    let outbox: Directory
    let archive: Directory
    let failed: Directory

    /// Opens the folders, making those that are missing.
    init(root: String) throws(SystemError) {
        rootPath = root
        inboxPath = root + "/inbox"
        _ = try Directory.making(inboxPath)
        work = try Directory.making(root + "/work")
        outbox = try Directory.making(root + "/outbox")
        archive = try Directory.making(root + "/archive")
        failed = try Directory.making(root + "/failed")
    }

    // MARK: Claiming

    /// Takes a file out of the inbox into a folder of its own: `work/<job>/<queue>/<name>`.
    func claim(_ name: FileName, from folder: Directory, queue: String, at time: WallTime) throws(SystemError) -> Claim
    {
        let identifier = Self.newIdentifier(time)
        guard let jobName = FileName(text: identifier) else { throw SystemError(call: "claim", code: .invalid) }
        try work.makeFolder(jobName, mode: 0o755)
        do throws(SystemError) {
            let place = try makePlace(jobName, queue)
            try folder.moveAcross(name, to: place, as: name)
            let status = try place.status(of: name)
            if let status, status.kind == .file, status.linkCount > 1 { try detach(name, in: place) }
            return Claim(identifier: identifier, queue: queue, name: name, size: status?.size ?? 0)
        } catch {
            removeFolders(of: identifier, queue)
            throw error
        }
    }

    /// Sortable by time, unique by chance: `20261130-193349-k3v9xq`.
    private static func newIdentifier(_ time: WallTime) -> String {
        let parts = time.local
        let day = parts.date.replacing("-", with: "")
        return "\(day)-\(parts.time.replacing(":", with: ""))-\(randomIdentifier(length: 6))"
    }

    private func makePlace(_ job: FileName, _ queue: String) throws(SystemError) -> Directory {
        var place = try work.folder(job)
        for part in queue.split(separator: "/") {
            if let name = FileName(text: String(part)) { place = try place.makingFolder(name, mode: 0o755) }
        }
        return place
    }

    /// Somebody holds another name of the file and may write through it, which no event tells: work on a copy.
    private func detach(_ name: FileName, in place: Directory) throws(SystemError) {
        let temporary = place.temporaryName()
        try place.copy(name, to: place, as: temporary)
        try place.move(temporary, to: place, as: name, replacing: true)
    }

    /// Puts a claimed file back into the inbox, as if it had never been claimed.
    func unclaim(_ claim: Claim, to folder: Directory) throws(SystemError) {
        _ = try place(of: claim).moveNumbered(claim.name, to: folder, as: claim.name)
        removeFolders(of: claim.identifier, claim.queue)
    }

    func place(of claim: Claim) throws(SystemError) -> Directory {
        var place = work
        for part in [claim.identifier] + claim.queue.split(separator: "/").map(String.init) {
            guard let name = FileName(text: part) else { throw SystemError(call: "openat", code: .invalid) }
            place = try place.folder(name)
        }
        return place
    }

    /// What lies in `work/`; empty folders that a crash left are removed on the way.
    func claims() throws(SystemError) -> [Claim] {
        var found: [Claim] = []
        for name in try work.names().sorted() where !name.isHidden {
            guard try work.status(of: name)?.kind == .folder else { continue }
            let identifier = String(decoding: name.bytes, as: UTF8.self)
            if let claim = try Self.claim(identifier, in: work.folder(name), queue: "") {
                found.append(claim)
            } else {
                removeFolders(of: identifier, "")
            }
        }
        return found
    }

    private static func claim(_ identifier: String, in folder: Directory, queue: String) throws(SystemError) -> Claim? {
        for name in try folder.names() where !name.description.hasPrefix(".hotpress-") {
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

    // MARK: Reading

    /// Why a claimed file's content is not to be had.
    enum Unreadable: Error {
        /// A writer still holds it: wait until it is settled again.
        case changing
        case refused(Diagnostic)
    }

    /// Files of more bytes are read where they lie, a piece at a time.
    static let streamedSize: Int64 = 4 << 20

    /// What a worker is given of a file.
    struct Content {
        /// SHA-256.
        let hash: String
        /// Empty where `place` is given.
        var bytes: [UInt8] = []
        var place: FilePlace?
    }

    /// The content of a short file, or the place of a long one; either is looked at before and after.
    func material(of claim: Claim, limit: Int64) throws -> Content {
        let folder = try place(of: claim)
        guard let status = try folder.status(of: claim.name), status.kind == .file, status.size > Self.streamedSize,
            status.size <= limit
        else {
            let bytes = try content(of: claim, limit: limit)
            return Content(hash: sha256(bytes), bytes: bytes)
        }
        let file = try folder.open(claim.name, .read)
        let before = try file.status()
        let hash = try sha256(of: file)
        guard try before == file.status() else { throw Unreadable.changing }
        return Content(hash: hash, place: FilePlace(folder: folder.path, name: claim.name.bytes))
    }

    /// The whole content; the file is looked at before and after, since a writer may still hold it.
    func content(of claim: Claim, limit: Int64) throws -> [UInt8] {
        let place = try place(of: claim)
        guard let kind = try place.status(of: claim.name)?.kind else {
            throw SystemError(call: "openat", path: place.path(of: claim.name), code: .noEntry)
        }
        guard kind == .file else { throw Unreadable.refused(.notAFile(kind)) }
        let file = try place.open(claim.name, .read)
        let before = try file.status()
        if before.size > limit { throw Unreadable.refused(.tooLarge(before.size, limit)) }
        if before.size == 0 { throw Unreadable.refused(.empty) }
        let bytes = try file.readAll(limit: Int(limit) + 1)
        let after = try file.status()
        guard before == after, Int64(bytes.count) == after.size else { throw Unreadable.changing }
        return bytes
    }

    // MARK: Filing

    /// Moves a printed file's original to `archive/YYYY/MM/`; answers where it lies, from the root.
    func archive(_ claim: Claim, at time: WallTime) throws(SystemError) -> String {
        let (year, month) = (padded(time.local.year, 4), padded(time.local.month, 2))
        let folder = try archive.makingFolder(FileName(safe: year)).makingFolder(FileName(safe: month))
        let name = try place(of: claim).moveNumbered(claim.name, to: folder, as: claim.name)
        removeFolders(of: claim.identifier, claim.queue)
        return "archive/\(year)/\(month)/\(name)"
    }

    /// Moves a refused file to `failed/`, its report beside it. The report comes first and holds the name, so that a
    /// crash in between leaves the original where the next start finds it and the report where it finds that again.
    func fail(_ claim: Claim, report: String) throws(SystemError) -> String {
        let source = try place(of: claim)
        let text = Array(report.utf8)
        var number = 1
        while true {
            let name = number == 1 ? claim.name : claim.name.inserting("-\(number)")
            number += 1
            guard try failed.status(of: name) == nil, try reserve(name.appending(".error.txt"), text) else { continue }
            do throws(SystemError) {
                try source.moveAcross(claim.name, to: failed, as: name)
            } catch  where error.code == .exists {
                try? failed.remove(name.appending(".error.txt"))
                continue
            }
            removeFolders(of: claim.identifier, claim.queue)
            return "failed/\(name)"
        }
    }

    /// Writes a report; false where another report has the name. The same report is one that a crash left.
    private func reserve(_ name: FileName, _ text: [UInt8]) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try failed.write(text, as: name)
            return true
        } catch  where error.code == .exists {
            return (try? failed.open(name, .read).readAll(limit: text.count)) == text
        }
    }
}

/// A file in `work/`.
struct Claim: Sendable, Hashable {
    /// The job's, and the folder's name.
    let identifier: String
    /// The inbox's subfolder, or "".
    let queue: String
    let name: FileName
    /// In bytes.
    let size: Int64
}
