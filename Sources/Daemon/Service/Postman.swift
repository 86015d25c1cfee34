internal import Dispatch
internal import Ledger
internal import Mail
internal import Platform

/// Takes due mails from the ledger and hands them to sendmail, a few at a time.
///
/// "Sending" is written down before sendmail runs, for no more mails than are handed over at once. A mail that fails, or a
/// sendmail that takes its time, costs nothing else.
actor Postman: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.postman")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let parts: Parts
    /// Where sendmail is waited for.
    private let couriers = DispatchQueue(label: "hotpress.couriers", attributes: .concurrent)
    private var inHand = 0
    private var timer: (any DispatchSourceTimer)?
    private var source: (any DispatchSourceRead)?
    private var isLooking = false
    private var whenIdle: (@Sendable () -> Void)?
    /// A missing sendmail is reported once, not with every mail.
    private var isUnavailable = false

    /// How many are handed over at a time.
    private static let load = 4
    /// After so long a mail is given up.
    private static let patience = Duration.seconds(5 * 86_400)

    init(_ parts: Parts) { self.parts = parts }

    private var isStopped: Bool { whenIdle != nil }

    // MARK: Looking

    /// Listens for commands that make mails due, from other processes. Without inotify they wait for the next heartbeat.
    func start() {
        guard let inotify = try? Inotify(), (try? inotify.watch(parts.mailRoom.folder)) != nil else { return wake() }
        let source = inotify.source(on: queue)
        source.setEventHandler { [weak self] in
            let events = (try? inotify.events()) ?? []
            if events.contains(where: { $0.name == MailRoom.wake }) { self?.assumeIsolated { $0.wake() } }
        }
        source.setCancelHandler { withExtendedLifetime(inotify) {} }
        source.resume()
        self.source = source
        wake()
    }

    /// Looks for due mails now; called whenever a job was done.
    func wake() {
        guard !isLooking, !isStopped, inHand < Self.load else { return }
        isLooking = true
        let now = parts.clock.wall.milliseconds
        let (room, rate) = (Self.load - inHand, parts.settings.value.post.rate)
        parts.bookkeeper.submit { ledger in
            Batch(
                letters: try ledger.takeDueMails(at: now, limit: room, rate: rate).map { mail in
                    Letter(
                        mail: mail, queue: try ledger.job(mail.job).queue,
                        number: try ledger.document(mail.job, mail.position).number)
                }, nextDue: try ledger.nextMailDue())
        } then: { result in
            self.post { $0.taken(result) }
        }
    }

    /// Takes no more mails, and calls `then` once those in hand are handed over.
    func stop(_ then: @escaping @Sendable () -> Void) {
        whenIdle = then
        timer?.cancel()
        source?.cancel()
        (timer, source) = (nil, nil)
        endIfIdle()
    }

    /// A mail, the queue whose settings hold for it, and its invoice's number.
    private struct Letter: Sendable {
        let mail: MailRecord
        let queue: String
        let number: String
    }

    private struct Batch: Sendable {
        let letters: [Letter]
        let nextDue: Int64?
    }

    private func taken(_ result: Result<Batch, any Error>) {
        isLooking = false
        switch result {
        case .failure(let error):
            parts.journal.write(.warning, "mails cannot be looked up: \(error)")
            wake(after: .seconds(60))
        case .success(let batch):
            for letter in batch.letters { deliver(letter) }
            if let due = batch.nextDue { wake(after: WallTime(milliseconds: due) - parts.clock.wall) }
        }
        endIfIdle()
    }

    private func endIfIdle() {
        guard inHand == 0, !isLooking, let then = whenIdle else { return }
        whenIdle = {}
        then()
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
        let due = parts.clock.wall.milliseconds
        guard !isStopped else {
            return record(letter) { try $0.postponeMail($1, until: due, reason: "the service was stopped") }
        }
        guard let name = FileName(text: letter.mail.file), let envelope = Self.envelope(of: letter.mail) else {
            return fail(letter, HandOver.Reason("the ledger does not say what to send, or to whom"))
        }
        let sendmail = Sendmail(program: settings.sendmail, timeout: .seconds(settings.timeout))
        let folder = parts.mailRoom.folder
        inHand += 1
        Step.reached(.sending)
        couriers.async {
            let answer = sendmail.handOver(name, in: folder, envelope)
            Step.reached(.handedOver)
            self.post { $0.delivered(letter, answer, settings) }
        }
    }

    private func delivered(_ letter: Letter, _ answer: HandOver, _ settings: MailSettings) {
        inHand -= 1
        if case .unavailable = answer {} else { isUnavailable = false }
        conclude(letter, answer, settings)
        wake()
        endIfIdle()
    }

    private static func envelope(of mail: MailRecord) -> Message.Envelope? {
        guard let sender = try? Address(mail.sender) else { return nil }
        let recipients = mail.recipients.compactMap { try? Address($0) }
        return recipients.count == mail.recipients.count
            ? Message.Envelope(sender: sender, recipients: recipients) : nil
    }

    private func conclude(_ letter: Letter, _ answer: HandOver, _ settings: MailSettings) {
        let mail = letter.mail
        parts.measures.handedOver(.init(answer), after: age(of: mail))
        switch answer {
        case .accepted:
            let (mailRoom, now) = (parts.mailRoom, parts.clock.wall.milliseconds)
            // The message goes only when the ledger does not need it any more.
            record(letter) {
                try $0.markSent($1, at: now)
            } then: {
                Step.reached(.sent)
                mailRoom.discard(mail)
            }
            log(.info, "mailed to \(mail.domains)", letter, MessageID.mailSent)
        case .failed(let reason): fail(letter, reason)
        case .retry(let reason) where age(of: mail) >= Self.patience:
            fail(letter, HandOver.Reason("given up after five days: \(reason.summary)", said: reason.said))
        case .retry(let reason):
            // The last try is at the end of the time, not some hours past it.
            let wait = min(Self.wait(settings.retry, tries: mail.tries), Self.patience - age(of: mail))
            postpone(letter, wait, reason)
            log(
                .warning, "not mailed to \(mail.domains) now, again in \(wait.components.seconds) s: \(reason.summary)",
                letter, MessageID.mailDelayed)
        case .unavailable(let reason):
            postpone(letter, .seconds(settings.retry), reason)
            if !isUnavailable {
                log(
                    .error, "no mail goes out: \(reason.summary); install a sendmail or set sendmail in [mail]", letter,
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

    private func fail(_ letter: Letter, _ reason: HandOver.Reason) {
        let now = parts.clock.wall.milliseconds
        record(letter) { try $0.markMailFailed($1, at: now, reason: "\(reason)") }
        log(.error, "not mailed to \(letter.mail.domains): \(reason.summary)", letter, MessageID.mailFailed)
    }

    private func postpone(_ letter: Letter, _ wait: Duration, _ reason: HandOver.Reason) {
        let due = (parts.clock.wall + wait).milliseconds
        record(letter) {
            try $0.postponeMail($1, until: due, reason: "\(reason)")
        } then: {
            self.post { $0.wake() }
        }
    }

    private func record(
        _ letter: Letter, _ change: @escaping @Sendable (Ledger, Int64) throws -> Void,
        then: @escaping @Sendable () -> Void = {}
    ) {
        let journal = parts.journal
        parts.bookkeeper.submit { ledger in
            try change(ledger, letter.mail.identifier)
        } then: { result in
            switch result {
            case .success: then()
            case .failure(let error):
                // The mail stays "sending", and is of unknown outcome for the next start.
                journal.write(.error, "a mail's outcome is not recorded: \(error)", [(.job, letter.mail.job)])
            }
        }
    }

    private func log(_ level: Journal.Level, _ text: String, _ letter: Letter, _ message: String) {
        parts.journal.write(
            level, text, [(.job, letter.mail.job), (.invoice, letter.number), (.message, message)])
    }
}

extension Measures.HandOverResult {
    fileprivate init(_ answer: HandOver) {
        switch answer {
        case .accepted: self = .accepted
        case .retry: self = .retry
        case .failed: self = .failed
        case .unavailable: self = .unavailable
        }
    }
}

extension MailRecord {
    /// All that a log may say of the recipients.
    fileprivate var domains: String {
        Set(recipients.compactMap { $0.split(separator: "@").last.map(String.init) }).sorted().joined(separator: ", ")
    }
}
