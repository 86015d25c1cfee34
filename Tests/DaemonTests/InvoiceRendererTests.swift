import Diagnostics
import Invoice
import Platform
import TestKit
import Testing

@testable import Daemon

/// Takes the filled page itself for the PDF.
private struct EchoPrinter: PagePrinter {
    func print(_ page: FilledPage) -> PrintAnswer {
        PrintAnswer(pdf: Array("\(page.time) ".utf8) + page.html, pages: 1, diagnostics: [])
    }
}

@Suite struct InvoiceRendererTests {
    let root: TemporaryRoot
    var settings = InvoiceSettings()
    var mail = MailSettings()

    init() throws {
        root = try TemporaryRoot()
        try root.write("<p>{{number}} for {{buyer.name}}</p>", to: "templates/plain/invoice.html")
        try root.write("Subject: Your invoice {{number}}\n\nDear {{buyer.name}}\n", to: "templates/plain/mail.txt")
        try root.write("<p>{{nubmer}}</p>", to: "templates/broken/invoice.html")
        settings.template = root.path("templates/plain")
    }

    private func request() -> ReadRequest {
        ReadRequest(
            job: "j", name: "a.json", invoice: settings, seller: SellerSettings(), mail: mail, time: 1_796_000_000_000,
            memoryLimit: 0)
    }

