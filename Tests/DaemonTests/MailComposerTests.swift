import Daemon
import Diagnostics
import Foundation
import Invoice
import Mail
import Platform
import Template
import TestKit
import Testing

@Suite("Mails of invoices")
struct MailComposerTests {
    private let root: TemporaryRoot
    private let occasion = MailOccasion(job: "j", position: 0, time: 1_796_000_000_000, output: "7.pdf")
    private var settings = MailSettings()

    init() throws {
        root = try TemporaryRoot()
        settings.sender = "billing@acme.example"
        settings.attachments = root.path("terms")
        try root.write("The usual.\n", to: "terms/terms.txt")
        try root.write("Hours.\n", to: "terms/2026/hours.csv")
        try root.write("secret", to: "secret.txt")
        try FileManager.default.createSymbolicLink(
            atPath: root.path("terms/link.txt"), withDestinationPath: root.path("secret.txt"))
        try FileManager.default.createSymbolicLink(
            atPath: root.path("terms/up"), withDestinationPath: root.path(""))
    }

    private func content(attachments: [String] = []) -> MailContent {
        var content = MailContent(
            from: "billing@acme.example", to: ["zoe@example.com"], subject: "Invoice 7", text: "Here.\n")
        content.attachments = attachments
        return content
    }

    private func read(_ message: Message) throws -> ReadMail {
        try root.write(String(decoding: message.bytes, as: UTF8.self), to: "mail.eml")
        return try ReadMail(path: root.path("mail.eml"))
    }

    @Test func filesOfTheAttachmentsFolderAreAttached() throws {
        let message = try MailComposer(settings).compose(
            content(attachments: ["terms.txt", "2026/hours.csv"]), occasion, pdf: [1])
        #expect(try read(message.message).attachments.map(\.filename) == ["7.pdf", "terms.txt", "hours.csv"])
    }

