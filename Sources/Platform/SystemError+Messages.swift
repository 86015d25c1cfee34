internal import Glibc

extension SystemError: CustomStringConvertible {
    /// `outbox/7.pdf: no space left on the disk (fsync, ENOSPC); free some space: work goes on by itself`.
    public var description: String {
        let subject = path.map { "\($0): " } ?? ""
        let advice = code.advice.map { "; \($0)" } ?? ""
        return "\(subject)\(code.meaning) (\(call), \(code.name))\(advice)"
    }
}

extension SystemError.Code {
    /// The symbol of errno(3), or the number.
    public var name: String { Self.wording[self]?.name ?? "errno \(rawValue)" }

    /// What the error means, without a full stop.
    public var meaning: String { Self.wording[self]?.meaning ?? String(cString: strerror(rawValue)) }

    /// What to do about it, where that can be said without knowing more.
    public var advice: String? { Self.wording[self]?.advice }

    private struct Wording {
        let name: String
        let meaning: String
        let advice: String?

        init(_ name: String, _ meaning: String, _ advice: String? = nil) {
            self.name = name
            self.meaning = meaning
            self.advice = advice
        }
    }

    private static let wording: [SystemError.Code: Wording] = [
        .permission: Wording("EPERM", "not permitted", "check the owner and the service's restrictions"),
        .noEntry: Wording("ENOENT", "no such file or folder"),
        .interrupted: Wording("EINTR", "interrupted by a signal"),
        .inputOutput: Wording("EIO", "the disk reported a fault", "look at the kernel's log (dmesg)"),
        .wouldBlock: Wording("EAGAIN", "busy just now", "try again"),
        .outOfMemory: Wording("ENOMEM", "out of memory", "give the machine or the service more memory"),
        .access: Wording("EACCES", "no right to do this", "check the owner and mode of the file and its folders"),
        .exists: Wording("EEXIST", "something with this name is there already"),
        .crossDevice: Wording("EXDEV", "the two places are on different file systems"),
        .notDirectory: Wording("ENOTDIR", "not a folder"),
        .isDirectory: Wording("EISDIR", "is a folder"),
        .invalid: Wording("EINVAL", "the kernel refused the arguments"),
        .tableFull: Wording("ENFILE", "the machine has too many open files", "raise fs.file-max"),
        .tooManyOpen: Wording("EMFILE", "too many open files", "raise LimitNOFILE of the service"),
        .tooLarge: Wording("EFBIG", "too large"),
        .noSpace: Wording("ENOSPC", "no space left on the disk", "free some space: work goes on by itself"),
        .readOnly: Wording("EROFS", "the file system is read-only", "mount it writable: work goes on by itself"),
        .brokenPipe: Wording("EPIPE", "the other end is closed"),
        .nameTooLong: Wording("ENAMETOOLONG", "the name is too long"),
        .notEmpty: Wording("ENOTEMPTY", "the folder is not empty"),
        .loop: Wording("ELOOP", "a symbolic link, which is not followed"),
        .quota: Wording("EDQUOT", "the disk quota is used up", "raise the quota or free space: work goes on by itself"),
        .timedOut: Wording("ETIMEDOUT", "no answer in time"),
        .stale: Wording("ESTALE", "the network file system has lost this file", "mount it again"),
        .noDeviceOrAddress: Wording("ENXIO", "nobody at the other end"),
        .notSupported: Wording("EOPNOTSUPP", "not supported here"),
        .noCall: Wording("ENOSYS", "this kernel does not know the call", "Linux 5.4 or later is needed"),
    ]
}
