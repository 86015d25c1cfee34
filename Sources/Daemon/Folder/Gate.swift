internal import Ledger
internal import Platform

/// Which queues files are taken from just now: pauses by hand, hours, throttles.
struct Gate {
    /// Why nothing is taken from a queue, and when that ends by itself.
    struct Closure: Sendable, Hashable {
        let reason: String
        let wait: Duration?
    }

    var pauses: [PauseRecord] = []
    /// When a file was last taken from a queue that has a throttle.
    private var taken: [String: MonotonicTime] = [:]

    /// Nil where the queue is open.
    func closure(of queue: String, _ settings: InboxSettings, _ clock: any Clock) -> Closure? {
        if let pause = pauses.first(where: { $0.holds(queue) }) { return Closure(reason: pause.reason, wait: nil) }
        if let minutes = settings.hours.minutesUntilOpen(clock.wall.local) {
            // Looked at again within a minute, since the clock may be set.
            return Closure(
                reason: "outside its hours for \(Self.words(minutes))", wait: .seconds(min(60, minutes * 60)))
        }
        guard settings.throttle > 0, let last = taken[queue] else { return nil }
        let next = last + .milliseconds(60_000 / settings.throttle)
        let left = next - clock.monotonic
        return left <= .zero ? nil : Closure(reason: "throttled to \(settings.throttle) files a minute", wait: left)
    }

    mutating func took(_ queue: String, _ settings: InboxSettings, _ clock: any Clock) {
        if settings.throttle > 0 { taken[queue] = clock.monotonic }
    }

    private static func words(_ minutes: Int) -> String {
        minutes < 120 ? "\(max(1, minutes)) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}

extension PauseRecord {
    /// A pause of a queue holds the queues below it too; one of the inbox itself holds the inbox alone.
    func holds(_ name: String) -> Bool {
        guard let queue else { return true }
        return name == queue || !queue.isEmpty && name.hasPrefix(queue + "/")
    }
}
