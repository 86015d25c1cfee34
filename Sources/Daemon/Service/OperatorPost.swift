internal import Dispatch
internal import Ledger
internal import Mail
internal import Platform

/// Mails the operator about failures, many in one message, at most one in `operator-interval`.
///
/// Its own mails are no jobs: one that fails is tried again with the next batch, and is nothing to tell anybody of by mail.
actor OperatorPost: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.operator")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let parts: Parts
    private var timer: (any DispatchSourceTimer)?
    private var interval: Int?

    /// How many failures one message tells of.
    private static let batch = 200
    /// What is older is nobody's news.
    private static let horizon: Int64 = 86_400_000

    init(_ parts: Parts) { self.parts = parts }

    /// Looks from time to time where an operator is named; called again after each reload, which may name another or none.
    func start() {
        let post = parts.settings.value.post
        let new = post.operatorAddress == nil ? nil : min(post.operatorInterval, 30)
        if new == interval { return }
        stop()
        interval = new
        guard let interval else { return }
        timer = queue.timer(after: .seconds(1), every: .seconds(interval)) { [weak self] in
            self?.assumeIsolated { $0.look() }
        }
    }

    func stop() {
        timer?.cancel()
        (timer, interval) = (nil, nil)
    }

    private struct Batch: Sendable {
        let failures: [Failure]
        let jobs: [String: JobRecord]
    }

    /// Tells what there is to tell, if it is time.
    func look() {
        let post = parts.settings.value.post
        guard let address = post.operatorAddress.flatMap({ try? Address($0) }) else { return }
        do {
            guard let batch = try take(interval: Int64(post.operatorInterval) * 1000), let last = batch.failures.last
            else { return }
            if try send(batch, to: address) {
                try parts.bookkeeper.now { try $0.noteOperatorTold(last.event) }
            }
        } catch {
            parts.journal.write(.warning, "the operator cannot be told of failures: \(error)")
        }
    }

    /// What is to be told now, if it is time. The try is written down with it, so that nothing tells twice in a row.
    private func take(interval: Int64) throws -> Batch? {
        let now = parts.clock.wall.milliseconds
        return try parts.bookkeeper.now { ledger in
            let mark = try ledger.operatorMark()
            // A clock that was set back must not silence this for long.
            if let tried = mark.tried, tried <= now, now - tried < interval { return nil }
            let failures = try ledger.failures(after: mark, since: now - Self.horizon, limit: Self.batch)
            // Failures come in flocks: wait a little for the rest of it.
            guard let first = failures.first, now - first.time >= interval / 15 else { return nil }
            try ledger.noteOperatorTry(at: now)
            var jobs: [String: JobRecord] = [:]
            for failure in failures { jobs[failure.job] = try ledger.job(failure.job) }
            return Batch(failures: failures, jobs: jobs)
        }
    }

    private func send(_ batch: Batch, to address: Address) throws -> Bool {
        let configuration = parts.settings.value
        let settings = configuration.main.mail
        let sender = (settings.sender ?? configuration.seller.email).flatMap { try? Address($0) } ?? address
        let report = OperatorReport(batch.failures, batch.jobs, limit: settings.sizeLimit / 2)
        let time = parts.clock.wall.milliseconds
        var draft = MessageDraft(
            from: sender, to: [address], subject: report.subject, text: report.text,
            messageID: "hotpress-operator.\(time)@\(sender.domain)", date: time / 1000)
        draft.attachments = report.attachments
        draft.returnPath = settings.returnPath.flatMap { try? Address($0) }
        let message = try Message(draft)
        let file: FileName = "operator.eml"
        try parts.mailRoom.write(message, as: file)
        defer { try? parts.mailRoom.folder.remove(file) }
        let sendmail = Sendmail(program: settings.sendmail, timeout: .seconds(settings.timeout))
        let answer = sendmail.handOver(file, in: parts.mailRoom.folder, message.envelope)
        switch answer {
        case .accepted: return true
        case .retry(let reason), .failed(let reason), .unavailable(let reason):
            parts.journal.write(.warning, "the operator cannot be told of failures: \(reason.summary)")
            return false
        }
    }
}
