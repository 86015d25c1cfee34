internal import Diagnostics
internal import Dispatch
internal import Ledger
internal import Platform

/// Takes jobs through their steps with one worker process: read, register, print, finish.
///
/// It never waits for the ledger: while one job's numbers are being made durable, the next one is read. A worker's answer
/// it does wait for, on its own queue; all that needs no worker is done elsewhere, so that no job waits for another's.
actor Pressman: QueueActor {
    nonisolated let queue: SerialQueue
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// How many jobs are in hand at most, for each pressman.
    static let load = 24

    let index: Int
    let parts: Parts
    let foreman: Foreman
    let closing: Closing
    private let desk: Desk
    var worker: Worker
    private var isAtWork = false
    private var isToLookAgain = false
    /// Jobs whose file the worker has read.
    private var inHand = 0

    init(_ index: Int, _ parts: Parts, foreman: Foreman, desk: Desk, worker: Command) {
        self.index = index
        self.parts = parts
        self.foreman = foreman
        self.desk = desk
        self.worker = Worker(worker)
        closing = Closing(parts)
        queue = SerialQueue("hotpress.pressman.\(index)")
    }

    func warmUp() throws { try worker.warmUp() }

    func stop() { worker.stop() }

    // MARK: Work

    /// Something lies on the desk.
    func wake() {
        if isAtWork { return }
        isAtWork = true
        work()
    }

    private func work() {
        switch desk.take(for: index) {
        case .read(let job): accept(job)
        case .print(let run): print(run)
        case nil:
            isAtWork = false
            return lookAgain()
        }
        // What others have posted meanwhile gets its turn first.
        post { $0.work() }
    }

    /// What waits for somebody else is not left for long: that one may be stuck.
    private func lookAgain() {
        guard !isToLookAgain, desk.isAnyoneWaitedFor else { return }
        isToLookAgain = true
        queue.dispatch.asyncAfter(deadline: .now() + .milliseconds(Desk.patience.wholeMilliseconds)) {
            self.assumeIsolated { pressman in
                pressman.isToLookAgain = false
                pressman.wake()
            }
        }
    }

    // MARK: Steps

    /// Reads a file and has its invoices registered.
    private func accept(_ job: Job) {
        take()
        do {
            let content = try content(of: job)
            let answer = try read(job, content)
            Step.reached(.read)
            var run = Run(job: job, hash: content.hash, answer: answer, reader: reader)
            if answer.invoices.isEmpty {
                letGo(job)
                return refuse(job, answer.diagnostics)
            }
            for summary in answer.invoices {
                run.inodes[summary.position] = try parts.spool.prepareOutput(job.identifier, summary.position)
            }
            Step.reached(.prepared)
            register(run)
        } catch {
            letGo(job)
            handle(error, job)
        }
    }

    /// The worker process as it is now.
    var reader: Run.Reader { Run.Reader(pressman: index, generation: worker.generation) }

    /// The file's bytes, or its place. What is wrong with them is the file's fault, what is wrong elsewhere the machine's.
    func content(of job: Job) throws -> Spool.Content {
        do {
            return try parts.spool.material(of: job.claim, limit: job.settings.inbox.maximumSize)
        } catch let error as SystemError where error.code == .noEntry {
            throw Spool.Unreadable.refused(.vanished)
        } catch let error as SystemError where !error.isTemporary {
            let hint = "see to its rights and drop it again"
            throw Spool.Unreadable.refused(.error("the file cannot be read: \(error)", hint: hint))
        }
    }

    func read(_ job: Job, _ content: Spool.Content) throws -> ReadAnswer {
        let configuration = parts.settings.value
        var request = ReadRequest(
            job: job.identifier, name: job.claim.name.description, invoice: job.settings.invoice,
            seller: configuration.seller, mail: job.settings.mail, time: job.time.milliseconds,
            memoryLimit: job.settings.inbox.memoryLimit)
        request.place = content.place
        let limit = job.settings.inbox.timeLimit * content.patience
        return try worker.read(request, content: content.bytes, limit: limit)
    }

    /// Gives every invoice its number and its name, durably, before anything is printed.
    private nonisolated func register(_ run: Run) {
        let registration = Registration(run, parts)
        parts.bookkeeper.submit { ledger in
            try registration.perform(ledger)
        } then: { result in
            self.registered(run, result)
        }
    }

    private nonisolated func registered(_ run: Run, _ result: Result<Registration.Outcome, any Error>) {
        switch result {
        case .failure(let error):
            post { $0.letGo(run.job) }
            handle(error, run.job)
        case .success(.duplicate(let earlier)):
            post { $0.letGo(run.job) }
            for position in run.inodes.keys { parts.spool.dropOutput(run.job.identifier, position) }
            closing.duplicate(run.job, of: earlier, end(run.job))
        case .success(.documents(let documents, let refused)):
            var run = run
            Step.reached(.numbered)
            run.documents = documents
            run.refused = refused
            run.times.numbered = .now
            if let idle = desk.add(run, of: index) { foreman.wake(idle) }
        }
    }

    private func print(_ run: Run) {
        var run = run
        if run.reader.pressman != index {
            let job = run.job
            foreman.letGo(job, by: run.reader.pressman)
            take()
        }
        do {
            try print(&run)
            run.times.printed = .now
            letGo(run.job)
            finish(run)
        } catch {
            letGo(run.job)
            handle(error, run.job)
        }
    }

    private func take() {
        inHand += 1
        worker.renewIfWorn(isFree: inHand == 1)
    }

    /// The worker need not know a job any more.
    func letGo(_ job: Job) {
        inHand -= 1
        worker.forget(job: job.identifier)
        if inHand == 0 { worker.tidy() }
    }

    /// Gives the PDFs their names, writes down that the job is done, and files the original.
    private nonisolated func finish(_ run: Run) {
        closing.finish(run) { result in
            if case .failure(let error as Closing.NameTaken) = result { return self.rename(run, error) }
            self.ended(run.job, result)
        }
    }

    /// A stranger's file has the name that was planned: plan another, durably, before it is used.
    private nonisolated func rename(_ run: Run, _ taken: Closing.NameTaken) {
        let spool = parts.spool
        parts.bookkeeper.submit { ledger in
            try Registration.replan(run.job.identifier, taken.position, ledger, spool)
        } then: { result in
            switch result {
            case .failure(let error): self.ended(run.job, .failure(error))
            case .success(let document):
                var run = run
                run.documents = run.documents.map { $0.position == document.position ? document : $0 }
                self.finish(run)
            }
        }
    }

    // MARK: Ends

    private nonisolated func refuse(_ job: Job, _ diagnostics: [Diagnostic]) {
        closing.refuse(job, diagnostics, end(job))
    }

    private nonisolated func end(_ job: Job) -> @Sendable (Result<Void, any Error>) -> Void {
        { result in self.ended(job, result) }
    }

    private nonisolated func ended(_ job: Job, _ result: Result<Void, any Error>) {
        guard case .failure = result else { return foreman.handBack(job, result) }
        breakOff(job) { $0.handBack(job, result) }
    }

    /// The attempt does not count: what the file says is not at fault.
    private nonisolated func breakOff(_ job: Job, _ then: @escaping @Sendable (Foreman) -> Void) {
        let now = parts.clock.wall.milliseconds
        let foreman = foreman
        parts.bookkeeper.submit(.process) { ledger in
            try ledger.endAttempt(job.identifier, at: now, outcome: .interrupted)
        } then: { _ in
            then(foreman)
        }
    }

    private nonisolated func handle(_ error: any Error, _ job: Job) {
        switch error {
        case let loss as Worker.Loss: lost(job, loss)
        case Spool.Unreadable.refused(let diagnostic): refuse(job, [diagnostic])
        case Spool.Unreadable.changing:
            breakOff(job) { $0.tryAgain(job, after: max(job.settings.inbox.settle, .milliseconds(100))) }
        default: ended(job, .failure(error))
        }
    }

    /// The worker is gone over this job: that costs it one attempt of three, and no other job anything. One that took too
    /// long would do so again, at the others' cost.
    private nonisolated func lost(_ job: Job, _ loss: Worker.Loss) {
        parts.measures.lost(loss)
        parts.journal.write(.warning, "\(job.claim.name): \(loss)", job.fields + [(.message, MessageID.died)])
        let now = parts.clock.wall.milliseconds
        parts.bookkeeper.submit(.process) { ledger in
            try ledger.endAttempt(job.identifier, at: now, outcome: .died)
            return try ledger.attempts(of: job.identifier)
        } then: { result in
            switch (result, loss) {
            case (.failure(let error), _): self.ended(job, .failure(error))
            case (.success, .timedOut(let limit)): self.refuse(job, [.tookTooLong(limit)])
            case (.success(let attempts), _) where attempts.areUsedUp:
                self.refuse(job, [.died(attempts.fatal, "\(loss)")])
            case (.success, _): self.foreman.tryAgain(job, after: .zero)
            }
        }
    }
}

