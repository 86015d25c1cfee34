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

    /// Takes the mails that are due into the state `sending`, the longest due first. Written down before anything is
    /// handed over, so that a crash leaves a trace of what may have gone out.
    public func takeDueMails(at time: Int64, limit: Int) throws -> [MailRecord] {
        let due = try mails("state = 'due' AND due <= ? ORDER BY due, id LIMIT ?", .integer(time), .integer(limit))
        for mail in due {
            try step(mail.identifier, to: .sending)
            try database.run("UPDATE mails SET tries = tries + 1 WHERE id = ?", .integer(mail.identifier))
        }
        return due
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
        try database.run(
            "UPDATE mails SET due = ?, ended = NULL, reason = ? WHERE id = ?", .integer(due), .text(reason),
            .integer(identifier))
    }

    public func markMailFailed(_ identifier: Int64, at time: Int64, reason: String) throws {
        try step(identifier, to: .failed)
        try database.run(
            "UPDATE mails SET ended = ?, due = NULL, reason = ? WHERE id = ?", .integer(time), .text(reason),
            .integer(identifier))
    }

    public func hold(_ identifier: Int64, reason: String) throws {
        try step(identifier, to: .held)
        try database.run(
            "UPDATE mails SET due = NULL, reason = ? WHERE id = ?", .text(reason), .integer(identifier))
    }

    /// Mails that were being handed over when the process ended: nobody knows whether they went out.
    public func mailsOfUnknownOutcome() throws -> [MailRecord] { try mails("state = 'sending' ORDER BY id") }

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
            id, job, position, state, message_id, sender, recipients, subject, file, tries, created, due, reason
            """
        return try database.rows("SELECT \(columns) FROM mails WHERE \(condition)", with: values).map { row in
            MailRecord(
                identifier: row.integer(0) ?? 0, job: row.text(1) ?? "", position: Int(row.integer(2) ?? 0),
                state: row.text(3).flatMap(MailState.init(rawValue:)) ?? .failed, messageID: row.text(4) ?? "",
                sender: row.text(5) ?? "",
                recipients: (row.text(6) ?? "").split(separator: "\n").map(String.init), subject: row.text(7) ?? "",
                file: row.text(8) ?? "", tries: Int(row.integer(9) ?? 0), created: row.integer(10) ?? 0,
                due: row.integer(11), reason: row.text(12))
        }
    }
}
