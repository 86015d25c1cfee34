internal import Diagnostics
internal import Dispatch
internal import Ledger
internal import Platform
internal import SQLite

/// Hands claimed jobs to the pressmen, a bounded number at a time, and pauses everything while the machine is at fault.
actor Foreman: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.foreman")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Room for jobs in hand.
    nonisolated let slots: Slots
    private let parts: Parts
    private let closing: Closing
    /// Set once, before there is work.
    private let pressmen = Lock<[Pressman]>([])
    private let desk: Desk
    /// Jobs that wait for a pause to end.
    private var waiting: [Waiting] = []
    private var pause: Pause?
    private var resumeTimer: (any DispatchSourceTimer)?
    private var isDraining = false
    private var inHand = 0
    private var meter = Meter()
    private var whenIdle: (@Sendable () -> Void)?
    /// Called when there is room again.
    private var whenRoom: @Sendable () -> Void = {}

    /// A job that waits, and where it goes on.
    private enum Waiting {
        case job(Job)
        /// Decided; what is left is to file its original, with a report if it has failed.
        case filing(Job, report: String?)
    }

    /// Why nothing is done just now.
    struct Pause: Sendable {
        let reason: String
        let wait: Duration
    }

    init(_ parts: Parts, desk: Desk, pressmen count: Int) {
        self.parts = parts
        self.desk = desk
        closing = Closing(parts)
        slots = Slots(count * Pressman.load)
    }

    func employ(_ pressmen: [Pressman], whenRoom: @escaping @Sendable () -> Void) {
        self.pressmen.value = pressmen
        self.whenRoom = whenRoom
    }

    /// Something lies on the desk for a pressman.
    nonisolated func wake(_ index: Int) { pressmen.value[index].post { $0.wake() } }

    /// A job that one pressman's worker has read is done by another's.
    nonisolated func letGo(_ job: Job, by index: Int) { pressmen.value[index].post { $0.letGo(job) } }

    // MARK: Jobs

    /// Takes over a file that was just claimed, for which a slot was taken: writes it down, then has it printed, or
    /// refused at once where its outside is enough.
    nonisolated func begin(_ job: Job, refusal: Diagnostic? = nil) {
        parts.journal.write(.debug, "claimed", job.fields)
        parts.measures.wentForward()
        post { $0.inHand += 1 }
        let now = parts.clock.wall.milliseconds
        parts.bookkeeper.submit(.process) { ledger in
            try ledger.record(JobRecord(job.claim, at: job.time))
            if refusal == nil { _ = try ledger.beginAttempt(job.identifier, at: now) }
        } then: { result in
            self.post { $0.begun(job, refusal, result.map { .open }) }
        }
    }

    /// Takes over a job from before the last start.
    nonisolated func takeUp(_ job: Job) {
        parts.measures.wentForward()
        post { $0.inHand += 1 }
        goOn(job)
    }

    /// What the ledger says of a job that is taken up again.
    private enum Standing: Sendable {
        /// To be printed; its attempt is written down.
        case open
        case usedUp(Ledger.Attempts)
        /// Decided; only its original is not filed yet.
        case decided(JobRecord)
    }

    /// Goes on where the job's last durable step left it, as an attempt of its own if there is something left to print.
    private nonisolated func goOn(_ job: Job) {
        let now = parts.clock.wall.milliseconds
        parts.bookkeeper.submit(.process) { ledger -> Standing in
            // It may be that this is what could not be written down before.
            try ledger.record(JobRecord(job.claim, at: job.time))
            let record = try ledger.job(job.identifier)
            if record.state.isDecided { return .decided(record) }
            let attempts = try ledger.attempts(of: job.identifier)
            if attempts.areUsedUp { return .usedUp(attempts) }
            _ = try ledger.beginAttempt(job.identifier, at: now)
            return .open
        } then: { result in
            self.post { $0.begun(job, nil, result) }
        }
    }

    private func begun(_ job: Job, _ refusal: Diagnostic?, _ result: Result<Standing, any Error>) {
        switch result {
        case .failure(let error): interrupted(job, error)
        case .success(.decided(let record)):
            closing.file(job, report: record.state == .failed ? record.reason ?? "" : nil, end(job))
        case .success(.usedUp(let attempts)):
            refuse(job, .died(attempts.fatal + attempts.unended, "the service ended while it was in work"))
        case .success(.open):
            Step.reached(.claimed)
            if let refusal { refuse(job, refusal) } else { prepare(job) }
        }
    }

    /// Runs the queue's program for before, if it has one.
    private func prepare(_ job: Job) {
        guard let hook = job.settings.inbox.before else { return assign(job) }
        parts.hooks.run(hook, HookRoom.Occasion(.pre, job, root: parts.spool.rootPath)) { result in
            self.post { $0.prepared(job, hook, result) }
        }
    }

    private func prepared(_ job: Job, _ hook: HookSettings, _ result: Result<Void, HookRoom.Failed>) {
        guard case .failure(let fault) = result else { return assign(job) }
        if hook.failure == .ignore {
            parts.journal.write(.warning, "the program before printing has failed: \(fault)", job.fields)
            return assign(job)
        }
        refuse(
            job,
            .error("the program that is run before printing has refused it: \(fault)", hint: "mend what it says"))
    }

    private func refuse(_ job: Job, _ refusal: Diagnostic) { closing.refuse(job, [refusal], end(job)) }

    private nonisolated func end(_ job: Job) -> Closing.Then { { result in self.post { $0.ended(job, result) } } }

    private func assign(_ job: Job) {
        if pause != nil {
            waiting.append(.job(job))
        } else if let idle = desk.add(job) {
            wake(idle)
        }
    }

    /// A pressman has nothing more to do with a job: it is filed, or something of the machine broke it off.
    nonisolated func handBack(_ job: Job, _ result: Result<Void, any Error>) { post { $0.ended(job, result) } }

    /// A pressman asks for the job to be tried again, as an attempt of its own.
    nonisolated func tryAgain(_ job: Job, after delay: Duration) {
        queue.dispatch.asyncAfter(deadline: .now() + .milliseconds(delay.wholeMilliseconds)) { self.goOn(job) }
    }

    private func ended(_ job: Job, _ result: Result<Void, any Error>) {
        if case .failure(let error) = result { return interrupted(job, error) }
        meter.add(at: .now)
        lastWait = nil
        leave()
    }

    /// A job could not go on, and not for a reason in its file.
    private func interrupted(_ job: Job, _ error: any Error) {
        if isDraining {
            // It stays in work/, where the next start finds it.
            leave()
        } else if let error = error as? Closing.Unfiled {
            waiting.append(.filing(job, report: error.report))
            stopWork(because: error.cause)
        } else if Self.isFaultOfTheMachine(error) {
            waiting.append(.job(job))
            stopWork(because: error)
        } else {
            giveUp(job, error)
        }
    }

    /// Faults that hit every job alike: wait until they are gone.
    private static func isFaultOfTheMachine(_ error: any Error) -> Bool {
        if let error = error as? SQLiteError { return error.isTemporary || error.isDamage }
        return error is SystemError || error is WorkerProtocolError
    }

    /// A fault that only this job has: it must not hold up the others.
    private func giveUp(_ job: Job, _ error: any Error) {
        let finding = Diagnostic.error(
            "\(error)", hint: "try it once more with 'hotpress retry'; if that fails, report it")
        closing.refuse(job, [finding]) { result in
            self.post { foreman in
                if case .failure(let second) = result {
                    foreman.parts.journal.write(.error, "left in work/ until the next start: \(second)", job.fields)
                }
                foreman.leave()
            }
        }
    }

    private func leave() {
        inHand -= 1
        slots.give()
        whenRoom()
        if inHand == 0 {
            parts.spool.removeSpareFolders()
            whenIdle?()
        }
    }

    // MARK: Pausing

    private var lastWait: Duration?

    /// Stops giving out work for a while, for a fault of the machine.
    nonisolated func pause(_ error: any Error) { post { $0.stopWork(because: error) } }

    private func stopWork(because error: any Error) {
        guard pause == nil, !isDraining else { return }
        let wait = min(lastWait.map { $0 * 2 } ?? .seconds(1), .seconds(60))
        lastWait = wait
        pause = Pause(reason: "\(error)", wait: wait)
        slots.isClosed = true
        parts.measures.paused()
        parts.journal.write(.error, "paused: \(error)", [(.message, MessageID.paused)])
        resumeTimer = queue.timer(after: wait) { [weak self] in self?.assumeIsolated { $0.resume() } }
    }

    private func resume() {
        guard pause != nil else { return }
        pause = nil
        do throws(SystemError) {
            // What was deleted meanwhile is made again; a folder that is held open tells nothing of its end.
            try parts.spool.refresh()
        } catch {
            return stopWork(because: error)
        }
        resumeTimer = nil
        slots.isClosed = isDraining
        parts.journal.write(.notice, "going on after a pause", [(.message, MessageID.resumed)])
        let jobs = waiting
        waiting = []
        parts.measures.wentForward()
        for job in jobs {
            switch job {
            case .job(let job): goOn(job)
            case .filing(let job, let report): closing.fileNow(job, report: report, end(job))
            }
        }
        whenRoom()
    }

    /// What `hotpress status` shows.
    struct Figures: Sendable {
        let inHand: Int
        let pause: Pause?
        let done: Int
        let lastMinute: Int
        let lastHour: Int
    }

    var figures: Figures {
        let rates = meter.rates(at: .now)
        return Figures(
            inHand: inHand, pause: pause, done: meter.total, lastMinute: rates.minute, lastHour: rates.hour)
    }

    /// Whether work goes forward, or there is none to do now: for the watchdog.
    var isMoving: Bool {
        inHand <= waiting.count || MonotonicTime.now - parts.measures.progress < parts.settings.value.patience
    }

    // MARK: End

    /// Finishes what is in hand, then calls `then`. What waits for the machine stays in work/ for the next start.
    func drain(_ then: @escaping @Sendable () -> Void) {
        isDraining = true
        slots.isClosed = true
        inHand -= waiting.count
        waiting = []
        pause = nil
        resumeTimer?.cancel()
        whenIdle = then
        if inHand == 0 { then() }
    }
}

extension JobRecord {
    /// A file that was claimed at this time.
    init(_ claim: Claim, at time: WallTime) {
        self.init(
            identifier: claim.identifier, queue: claim.queue, name: claim.name.bytes, size: claim.size,
            claimed: time.milliseconds)
    }
}