    @Test(arguments: [
        "../secret.txt", "/etc/passwd", "link.txt", "up/secret.txt", "2026/../../secret.txt", ".", "", "2026",
        "none.txt",
        "2026//hours.csv", "./terms.txt", ".hidden", "terms.txt\u{0}",
    ])
    func nothingElseIs(_ name: String) {
        #expect(throws: DiagnosticError.self) {
            try MailComposer(settings).compose(content(attachments: [name]), occasion, pdf: [1])
        }
    }

    @Test mutating func withoutAFolderNothingIsAttachedAndItIsSaid() {
        settings.attachments = nil
        let composer = MailComposer(settings)
        #expect(throws: DiagnosticError.self) {
            try composer.compose(content(attachments: ["terms.txt"]), occasion, pdf: [1])
        }
    }

    @Test mutating func aMessageThatIsTooLargeIsRefusedWithBothSizes() throws {
        settings.sizeLimit = 10_000
        let composer = MailComposer(settings)
        _ = try composer.compose(content(), occasion, pdf: [UInt8](repeating: 7, count: 5000))
        do throws(DiagnosticError) {
            _ = try composer.compose(content(), occasion, pdf: [UInt8](repeating: 7, count: 9000))
            Issue.record("it was made")
        } catch {
            #expect(error.description.contains("size-limit allows (10000)"))
            #expect(error.description.contains("raise size-limit"))
        }
    }

    // MARK: What it says, and to whom

    private func added(_ members: String = "", locale: String = "en-GB") throws -> AddedInvoice {
        let text = """
            {"number": "7", "date": "2026-11-30", "locale": "\(locale)", "seller": {"name": "Acme", "vatId": "DE1"},
             "buyer": {"name": "Zoë", "number": "K-1"}, "payment": {"iban": "DE02120300000000202051"},
             "dueDate": "2026-12-14", "lines": [{"name": "Work", "price": "100", "tax": 19}]\(members)}
            """
        let today = try #require(CalendarDate(year: 2026, month: 11, day: 30))
        let all = Array(readInvoices(Array(text.utf8), name: "a.json", defaults: InvoiceDefaults(today: today)))
        let read = try #require(all.first)
        return try add(read.result.get())
    }

    private static let templates = ["classic", "modern", "letter", "studio"]

    private func template(_ name: String) throws -> TemplateFolder {
        try TemplateFolder.load("\(BuiltProgram.sourceTree)/Templates/\(name)")
    }

    private func written(_ added: AddedInvoice, _ customer: CustomerSettings? = nil) throws -> MailContent? {
        var writer = MailWriter(settings, customer, try template("modern"), FillOptions())
        return try writer.content(added)
    }

    @Test mutating func theInvoiceComesBeforeTheCustomersEntryAndThatBeforeTheQueue() throws {
        settings.send = .yes
        settings.to = ["queue@example.com"]
        settings.bcc = ["books@example.com"]
        var customer = CustomerSettings()
        #expect(try written(added(), customer)?.to == ["queue@example.com"])
        customer.to = ["a@example.com", "b@example.com"]
        customer.bcc = ["sales@example.com"]
        #expect(try written(added(), customer)?.to == customer.to)
        #expect(try written(added(), customer)?.bcc == ["sales@example.com", "books@example.com"])
        #expect(try written(added(#", "mail": {"to": "c@example.com"}"#), customer)?.to == ["c@example.com"])
        customer.send = .no
        #expect(try written(added(), customer) == nil)
        #expect(try written(added(#", "mail": {"send": "ask"}"#), customer)?.isHeld == true)
    }

    @Test mutating func theConfiguredSubjectComesBeforeTheTemplates() throws {
        settings.send = .yes
        settings.to = ["zoe@example.com"]
        #expect(try written(added())?.subject == "Invoice 7 – Acme")
        settings.subject = "{title} {number}, {customer}"
        #expect(try written(added(locale: "de-DE"))?.subject == "Rechnung 7, Zoë")
        #expect(try written(added(#", "mail": {"subject": "Yours"}"#))?.subject == "Yours")
    }

    static let languages = [
        "ar", "cs", "da", "de", "el", "en", "es", "fr", "he", "it", "ja", "nl", "pl", "pt", "sv", "tr", "zh-Hans",
        "zh-Hant",
    ]

    @Test(arguments: templates, languages)
    func inEveryLanguageTheMessageIsWholeAndClean(_ name: String, _ language: String) throws {
        let added = try added(#", "mail": {"send": true, "to": "zoe@example.com"}"#, locale: language)
        var writer = MailWriter(settings, nil, try template(name), FillOptions(logo: "logo.svg"))
        let content = try #require(try writer.content(added))
        #expect(writer.findings.isEmpty)
        let message = try MailComposer(settings).compose(content, occasion, pdf: [1, 2, 3]).message
        let mail = try read(message)
        #expect(mail.defects == [])
        #expect(mail.subject == content.subject)
        #expect(mail.text == content.text)
        #expect(mail.longestHeaderLine <= 78)
        #expect(mail.longestLine <= 78)
        #expect(mail.isSevenBit)
        #expect(
            mail.parts == [
                "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html",
                "image/svg+xml", "application/pdf",
            ])
        #expect(mail.html?.contains("src=\"cid:picture-1.hotpress.j.0@acme.example\"") == true)
        #expect(
            String(decoding: message.bytes, as: UTF8.self).contains(
                "Content-Id: <picture-1.hotpress.j.0@acme.example>"))
    }

    @Test func aPictureFromElsewhereIsLeftOutWithAWarning() throws {
        try root.write("<img src='../secret.txt'><img src=\"/etc/hostname\"><img src='x.png'>", to: "t/mail.html")
        try root.write("{{number}}", to: "t/invoice.html")
        var writer = MailWriter(settings, nil, try TemplateFolder.load(root.path("t")), FillOptions())
        let content = try #require(try writer.content(added(#", "mail": {"send": true, "to": "z@example.com"}"#)))
        #expect(content.html == "<img src=''><img src=\"\"><img src=''>")
        #expect(content.pictures.isEmpty)
        #expect(writer.findings.count == 3)
    }
}
