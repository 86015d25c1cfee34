internal import Dispatch
internal import Foundation
internal import Platform

/// Answers commands on the control socket: to root and to the service's own user alone, as the kernel names the caller.
actor ControlRoom: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.control")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let parts: Parts
    private let state: Directory
    private let foreman: Foreman
    private let intake: Intake
    private let started: Int64
    private var socket: LocalSocket?
    private var source: (any DispatchSourceRead)?
    /// Where callers are talked to, so that one who says nothing holds up nobody else.
    private let talks = DispatchQueue(label: "hotpress.talks", attributes: .concurrent)
    private static let patience = Duration.seconds(5)

    init(_ parts: Parts, state: Directory, foreman: Foreman, intake: Intake) {
        self.parts = parts
        self.state = state
        self.foreman = foreman
        self.intake = intake
        started = parts.clock.wall.milliseconds
    }

    func start() throws(SystemError) {
        let socket = try LocalSocket(listeningAs: Control.socket, in: state)
        let source = socket.source(on: queue)
        source.setEventHandler { [weak self] in self?.assumeIsolated { $0.answerCallers() } }
        source.setCancelHandler { withExtendedLifetime(socket) {} }
        source.resume()
        (self.socket, self.source) = (socket, source)
    }

    func stop() {
        source?.cancel()
        (socket, source) = (nil, nil)
        try? state.remove(Control.socket)
    }

    private func answerCallers() {
        do throws(SystemError) {
            while let (channel, peer) = try socket?.accept() {
                talks.async { self.talk(channel, peer) }
            }
        } catch {
            parts.journal.write(.warning, "a command was turned away: \(error)")
        }
    }

    private nonisolated func talk(_ channel: Channel, _ peer: LocalSocket.Peer) {
        var answer = ControlAnswer()
        let isOurs = peer.user == 0 || peer.user == ThisProcess.user
        do {
            guard let bytes = try channel.receive(until: .now + Self.patience) else { return }
            let request = try JSONDecoder().decode(ControlRequest.self, from: Data(bytes))
            if isOurs {
                answer = respond(to: request, peer)
            } else {
                answer.refusal = "the service answers to its own user and to root; try sudo"
            }
            try channel.send(Array(JSONEncoder().encode(answer)))
        } catch {
            // A caller that hangs up, says nothing or talks nonsense harms nobody but itself.
            parts.journal.write(.debug, "process \(peer.process) on the control socket: \(error)")
        }
    }

    private nonisolated func respond(to request: ControlRequest, _ peer: LocalSocket.Peer) -> ControlAnswer {
        if case .pausesChanged = request {
            parts.journal.write(.notice, "pauses were changed by process \(peer.process), user \(peer.user)")
            intake.wait { $0.readPauses() }
        }
        return ControlAnswer(report: report())
    }

    /// What the parts say, each asked on its own queue.
    nonisolated func report() -> ServiceReport {
        let work = foreman.wait { $0.figures }
        let inbox = intake.wait { ($0.waitingCount, $0.state, $0.queueStates()) }
        return ServiceReport(
            process: ThisProcess.identifier, since: started, inHand: work.inHand, waiting: inbox.0,
            paused: work.pause?.reason, degraded: inbox.1.degraded, queues: inbox.2, done: work.done,
            lastMinute: work.lastMinute, lastHour: work.lastHour, overflows: inbox.1.overflows,
            memory: ThisProcess.residentMemory)
    }
}
