internal import Dispatch
internal import Platform

/// Tells systemd's watchdog and `hotpress status` how it goes, from a queue on which nothing else runs.
///
/// The watchdog hears nothing where jobs are in hand and none has been finished for long: then systemd starts anew.
actor Heartbeat: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.heartbeat", qos: .utility)
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let foreman: Foreman
    private var timers: [any DispatchSourceTimer] = []

    /// Jobs in hand and nothing finished for so long: something hangs.
    private static let patience = Duration.seconds(600)

    init(_ foreman: Foreman) { self.foreman = foreman }

    /// Everything that is looked at from time to time is looked at by the same beat, so that an idle service wakes seldom.
    func start(_ control: ControlRoom, _ upkeep: @escaping @Sendable () -> Void) {
        let interval = ServiceManager.watchdogInterval.map { min($0 / 2, .seconds(60)) } ?? .seconds(60)
        let isWatched = ServiceManager.watchdogInterval != nil
        timers.append(
            queue.timer(after: .milliseconds(100), every: interval) {
                upkeep()
                self.assumeIsolated { $0.beat(control, isWatched: isWatched) }
            })
    }

    func stop() {
        for timer in timers { timer.cancel() }
        timers = []
    }

    /// While the last jobs are finished, systemd is asked for time again and again.
    func drain() {
        ServiceManager.extendTimeout(by: .seconds(60))
        timers.append(
            queue.timer(after: .seconds(20), every: .seconds(20)) { ServiceManager.extendTimeout(by: .seconds(60)) })
    }

    private func beat(_ control: ControlRoom, isWatched: Bool) {
        let isMoving = foreman.slots.taken <= 0 || MonotonicTime.now - foreman.progress.value < Self.patience
        if isWatched, isMoving { ServiceManager.watchdog() }
        if ServiceManager.isPresent { ServiceManager.status(control.report().line) }
    }
}
