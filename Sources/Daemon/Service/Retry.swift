public import Ledger
public import Mail
internal import Platform

/// `hotpress retry`: puts failed files back into the inbox, and failed or held mails on their way again.
public struct Retry {
    private let configuration: Configuration
    private let ledger: Ledger

    public init(_ configuration: Configuration) throws {
        self.configuration = configuration
        ledger = try Ledger(readingAt: configuration.statePath + "/ledger.db")
    }

    /// The jobs that have failed and whose file still lies in failed/, oldest first.
    public func failedJobs() throws -> [String] {
        var filter = Ledger.Filter(limit: 100_000)
        filter.state = .failed
        let failed = try Directory(configuration.root + "/failed")
        return try ledger.history(filter).reversed().filter { job in
            try Self.name(of: job).map { try failed.status(of: $0) != nil } ?? false
        }.map(\.identifier)
    }

    /// What was done about one job, in words; nil where there was nothing to do.
    public func retry(_ identifier: String) throws -> String? {
        let job = try ledger.job(identifier)
        var done: [String] = []
        if let place = try putBack(job) { done.append("back in \(place)") }
        let now = SystemClock().wall.milliseconds
        defer { MailRoom.callPostman(in: configuration.statePath) }
        for mail in try ledger.mails(of: identifier)
        where (mail.state == .failed || mail.state == .held) && !mail.file.isEmpty {
            try ledger.transaction {
                try ledger.renewMail(mail.identifier, at: now, reason: "sent again by hand")
            }
            done.append("mail to \(mail.recipients.joined(separator: ", ")) due again")
        }
        return done.isEmpty ? nil : done.joined(separator: "; ")
    }

    /// Mails of a job that could not be made, for lack of an address or because something was not allowed.
    public func unmadeMails(of identifier: String) throws -> [MailRecord] {
        _ = try ledger.job(identifier)
        return try ledger.mails(of: identifier).filter { $0.state == .failed && $0.file.isEmpty }
    }

    /// Sends such a mail on its way with the message that was made of it now.
    public func send(_ message: Message, subject: String, as mail: MailRecord) throws {
        let room = try MailRoom(state: Directory(configuration.statePath))
        let file = MailRoom.file(job: mail.job, position: mail.position)
        try room.write(message, as: file)
        try ledger.transaction {
            try ledger.complete(
                mail.identifier,
                with: MailDraft(
                    position: mail.position, messageID: mail.messageID, sender: message.envelope.sender,
                    recipients: message.envelope.recipients, file: (file.text, subject)))
            try ledger.renewMail(mail.identifier, at: SystemClock().wall.milliseconds, reason: "made anew by hand")
        }
        MailRoom.callPostman(in: configuration.statePath)
    }

    private func putBack(_ job: JobRecord) throws -> String? {
        guard job.state == .failed, let filed = Self.name(of: job), let original = FileName(bytes: job.name) else {
            return nil
        }
        let failed = try Directory(configuration.root + "/failed")
        guard try failed.status(of: filed) != nil else { return nil }
        let path = configuration.root + "/inbox" + (job.queue.isEmpty ? "" : "/" + job.queue)
        let inbox = try Directory.making(path)
        // The report first: without it the file is still known as failed by the ledger.
        try? failed.remove(filed.appending(".error.txt"))
        let name = try failed.moveNumbered(filed, to: inbox, as: original)
        try ledger.transaction { try ledger.note(job.identifier, SystemClock().wall.milliseconds, "retried", "") }
        return inbox.path(of: name)
    }

    /// The file's name in failed/; the ledger shows names escaped, so the job's own name is tried with each number.
    private static func name(of job: JobRecord) -> FileName? {
        guard let filed = job.filed, filed.hasPrefix("failed/"), let original = FileName(bytes: job.name) else {
            return nil
        }
        if filed == "failed/\(original)" || filed == "failed/" { return original }
        return (2...9999).lazy.map { original.inserting("-\($0)") }.first { filed == "failed/\($0)" }
    }
}
