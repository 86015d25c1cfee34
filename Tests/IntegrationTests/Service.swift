import Foundation
import Glibc
import Platform
import TestKit
import Testing

/// A service that runs in a process of its own on folders of its own, with a renderer that needs no layout.
final class Service {
    let root: TemporaryRoot
    private let program: String
    private(set) var process: Child?
    /// What runs the program, its arguments following.
    var launcher: [String] = []

    /// `keys`: configuration text, after the groups that every test needs.
    ///
    /// - Parameter program: `hotpress` for the real one, with its press.
    init(_ keys: String = "", settle: Int = 50, program: String = "TestDaemon") throws {
        self.program = program
        root = try TemporaryRoot()
        try root.write(
            """
            [hotpress]
            root = \(root.path("hot"))
            state = \(root.path("state"))
            workers = 2
            [inbox]
            settle = \(settle)
            \(keys)

            """, to: "test.conf")
        _ = try Directory.making(root.path("hot/inbox"))
    }

    /// The folder of the built programs.
    static var products: String { String(BuiltProgram.path.dropLast("/hotpress".count)) }

    /// Starts it and waits until it watches.
    @discardableResult
    func start() async throws -> Service {
        let log = try FileDescriptor(path: root.path("log"), .append(mode: 0o644))
        let before = starts
        let words = launcher + ["\(Self.products)/\(program)", "serve"] + configuration
        let process = try Child(
            Command(words[0], Array(words.dropFirst())),
            input: FileDescriptor(path: "/dev/null", .read), output: log, error: log)
        self.process = process
        try await until("it watches") { self.starts > before || process.waitUntilEnded(milliseconds: 0) }
        return self
    }

    private var configuration: [String] {
        program == "hotpress" ? ["--config", root.path("test.conf")] : [root.path("test.conf")]
    }

    private var starts: Int { log.split(separator: "watching ").count }

    var log: String { (try? root.read("log")) ?? "" }

    func signal(_ number: Int32) { process?.signalGroup(number) }

    /// Kills it after so many seconds, by the clock of another program: this one's may be late.
    func kill(after seconds: Double) throws {
        guard let process else { return }
        _ = try Command("/bin/sh", ["-c", "sleep \(seconds); kill -9 -- -\(process.identifier)"])
            .run(.init(time: .seconds(60)))
    }

    /// Sends a signal, waits for the end, and answers the exit code (or the negative number of the signal).
    @discardableResult
    func end(_ number: Int32 = SIGTERM) async throws -> Int32 {
        guard let process else { return 0 }
        signal(number)
        try await until("it ends") { process.waitUntilEnded(milliseconds: 0) }
        self.process = nil
        switch try process.reap() {
        case .exited(let code): return code
        case .killed(let signal): return -signal
        }
    }

    /// Waits for something, half a minute at most.
    func until(_ what: String, _ condition: () throws -> Bool) async throws {
        for _ in 0..<1500 {
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("it did not come to pass that \(what); the log says:\n\(log)")
    }

    /// Starts it and waits until it ends itself at a step (`Daemon.Step`), as `kill -9` would end it.
    func crash(at step: String) async throws {
        let usual = launcher
        launcher = (usual.isEmpty ? ["/usr/bin/env"] : usual) + ["HOTPRESS_CRASH=\(step):1"]
        try await start()
        try await until("it ends itself") { self.process?.waitUntilEnded(milliseconds: 0) == true }
        try await end(SIGKILL)
        launcher = usual
    }

    // MARK: Commands

    /// A part of what `hotpress status --json` says.
    struct Status: Decodable {
        struct Running: Decodable {
            struct Queue: Decodable {
                let name: String
                let waiting: Int
                let closed: String?
            }

            let degraded: String?
            let paused: String?
            let queues: [Queue]
            let done: Int
        }

        struct Pause: Decodable {
            let queue: String?
            let reason: String
        }

        let service: Running?
        let inbox: Int
        let pauses: [Pause]
    }

    func state() throws -> Status {
        try JSONDecoder().decode(Status.self, from: Data(command("status", "--json").output))
    }

    // MARK: Folders

    func drop(_ text: String, as name: String) throws { try root.write(text, to: "hot/inbox/\(name)") }

    var inbox: [String] { root.names(in: "hot/inbox") }
    var work: [String] { root.names(in: "hot/work") }
    var outbox: [String] { root.names(in: "hot/outbox").filter { !$0.hasPrefix(".") } }
    /// Hidden files that are going to be PDFs; none where nothing is in hand.
    var unfinished: [String] { root.names(in: "hot/outbox").filter { $0.hasPrefix(".") } }
    var failed: [String] { root.names(in: "hot/failed") }

    func pdf(_ name: String) throws -> String { try root.read("hot/outbox/\(name)") }
    func report(_ name: String) throws -> String { try root.read("hot/failed/\(name).error.txt") }

    /// The originals in the archive, of all months.
    var archive: [String] {
        root.names(in: "hot/archive").flatMap { year in
            root.names(in: "hot/archive/\(year)").flatMap { root.names(in: "hot/archive/\(year)/\($0)") }
        }
    }

    /// Waits until nothing is left to do.
    func untilIdle() async throws {
        try await until("inbox and work are empty") {
            self.inbox.filter { !$0.hasPrefix(".") }.isEmpty && self.work.isEmpty
        }
    }
}
