internal import Dispatch
internal import Ledger
internal import Platform

/// Has the ledger forget jobs that are older than `keep` days, a few hundred at a time, once an hour.
actor Pruning: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.pruning")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let parts: Parts
    private var last: MonotonicTime?

    init(_ parts: Parts) { self.parts = parts }

    /// Called by the heartbeat.
    func pruneIfTimely() {
        let (now, keep) = (parts.clock.monotonic, parts.settings.value.keep)
        guard keep > 0, last.map({ now - $0 >= .seconds(3600) }) ?? true else { return }
        last = now
        let horizon = parts.clock.wall.milliseconds - Int64(keep) * 86_400_000
        do {
            var total = 0
            while true {
                let count = try parts.bookkeeper.now { try $0.prune(before: horizon) }
                total += count
                if count == 0 { break }
            }
            if total > 0 { parts.journal.write(.notice, "forgot \(total) jobs that are older than \(keep) days") }
        } catch {
            parts.journal.write(.warning, "old jobs cannot be forgotten: \(error)")
        }
    }
}
