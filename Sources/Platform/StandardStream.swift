internal import Glibc

/// Standard output or standard error of this process; written whole, unbuffered.
public struct StandardStream: Sendable {
    private let descriptor: Int32

    public static let output = StandardStream(descriptor: STDOUT_FILENO)
    public static let error = StandardStream(descriptor: STDERR_FILENO)

    /// False where the other end is closed or full.
    public func write(_ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            if count < 0, errno != EINTR { return false }
            written += max(0, count)
        }
        return true
    }
}
