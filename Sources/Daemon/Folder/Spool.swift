internal import Diagnostics
internal import Platform

/// The folders under the root, and the only code that moves files between them.
///
/// Every step is one rename, or can be done again: whatever a crash leaves is told by what lies where.
final class Spool: Sendable {
    let rootPath: String
    let inboxPath: String
    private let folders: Lock<Folders>
    let outputs = OpenOutputs()
    /// The folders of jobs in `work`.
    let jobFolders = Lock(JobFolders())
    /// The month's folder in `archive/`, and its place below the root.
    private let month = Lock<(path: String, folder: Directory)?>(nil)

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
            if key == \.work { jobFolders.value = JobFolders() }
            if key == \.archive { month.value = nil }
        }
        folders.value = now
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
        /// How often it gets the time that a short one has.
        var patience = 1
    }

    /// Reading a long file takes its time: how often the time that a short one has.
    static func patience(forReading size: Int64) -> Int { Int(clamping: 1 + size / streamedSize) }

    /// The content of a short file, or the place of a long one; either is looked at before and after, since a writer may
    /// still hold it.
    func material(of claim: Claim, limit: Int64) throws -> Content {
        let folder = try place(of: claim)
        guard let kind = try folder.status(of: claim.name)?.kind else {
            throw SystemError(call: "openat", path: folder.path(of: claim.name), code: .noEntry)
        }
        guard kind == .file else { throw Unreadable.refused(.notAFile(kind)) }
        let file = try folder.open(claim.name, .read)
        let before = try file.status()
        if before.size > limit { throw Unreadable.refused(.tooLarge(before.size, limit)) }
        if before.size == 0 { throw Unreadable.refused(.empty) }
        if before.size > Self.streamedSize {
            let hash = try sha256(of: file)
            guard try before == file.status() else { throw Unreadable.changing }
            return Content(
                hash: hash, place: FilePlace(folder: folder.path, name: claim.name.bytes),
                patience: Self.patience(forReading: before.size))
        }
        // One byte more than there were: a file that grows is seen to.
        let bytes = try file.read(upTo: Int(before.size) + 1, at: 0)
        guard try before == file.status(), Int64(bytes.count) == before.size else { throw Unreadable.changing }
        return Content(hash: sha256(bytes), bytes: bytes)
    }

    // MARK: Filing

    /// Moves a printed file's original to `archive/YYYY/MM/`; answers where it lies, from the root.
    func archive(_ claim: Claim, at time: WallTime) throws(SystemError) -> String {
        let place = try place(of: claim)
        let (path, folder) = try monthFolder(time)
        let name: FileName
        do throws(SystemError) {
            name = try place.moveNumbered(claim.name, to: folder, as: claim.name)
        } catch  where error.code == .noEntry {
            // The month's folder may have been deleted while it was held open.
            month.value = nil
            name = try place.moveNumbered(claim.name, to: monthFolder(time).folder, as: claim.name)
        }
        release(claim)
        return "\(path)/\(name)"
    }

    private func monthFolder(_ time: WallTime) throws(SystemError) -> (path: String, folder: Directory) {
        let (year, month) = (padded(time.local.year, 4), padded(time.local.month, 2))
        let path = "archive/\(year)/\(month)"
        if let known = self.month.value, known.path == path { return known }
        let folder = try archive.makingFolder(FileName(safe: year)).makingFolder(FileName(safe: month))
        self.month.value = (path, folder)
        return (path, folder)
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
            release(claim)
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
    var size: Int64
}
