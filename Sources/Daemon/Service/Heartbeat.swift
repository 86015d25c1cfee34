internal import Dispatch
internal import Platform

/// Tells systemd's watchdog and `systemctl status` how it goes, from a queue on which nothing else runs.
///
/// With each beat every part is asked whether it still gets its turn; the watchdog hears of it once all have answered, and
/// unless jobs are in hand of which none has gone forward for long. Else it hears nothing, and systemd starts anew.
actor Heartbeat: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.heartbeat")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let foreman: Foreman
    /// Where the parts live that never wait for long.
    private let parts: [SerialQueue]
    private var timers: [any DispatchSourceTimer] = []
    /// Parts were asked, and not all have answered.
    private var isWaiting = false

    init(_ foreman: Foreman, _ parts: [SerialQueue]) {
        self.foreman = foreman
        self.parts = parts
    }

    /// Everything that is looked at from time to time is looked at by the same beat, so that an idle service wakes seldom.
    func start(_ control: ControlRoom, _ upkeep: @escaping @Sendable () -> Void) {
        let interval = ServiceManager.watchdogInterval.map { min($0 / 2, .seconds(60)) } ?? .seconds(60)
        timers.append(
            queue.timer(after: .milliseconds(100), every: interval) {
                upkeep()
                self.assumeIsolated { $0.ask(control) }
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

    private func ask(_ control: ControlRoom) {
        guard ServiceManager.isPresent, !isWaiting else { return }
        isWaiting = true
        let answers = DispatchGroup()
        for part in parts { part.dispatch.async(group: answers) {} }
        answers.notify(queue: queue.dispatch) { self.assumeIsolated { $0.answered(control) } }
    }

    private func answered(_ control: ControlRoom) {
        isWaiting = false
        if foreman.wait({ $0.isMoving }) { ServiceManager.watchdog() }
        ServiceManager.status(control.report().line)
    }
}
