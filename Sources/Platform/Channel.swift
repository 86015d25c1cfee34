internal import Glibc

/// One end of a socket pair that carries whole messages: a head of four bytes (length, big end first), then the body.
public final class Channel: Sendable {
    private let descriptor: FileDescriptor
    /// The most that a message may hold, so that a broken peer cannot ask for all memory.
    public static let limit = 512 << 20

    init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// The end that a worker process was given as its standard input.
    public static func inherited() throws(SystemError) -> Channel {
        Channel(owning: try FileDescriptor.standard(0))
    }

    /// Starts a command whose standard input is the other end; its standard output and error are this process's error.
    public static func start(_ command: Command) throws(SystemError) -> (child: Child, channel: Channel) {
        var numbers: [Int32] = [0, 0]
        try check("socketpair") { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) }
        for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        let ours = FileDescriptor(owning: numbers[0])
        let theirs = FileDescriptor(owning: numbers[1])
        let child = try Child(command, input: theirs.number, output: 2, error: 2)
        try theirs.close()
        return (child, Channel(owning: ours))
    }

    /// Sends one message; EPIPE where the peer is gone.
    public func send(_ body: [UInt8]) throws(SystemError) {
        let count = UInt32(body.count).bigEndian
        try sendAll(withUnsafeBytes(of: count) { Array($0) })
        try sendAll(body)
    }

    private func sendAll(_ bytes: [UInt8]) throws(SystemError) {
        let number = descriptor.number
        var sent = 0
        while sent < bytes.count {
            let start = sent
            sent += try check("send") {
                bytes.withUnsafeBytes { buffer in
                    // MSG_NOSIGNAL: a dead peer is an error here, not a signal.
                    Glibc.send(
                        number, buffer.baseAddress.map { $0 + start }, buffer.count - start,
                        Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// The next message; nil once the peer has closed its end. ETIMEDOUT once `deadline` has passed.
    public func receive(until deadline: MonotonicTime? = nil) throws(SystemError) -> [UInt8]? {
        guard let head = try receive(exactly: 4, deadline) else { return nil }
        let count = head.reduce(0) { $0 << 8 | Int($1) }
        guard count <= Self.limit else { throw SystemError(call: "recv", code: .tooLarge) }
        return try receive(exactly: count, deadline)
    }

    private func receive(exactly count: Int, _ deadline: MonotonicTime?) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            if let deadline { try wait(until: deadline) }
            do throws(SystemError) {
                let chunk = try descriptor.read(upTo: min(count - bytes.count, 1 << 20))
                if chunk.isEmpty { return nil }
                bytes += chunk
            } catch  where error.code == SystemError.Code(rawValue: ECONNRESET) { return nil }
        }
        return bytes
    }

    private func wait(until deadline: MonotonicTime) throws(SystemError) {
        var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        if try check("poll", { poll(&entry, 1, deadline.pollTimeout) }) == 0 {
            throw SystemError(call: "recv", code: .timedOut)
        }
    }
}
