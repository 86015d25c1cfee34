internal import Platform

/// What waits for a pressman: files to be read, and jobs whose numbers are durable, to be printed.
///
/// A pressman takes one piece of work at a time, so that what waits behind a file that hangs can go to another one. A job
/// is printed by the pressman whose worker has read it, unless that one has been at a single piece for long.
final class Desk: Sendable {
    enum Work: Sendable {
        case read(Job)
        case print(Run)
    }

    /// How long a pressman is at one piece of work before others take what waits for it; many times what a page takes.
    static let patience = Duration.milliseconds(300)

    /// A piece of work and since when it lies here.
    private struct Piece<Content: Sendable> {
        let content: Content
        let since: MonotonicTime
    }

    private struct Place {
        /// Read by this pressman's worker.
        var runs: [Piece<Run>] = []
        /// Since when it is at its piece of work; nil where it has none.
        var since: MonotonicTime?

        func isStuck(at now: MonotonicTime) -> Bool { since.map { now - $0 > Desk.patience } ?? false }
    }

    private struct State {
        var files: [Piece<Job>] = []
        var places: [Place]

        mutating func takeRun(of index: Int) -> Run? {
            places[index].runs.isEmpty ? nil : places[index].runs.removeFirst().content
        }

        /// Nobody is woken twice for one piece of work.
        mutating func wakeIdle(at now: MonotonicTime) -> Int? {
            guard let index = places.firstIndex(where: { $0.since == nil }) else { return nil }
            places[index].since = now
            return index
        }
    }

    private let state: Lock<State>

    init(pressmen count: Int) { state = Lock(State(places: (0..<count).map { _ in Place() })) }

    /// A file to be read by anybody. Answers who is to be woken for it; nil where all are at work.
    func add(_ job: Job) -> Int? {
        let now = MonotonicTime.now
        return state.change { state in
            state.files.append(Piece(content: job, since: now))
            return state.wakeIdle(at: now)
        }
    }

    /// A job to be printed, and who has read it. Answers who is to be woken for it; nil where that one will come to it.
    func add(_ run: Run, of index: Int) -> Int? {
        let now = MonotonicTime.now
        return state.change { state in
            state.places[index].runs.append(Piece(content: run, since: now))
            if state.places[index].since == nil {
                state.places[index].since = now
                return index
            }
            // An idle one looks again once this one has been patient enough.
            return state.wakeIdle(at: now)
        }
    }

    /// What a pressman does next: what waits for one that is stuck, else the longest waiting of what its own worker has
    /// read and of the files that nobody has read, so that many are numbered together. Nil where there is nothing for now;
    /// it is woken then.
    func take(for index: Int) -> Work? {
        let now = MonotonicTime.now
        return state.change { state in
            state.places[index].since = now
            for other in state.places.indices where other != index && state.places[other].isStuck(at: now) {
                if let run = state.takeRun(of: other) { return .print(run) }
            }
            let (file, run) = (state.files.first?.since, state.places[index].runs.first?.since)
            if let file, run.map({ file < $0 }) ?? true { return .read(state.files.removeFirst().content) }
            if let run = state.takeRun(of: index) { return .print(run) }
            state.places[index].since = nil
            return nil
        }
    }

    /// Whether something waits for a pressman who is at work: whoever is idle looks again before long.
    var isAnyoneWaitedFor: Bool { state.change { state in state.places.contains { !$0.runs.isEmpty } } }
}
