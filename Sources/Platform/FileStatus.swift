internal import CSystemd
internal import Glibc

/// What fstat(2) says of a file; two equal values mean that nobody wrote in between, as far as the kernel tells.
public struct FileStatus: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        case file, folder
        case link = "symbolic link"
        case fifo = "named pipe (FIFO)"
        case socket, device, other
    }

    /// A file's identity while it exists: device and inode.
    public struct Identity: Sendable, Hashable {
        public let device: UInt64
        public let inode: UInt64
    }

    public let kind: Kind
    public let identity: Identity
    /// In bytes.
    public let size: Int64
    /// Times in nanoseconds since 1970, of content and of the inode.
    public let modified: Int64
    public let changed: Int64
    public let linkCount: Int
    public let mode: UInt32
    public let owner: UInt32
    public let group: UInt32

    init(_ raw: stat) {
        switch raw.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .link
        case S_IFIFO: kind = .fifo
        case S_IFSOCK: kind = .socket
        case S_IFCHR, S_IFBLK: kind = .device
        default: kind = .other
        }
        identity = Identity(device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino))
        size = Int64(raw.st_size)
        modified = Int64(raw.st_mtim.tv_sec) * 1_000_000_000 + Int64(raw.st_mtim.tv_nsec)
        changed = Int64(raw.st_ctim.tv_sec) * 1_000_000_000 + Int64(raw.st_ctim.tv_nsec)
        linkCount = Int(raw.st_nlink)
        mode = UInt32(raw.st_mode & 0o7777)
        owner = raw.st_uid
        group = raw.st_gid
    }

    /// The status without what a rename changes: a rename alters the inode's time, not the content.
    public func isSameContent(as other: FileStatus) -> Bool {
        identity == other.identity && size == other.size && modified == other.modified
    }

    /// Of what lies at a path, links followed; nil where nothing is there to be seen.
    public init?(ofPath path: String) {
        var raw = stat()
        guard stat(path, &raw) == 0 else { return nil }
        self.init(raw)
    }
}
