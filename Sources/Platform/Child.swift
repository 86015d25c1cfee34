internal import CSystemd
internal import Glibc

/// A program to run: no shell, arguments as they are.
public struct Command: Sendable {
    /// The path of the program; it is not searched for in PATH.
    public var program: String
    /// What follows the program's own name.
    public var arguments: [String]
    /// Nil hands on this process's own environment.
    public var environment: [String: String]?

    public init(_ program: String, _ arguments: [String] = [], environment: [String: String]? = nil) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }
}

/// A running child process, head of a process group of its own; ended and reaped when it goes away.
public final class Child: Sendable {
    /// How a process ended.
    public enum Ending: Sendable, Hashable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    public let identifier: Int32
    /// Readable once the child has ended (pidfd_open(2)).
    let handle: FileDescriptor
    private let ending = Lock<Ending?>(nil)

    /// Starts a command with standard input, output and error given by number; nothing else is inherited.
    init(_ command: Command, input: Int32, output: Int32, error: Int32) throws(SystemError) {
        let identifier = try Self.spawn(command, [input, output, error])
        self.identifier = identifier
        let number = try check("pidfd_open") { hotpress_pidfd_open(identifier) }
        handle = FileDescriptor(owning: number)
    }

    /// Starts a command with these files as its standard input, output and error; nothing else is inherited.
    public convenience init(
        _ command: Command, input: borrowing FileDescriptor, output: borrowing FileDescriptor,
        error: borrowing FileDescriptor
    ) throws(SystemError) {
        try self.init(command, input: input.number, output: output.number, error: error.number)
    }

    deinit {
        guard ending.value == nil else { return }
        _ = kill(-identifier, SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }

    private static func spawn(_ command: Command, _ files: [Int32]) throws(SystemError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        try checkNumber("posix_spawn_file_actions_init", posix_spawn_file_actions_init(&actions))
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Through high numbers first, so that no target overwrites a source that is still needed.
        for (target, source) in files.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, source, 200 + Int32(target))
        }
        for target in files.indices {
            posix_spawn_file_actions_adddup2(&actions, 200 + Int32(target), Int32(target))
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        try checkNumber("posix_spawnattr_init", posix_spawnattr_init(&attributes))
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var identifier: pid_t = 0
        let result = withStrings([command.program] + command.arguments) { arguments in
            withStrings(environment(of: command)) { environment in
                posix_spawn(&identifier, command.program, &actions, &attributes, arguments, environment)
            }
        }
        try checkNumber("posix_spawn", path: command.program, result)
        return identifier
    }

    private static func environment(of command: Command) -> [String] {
        (command.environment ?? ThisProcess.environment).map { "\($0.key)=\($0.value)" }
    }

    /// True once the child has ended, after at most `milliseconds` (-1: no limit).
    public func waitUntilEnded(milliseconds: Int) -> Bool {
        if ending.value != nil { return true }
        var entry = pollfd(fd: handle.number, events: Int16(POLLIN), revents: 0)
        let deadline = MonotonicTime.now + .milliseconds(max(0, milliseconds))
        while true {
            let left = milliseconds < 0 ? -1 : deadline.pollTimeout
            let found = poll(&entry, 1, left)
            if found > 0 { return true }
            if found == 0 { return false }
            if errno != EINTR { return false }
        }
    }

    /// Waits for the end and takes the child away; asked again it answers the same.
    public func reap() throws(SystemError) -> Ending {
        if let known = ending.value { return known }
        var status: Int32 = 0
        let identifier = identifier
        try check("waitpid") { waitpid(identifier, &status, 0) }
        // WIFEXITED and its kin are macros that Swift does not see.
        let signal = status & 0x7F
        let found: Ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
        ending.value = found
        return found
    }

    /// Sends a signal to the child and all that it has started.
    public func signalGroup(_ signal: Int32) {
        if ending.value == nil { _ = kill(-identifier, signal) }
    }

    /// TERM, then KILL after `grace` milliseconds, then the ending.
    public func end(grace: Int) throws(SystemError) -> Ending {
        signalGroup(SIGTERM)
        if !waitUntilEnded(milliseconds: grace) { signalGroup(SIGKILL) }
        return try reap()
    }
}

/// Calls `body` with strings as the NULL-terminated array that execve(2) takes.
private func withStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else {
            preconditionFailure("the array ends with NULL, so it has an address")
        }
        return body(base)
    }
}
