internal import CSystemd
internal import Glibc

extension Command {
    /// How much a run may take.
    public struct Limits: Sendable {
        /// After this long TERM goes to the process group, and KILL after `grace` more.
        public var time: Duration
        public var grace: Duration
        /// Bytes kept of standard output and of standard error each; the rest is read and dropped.
        public var output: Int

        public init(time: Duration, grace: Duration = .seconds(2), output: Int = 64 << 10) {
            self.time = time
            self.grace = grace
            self.output = output
        }
    }

    /// What became of a run.
    public struct Outcome: Sendable {
        public let ending: Child.Ending
        /// The time limit was reached and the process group was ended.
        public let timedOut: Bool
        public let output: [UInt8]
        public let error: [UInt8]
    }

    /// Runs to the end with an empty standard input.
    public func run(_ limits: Limits) throws(SystemError) -> Outcome {
        try run(limits, input: FileDescriptor(path: "/dev/null", .read))
    }

    /// Runs to the end with a file as standard input, read from where it stands.
    public func run(_ limits: Limits, input: borrowing FileDescriptor) throws(SystemError) -> Outcome {
        let output = try Pipe()
        let error = try Pipe()
        let (outputEnd, errorEnd) = (output.writing.number, error.writing.number)
        let child = try Child(self, input: input.number, output: outputEnd, error: errorEnd)
        let collected = try Self.collect(from: child, [output.closingWriter(), error.closingWriter()], limits)
        return Outcome(
            ending: try child.reap(), timedOut: collected.timedOut, output: collected.texts[0],
            error: collected.texts[1])
    }

    /// Reads what the child says until it ends; helpers it left behind, which may hold the pipes open, are not waited for.
    private static func collect(
        from child: Child, _ pipes: [PipeReader], _ limits: Limits
    ) throws(SystemError) -> (texts: [[UInt8]], timedOut: Bool) {
        var texts = pipes.map { _ in [UInt8]() }
        var stage = Stage.running
        var deadline = MonotonicTime.now + limits.time
        while true {
            var entries = pipes.map { pollfd(fd: $0.isOpen ? $0.number : -1, events: Int16(POLLIN), revents: 0) }
            entries.append(pollfd(fd: child.handle.number, events: Int16(POLLIN), revents: 0))
            let found = poll(&entries, nfds_t(entries.count), stage == .killed ? -1 : deadline.pollTimeout)
            if found < 0, errno != EINTR { throw SystemError(call: "poll", code: .last) }
            for (index, pipe) in pipes.enumerated() where entries[index].revents != 0 {
                pipe.read(into: &texts[index], limit: limits.output)
            }
            if entries[pipes.count].revents != 0 {
                for (index, pipe) in pipes.enumerated() { pipe.drain(into: &texts[index], limit: limits.output) }
                return (texts, stage != .running)
            }
            if stage != .killed, MonotonicTime.now >= deadline {
                child.signalGroup(stage == .running ? SIGTERM : SIGKILL)
                stage = stage == .running ? .terminating : .killed
                deadline = .now + limits.grace
            }
        }
    }

    private enum Stage { case running, terminating, killed }
}

/// Both ends of a pipe(2).
private struct Pipe: ~Copyable {
    let reading: PipeReader
    let writing: FileDescriptor

    init() throws(SystemError) {
        var numbers: [Int32] = [0, 0]
        try check("pipe") { pipe(&numbers) }
        writing = FileDescriptor(owning: numbers[1])
        reading = PipeReader(numbers[0])
        for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(numbers[0], F_SETFL, O_NONBLOCK)
    }

    /// The reading end, once the child has the other.
    consuming func closingWriter() -> PipeReader { reading }
}

private final class PipeReader {
    let number: Int32
    private(set) var isOpen = true

    init(_ number: Int32) { self.number = number }

    deinit { _ = close(number) }

    /// Reads what is there, once.
    func read(into text: inout [UInt8], limit: Int) {
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        let count = Glibc.read(number, &chunk, chunk.count)
        if count > 0 {
            text += chunk.prefix(min(count, max(0, limit - text.count)))
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            isOpen = false
        }
    }

    /// Reads all that is there, without waiting.
    func drain(into text: inout [UInt8], limit: Int) {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        while isOpen, poll(&entry, 1, 0) > 0 { read(into: &text, limit: limit) }
    }
}
