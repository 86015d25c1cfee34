internal import Diagnostics
internal import Ledger
internal import Platform

/// The last steps of a job, in their fixed order: PDFs to their names, the folder synced, the decision written down, and
/// only then the original filed.
struct Closing: Sendable {
    typealias Then = @Sendable (Result<Void, any Error>) -> Void

    /// Another file has the name that a document was to get.
    struct NameTaken: Error {
        let position: Int
    }

    /// The job is decided, but its original could not be moved, or that not be written down: this alone is to be done again.
    struct Unfiled: Error {
        let cause: any Error
        let report: String?
    }

    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    private var now: Int64 { parts.clock.wall.milliseconds }

    // MARK: Decisions

    /// Everything that could be printed is; `done`, or `failed` where some of it could not.
    func finish(_ run: Run, _ then: @escaping Then) {
        let (spool, now) = (parts.spool, now)
        let report = report(on: run)
        parts.bookkeeper.submit(settle: { try Self.sync(run, spool) }) {
            Step.reached(.synced)
            return try Self.place(run, spool)
        } record: { ledger in
            Step.reached(.placedDurably)
            try Self.record(run, ledger, at: now)
            try Self.decide(run.job, report == nil ? .done : .failed, report, ledger, at: now)
        } then: { result in
            switch result {
            case .success:
                self.decided(run.job, report == nil ? .done : .failed)
                Step.reached(.decided)
                self.log(run, report)
                self.file(run.job, report: report, then)
            case .failure(let error): then(.failure(error))
            }
        }
    }

    /// Nothing of the file is printed now, for these reasons. What an attempt before a crash has placed already stands.
    func refuse(_ job: Job, _ diagnostics: [Diagnostic], _ then: @escaping Then) {
        let (spool, now) = (parts.spool, now)
        let mended = diagnostics.map { $0.naming(job.claim.name.description) }
        parts.bookkeeper.submit { ledger -> String in
            try Self.giveUp(job, ledger, spool)
            let report = try Self.report(on: job, mended, ledger)
            try Self.decide(job, .failed, report, ledger, at: now)
            return report
        } then: { result in
            switch result {
            case .success(let report):
                self.decided(job, .failed)
                let first = mended.first.map { ": \($0)" } ?? ""
                self.parts.journal.write(
                    .warning, "not printed\(first)", job.fields + [(.message, MessageID.refused)])
                self.file(job, report: report, then)
            case .failure(let error): then(.failure(error))
            }
        }
    }

    /// The content was printed before: `skipped`, or refused where that is configured.
    func duplicate(_ job: Job, of earlier: JobRecord, _ then: @escaping Then) {
        let message = "the same content was printed before, from \(escaped(earlier.name)) (job \(earlier.identifier))"
        if job.settings.inbox.duplicates == .fail {
            let hint = "set duplicates = skip or process in the group [inbox] to have it otherwise"
            return refuse(job, [.error(message, hint: hint)], then)
        }
        let now = now
        parts.bookkeeper.submit { ledger in
            try Self.decide(job, .skipped, message, ledger, at: now)
        } then: { result in
            if case .failure(let error) = result { return then(.failure(error)) }
            self.decided(job, .skipped)
            self.parts.journal.write(.notice, "skipped: \(message)", job.fields + [(.message, MessageID.duplicate)])
            self.file(job, report: nil, then)
        }
    }

    private func decided(_ job: Job, _ state: JobState) {
        parts.measures.decided(job, state, at: WallTime(milliseconds: now))
    }

