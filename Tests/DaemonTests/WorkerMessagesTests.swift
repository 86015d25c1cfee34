import Diagnostics
import Foundation
import Testing

@testable import Daemon

/// What the service and a worker process say to each other.
@Suite struct WorkerMessagesTests {
    private let settings = WorkerSettings(invoice: InvoiceSettings(), seller: SellerSettings(), mail: MailSettings())

    private var finding: Diagnostic {
        .warning(
            "odd – größer", at: SourceLocation(file: "a.csv", position: .init(line: 3, column: 9), path: "row 3"),
            hint: "mend it")
    }

    private var summary: InvoiceSummary {
        var summary = InvoiceSummary(
            position: 7, number: nil, seller: "S", customer: "Müller", date: "2026-11-30", digest: "d")
        summary.total = "1.00 EUR"
        return summary
    }

    @Test func requestsArriveAsTheyWereSent() throws {
        var request = ReadRequest(
            job: "j", name: "a.json", invoice: settings.invoice, seller: settings.seller, mail: settings.mail,
            time: 1_796_000_000_000, memoryLimit: 5)
        request.place = FilePlace(folder: "/work/j", name: [0x61, 0xFF])
        var known = KnownSettings()
        try known.learn(settings, 0)
        var order = WireWriter()
        request.write(to: &order, settings: 0)
        var message = WireReader(order.bytes + Array("content".utf8))
        #expect(try message.tag() == WorkerOrder.read.rawValue)
        let read = try ReadRequest(from: &message, known)
        #expect((read.job, read.name, read.time, read.memoryLimit) == ("j", "a.json", request.time, 5))
        #expect(read.place == request.place && read.settings == settings)
        #expect(message.rest() == Array("content".utf8))

        var print = PrintRequest(job: "j", position: 1, number: "N", output: "N.pdf", memoryLimit: 0)
        print.customer = CustomerSettings()
        print.customer?.to = ["a@example.com"]
        order = WireWriter()
        try print.write(to: &order)
        message = WireReader(order.bytes)
        _ = try message.tag()
        let printed = try PrintRequest(from: &message)
        #expect((printed.job, printed.position, printed.number) == ("j", 1, "N"))
        #expect(printed.customer == print.customer && message.isAtEnd)
    }

    @Test func answersArriveAsTheyWereSent() throws {
        var order = WireWriter()
        ReadAnswer(invoices: [summary], diagnostics: [finding]).write(to: &order)
        var message = WireReader(order.bytes)
        #expect(try message.tag() == WorkerAnswer.read.rawValue)
        let read = try ReadAnswer(from: &message)
        #expect(read.invoices == [summary] && read.diagnostics == [finding])

        let mail = MailContent(from: "a@example.com", to: ["b@example.com"], subject: "S", text: "T")
        let printed = PrintAnswer(pdf: [1, 2, 3], pages: 2, diagnostics: [], mail: mail)
        order = WireWriter()
        try printed.write(to: &order)
        message = WireReader(order.bytes + [1, 2, 3])
        _ = try message.tag()
        let answer = try PrintAnswer(from: &message)
        #expect(answer.pdf == [1, 2, 3] && answer.pages == 2 && answer.mail == mail)
    }

    @Test func anAnswerThatIsCutOffOrMadeUpIsRefused() throws {
        var order = WireWriter()
        ReadAnswer(invoices: [summary, summary], diagnostics: [finding]).write(to: &order)
        for count in 1..<order.bytes.count {
            var message = WireReader(Array(order.bytes.prefix(count)))
            _ = try message.tag()
            #expect(throws: WorkerProtocolError.self) { try ReadAnswer(from: &message) }
        }
        var endless = WireWriter()
        endless.put(Int.max)
        var message = WireReader(endless.bytes)
        #expect(throws: WorkerProtocolError.self) { try ReadAnswer(from: &message) }
        var negative = WireWriter()
        negative.put(-1)
        message = WireReader(negative.bytes)
        #expect(throws: WorkerProtocolError.self) { try message.text() }
    }

    @Test func settingsGoOverOnceUntilTheyChange() throws {
        var ours = KnownSettings()
        var theirs = KnownSettings()
        var other = InvoiceSettings()
        var timesTheFirstWent = 0
        for round in 0..<200 {
            // A change a round, back to the first in between.
            other.locale = "x-\(round)"
            for sent in [settings, WorkerSettings(invoice: other, seller: settings.seller, mail: settings.mail)] {
                let (number, isNew) = ours.number(of: sent)
                if isNew { try theirs.learn(sent, number) }
                if isNew, sent == settings { timesTheFirstWent += 1 }
                #expect(try theirs.settings(number) == sent)
            }
        }
        // Once, and anew only after so many others that all were forgotten.
        #expect((1...4).contains(timesTheFirstWent))
        #expect(throws: WorkerProtocolError.self) { try theirs.settings(1000) }
    }
}
