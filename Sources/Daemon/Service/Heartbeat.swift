internal import Dispatch
internal import Foundation
internal import Platform

/// Tells systemd's watchdog and `hotpress status` how it goes, from a queue on which nothing else runs.
///
/// The watchdog hears nothing where jobs are in hand and none has been finished for long: then systemd starts anew.
actor Heartbeat: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.heartbeat", qos: .utility)
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let foreman: Foreman
    private let state: Directory
    private var timers: [any DispatchSourceTimer] = []

    /// Jobs in hand and nothing finished for so long: something hangs.
    private static let patience = Duration.seconds(600)

    init(_ foreman: Foreman, state: Directory) {
        self.foreman = foreman
        self.state = state
    }

    func start(_ intake: Intake, _ postman: Postman) {
        let interval = ServiceManager.watchdogInterval.map { min($0 / 2, .seconds(30)) } ?? .seconds(60)
        let isWatched = ServiceManager.watchdogInterval != nil
        timers.append(
            queue.timer(after: .milliseconds(100), every: interval) {
                self.assumeIsolated { $0.beat(intake, postman, isWatched: isWatched) }
            })
    }

    /// While the last jobs are finished, systemd is asked for time again and again.
    func drain() {
        ServiceManager.extendTimeout(by: .seconds(60))
        timers.append(
            queue.timer(after: .seconds(20), every: .seconds(20)) { ServiceManager.extendTimeout(by: .seconds(60)) })
    }

    private func beat(_ intake: Intake, _ postman: Postman, isWatched: Bool) {
        // `hotpress retry` may have made mails due from another process.
        postman.post { $0.wake() }
        let isMoving = foreman.slots.taken <= 0 || MonotonicTime.now - foreman.progress.value < Self.patience
        if isWatched, isMoving { ServiceManager.watchdog() }
        report(intake)
    }

    private func report(_ intake: Intake) {
        let (inHand, pause) = foreman.wait { $0.state }
        let (waiting, degraded) = intake.wait { ($0.backlog, $0.state.degraded) }
        let report = ServiceReport(
            process: ThisProcess.identifier, inHand: inHand, waiting: waiting, paused: pause?.reason, degraded: degraded
        )
        ServiceManager.status(report.line)
        // For `hotpress status`; a disk that is full tells of itself elsewhere.
        if let bytes = try? JSONEncoder().encode(report) {
            try? state.write(Array(bytes), as: ServiceReport.file, replacing: true)
        }
    }
}

/// What the running service says of itself, in `status.json` of the state directory.
public struct ServiceReport: Sendable, Codable, Hashable {
    /// Its process number.
    public let process: Int32
    /// Files being printed, and settled files that wait in the inbox.
    public let inHand: Int
    public let waiting: Int
    /// Why nothing is done just now, and why files may be found late.
    public let paused: String?
    public let degraded: String?

    static let file: FileName = "status.json"

    /// The report of the service that runs on this state directory, or nil.
    static func running(in state: String) -> ServiceReport? {
        guard let folder = try? Directory(state), let bytes = try? folder.open(file, .read).readAll(limit: 1 << 16),
            let report = try? JSONDecoder().decode(ServiceReport.self, from: Data(bytes)),
            !FileLock.isFree("lock", in: folder)
        else { return nil }
        return report
    }

    /// For systemd: one line.
    var line: String {
        let trouble = paused.map { "paused: \($0)" } ?? degraded.map { "degraded: \($0)" }
        return "\(inHand) in work, \(waiting) waiting" + (trouble.map { "; \($0)" } ?? "")
    }
}
