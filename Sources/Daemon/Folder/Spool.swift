internal import Diagnostics
internal import Platform

/// The folders under the root, and the only code that moves files between them.
///
/// Every step is one rename, or can be done again: whatever a crash leaves is told by what lies where.
final class Spool: Sendable {
    let rootPath: String
    let inboxPath: String
    private let folders: Lock<Folders>

    /// The folders that are held open, and which of them were mounts of their own.
    private struct Folders {
        var work, outbox, archive, failed: Directory
        let mounts: Set<String>
    }

    var work: Directory { folders.value.work }
    var outbox: Directory { folders.value.outbox }
    var archive: Directory { folders.value.archive }
    var failed: Directory { folders.value.failed }

    /// Opens the folders, making those that are missing.
    init(root: String) throws(SystemError) {
        rootPath = root
        inboxPath = root + "/inbox"
        _ = try Directory.making(inboxPath)
        var opened: [Directory] = []
        var mounts: Set<String> = []
        for name in ["work", "outbox", "archive", "failed"] {
            let folder = try Directory.making("\(root)/\(name)")
            if try folder.isMountPoint { mounts.insert(folder.path) }
            opened.append(folder)
        }
        folders = Lock(
            Folders(work: opened[0], outbox: opened[1], archive: opened[2], failed: opened[3], mounts: mounts))
    }

    /// Opens anew what is not where it was, and makes what was deleted; a bare mount point is not taken for the folder.
    func refresh() throws(SystemError) {
        var now = folders.value
        for key in [\Folders.work, \Folders.outbox, \Folders.archive, \Folders.failed] {
            let held = now[keyPath: key]
            let found = try Directory.making(held.path)
            if found.identity == held.identity { continue }
            if now.mounts.contains(held.path), try !found.isMountPoint {
                throw SystemError(call: "open", path: held.path, code: .stale)
            }
            now[keyPath: key] = found
        }
        folders.value = now
    }

    // MARK: Claiming

    /// Takes a file out of the inbox into a folder of its own: `work/<job>/<queue>/<name>`.
    func claim(_ name: FileName, from folder: Directory, queue: String, at time: WallTime) throws(SystemError) -> Claim
    {
        var identifier: String
        var jobName: FileName
        repeat {
            identifier = Self.newIdentifier(time)
            jobName = FileName(safe: identifier)
            // Two files in one folder would be one job.
        } while try !work.makeNewFolder(jobName, mode: 0o755)
        do throws(SystemError) {
            let place = try makePlace(jobName, queue)
            Step.reached(.folderMade)
            try folder.moveAcross(name, to: place, as: name)
            Step.reached(.moved)
            let status = try place.status(of: name)
            if let status, status.kind == .file, status.linkCount > 1 { try detach(name, in: place) }
            return Claim(identifier: identifier, queue: queue, name: name, size: status?.size ?? 0)
        } catch {
            removeFolders(of: identifier, queue)
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
            let folder = try work.folder(name)
            try Self.sweep(folder)
            if let claim = try Self.claim(identifier, in: folder, queue: "") {
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
            if name.description.hasPrefix(".hotpress-") {
                try folder.remove(name)
            } else if try folder.status(of: name)?.kind == .folder {
                try sweep(folder.folder(name))
            }
        }
    }

    private static func claim(_ identifier: String, in folder: Directory, queue: String) throws(SystemError) -> Claim? {
        for name in try folder.names() {
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
            Step.reached(.reported)
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
