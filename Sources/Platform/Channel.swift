internal import Glibc

/// One end of a socket pair that carries whole messages: a head of four bytes (length, big end first), then the body.
public final class Channel: Sendable {
    private let descriptor: FileDescriptor
    /// What was read beyond the end of the last message.
    private let rest = Lock<[UInt8]>([])
    /// A message and its head mostly come with one call.
    private static let readSize = 64 << 10
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

    /// Sends one message, in two parts that need not be put together first; EPIPE where the peer is gone.
    public func send(_ body: [UInt8], _ more: [UInt8] = []) throws(SystemError) {
        var head = UInt32(body.count + more.count).bigEndian
        let number = descriptor.number
        var sent = 0
        let count = 4 + body.count + more.count
        while sent < count {
            let start = sent
            sent += try check("sendmsg") {
                withUnsafeMutableBytes(of: &head) { head in
                    body.withUnsafeBytes { body in
                        more.withUnsafeBytes { more in
                            Self.send([UnsafeRawBufferPointer(head), body, more], from: start, to: number)
                        }
                    }
                }
            }
        }
    }

    /// One call for what is left of several buffers once `start` bytes of them have gone.
    private static func send(_ buffers: [UnsafeRawBufferPointer], from start: Int, to number: Int32) -> Int {
        var passed = start
        var vectors: [iovec] = []
        for buffer in buffers {
            let skipped = min(passed, buffer.count)
            passed -= skipped
            if skipped == buffer.count { continue }
            let base = UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            vectors.append(iovec(iov_base: base.map { $0 + skipped }, iov_len: buffer.count - skipped))
        }
        return vectors.withUnsafeMutableBufferPointer { vectors in
            var message = msghdr()
            message.msg_iov = vectors.baseAddress
            message.msg_iovlen = vectors.count
            // MSG_NOSIGNAL: a dead peer is an error here, not a signal.
            return sendmsg(number, &message, Int32(MSG_NOSIGNAL))
        }
    }

    /// The next message; nil once the peer has closed its end. ETIMEDOUT once `deadline` has passed.
    public func receive(until deadline: MonotonicTime? = nil) throws(SystemError) -> [UInt8]? {
        var bytes = rest.change { rest in
            let kept = rest
            rest = []
            return kept
        }
        guard try fill(&bytes, to: 4, deadline) else { return nil }
        let end = 4 + bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard end - 4 <= Self.limit else { throw SystemError(call: "recv", code: .tooLarge) }
        guard try fill(&bytes, to: end, deadline) else { return nil }
        if bytes.count > end {
            let beyond = Array(bytes[end...])
            rest.value = beyond
        }
        return Array(bytes[4..<end])
    }

    /// Reads until there are `count` bytes at least; false where the peer closes its end before.
    private func fill(_ bytes: inout [UInt8], to count: Int, _ deadline: MonotonicTime?) throws(SystemError) -> Bool {
        while bytes.count < count {
            if let deadline { try wait(until: deadline) }
            do throws(SystemError) {
                let chunk = try descriptor.read(upTo: min(max(count - bytes.count, Self.readSize), 1 << 20))
                if chunk.isEmpty { return false }
                if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            } catch  where error.code == SystemError.Code(rawValue: ECONNRESET) { return false }
        }
        return true
    }

    private func wait(until deadline: MonotonicTime) throws(SystemError) {
        var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        if try check("poll", { poll(&entry, 1, deadline.pollTimeout) }) == 0 {
            throw SystemError(call: "recv", code: .timedOut)
        }
    }
}
