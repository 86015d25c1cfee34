import Diagnostics
import Mail
import Platform
import TestKit
import Testing

@Suite("Messages")
struct MessageTests {
    private static let pdf = Array("%PDF-1.7\n".utf8) + (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    private func draft(
        subject: String = "Invoice 2026-0042", text: String = "Dear Zoe,\n\nplease find it attached.\n",
        attachment: String = "INV-7.pdf"
    ) throws -> MessageDraft {
        var draft = MessageDraft(
            from: try Address("Acme <billing@acme.example>"), to: [try Address("zoe@example.com")], subject: subject,
            text: text, messageID: "job-7@acme.example", date: 1_796_000_000)
        draft.attachments = [Attachment(name: attachment, mediaType: "application/pdf", content: Self.pdf)]
        return draft
    }

    /// What another program reads in the message, with the bytes of its attachment.
    private func read(_ draft: MessageDraft) throws -> (mail: ReadMail, attachment: [UInt8]) {
        let root = try TemporaryRoot()
        try Message(draft).write(to: root.folder, as: "mail.eml")
        let mail = try ReadMail(path: root.path("mail.eml"), attachmentsTo: root.path)
        let attachment = try FileDescriptor(path: root.path("0"), .read).readAll()
        return (mail, attachment)
    }

    @Test("a message holds its text and the PDF byte for byte")
    func plain() throws {
        let (mail, attachment) = try read(draft())
        #expect(mail.defects == [])
        #expect(mail.parts == ["multipart/mixed", "text/plain", "application/pdf"])
        #expect(mail.from == [["Acme", "billing@acme.example"]])
        #expect(mail.to == [["", "zoe@example.com"]])
        #expect(mail.subject == "Invoice 2026-0042")
        #expect(mail.messageID == "<job-7@acme.example>")
        #expect(mail.date == 1_796_000_000)
        #expect(mail.text == "Dear Zoe,\n\nplease find it attached.\n")
        #expect(mail.attachments.first?.filename == "INV-7.pdf")
        #expect(attachment == Self.pdf)
        #expect(mail.headerNames.contains("Auto-Submitted"))
        #expect(mail.isSevenBit)
        #expect(mail.longestLine <= 78)
    }

    @Test("HTML stands beside the text as an alternative")
    func alternative() throws {
        var draft = try draft()
        draft.html = "<p>Dear Zoë</p>"
        let mail = try read(draft).mail
        #expect(mail.defects == [])
        #expect(
            mail.parts == ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/pdf"])
        #expect(mail.html == "<p>Dear Zoë</p>\n")
    }

    @Test("pictures lie beside the HTML that shows them")
    func pictures() throws {
        var draft = try draft()
        draft.html = "<img src='cid:logo@acme.example'>"
        let file = Attachment(name: "Löwe.svg", mediaType: "image/svg+xml", content: Array("<svg/>".utf8))
        draft.pictures = [InlinePicture(contentID: "logo@acme.example", file: file)]
        let mail = try read(draft).mail
        #expect(mail.defects == [])
        #expect(
            mail.parts == [
                "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html",
                "image/svg+xml", "application/pdf",
            ])
        #expect(mail.attachments.map(\.filename) == ["INV-7.pdf"])
        #expect(try String(decoding: Message(draft).bytes, as: UTF8.self).contains("Content-Id: <logo@acme.example>"))
    }

    @Test("Bcc is in the envelope alone, and everybody is in it once")
    func envelope() throws {
        var draft = try draft()
        draft.cc = [try Address("Books <books@example.com>")]
        draft.bcc = [try Address("secret@example.com"), try Address("zoe@example.com")]
        draft.replyTo = try Address("answers@acme.example")
        let message = try Message(draft)
        #expect(message.envelope.sender == "billing@acme.example")
        #expect(message.envelope.recipients == ["zoe@example.com", "books@example.com", "secret@example.com"])
        #expect(!String(decoding: message.bytes, as: UTF8.self).contains("secret"))
        let mail = try read(draft).mail
        #expect(mail.cc == [["Books", "books@example.com"]])
        #expect(mail.replyTo == [["", "answers@acme.example"]])
    }

    @Test("an old reader finds a name in ASCII")
    func fallback() throws {
        #expect(
            try read(draft(attachment: "Grüße \"2026\".pdf")).mail.attachments.first?.plainName == "Grusse _2026_.pdf")
    }

    @Test(
        "bodies come back as they were",
        arguments: [
            "short\n", "no end", "Grüße\n", "发票二〇二六\n", String(repeating: "long ", count: 300) + "\n",
            ".\nFrom here\n--\n",
            "trailing space \n\ttab\t\n", "=20 =\n", "--=_mixed\n",
        ])
    func bodies(_ text: String) throws {
        let mail = try read(draft(text: text)).mail
        #expect(mail.defects == [])
        #expect(mail.text == (text.hasSuffix("\n") ? text : text + "\n"))
        #expect(mail.longestLine <= 78)
        #expect(mail.isSevenBit)
    }

    @Test("the same draft gives the same bytes, another Message-ID another boundary")
    func deterministic() throws {
        let first = try draft()
        var second = first
        second.messageID = "job-8@acme.example"
        #expect(try Message(first).bytes == Message(first).bytes)
        #expect(try Message(first).bytes != Message(second).bytes)
    }

    @Test("every fault of a draft is told at once, and nothing is built")
    func faults() throws {
        var draft = try draft(subject: "a\nBcc: b@example.com", attachment: "a\r\nX: y.pdf")
        draft.to = []
        draft.messageID = "a b@c>"
        draft.text = "a\u{0}b"
        draft.attachments[0].mediaType = "pdf"
        do throws(DiagnosticError) {
            _ = try Message(draft)
            Issue.record("built")
        } catch {
            #expect(error.diagnostics.count == 6)
            #expect(error.diagnostics.first?.message == "the subject holds a line break")
        }
    }

    @Test("only a mailbox with other letters makes a message that is not 7-bit, and nothing but its address is not")
    func international() throws {
        var draft = try draft(subject: "Größe")
        draft.to = [try Address("Zoë <zoë@bücher.example>")]
        let message = try Message(draft)
        #expect(message.envelope.recipients == ["zoë@xn--bcher-kva.example"])
        let lines = message.bytes.split(separator: 0x0A).filter { line in line.contains { $0 >= 0x80 } }
        #expect(
            lines.map { String(decoding: $0, as: UTF8.self) }.allSatisfy { $0.contains("<zoë@xn--bcher-kva.example>") })
        #expect(lines.count == 1)
    }

    @Test("a trial goes to one address and says whom it was for")
    func redirected() throws {
        var draft = try draft()
        draft.bcc = [try Address("secret@example.com")]
        let message = try Message(draft.redirected(to: Address("me@example.com")))
        #expect(message.envelope.recipients == ["me@example.com"])
        #expect(String(decoding: message.bytes, as: UTF8.self).contains("[zoe@example.com, secret@example.com]"))
    }

    @Test("the message file is for its owner's eyes only")
    func mode() throws {
        let root = try TemporaryRoot()
        try Message(draft()).write(to: root.folder, as: "mail.eml")
        #expect(try root.folder.status(of: "mail.eml")?.mode == 0o600)
    }
}
