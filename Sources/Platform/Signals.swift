internal import CSystemd
public import Dispatch
internal import Glibc

/// Signals as events on a queue, instead of interruptions.
public enum ProcessSignal: Sendable, CaseIterable {
    case terminate, interrupt, hangUp

    var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        }
    }

    /// From its return on the signal calls `body` and does nothing else. Never called from that queue, which alone can
    /// put a source to work: a signal that comes before it has would be lost.
    public func source(on queue: SerialQueue, _ body: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue.dispatch)
        let isAtWork = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isAtWork.signal() }
        source.setEventHandler(handler: body)
        source.resume()
        isAtWork.wait()
        return source
    }

    /// A closed pipe or socket is an error of the write, and a broken lease (`FileDescriptor.isBeingWritten`) is no news:
    /// neither ends the process.
    public static func ignoreStrays() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGIO, SIG_IGN)
    }
}

/// This process.
public enum ThisProcess {
    public static var identifier: Int32 { getpid() }

    /// The user that its rights are those of.
    public static var user: UInt32 { geteuid() }

    /// Gives root's rights up for those of a file's owner, so that what is written from now on is the owner's too;
    /// nothing happens where the process is not root's, or the file is root's.
    public static func become(ownerOf status: FileStatus) throws(SystemError) {
        guard user == 0, status.owner != 0 else { return }
        try check("setgroups") { setgroups(0, nil) }
        try check("setgid") { setgid(status.group) }
        try check("setuid") { setuid(status.owner) }
    }

    /// Ends it at once, as `kill -9` does.
    public static func kill() { _ = Glibc.kill(getpid(), SIGKILL) }

    /// How many processors it may run on.
    public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Bytes of memory in use (resident set), by /proc/self/statm.
    public static var residentMemory: Int {
        guard let bytes = try? FileDescriptor(path: "/proc/self/statm", .read).readAll() else { return 0 }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Lets the stack of the main thread grow to `bytes`, as far as the system allows: for work whose recursion goes as
    /// deep as documents are nested. Threads and children that begin later have this much too.
    public static func allowStack(_ bytes: Int) { _ = hotpress_allow_stack(UInt(bytes)) }

    /// All environment variables.
    public static var environment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }

    public static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    public static var workingFolder: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }
}
