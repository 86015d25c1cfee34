internal import Diagnostics
internal import Ledger
internal import Mail
internal import Platform

/// Makes finished message files, `mail/*.eml` in the state directory, and takes them away once they are handed over.
///
/// A message is made with its PDF, before the job is done: so it can be sent as it is, whatever becomes of the outbox.
final class MailRoom: Sendable {
    let folder: Directory

    init(state: Directory) throws(SystemError) {
        folder = try state.makingFolder("mail", mode: 0o700)
    }

    /// A mail to record with the job; where `refusal` is set it cannot be sent, and is recorded as failed.
    struct Prepared: Sendable {
        let draft: MailDraft
        var refusal: String?

        func record(in ledger: Ledger, job: String, at time: Int64) throws {
            try ledger.record(draft, in: job, at: time)
            guard let refusal else { return }
            for mail in try ledger.mails(of: job) where mail.messageID == draft.messageID && mail.state == .due {
                try ledger.markMailFailed(mail.identifier, at: time, reason: refusal)
            }
        }
    }

    /// Builds the message and writes it durably. What is wrong with the mail never costs the PDF.
    func prepare(
        _ content: MailContent, for document: DocumentRecord, job: Job, pdf: [UInt8]
    ) throws(SystemError) -> Prepared {
        let message: Message
        let subject: String
        do throws(DiagnosticError) {
            var draft = try draft(content, for: document, job: job)
            let name = document.output ?? "invoice.pdf"
            draft.attachments = [Attachment(name: name, mediaType: "application/pdf", content: pdf)]
            message = try Message(draft)
            subject = draft.subject
        } catch {
            let mail = MailDraft(
                position: document.position, messageID: identifier(document, job), sender: content.from,
                recipients: content.to, file: ("", content.subject))
            return Prepared(draft: mail, refusal: error.diagnostics.map(\.description).joined(separator: "\n"))
        }
        let file = FileName(safe: job.identifier).appending("-\(document.position).eml")
        // One that an attempt before a crash has left.
        do throws(SystemError) { try folder.remove(file) } catch  where error.code == .noEntry {}
        try message.write(to: folder, as: file)
        let mail = MailDraft(
            position: document.position, messageID: identifier(document, job), sender: message.envelope.sender,
            recipients: message.envelope.recipients, file: (file.text, subject))
        return Prepared(draft: mail)
    }

    private func draft(
        _ content: MailContent, for document: DocumentRecord, job: Job
    ) throws(DiagnosticError) -> MessageDraft {
        let from = try Address(content.from, at: SourceLocation(path: "mail sender"))
        var draft = MessageDraft(
            from: from, to: try addresses(content.to, "mail.to"), subject: content.subject, text: content.text,
            messageID: "\(identifier(document, job))@\(from.domain)", date: job.time.milliseconds / 1000)
        draft.cc = try addresses(content.cc, "mail.cc")
        draft.bcc = try addresses(content.bcc, "mail.bcc")
        draft.html = content.html
        if let reply = content.replyTo { draft.replyTo = try Address(reply, at: SourceLocation(path: "reply-to")) }
        guard let redirect = job.settings.mail.redirectTo else { return draft }
        return draft.redirected(to: try Address(redirect, at: SourceLocation(path: "[mail] redirect-to")))
    }

    private func addresses(_ texts: [String], _ path: String) throws(DiagnosticError) -> [Address] {
        var addresses: [Address] = []
        for text in texts { addresses.append(try Address(text, at: SourceLocation(path: path))) }
        return addresses
    }

    /// Fixed per document, so that a second try is the same mail; the left part of its Message-ID.
    private func identifier(_ document: DocumentRecord, _ job: Job) -> String {
        "hotpress.\(job.identifier).\(document.position)"
    }

    /// The message has gone out.
    func discard(_ mail: MailRecord) {
        if let name = FileName(text: mail.file) { try? folder.remove(name) }
    }

    /// Removes message files that no open mail needs: those of jobs that were given up before they were done.
    func sweep(keeping mails: [MailRecord]) throws(SystemError) {
        let wanted = Set(mails.map(\.file))
        for name in try folder.names() where !wanted.contains(name.text) { try folder.remove(name) }
    }
}
