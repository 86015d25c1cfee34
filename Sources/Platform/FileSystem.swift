/// The kinds of file system that matter to a watcher.
public enum FileSystem: Sendable, Hashable {
    /// inotify tells everything.
    case local
    /// Others may write without this kernel knowing: look from time to time.
    case remote(String)

    /// By the magic numbers of statfs(2) and linux/magic.h.
    init(magic: Int) {
        let remotes: [Int: String] = [
            0x6969: "NFS", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB2", 0x517B: "SMB", 0x0102_1997: "9p",
            0x6573_5546: "FUSE", 0x00C3_6400: "Ceph", 0x5346_414F: "AFS", 0x7375_7245: "Coda",
            0x786F_4256: "VirtualBox",
        ]
        self = remotes[magic & 0xFFFF_FFFF].map { .remote($0) } ?? .local
    }
}
