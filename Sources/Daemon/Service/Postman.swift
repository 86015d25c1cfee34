internal import Dispatch
internal import Ledger
internal import Mail
internal import Platform

/// Takes due mails from the ledger and hands them to sendmail, one after the other, on a queue of its own.
///
/// "Sending" is written down before sendmail runs. A mail that fails costs nothing else.
actor Postman: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.postman", qos: .utility)
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let parts: Parts
    private var timer: (any DispatchSourceTimer)?
    private var isBusy = false
    private var isStopped = false
    /// A missing sendmail is reported once, not with every mail.
    private var isUnavailable = false

    /// How many are taken at a time.
    private static let batch = 8
    /// After so long a mail is given up.
    private static let patience = Duration.seconds(5 * 86_400)

    init(_ parts: Parts) { self.parts = parts }

    /// Looks for due mails now; called whenever a job was done.
    func wake() {
        guard !isBusy, !isStopped else { return }
        isBusy = true
        let now = parts.clock.wall.milliseconds
        parts.bookkeeper.submit { ledger in
            Batch(
                letters: try ledger.takeDueMails(at: now, limit: Self.batch).map {
                    Letter(mail: $0, queue: try ledger.job($0.job).queue)
                }, nextDue: try ledger.nextMailDue())
        } then: { result in
            self.post { $0.taken(result) }
        }
    }

    func stop() {
        isStopped = true
        timer?.cancel()
        timer = nil
    }

    /// A mail, and the queue whose settings hold for it.
    private struct Letter: Sendable {
        let mail: MailRecord
        let queue: String
    }

    private struct Batch: Sendable {
        let letters: [Letter]
        let nextDue: Int64?
    }

    private func taken(_ result: Result<Batch, any Error>) {
        isBusy = false
        switch result {
        case .failure(let error):
            parts.journal.write(.warning, "mails cannot be looked up: \(error)")
            wake(after: .seconds(60))
        case .success(let batch) where batch.letters.isEmpty:
            if let due = batch.nextDue { wake(after: WallTime(milliseconds: due) - parts.clock.wall) }
        case .success(let batch):
            for letter in batch.letters { deliver(letter) }
            wake()
        }
    }

    private func wake(after delay: Duration) {
        guard !isStopped else { return }
        timer?.cancel()
        // Stored deadlines are wall time, which may be set: an hour at most until the next look.
        let delay = min(max(delay, .milliseconds(10)), .seconds(3600))
        timer = queue.timer(after: delay) { [weak self] in self?.assumeIsolated { $0.wake() } }
    }

    // MARK: Delivery

    private func deliver(_ letter: Letter) {
        let settings = parts.settings.value.settings(of: letter.queue).mail
        guard !isStopped else { return record(letter.mail) { try $0.postponeMail($1, until: $2, reason: "stopped") } }
        guard let name = FileName(text: letter.mail.file) else { return }
        let sendmail = Sendmail(program: settings.sendmail, timeout: .seconds(settings.timeout))
        guard let envelope = Self.envelope(of: letter.mail) else {
            return fail(letter.mail, "the addresses in the ledger are none")
        }
        let answer = sendmail.handOver(name, in: parts.mailRoom.folder, envelope)
        if case .unavailable = answer {} else { isUnavailable = false }
        conclude(letter.mail, answer, settings)
    }

    private static func envelope(of mail: MailRecord) -> Message.Envelope? {
        guard let sender = try? Address(mail.sender) else { return nil }
        let recipients = mail.recipients.compactMap { try? Address($0) }
        return recipients.count == mail.recipients.count
            ? Message.Envelope(sender: sender, recipients: recipients) : nil
    }

    private func conclude(_ mail: MailRecord, _ answer: HandOver, _ settings: MailSettings) {
        switch answer {
        case .accepted:
            record(mail) { ledger, identifier, now in try ledger.markSent(identifier, at: now) }
            log(.info, "mailed to \(mail.recipients.joined(separator: ", "))", mail, MessageID.mailSent)
            parts.mailRoom.discard(mail)
        case .failed(let reason): fail(mail, reason)
        case .retry(let reason) where age(of: mail) > Self.patience: fail(mail, "given up after five days: \(reason)")
        case .retry(let reason):
            let wait = Self.wait(settings.retry, tries: mail.tries)
            postpone(mail, wait, reason)
            log(
                .warning, "not mailed now, again in \(wait.components.seconds) s: \(reason)", mail,
                MessageID.mailDelayed)
        case .unavailable(let reason):
            postpone(mail, .seconds(settings.retry), reason)
            if !isUnavailable {
                log(
                    .error, "no mail goes out: \(reason); install a sendmail or set sendmail in [mail]", mail,
                    MessageID.mailDelayed)
            }
            isUnavailable = true
        }
    }

    private func age(of mail: MailRecord) -> Duration { parts.clock.wall - WallTime(milliseconds: mail.created) }

    /// 5, 15, 45 minutes and so on, twelve hours at most, a fifth more or less so that a backlog does not come at once.
    private static func wait(_ first: Int, tries: Int) -> Duration {
        var seconds = Double(first)
        for _ in 0..<min(tries, 12) { seconds = min(seconds * 3, 43_200) }
        return .milliseconds(Int(seconds * Double.random(in: 0.8...1.2) * 1000))
    }

    private func fail(_ mail: MailRecord, _ reason: String) {
        record(mail) { ledger, identifier, now in try ledger.markMailFailed(identifier, at: now, reason: reason) }
        log(.error, "not mailed: \(reason)", mail, MessageID.mailFailed)
    }

    private func postpone(_ mail: MailRecord, _ wait: Duration, _ reason: String) {
        let due = (parts.clock.wall + wait).milliseconds
        record(mail) { ledger, identifier, _ in try ledger.postponeMail(identifier, until: due, reason: reason) }
    }

    private func record(_ mail: MailRecord, _ change: @escaping @Sendable (Ledger, Int64, Int64) throws -> Void) {
        let now = parts.clock.wall.milliseconds
        let journal = parts.journal
        parts.bookkeeper.submit { ledger in
            try change(ledger, mail.identifier, now)
        } then: { result in
            // The mail stays "sending", and is of unknown outcome for the next start.
            if case .failure(let error) = result { journal.write(.error, "a mail's outcome is not recorded: \(error)") }
        }
    }

    private func log(_ level: Journal.Level, _ text: String, _ mail: MailRecord, _ message: String) {
        parts.journal.write(level, text, [(.job, mail.job), (.message, message)])
    }
}
