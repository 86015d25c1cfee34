internal import Ledger
internal import Platform

/// What the service has counted since its start; every part adds to it, the metrics' file shows it.
final class Measures: Sendable {
    struct Counts: Sendable {
        struct JobKind: Hashable, Sendable {
            let queue: String
            let state: JobState
        }

        var jobs: [JobKind: Int] = [:]
        var documents = 0
        var pages = 0
        var lastJob: WallTime?
        var jobDuration = Histogram(Histogram.work)
        var printDuration = Histogram(Histogram.work)
        var handOvers: [HandOverResult: Int] = [:]
        var mailDelay = Histogram(Histogram.post)
        var workerLosses: [WorkerLoss: Int] = [:]
        var pauses = 0
        var reloads: [Bool: Int] = [:]
        var lastReloadSucceeded = true
    }

    enum HandOverResult: String, CaseIterable, Sendable { case accepted, retry, failed, unavailable }
    enum WorkerLoss: String, CaseIterable, Sendable {
        case died
        case timedOut = "timed_out"
        case confused
    }

    private let state = Lock(Counts())
    private let lastStep = Lock(MonotonicTime.now)

    /// When a job was last begun or decided, one of its invoices printed, or a program around it has ended.
    var progress: MonotonicTime { lastStep.value }

    func wentForward() { lastStep.value = .now }

    var counts: Counts { state.value }

    private func change(_ body: (inout Counts) -> Void) { state.change { body(&$0) } }

    // MARK: What happened

    func decided(_ job: Job, _ decision: JobState, at time: WallTime) {
        wentForward()
        let seconds = job.age.seconds
        change {
            $0.jobs[.init(queue: job.claim.queue, state: decision), default: 0] += 1
            $0.jobDuration.observe(seconds)
            $0.lastJob = time
        }
    }

    func printed(pages: Int, in duration: Duration) {
        wentForward()
        change {
            $0.documents += 1
            $0.pages += pages
            $0.printDuration.observe(duration.seconds)
        }
    }

    func handedOver(_ result: HandOverResult, after delay: Duration) {
        change {
            $0.handOvers[result, default: 0] += 1
            if result == .accepted { $0.mailDelay.observe(delay.seconds) }
        }
    }

    func lost(_ loss: Worker.Loss) {
        let kind: WorkerLoss =
            switch loss {
            case .timedOut: .timedOut
            case .died: .died
            case .confused: .confused
            }
        change { $0.workerLosses[kind, default: 0] += 1 }
    }

    func paused() { change { $0.pauses += 1 } }

    func reloaded(_ succeeded: Bool) {
        change {
            $0.reloads[succeeded, default: 0] += 1
            $0.lastReloadSucceeded = succeeded
        }
    }
}

extension Duration {
    var seconds: Double { Double(wholeNanoseconds) / 1e9 }
}
