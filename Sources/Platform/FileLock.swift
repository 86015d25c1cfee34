internal import CSystemd
internal import Glibc

/// A lock that lasts as long as the process: flock(2) on a file that names its holder.
public final class FileLock: Sendable {
    /// Somebody else holds the lock.
    public struct Held: Error, Sendable, Hashable, CustomStringConvertible {
        public let path: String
        /// As the holder wrote it down; nil where the file says nothing.
        public let holder: Int32?

        public var description: String {
            let who = holder.map { "process \($0)" } ?? "another process"
            return "\(path): in use by \(who); stop it first, or serve another folder"
        }
    }

    private let descriptor: FileDescriptor

    private init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Takes the lock or throws `Held`; the file stays, since removing it would let two holders in.
    public static func take(_ name: FileName, in folder: Directory) throws -> FileLock {
        let path = folder.path(of: name)
        let number = try check("openat", path: path) {
            name.withCString {
                openat(folder.descriptor.number, $0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
            }
        }
        let file = FileDescriptor(owning: number, path: path)
        if try !lock(number, path) {
            let text = String(decoding: (try? file.readAll(limit: 64)) ?? [], as: UTF8.self)
            throw Held(path: path, holder: Int32(text.prefix { $0.isNumber }))
        }
        try file.setLength(0)
        try file.write("\(getpid())\n".utf8)
        return FileLock(file)
    }

    /// True where nobody holds the lock, for a moment at least.
    public static func isFree(_ name: FileName, in folder: Directory) -> Bool {
        guard let file = try? folder.open(name, .read) else { return true }
        return (try? file.withNumber { number throws(SystemError) in try lock(number, "") }) ?? true
    }

    /// Locks the folder itself, leaving no file in it.
    public static func take(_ folder: Directory) throws -> FileLock {
        let file = try folder.descriptor.reopened()
        if try !file.withNumber({ number throws(SystemError) in try lock(number, folder.path) }) {
            throw Held(path: folder.path, holder: holder(of: folder.identity.inode))
        }
        return FileLock(file)
    }

    /// False where somebody else holds it.
    private static func lock(_ number: Int32, _ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try check("flock", path: path) { flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch  where error.code == .wouldBlock {
            return false
        }
    }

    /// Who holds a lock on an inode, by /proc/locks: `1: FLOCK  ADVISORY  WRITE 4711 fe:00:131 0 EOF`.
    private static func holder(of inode: UInt64) -> Int32? {
        guard let bytes = try? FileDescriptor(path: "/proc/locks", .read).readAll() else { return nil }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields.count > 5, fields[1] == "FLOCK", fields[5].hasSuffix(":\(inode)") { return Int32(fields[4]) }
        }
        return nil
    }
}