    /// Files the original of a job that is decided, after the queue's program for after, if it has one.
    func file(_ job: Job, report: String?, _ then: @escaping Then) {
        guard let hook = job.settings.inbox.after else { return fileNow(job, report: report, then) }
        let (hooks, root) = (parts.hooks, parts.spool.rootPath)
        parts.bookkeeper.submit(.process) { ledger in
            try HookRoom.Occasion(after: job, ledger, root: root)
        } then: { result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let occasion):
                hooks.run(hook, occasion) { result in
                    if case .failure(let fault) = result {
                        self.parts.journal.write(
                            .warning, "the program after printing has failed: \(fault)", job.fields)
                    }
                    self.fileNow(job, report: report, then)
                }
            }
        }
    }

    /// To archive/, or with its report to failed/.
    func fileNow(_ job: Job, report: String?, _ then: @escaping Then) {
        let place: String
        do throws(SystemError) {
            place = try moveOriginal(job, report)
        } catch {
            return then(.failure(Unfiled(cause: error, report: report)))
        }
        parts.bookkeeper.submit(.process) { ledger in
            try ledger.file(job.identifier, at: place)
        } then: { result in
            Step.reached(.filed)
            then(result.mapError { Unfiled(cause: $0, report: report) })
        }
    }

    /// Answers where the original lies now.
    private func moveOriginal(_ job: Job, _ report: String?) throws(SystemError) -> String {
        let spool = parts.spool
        do throws(SystemError) {
            defer { Step.reached(.moveFiled) }
            if let report { return try spool.fail(job.claim, report: report) }
            return try spool.archive(job.claim, at: job.time)
        } catch  where error.code == .noEntry {
            // A folder that was deleted while it was open: it is made again before the next try.
            if try spool.holds(job.claim) { throw error }
            // Somebody has taken the file out of work/: the decision stands, there is nothing left to file.
            return "gone from work/"
        }
    }

    // MARK: Files and records

    private static func sync(_ run: Run, _ spool: Spool) throws {
        for result in run.results where result.isToBePlaced {
            try spool.syncOutput(run.job.identifier, result.position)
        }
    }

    private static func place(_ run: Run, _ spool: Spool) throws -> [Directory] {
        for result in run.results {
            if result.isToBePlaced, let document = run.document(result.position) {
                try place(document, spool)
            } else if case .failed = result.outcome {
                spool.dropOutput(run.job.identifier, result.position)
            }
        }
        return run.results.isEmpty ? [] : [spool.outbox]
    }

    private static func place(_ document: DocumentRecord, _ spool: Spool) throws {
        guard let output = document.output.flatMap({ FileName(text: $0) }), let inode = document.inode else { return }
        // Done already by an earlier call that failed further on.
        if try spool.placedOutput(output, inode: inode) != nil { return }
        let isFree = try spool.placeOutput(document.job, document.position, as: output)
        Step.reached(.placed)
        if !isFree { throw NameTaken(position: document.position) }
    }

    private static func record(_ run: Run, _ ledger: Ledger, at now: Int64) throws {
        for result in run.results {
            switch result.outcome {
            case .printed(let hash, let pages, _):
                try ledger.markPrinted(run.job.identifier, result.position, hash: hash, pages: pages)
            case .failed(let diagnostics):
                let reason = diagnostics.map(\.description).joined(separator: "\n")
                try ledger.markFailed(run.job.identifier, result.position, reason: reason)
            }
            if let mail = result.mail { try mail.record(in: ledger, job: run.job.identifier, at: now) }
        }
    }

    /// Documents that were numbered and are not going to be printed; those that are in the outbox already are.
    private static func giveUp(_ job: Job, _ ledger: Ledger, _ spool: Spool) throws {
        for document in try ledger.documents(of: job.identifier) where document.state == .numbered {
            let output = document.output.flatMap { FileName(text: $0) }
            if let output, let inode = document.inode, let bytes = try spool.placedOutput(output, inode: inode) {
                try ledger.markPrinted(job.identifier, document.position, hash: sha256(bytes), pages: document.pages)
            } else {
                try ledger.markFailed(job.identifier, document.position, reason: "the file was given up")
                spool.dropOutput(job.identifier, document.position)
            }
        }
    }

    private static func decide(
        _ job: Job, _ state: JobState, _ reason: String?, _ ledger: Ledger, at now: Int64
    ) throws {
        try ledger.step(job.identifier, to: state, at: now, reason: reason)
        try ledger.endAttempt(job.identifier, at: now, outcome: .decided)
    }
}

extension Diagnostic {
    /// With the file's name where it has none.
    func naming(_ file: String) -> Diagnostic {
        var named = self
        if named.location.file == nil { named.location.file = file }
        return named
    }
}
