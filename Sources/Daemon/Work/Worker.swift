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
    private var known = KnownSettings()
    private var forgotten: [String] = []
    /// Grows with every process that is gone, and with it what it had read.
    private(set) var generation = 0
    /// A process is replaced after so many requests, so that what a library leaks stays small.
    private static let lifetime = 5000

    init(_ command: Command) { self.command = command }

    mutating func read(_ request: ReadRequest, content: [UInt8], limit: Duration) throws -> ReadAnswer {
        var order = try opening()
        let settings = request.settings
        let (number, isNew) = known.number(of: settings)
        if isNew {
            order.put(tag: WorkerOrder.settings.rawValue)
            order.put(number)
            try order.put(json: settings)
        }
        request.write(to: &order, settings: number)
        return try ask(order, content, limit, for: .read, ReadAnswer.init(from:))
    }

    mutating func print(_ request: PrintRequest, limit: Duration) throws -> PrintAnswer {
        var order = try opening()
        try request.write(to: &order)
        return try ask(order, [], limit, for: .printed, PrintAnswer.init(from:))
    }

    /// What it has read of a job is not needed any more; it hears of that with the next question.
    mutating func forget(job: String) { forgotten.append(job) }

    /// Tells it now: there may be no further question for long.
    mutating func tidy() {
        // A worker that is gone has forgotten everything.
        guard let process, !forgotten.isEmpty, let order = try? opening() else { return forgotten = [] }
        try? process.channel.send(order.bytes)
    }

    /// A message that begins with what is to be forgotten, to a process that runs.
    private mutating func opening() throws -> WireWriter {
        _ = try running()
        var order = WireWriter()
        for job in forgotten {
            order.put(tag: WorkerOrder.forget.rawValue)
            order.put(job)
        }
        forgotten = []
        return order
    }

    /// Starts the process now, so that the first job need not wait for it.
    mutating func warmUp() throws { _ = try running() }

    /// Ends an old process, if possible while nothing that it has read is needed; else that is read again.
    mutating func renewIfWorn(isFree: Bool) {
        if requests >= (isFree ? Self.lifetime : 2 * Self.lifetime) { stop() }
    }

    mutating func stop() {
        // The end of the channel tells the process to go; the owner's deinit ends it if it does not.
        process = nil
        generation += 1
        known = KnownSettings()
        forgotten = []
    }

    private mutating func ask<Answer>(
        _ order: WireWriter, _ content: [UInt8], _ limit: Duration, for kind: WorkerAnswer,
        _ decode: (inout WireReader) throws(WorkerProtocolError) -> Answer
    ) throws -> Answer {
        let channel = try running()
        requests += 1
        do {
            try channel.send(order.bytes, content)
            guard let answer = try channel.receive(until: .now + limit) else { throw lost(in: "recv") }
            do throws(WorkerProtocolError) {
                var message = WireReader(answer)
                guard try message.tag() == kind.rawValue else { throw WorkerProtocolError(description: "no \(kind)") }
                return try decode(&message)
            } catch {
                throw lose(.confused(error.description))
            }
        } catch let error as SystemError where error.code == .timedOut {
            throw lose(.timedOut(limit))
        } catch let error as SystemError where error.code == .brokenPipe {
            throw lose(nil)
        } catch let error as SystemError where error.code == .tooLarge {
            throw lose(.confused("an answer of more bytes than one may have"))
        }
    }

    private func lost(in call: String) -> SystemError { SystemError(call: call, code: .brokenPipe) }

    private mutating func running() throws -> Channel {
        if let process { return process.channel }
        let started = try Channel.start(command)
        guard let greeting = try started.channel.receive(until: .now + .seconds(30)),
            greeting == [WorkerAnswer.ready.rawValue]
        else { throw WorkerProtocolError(description: "the worker process does not start: \(command.program)") }
        // Only now: of one that does not start no file is to blame, however often it is tried.
        process = started
        requests = 0
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
