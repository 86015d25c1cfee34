internal import CSystemd
internal import Glibc

/// The one owner of an open descriptor; closes it when it goes away. Errors of closing are found by `close()` alone.
public struct FileDescriptor: ~Copyable, Sendable {
    private let handle: Handle
    /// For messages.
    let path: String?

    init(owning number: Int32, path: String? = nil) {
        handle = Handle(number: number)
        self.path = path
    }

    /// For calls of this target only: the number must not outlive the owner.
    var number: Int32 { handle.number }

    /// The number alone, closed exactly once. Not private: an optimized build has other modules refer to it.
    struct Handle: ~Copyable {
        let number: Int32

        deinit { _ = Glibc.close(number) }

        /// False where the file system only now reports a fault.
        consuming func close() -> Bool {
            let number = number
            discard self
            return Glibc.close(number) == 0
        }
    }

    public enum Access: Sendable {
        case read
        /// Made new; refused where the name is taken.
        case create(mode: UInt32)
        /// Written over from the start.
        case replace(mode: UInt32)
        /// Each write goes to the end.
        case append(mode: UInt32)
        /// One that is there, written over from the start.
        case rewrite

        var flags: Int32 {
            switch self {
            // O_NONBLOCK: opening a FIFO must not wait for its writer.
            case .read: O_RDONLY | O_NONBLOCK | O_NOCTTY
            case .create: O_RDWR | O_CREAT | O_EXCL
            case .replace: O_RDWR | O_CREAT | O_TRUNC
            case .append: O_WRONLY | O_CREAT | O_APPEND
            case .rewrite: O_RDWR | O_TRUNC
            }
        }

        var mode: mode_t {
            switch self {
            case .read, .rewrite: 0
            case .create(let mode), .replace(let mode), .append(let mode): mode_t(mode)
            }
        }
    }

    /// Opens a path as the user wrote it; links are followed.
    public init(path: String, _ access: Access) throws(SystemError) {
        let number = try check("open", path: path) { Glibc.open(path, access.flags | O_CLOEXEC, access.mode) }
        self.init(owning: number, path: path)
    }

    /// A descriptor of standard input, output or error, duplicated.
    public static func standard(_ number: Int32) throws(SystemError) -> FileDescriptor {
        let copy = try check("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) }
        return FileDescriptor(owning: copy)
    }

    /// Whether standard input, output or error is a terminal.
    public static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

    public func duplicate() throws(SystemError) -> FileDescriptor {
        let number = number
        let copy = try check("fcntl", path: path) { fcntl(number, F_DUPFD_CLOEXEC, 3) }
        return FileDescriptor(owning: copy, path: path)
    }

    /// The same file, opened anew: a lock or an offset of its own.
    func reopened() throws(SystemError) -> FileDescriptor {
        let link = "/proc/self/fd/\(number)"
        let copy = try check("open", path: path) { Glibc.open(link, O_RDONLY | O_CLOEXEC) }
        return FileDescriptor(owning: copy, path: path)
    }

    /// True where somebody has the file open for writing, as far as the kernel tells: it does for our own files, for
    /// all files with CAP_LEASE, and on local file systems. The process must ignore SIGIO (`ProcessSignal`).
    public var isBeingWritten: Bool {
        hotpress_try_read_lease(number) < 0 && SystemError.Code.last == .wouldBlock
    }

    public func status() throws(SystemError) -> FileStatus {
        var raw = stat()
        let number = number
        try check("fstat", path: path) { fstat(number, &raw) }
        return FileStatus(raw)
    }

    /// Up to `count` bytes; empty at the end.
    public func read(upTo count: Int) throws(SystemError) -> [UInt8] {
        let number = number
        let path = path
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                filled = try check("read", path: path) { Glibc.read(number, buffer.baseAddress, count) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Up to `count` bytes from `offset` on, as many as there are; where the descriptor stands does not change.
    public func read(upTo count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        let number = number
        let path = path
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                while filled < count {
                    let start = filled
                    let got = try check("pread", path: path) {
                        pread(number, buffer.baseAddress.map { $0 + start }, count - start, off_t(offset + start))
                    }
                    if got == 0 { return }
                    filled += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Everything from here to the end; EFBIG once `limit` bytes are passed.
    public func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
        let expected = max(0, Int(clamping: (try? status().size) ?? 0))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(expected, limit))
        while true {
            let chunk = try read(upTo: max(4096, min(expected - bytes.count + 1, 1 << 20)))
            if chunk.isEmpty { return bytes }
            bytes += chunk
            if bytes.count > limit { throw SystemError(call: "read", path: path, code: .tooLarge) }
        }
    }

    /// Writes all bytes, in as many calls as it takes.
    public func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        let bytes = Array(bytes)
        let number = number
        var written = 0
        while written < bytes.count {
            let start = written
            written += try check("write", path: path) {
                bytes.withUnsafeBytes { buffer in
                    Glibc.write(number, buffer.baseAddress.map { $0 + start }, buffer.count - start)
                }
            }
        }
    }

    /// Makes content and size durable (fsync(2)).
    public func sync() throws(SystemError) {
        let number = number
        try check("fsync", path: path) { fsync(number) }
    }

    public func seekToStart() throws(SystemError) {
        let number = number
        try check("lseek", path: path) { lseek(number, 0, SEEK_SET) }
    }

    public func setMode(_ mode: UInt32) throws(SystemError) {
        let number = number
        try check("fchmod", path: path) { fchmod(number, mode_t(mode)) }
    }

    public func setLength(_ length: Int) throws(SystemError) {
        let number = number
        try check("ftruncate", path: path) { ftruncate(number, off_t(length)) }
    }

    /// Closes now and says so if the file system only now reports that it could not write.
    public consuming func close() throws(SystemError) {
        let path = path
        // Linux releases the number even when close is interrupted: never repeat it.
        if !handle.close(), SystemError.Code.last != .interrupted {
            throw SystemError(call: "close", path: path, code: .last)
        }
    }

    /// The number, for a child process or a Dispatch source that does not outlive `self`.
    public func withNumber<Result, Failure: Error>(
        _ body: (Int32) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(number) }
}
