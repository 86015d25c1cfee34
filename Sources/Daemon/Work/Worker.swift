internal import Diagnostics
internal import Platform

/// The service's side of one worker process: asks it, and replaces it when it dies, hangs, or has done enough.
struct Worker: ~Copyable {
    /// What happened to a request that has no answer: the process is gone, and with it all that it had read.
    enum Loss: Error, CustomStringConvertible {
        case timedOut(Duration)
        case died(Child.Ending)
        case confused(String)

        var description: String {
            switch self {
            case .timedOut(let limit): "it took longer than \(limit.components.seconds) seconds"
            case .died(.killed(let signal)): "it ended the printing process with signal \(signal)"
            case .died(.exited(let code)): "it ended the printing process (exit code \(code))"
            case .confused(let how): "the printing process answered nonsense (\(how))"
            }
        }
    }

    private let command: Command
    private var process: (child: Child, channel: Channel)?
    private var requests = 0
    /// Grows with every process that is gone, and with it what it had read.
    private(set) var generation = 0
    /// A process is replaced after so many requests, so that what a library leaks stays small.
    private static let lifetime = 5000

    init(_ command: Command) { self.command = command }

    mutating func read(_ request: ReadRequest, content: [UInt8], limit: Duration) throws -> ReadAnswer {
        switch try ask(.read(request), content, limit).head {
        case .read(let answer): return answer
        default: throw lose(.confused("no reading"))
        }
    }

    mutating func print(_ request: PrintRequest, limit: Duration) throws -> PrintAnswer {
        let (answer, bytes) = try ask(.print(request), [], limit)
        guard case .printed(let head) = answer else { throw lose(.confused("no printing")) }
        return PrintAnswer(
            pdf: head.hasPDF ? bytes : nil, pages: head.pages, diagnostics: head.diagnostics, mail: head.mail)
    }

    mutating func forget(job: String) {
        // A worker that is gone has forgotten everything.
        if let process, let frame = try? WorkerFrame.encode(WorkerRequest.forget(job: job)) {
            try? process.channel.send(frame)
        }
    }

    /// Starts the process now, so that the first job need not wait for it.
    mutating func warmUp() throws { _ = try running() }

    /// Ends an old process between jobs, when nothing it has read is needed.
    mutating func renewIfWorn() {
        if requests >= Self.lifetime { stop() }
    }

    mutating func stop() {
        // The end of the channel tells the process to go; the owner's deinit ends it if it does not.
        process = nil
        generation += 1
    }

    private mutating func ask(
        _ request: WorkerRequest, _ bytes: [UInt8], _ limit: Duration
    ) throws -> (head: WorkerAnswer, bytes: [UInt8]) {
        let channel = try running()
        requests += 1
        let frame = try WorkerFrame.encode(request, bytes)
        do throws(SystemError) {
            try channel.send(frame)
            guard let answer = try channel.receive(until: .now + limit) else { throw lost(in: "recv") }
            return try decoded(answer)
        } catch  where error.code == .timedOut {
            throw lose(.timedOut(limit))
        } catch  where error.code == .brokenPipe {
            throw lose(nil)
        }
    }

    private mutating func decoded(_ frame: [UInt8]) throws(SystemError) -> (head: WorkerAnswer, bytes: [UInt8]) {
        guard let answer = try? WorkerFrame.decode(WorkerAnswer.self, frame) else { throw lost(in: "decode") }
        return answer
    }

    private func lost(in call: String) -> SystemError { SystemError(call: call, code: .brokenPipe) }

    private mutating func running() throws -> Channel {
        if let process { return process.channel }
        let started = try Channel.start(command)
        process = started
        requests = 0
        guard let greeting = try started.channel.receive(until: .now + .seconds(30)),
            case .ready = try WorkerFrame.decode(WorkerAnswer.self, greeting).head
        else { throw WorkerProtocolError(description: "the worker process does not start: \(command.program)") }
        return started.channel
    }

    /// Ends the process, whatever state it is in, and says how it went.
    private mutating func lose(_ loss: Loss?) -> Loss {
        guard let child = process?.child else { return loss ?? .confused("no process") }
        stop()
        if loss == nil, child.waitUntilEnded(milliseconds: 1000), let ending = try? child.reap() {
            return .died(ending)
        }
        child.signalGroup(9)
        let ending = (try? child.reap()) ?? .exited(0)
        return loss ?? .died(ending)
    }
}
