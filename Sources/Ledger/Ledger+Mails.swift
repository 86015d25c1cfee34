internal import SQLite

extension Ledger {
    /// Records a mail that is due at once. One mail per document: recorded again it changes nothing.
    public func record(_ mail: MailDraft, in job: String, at time: Int64) throws {
        try database.run(
            """
            INSERT INTO mails (job, position, state, message_id, sender, recipients, subject, file, created, due) \
            VALUES (?, ?, 'due', ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (message_id) DO NOTHING
            """, .text(job), .integer(mail.position), .text(mail.messageID), .text(mail.sender),
            .text(mail.recipients.joined(separator: "\n")), .text(mail.subject), .text(mail.file), .integer(time),
            .integer(time))
    }

    /// How many mails may go out within a minute; 0: any number.
    public struct MailRate: Sendable, Hashable {
        public var all: Int
        public var recipient: Int

        public init(all: Int = 0, recipient: Int = 0) {
            self.all = all
            self.recipient = recipient
        }

        static let window: Int64 = 60_000
    }

    /// Takes mails that are due into the state `sending`, the longest due first. Written down before anything is handed
    /// over, so that a crash leaves a trace of what may have gone out. A mail that the rate forbids now becomes due when
    /// it will not.
    public func takeDueMails(at time: Int64, limit: Int, rate: MailRate = MailRate()) throws -> [MailRecord] {
        var taken: [MailRecord] = []
        while taken.count < limit,
            let mail = try mails("state = 'due' AND due <= ? ORDER BY due, id LIMIT 1", .integer(time)).first
        {
            if let free = try firstFreeMoment(for: mail, at: time, rate) {
                try database.run("UPDATE mails SET due = ? WHERE id = ?", .integer(free), .integer(mail.identifier))
                continue
            }
            try step(mail.identifier, to: .sending)
            try database.run(
                "UPDATE mails SET tries = tries + 1, handed = ? WHERE id = ?", .integer(time),
                .integer(mail.identifier))
            taken.append(mail)
        }
        return taken
    }

    /// When the rate lets the mail go out; nil: now.
    private func firstFreeMoment(for mail: MailRecord, at time: Int64, _ rate: MailRate) throws -> Int64? {
        let since = time - MailRate.window
        // A clock that was set back leaves times in the future, which count for nothing.
        let handed = try mails("handed > ? AND handed <= ? ORDER BY handed", .integer(since), .integer(time))
        var times: [Int64] = []
        if rate.all > 0, handed.count >= rate.all { times.append(handed[handed.count - rate.all].handed ?? time) }
        for recipient in mail.recipients where rate.recipient > 0 {
            let same = handed.filter { $0.recipients.contains(recipient) }
            if same.count >= rate.recipient { times.append(same[same.count - rate.recipient].handed ?? time) }
        }
        return times.max().map { max($0 + MailRate.window, time + 1) }
    }

    /// When the next mail is due, or nil.
    public func nextMailDue() throws -> Int64? {
        try database.row("SELECT min(due) FROM mails WHERE state = 'due' AND ended IS NULL")?.integer(0)
    }

    public func markSent(_ identifier: Int64, at time: Int64) throws {
        try step(identifier, to: .sent)
        try database.run("UPDATE mails SET ended = ?, due = NULL WHERE id = ?", .integer(time), .integer(identifier))
    }

    /// To be tried again.
    public func postponeMail(_ identifier: Int64, until due: Int64, reason: String) throws {
        try step(identifier, to: .due)
        if let mail = try mails("id = ?", .integer(identifier)).first {
            try note(mail.job, mail.handed ?? mail.created, "mail postponed", reason)
        }
        try database.run(
            "UPDATE mails SET due = ?, ended = NULL, reason = ? WHERE id = ?", .integer(due), .text(reason),
            .integer(identifier))
    }

    /// Due now because somebody said so: its tries, and the days that they may take, are counted anew.
    public func renewMail(_ identifier: Int64, at time: Int64, reason: String) throws {
        try postponeMail(identifier, until: time, reason: reason)
        try database.run(
            "UPDATE mails SET tries = 0, created = ? WHERE id = ?", .integer(time), .integer(identifier))
    }

    /// A mail that could not be made before now has its message.
    public func complete(_ identifier: Int64, with mail: MailDraft) throws {
        try database.run(
            "UPDATE mails SET sender = ?, recipients = ?, subject = ?, file = ? WHERE id = ?", .text(mail.sender),
            .text(mail.recipients.joined(separator: "\n")), .text(mail.subject), .text(mail.file),
            .integer(identifier))
    }

