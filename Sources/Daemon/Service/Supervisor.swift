internal import Dispatch
internal import Ledger
public import Platform

/// Starts the service, watches over it, and ends it in order.
public actor Supervisor: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.supervisor")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let parts: Parts
    private let foreman: Foreman
    private let intake: Intake
    private let postman: Postman
    private let pressmen: [Pressman]
    private let locks: [FileLock]
    private let readAgain: @Sendable () throws -> Configuration
    private let heartbeat: Heartbeat
    private let operatorPost: OperatorPost
    private let metrics: MetricsExport
    private let control: ControlRoom
    private let pruning: Pruning
    private var isStopping = false
    private let ended = DispatchSemaphore(value: 0)

    /// Takes the folders and the ledger into possession. `FileLock.Held` where another service has them, `LedgerError`
    /// where the ledger must not be used.
    ///
    /// - Parameters:
    ///   - worker: the command that runs a worker process; the memory limit is its last argument.
    ///   - readAgain: reads the configuration anew, for SIGHUP.
    public init(
        _ configuration: Configuration, worker: Command, clock: any Clock = SystemClock(),
        readAgain: @escaping @Sendable () throws -> Configuration
    ) throws {
        let spool = try Spool(root: configuration.root)
        let state = try Directory.making(configuration.statePath, mode: 0o700)
        locks = [try FileLock.take("lock", in: state), try FileLock.take(Directory(spool.inboxPath))]
        let journal = Journal()
        journal.level = configuration.logLevel.level
        let measures = Measures()
        parts = Parts(
            spool: spool, bookkeeper: Bookkeeper(try Ledger(path: configuration.statePath + "/ledger.db")),
            settings: CurrentConfiguration(configuration), mailRoom: try MailRoom(state: state), journal: journal,
            clock: clock, measures: measures, hooks: HookRoom(measures))
        let desk = Desk(pressmen: configuration.workerCount)
        let foreman = Foreman(parts, desk: desk, pressmen: configuration.workerCount)
        self.foreman = foreman
        intake = Intake(parts, foreman: foreman)
        postman = Postman(parts)
        operatorPost = OperatorPost(parts)
        var command = worker
        // A worker that dies over a file is expected: the report says so, a register dump helps nobody.
        command.environment = (command.environment ?? ThisProcess.environment).merging(["SWIFT_BACKTRACE": "enable=no"])
        {
            $1
        }
        pressmen = (0..<configuration.workerCount).map { [parts] in
            Pressman($0, parts, foreman: foreman, desk: desk, worker: command)
        }
        metrics = MetricsExport(parts, foreman: foreman, intake: intake, state: state)
        heartbeat = Heartbeat(foreman, [queue, foreman.queue, intake.queue, postman.queue, parts.bookkeeper.queue])
        control = ControlRoom(parts, state: state, foreman: foreman, intake: intake)
        pruning = Pruning(parts)
        self.readAgain = readAgain
    }

    /// Serves until a signal ends it; returns once everything in hand is finished.
    public nonisolated func run() throws {
        ProcessSignal.ignoreStrays()
        // Before anything else: whoever hears that the service is ready may end it at once.
        let sources = [
            ProcessSignal.terminate.source(on: queue) { self.assumeIsolated { $0.stop() } },
            ProcessSignal.interrupt.source(on: queue) { self.assumeIsolated { $0.stop() } },
            ProcessSignal.hangUp.source(on: queue) { self.assumeIsolated { $0.reload() } },
        ]
        try wait { supervisor in Result { try supervisor.start() } }.get()
        withExtendedLifetime(sources) { ended.wait() }
    }

    // MARK: Start

    private func start() throws {
        for pressman in pressmen { pressman.post { try? $0.warmUp() } }
        let (intake, postman) = (intake, postman)
        let pressmen = pressmen
        foreman.wait { foreman in
            foreman.employ(pressmen) {
                intake.post { $0.claimReady() }
                postman.post { $0.wake() }
            }
        }
        try takeUp()
        try control.wait { control in Result { try control.start() } }.get()
        try intake.wait { intake in Result { try intake.start() } }.get()
        postman.post { $0.start() }
        metrics.post { $0.start() }
        operatorPost.post { $0.start() }
        parts.journal.write(
            .notice, "watching \(parts.spool.inboxPath), printing to \(parts.spool.rootPath)/outbox",
            [(.message, MessageID.ready)])
        ServiceManager.ready(status: "watching \(parts.spool.inboxPath)")
        let (control, pruning) = (control, pruning)
        heartbeat.post { heartbeat in
            heartbeat.start(control) {
                intake.post { $0.keepUp() }
                // `hotpress retry` may have made mails due from another process.
                postman.post { $0.wake() }
                pruning.post { $0.pruneIfTimely() }
            }
        }
    }

    private func takeUp() throws {
        let recovery = Recovery(parts: parts)
        try recovery.settleMails()
        let jobs = try recovery.jobs()
        if jobs.isEmpty { return }
        parts.journal.write(.notice, "taking up \(jobs.count) files from work/", [(.message, MessageID.recovered)])
        for job in jobs {
            foreman.slots.force()
            foreman.takeUp(job)
        }
    }

    // MARK: Signals

    /// Claims nothing more, finishes what is in hand.
    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        ServiceManager.stopping()
        parts.journal.write(.notice, "stopping: finishing what is in hand", [(.message, MessageID.stopping)])
        intake.wait { $0.stop() }
        heartbeat.post { $0.drain() }
        operatorPost.post { $0.stop() }
        let postman = postman
        foreman.post { $0.drain { postman.post { $0.stop { self.post { $0.finish() } } } } }
    }

    private func finish() {
        control.wait { $0.stop() }
        heartbeat.wait { $0.stop() }
        for pressman in pressmen { pressman.wait { $0.stop() } }
        metrics.wait { $0.stop() }
        // Whatever was still to be written down is, once this has had its turn.
        _ = try? parts.bookkeeper.now { _ in }
        ended.signal()
    }

    /// Reads the whole configuration first; where it is wrong the old one stays.
    private func reload() {
        ServiceManager.reloading()
        do {
            let new = try readAgain()
            let old = parts.settings.value
            if (new.root, new.statePath, new.workerCount) != (old.root, old.statePath, old.workerCount) {
                parts.journal.write(.warning, "root, state and workers change only with a restart")
            }
            parts.settings.value = new
            parts.journal.level = new.logLevel.level
            parts.measures.reloaded(true)
            metrics.post { $0.start() }
            operatorPost.post { $0.start() }
            parts.journal.write(.notice, "the configuration was read again", [(.message, MessageID.reloaded)])
            intake.post { $0.lookAgain() }
        } catch {
            parts.measures.reloaded(false)
            parts.journal.write(
                .error, "the configuration is wrong, the old one stays:\n\(error)", [(.message, MessageID.notReloaded)])
        }
        ServiceManager.ready(status: "watching \(parts.spool.inboxPath)")
    }
}