/// A job between its steps.
struct Run: Sendable {
    let job: Job
    /// SHA-256 of the file.
    let hash: String
    let answer: ReadAnswer
    /// A worker process, by its pressman and its rank among that one's.
    struct Reader: Sendable, Hashable {
        let pressman: Int
        let generation: Int
    }

    /// Who has read the file.
    var reader: Reader
    /// Of the files that are going to be the PDFs, by position.
    var inodes: [Int: Int64] = [:]
    /// As registered.
    var documents: [DocumentRecord] = []
    /// What registering found wrong with single invoices.
    var refused: [Diagnostic] = []
    /// What became of each document that was to be printed.
    var results: [PrintResult] = []
    var times: StepTimes

    init(job: Job, hash: String, answer: ReadAnswer, reader: Reader) {
        self.job = job
        self.hash = hash
        self.answer = answer
        self.reader = reader
        times = StepTimes(begun: job.begun, read: .now)
    }

    /// Documents and invoices are in the order of the file, and may be many.
    func document(_ position: Int) -> DocumentRecord? { documents.find(position) { $0.position } }
    func summary(_ position: Int) -> InvoiceSummary? { answer.invoices.find(position) { $0.position } }
}

/// One document, printed or not.
struct PrintResult: Sendable {
    enum Outcome: Sendable {
        case printed(hash: String, pages: Int, isPlaced: Bool)
        case failed([Diagnostic])
    }

    let position: Int
    let outcome: Outcome
    /// The mail that is due with it, and why there is none where one was wanted.
    var mail: MailRoom.Prepared?

    /// Printed, and not yet in the outbox by an attempt before a crash.
    var isToBePlaced: Bool {
        if case .printed(_, _, let isPlaced) = outcome { !isPlaced } else { false }
    }
}

extension Array {
    /// The element of that rank, in an array that is sorted by it.
    fileprivate func find(_ rank: Int, by key: (Element) -> Int) -> Element? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if key(self[middle]) < rank { low = middle + 1 } else { high = middle }
        }
        return low < count && key(self[low]) == rank ? self[low] : nil
    }
}
