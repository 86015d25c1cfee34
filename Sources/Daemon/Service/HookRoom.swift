internal import Dispatch
internal import Foundation
internal import Ledger
internal import Platform

/// Runs the programs that a queue names for before and after, a few at a time, each with a time limit.
actor HookRoom: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.hooks")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let runs = DispatchQueue(label: "hotpress.hook", attributes: .concurrent)
    private var waiting: [@Sendable () -> Void] = []
    private var running = 0
    private static let load = 8
    private static let tries = 10
    private let measures: Measures

    init(_ measures: Measures) { self.measures = measures }

    /// What a program is told on its standard input, as JSON.
    struct Occasion: Encodable, Sendable {
        enum Stage: String, Encodable { case pre, post }

        struct Document: Encodable, Sendable {
            let number: String
            let state: String
            let seller: String
            let customer: String
            let total: String
            /// The PDF's whole path.
            let output: String?
            let sha256: String?
        }

        let stage: Stage
        let job: String
        let queue: String
        let name: String
        /// Where the original lies while the program runs.
        let path: String
        let size: Int64
        /// When it was claimed, in milliseconds since 1970.
        let claimed: Int64
        var state: String?
        var report: String?
        var documents: [Document] = []

        init(_ stage: Stage, _ job: Job, root: String) {
            self.stage = stage
            self.job = job.identifier
            queue = job.claim.queue
            name = job.claim.name.text
            let place = job.claim.queue.isEmpty ? job.identifier : "\(job.identifier)/\(job.claim.queue)"
            path = "\(root)/work/\(place)/\(job.claim.name.text)"
            size = job.claim.size
            claimed = job.time.milliseconds
        }
    }

    /// Why a program has failed.
    struct Failed: Error, Sendable, CustomStringConvertible {
        let description: String
    }

    /// Runs a hook and calls `then`; one that is to be run again is, before `then` hears of it.
    nonisolated func run(
        _ hook: HookSettings, _ occasion: Occasion, _ then: @escaping @Sendable (Result<Void, Failed>) -> Void
    ) {
        post { $0.attempt(hook, occasion, tried: 0, then) }
    }

    private func attempt(
        _ hook: HookSettings, _ occasion: Occasion, tried: Int,
        _ then: @escaping @Sendable (Result<Void, Failed>) -> Void
    ) {
        waiting.append {
            let result = Self.runNow(hook, occasion)
            self.post { room in
                room.measures.wentForward()
                room.running -= 1
                room.startWaiting()
                guard case .failure = result, hook.failure == .retry, tried + 1 < Self.tries else {
                    return then(result)
                }
                let wait = DispatchTimeInterval.milliseconds(min(60_000, 500 << min(tried, 7)))
                room.queue.dispatch.asyncAfter(deadline: .now() + wait) {
                    room.assumeIsolated { $0.attempt(hook, occasion, tried: tried + 1, then) }
                }
            }
        }
        startWaiting()
    }

    private func startWaiting() {
        while running < Self.load, !waiting.isEmpty {
            running += 1
            runs.async(execute: waiting.removeFirst())
        }
    }

    /// Runs it here and waits for its end.
    private static func runNow(_ hook: HookSettings, _ occasion: Occasion) -> Result<Void, Failed> {
        do {
            let input = try FileDescriptor.inMemory(Array(JSONEncoder().encode(occasion)))
            let command = Command(hook.command[0], Array(hook.command.dropFirst()))
            let outcome = try command.run(Command.Limits(time: hook.timeout, output: 4096), input: input)
            let said = escaped(String(decoding: outcome.error.isEmpty ? outcome.output : outcome.error, as: UTF8.self))
            let words = said.isEmpty ? "" : ": \(said)"
            if outcome.timedOut {
                return .failure(
                    Failed(
                        description: "\(hook.command[0]) took longer than \(hook.timeout.components.seconds) s\(words)")
                )
            }
            switch outcome.ending {
            case .exited(0): return .success(())
            case .exited(let code):
                return .failure(Failed(description: "\(hook.command[0]) answered \(code)\(words)"))
            case .killed(let signal):
                return .failure(Failed(description: "\(hook.command[0]) was ended by signal \(signal)\(words)"))
            }
        } catch {
            return .failure(Failed(description: "\(hook.command[0]) cannot be run: \(error)"))
        }
    }
}

extension HookRoom.Occasion {
    /// After the decision: what became of the file and of each invoice in it.
    init(after job: Job, _ ledger: Ledger, root: String) throws {
        self.init(.post, job, root: root)
        let record = try ledger.job(job.identifier)
        state = record.state.rawValue
        report = record.reason
        documents = try ledger.documents(of: job.identifier).map { document in
            Document(
                number: document.number, state: document.state.rawValue, seller: document.seller,
                customer: document.customer, total: document.total,
                output: document.output.map { "\(root)/outbox/\($0)" }, sha256: document.hash)
        }
    }
}
