internal import Diagnostics
internal import Ledger
internal import Mail
internal import Platform

/// Makes finished message files, `mail/*.eml` in the state directory, and takes them away once they are handed over.
///
/// A message is made with its PDF, before the job is done: so it can be sent as it is, whatever becomes of the outbox.
final class MailRoom: Sendable {
    let folder: Directory
    /// A file that commands touch when they have made mails due.
    static let wake: FileName = "wake"

    /// Tells a running service that mails have become due; without one there is nobody to tell.
    static func callPostman(in state: String) {
        guard let folder = try? Directory(state + "/mail") else { return }
        try? folder.write([], as: wake, mode: 0o600, replacing: true)
    }

    init(state: Directory) throws(SystemError) {
        folder = try state.makingFolder("mail", mode: 0o700)
    }

    /// A mail to record with the job; where `refusal` is set it cannot be sent, and is recorded as failed.
    struct Prepared: Sendable {
        let draft: MailDraft
        var refusal: String?
        /// Not to go out before somebody releases it.
        var isHeld = false

        func record(in ledger: Ledger, job: String, at time: Int64) throws {
            try ledger.record(draft, in: job, at: time)
            for mail in try ledger.mails(of: job) where mail.messageID == draft.messageID && mail.state == .due {
                if let refusal {
                    try ledger.markMailFailed(mail.identifier, at: time, reason: refusal)
                } else if isHeld {
                    try ledger.hold(mail.identifier, reason: "waits for 'hotpress release \(job)'")
                }
            }
        }
    }

    /// Builds the message and writes it durably. What is wrong with the mail never costs the PDF.
    func prepare(
        _ content: MailContent, for document: DocumentRecord, job: Job, pdf: [UInt8]
    ) throws(SystemError) -> Prepared {
        let occasion = MailOccasion(
            job: job.identifier, position: document.position, time: job.time.milliseconds,
            output: document.output ?? "invoice.pdf")
        let message: Message
        let subject: String
        do throws(DiagnosticError) {
            (message, subject) = try MailComposer(job.settings.mail).compose(content, occasion, pdf: pdf)
        } catch {
            let mail = MailDraft(
                position: document.position, messageID: occasion.identifier, sender: content.from,
                recipients: content.to, file: ("", content.subject))
            return Prepared(draft: mail, refusal: error.diagnostics.map(\.description).joined(separator: "\n"))
        }
        let file = Self.file(job: job.identifier, position: document.position)
        try write(message, as: file)
        let mail = MailDraft(
            position: document.position, messageID: occasion.identifier, sender: message.envelope.sender,
            recipients: message.envelope.recipients, file: (file.text, subject))
        return Prepared(draft: mail, isHeld: content.isHeld)
    }

    /// The message file's name.
    static func file(job: String, position: Int) -> FileName {
        FileName(safe: job).appending("-\(position).eml")
    }

    /// Writes a message file, in the place of one that an attempt before a crash has left.
    func write(_ message: Message, as file: FileName) throws(SystemError) {
        do throws(SystemError) { try folder.remove(file) } catch  where error.code == .noEntry {}
        try message.write(to: folder, as: file)
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