    private func json(_ more: String = "") -> [UInt8] {
        Array(
            #"{"date": "2026-11-30", "buyer": {"name": "A & B"}, "lines": [{"name": "x", "price": "5"}]\#(more)}"#.utf8)
    }

    private func printRequest(_ number: String) -> PrintRequest {
        PrintRequest(job: "j", position: 0, number: number, output: "\(number).pdf", memoryLimit: 0)
    }

    @Test func anInvoiceIsReadOnceAndPrintedUnderTheNumberItIsGiven() throws {
        var renderer = InvoiceRenderer(EchoPrinter())
        let answer = renderer.read(request(), content: json())
        let summary = try #require(answer.invoices.first)
        #expect(summary.number == nil)
        #expect(summary.customer == "A & B")
        #expect(summary.date == "2026-11-30")
        let printed = renderer.print(printRequest("INV-7"))
        let pdf = String(decoding: try #require(printed.pdf), as: UTF8.self)
        #expect(pdf == "2026-11-29T23:06:40Z <p>INV-7 for A &amp; B</p>" || pdf.hasSuffix("<p>INV-7 for A &amp; B</p>"))
        #expect(printed.mail == nil)
    }

    @Test func aFileWithoutADateIsTheSameInvoiceOnAnotherDay() throws {
        var renderer = InvoiceRenderer(EchoPrinter())
        var request = request()
        request.invoice.terms = 14
        let text = #"{"number": "7", "lines": [{"name": "x", "price": "5"}]}"#
        let digests = [0, 40].map { days in
            request.time += Int64(days) * 86_400_000
            return renderer.read(request, content: Array(text.utf8)).invoices.first?.digest
        }
        #expect(digests[0] == digests[1])
        let dated = renderer.read(
            request, content: Array(text.replacing("{\"n", with: "{\"date\": \"2027-01-01\", \"n").utf8))
        #expect(dated.invoices.first?.digest != digests[0])
    }

    @Test func aLongFileIsReadWhereItLiesAndEachInvoiceAgainWhenItIsPrinted() throws {
        var renderer = InvoiceRenderer(EchoPrinter())
        var request = request()
        request.name = "a.ndjson"
        let lines = (0..<20).map { number in
            #"{"date": "2026-11-30", "buyer": {"name": "B\#(number)"}, "lines": [{"name": "x", "price": \#(number == 7 ? "[]" : "5")}]}"#
        }
        try root.write(lines.joined(separator: "\n"), to: "work/a.ndjson")
        request.place = FilePlace(folder: root.path("work"), name: Array("a.ndjson".utf8))
        let answer = renderer.read(request, content: [])
        #expect(answer.invoices.map(\.position) == (0..<20).filter { $0 != 7 })
        #expect(
            answer.diagnostics.contains {
                $0.description.hasPrefix("a.ndjson:8:") && $0.description.contains("invoice 8")
            })
        for position in [19, 3] {
            let printed = renderer.print(
                PrintRequest(job: "j", position: position, number: "N", output: "N.pdf", memoryLimit: 0))
            #expect(String(decoding: try #require(printed.pdf), as: UTF8.self).hasSuffix("<p>N for B\(position)</p>"))
        }
        try root.write("{}", to: "work/a.ndjson")
        #expect(renderer.print(printRequest("N")).pdf == nil)
    }

    @Test func theConfigurationSaysHowFilesAreReadAndAddedUp() throws {
        var renderer = InvoiceRenderer(EchoPrinter())
        var request = request()
        request.name = "a.csv"
        request.invoice.currency = "CHF"
        let csv = Array("Number,Date,Description,Price,Invoice Total\nA,01/02/2026,one,9.98,11\n".utf8)
        #expect(renderer.read(request, content: csv).invoices.isEmpty)
        request.invoice.dateOrder = .monthDayYear
        #expect(renderer.read(request, content: csv).invoices.isEmpty)
        request.invoice.totals = .ignore
        request.invoice.cashRounding = "0.05"
        let summary = try #require(renderer.read(request, content: csv).invoices.first)
        #expect(summary.date == "2026-01-02")
        #expect(summary.total == "10.00 CHF")
        request.invoice.profile = "xero"
        #expect(renderer.read(request, content: csv).diagnostics.map(\.description).joined().contains("profile"))
    }

    @Test func theDigestKnowsTheContentAndNotTheNumber() throws {
        var renderer = InvoiceRenderer(EchoPrinter())
        let digests = ["", #", "number": "7""#, #", "notes": ["other"]"#].map { more in
            renderer.read(request(), content: json(more)).invoices.first?.digest
        }
        #expect(digests[0] == digests[1])
        #expect(digests[0] != digests[2])
    }

    @Test func aBrokenTemplateIsFoundBeforeANumberIsTaken() {
        var renderer = InvoiceRenderer(EchoPrinter())
        let answer = renderer.read(request(), content: json(#", "template": "broken""#))
        #expect(answer.invoices.isEmpty)
        #expect(answer.diagnostics.contains { $0.location.file?.hasSuffix("broken/invoice.html") == true })
    }

    @Test func anInvoiceCannotChooseAFolder() {
        #expect(TemplatePlace.path(of: "../../etc", configured: "/t/plain") == "/t/plain")
        #expect(TemplatePlace.path(of: "/etc", configured: "/t/plain") == "/t/plain")
    }

    @Test mutating func aMailIsWrittenWhereItIsWanted() throws {
        mail.sender = "billing@example.com"
        var renderer = InvoiceRenderer(EchoPrinter())
        _ = renderer.read(request(), content: json(#", "mail": {"send": true, "to": ["b@example.com"]}"#))
        let content = try #require(renderer.print(printRequest("7")).mail)
        #expect(content.from == "billing@example.com")
        #expect(content.to == ["b@example.com"])
        #expect(content.subject == "Your invoice 7")
        #expect(content.text == "Dear A & B\n")
    }

    @Test func goodInvoicesOfAFileAreKeptBesideBrokenOnes() {
        var renderer = InvoiceRenderer(EchoPrinter())
        let text =
            "[" + String(decoding: json(), as: UTF8.self) + #", {"lines": []}, "#
            + String(decoding: json(#", "number": "9""#), as: UTF8.self) + "]"
        let answer = renderer.read(request(), content: Array(text.utf8))
        #expect(answer.invoices.map(\.position) == [0, 2])
        #expect(answer.diagnostics.contains { $0.severity == .error })
    }
}