    public func markMailFailed(_ identifier: Int64, at time: Int64, reason: String) throws {
        try step(identifier, to: .failed)
        try database.run(
            "UPDATE mails SET ended = ?, due = NULL, reason = ? WHERE id = ?", .integer(time), .text(reason),
            .integer(identifier))
        if let mail = try mails("id = ?", .integer(identifier)).first {
            try note(mail.job, time, Failure.Kind.mail.rawValue, reason)
        }
    }

    /// A delivery report says that a mail did not arrive. Answers the mail; nil where no sent one has this Message-ID.
    public func markBounced(_ messageID: String, at time: Int64, reason: String) throws -> MailRecord? {
        guard let mail = try mails("message_id = ? AND state IN ('sent', 'bounced')", .text(messageID)).first else {
            return nil
        }
        let isKnown = mail.state == .bounced && mail.reason?.contains(reason) == true
        if isKnown { return mail }
        let earlier = mail.state == .bounced ? mail.reason.map { "\($0); " } ?? "" : ""
        try step(mail.identifier, to: .bounced)
        try database.run(
            "UPDATE mails SET reason = ? WHERE id = ?", .text(earlier + reason), .integer(mail.identifier))
        try note(mail.job, time, Failure.Kind.bounce.rawValue, reason)
        return mail
    }

    /// A delivery report that changes nothing: only a line in the job's story.
    public func noteDelivery(_ messageID: String, at time: Int64, text: String) throws -> MailRecord? {
        guard let mail = try mails("message_id = ?", .text(messageID)).first else { return nil }
        try note(mail.job, time, "mail report", text)
        return mail
    }

    public func hold(_ identifier: Int64, reason: String) throws {
        try step(identifier, to: .held)
        try database.run(
            "UPDATE mails SET due = NULL, reason = ? WHERE id = ?", .text(reason), .integer(identifier))
    }

    /// Mails that were being handed over when the process ended: nobody knows whether they went out.
    public func mailsOfUnknownOutcome() throws -> [MailRecord] { try mails("state = 'sending' ORDER BY id") }

    /// Writes down that a mail may have gone out although nothing says so.
    public func doubt(_ identifier: Int64, at time: Int64) throws {
        try database.run("UPDATE mails SET doubted = ? WHERE id = ?", .integer(time), .integer(identifier))
    }

    /// Mails that were sent and may have gone out once more before, the latest first.
    public func mailsPossiblySentTwice(limit: Int) throws -> [MailRecord] {
        try mails(
            "doubted IS NOT NULL AND state IN ('sent', 'bounced') ORDER BY doubted DESC, id DESC LIMIT ?",
            .integer(limit))
    }

    public func mails(in states: [MailState]) throws -> [MailRecord] {
        let marks = states.map { _ in "?" }.joined(separator: ", ")
        return try mails("state IN (\(marks)) ORDER BY id", with: states.map { Value.text($0.rawValue) })
    }

    public func mails(of job: String) throws -> [MailRecord] { try mails("job = ? ORDER BY id", .text(job)) }

    private func step(_ identifier: Int64, to state: MailState) throws {
        guard let mail = try mails("id = ?", .integer(identifier)).first else {
            throw LedgerError.unknownJob("mail \(identifier)")
        }
        try mail.state.step(to: state)
        try database.run(
            "UPDATE mails SET state = ? WHERE id = ?", .text(state.rawValue), .integer(identifier))
    }

    private func mails(_ condition: String, _ values: Value...) throws -> [MailRecord] {
        try mails(condition, with: values)
    }

    private func mails(_ condition: String, with values: [Value]) throws -> [MailRecord] {
        let columns = """
            id, job, position, state, message_id, sender, recipients, subject, file, tries, created, due, reason, \
            handed, doubted, ended
            """
        return try database.rows("SELECT \(columns) FROM mails WHERE \(condition)", with: values).map { row in
            MailRecord(
                identifier: row.integer(0) ?? 0, job: row.text(1) ?? "", position: Int(row.integer(2) ?? 0),
                state: row.text(3).flatMap(MailState.init(rawValue:)) ?? .failed, messageID: row.text(4) ?? "",
                sender: row.text(5) ?? "",
                recipients: (row.text(6) ?? "").split(separator: "\n").map(String.init), subject: row.text(7) ?? "",
                file: row.text(8) ?? "", tries: Int(row.integer(9) ?? 0), created: row.integer(10) ?? 0,
                due: row.integer(11), reason: row.text(12), handed: row.integer(13),
                doubted: row.integer(14), ended: row.integer(15))
        }
    }
}
