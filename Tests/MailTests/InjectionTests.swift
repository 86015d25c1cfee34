import Diagnostics
import Foundation
import Mail
import Platform
import TestKit
import Testing

/// One attempt to smuggle something in: `Tests/Fixtures/injections/NAME.json`.
struct Injection: Decodable, Sendable, CustomTestStringConvertible {
    enum Expectation: String, Decodable { case refused, harmless }

    /// What would happen, or why nothing does.
    let why: String
    let field: String
    let value: String
    let expect: Expectation

    var testDescription: String { "\(field): \(why)" }

    static let folder = URL(fileURLWithPath: "\(BuiltProgram.sourceTree)/Tests/Fixtures/injections")

    static let all: [Injection] = {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.sorted { $0.path < $1.path }.compactMap { file in
            (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Injection.self, from: $0) }
        }
    }()

    /// A good message with the bad value at its place.
    func message() throws -> Message {
        var draft = MessageDraft(
            from: try Address("billing@acme.example"), to: [try Address("zoe@example.com")], subject: "Invoice",
            text: "Dear Zoe\n", messageID: "job-7@acme.example", date: 1_796_000_000)
        draft.attachments = [Attachment(name: "INV-7.pdf", mediaType: "application/pdf", content: [1, 2, 3])]
        switch field {
        case "address": draft.to = [try Address(value)]
        case "name": draft.to = [try draft.to[0].named(value)]
        case "subject": draft.subject = value
        case "attachment": draft.attachments[0].name = value
        case "message-id": draft.messageID = value
        case "text": draft.text = value
        case "picture":
            let file = Attachment(name: value, mediaType: "image/svg+xml", content: [1])
            draft.html = "<p>"
            draft.pictures = [InlinePicture(contentID: "logo@acme.example", file: file)]
        default: throw DiagnosticError(.error("no field \(field)"))
        }
        return try Message(draft)
    }
}

@Suite("Injections")
struct InjectionTests {
    @Test("there are as many cases as files")
    func count() throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: Injection.folder.path).count == Injection.all.count)
        #expect(Injection.all.count >= 60)
    }

    @Test("what would smuggle something in is refused", arguments: Injection.all.filter { $0.expect == .refused })
    func refused(_ injection: Injection) {
        #expect(throws: DiagnosticError.self) { try injection.message() }
    }

    @Test(
        "what only looks like it comes out as the text it is",
        arguments: Injection.all.filter { $0.expect == .harmless })
    func harmless(_ injection: Injection) throws {
        let root = try TemporaryRoot()
        let message = try injection.message()
        try message.write(to: root.folder, as: "mail.eml")
        let mail = try ReadMail(path: root.path("mail.eml"))
        #expect(mail.defects == [])
        #expect(
            Set(mail.headerNames) == [
                "From", "To", "Subject", "Date", "Message-Id", "Auto-Submitted", "MIME-Version", "Content-Type",
            ])
        #expect(mail.parts == ["multipart/mixed", "text/plain", "application/pdf"])
        #expect(message.envelope.recipients.count == 1)
        switch injection.field {
        case "address": #expect(mail.to == [["", injection.value]])
        case "name": #expect(mail.to == [[injection.value, "zoe@example.com"]])
        case "subject": #expect(mail.subject == injection.value)
        case "attachment": #expect(mail.attachments.first?.filename == injection.value)
        default: #expect(mail.text == injection.value)
        }
    }
}
