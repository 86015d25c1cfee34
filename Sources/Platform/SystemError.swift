internal import Glibc

/// A system call that failed: the call's name, the path it was about, and the error number.
public struct SystemError: Error, Sendable, Hashable {
    /// The name of the call, as its manual page is called: `openat`, `fsync`.
    public let call: String
    /// The file it was about, escaped for showing.
    public let path: String?
    public let code: Code

    public init(call: String, path: String? = nil, code: Code) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// An error number of errno(3).
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        static var last: Code { Code(rawValue: errno) }

        public static let permission = Code(rawValue: EPERM)
        public static let noEntry = Code(rawValue: ENOENT)
        public static let interrupted = Code(rawValue: EINTR)
        public static let inputOutput = Code(rawValue: EIO)
        public static let wouldBlock = Code(rawValue: EAGAIN)
        public static let outOfMemory = Code(rawValue: ENOMEM)
        public static let access = Code(rawValue: EACCES)
        public static let exists = Code(rawValue: EEXIST)
        public static let crossDevice = Code(rawValue: EXDEV)
        public static let notDirectory = Code(rawValue: ENOTDIR)
        public static let isDirectory = Code(rawValue: EISDIR)
        public static let invalid = Code(rawValue: EINVAL)
        public static let tableFull = Code(rawValue: ENFILE)
        public static let tooManyOpen = Code(rawValue: EMFILE)
        public static let tooLarge = Code(rawValue: EFBIG)
        public static let noSpace = Code(rawValue: ENOSPC)
        public static let readOnly = Code(rawValue: EROFS)
        public static let brokenPipe = Code(rawValue: EPIPE)
        public static let nameTooLong = Code(rawValue: ENAMETOOLONG)
        public static let notEmpty = Code(rawValue: ENOTEMPTY)
        public static let loop = Code(rawValue: ELOOP)
        public static let quota = Code(rawValue: EDQUOT)
        public static let timedOut = Code(rawValue: ETIMEDOUT)
        public static let stale = Code(rawValue: ESTALE)
        public static let noDeviceOrAddress = Code(rawValue: ENXIO)
        public static let notSupported = Code(rawValue: EOPNOTSUPP)
        public static let refused = Code(rawValue: ECONNREFUSED)
        public static let noCall = Code(rawValue: ENOSYS)
    }

    /// True for faults of the machine that pass (a full disk, too many open files): wait and try again, blame no file.
    public var isTemporary: Bool {
        let temporary: [Code] = [
            .noSpace, .quota, .inputOutput, .readOnly, .tooManyOpen, .tableFull, .outOfMemory, .wouldBlock, .stale,
        ]
        return temporary.contains(code)
    }
}

/// Runs a call that answers -1 for failure; repeats it when a signal interrupts.
@discardableResult
func check<Result: SignedInteger>(
    _ call: String, path: @autoclosure () -> String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = SystemError.Code.last
        if code != .interrupted { throw SystemError(call: call, path: path(), code: code) }
    }
}

/// For calls that answer the error number itself (the posix_spawn and pthread families).
func checkNumber(_ call: String, path: @autoclosure () -> String? = nil, _ number: Int32) throws(SystemError) {
    if number != 0 { throw SystemError(call: call, path: path(), code: SystemError.Code(rawValue: number)) }
}
