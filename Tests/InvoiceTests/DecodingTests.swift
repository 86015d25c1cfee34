import Diagnostics
import Invoice
import Testing

@Suite("Reading JSON")
struct DecodingTests {
    @Test("the whole model is read")
    func wholeModel() throws {
        let invoice = try read(try bytes(of: "read/whole_model.json"), name: "whole_model.json")[0]
        #expect(invoice.number == "2026-0042")
        #expect(invoice.dueDate == day("2026-12-14"))
        #expect(invoice.period == Period(from: day("2026-11-01"), to: day("2026-11-30")))
        #expect(invoice.seller.address?.country == "DE")
        #expect(invoice.seller.contact?.phone == "+49 30 1234")
        #expect(invoice.buyer.number == "C-17")
        #expect(invoice.precedingInvoice?.number == "2026-0001")
        #expect(invoice.lines[0].quantity == amount("2.5"))
        #expect(invoice.lines[0].discounts == [Allowance(.percent(10), reason: "Loyalty")])
        #expect(invoice.lines[0].tax == Tax(rate: 19, category: .standard, name: "USt"))
        #expect(invoice.charges[0].tax == Tax(rate: 19))
        #expect(invoice.payment.iban == "DE02120300000000202051")
        #expect(invoice.mail.to == ["ap@example.com"])
        #expect(invoice.custom?["colour"] == .string("green"))
        #expect(invoice.custom?["deep"]?["exact"] == .number(JSONNumber(text: "1.10")))
    }

    @Test("a file that says little takes the configuration's defaults")
    func fallbacks() throws {
        var defaults = InvoiceDefaults(today: day("2026-01-31"))
        defaults.seller = Party(name: "Fern GmbH")
        defaults.seller.vatId = "DE123456789"
        defaults.currency = Currency("CHF") ?? .eur
        defaults.tax = Tax(rate: 19)
        defaults.termsDays = 14
        let bytes = Array(#"{"lines": [{"description": "a", "price": 1}]}"#.utf8)
        let invoice = try #require(
            readInvoices(bytes, name: "a.json", defaults: defaults).map { try $0.result.get() }.first)
        #expect(invoice.date == day("2026-01-31"))
        #expect(invoice.dueDate == day("2026-02-14"))
        #expect(invoice.seller.vatId == "DE123456789")
        #expect(invoice.currency.code == "CHF")
        #expect(invoice.lines[0].name == "a")
        #expect(invoice.lines[0].tax?.rate == 19)
        #expect(invoice.number == nil)
    }

    @Test("a seller that the file names does not inherit the configured one's numbers")
    func otherSeller() throws {
        var defaults = InvoiceDefaults(today: day("2026-01-31"))
        defaults.seller = Party(name: "Fern GmbH")
        defaults.seller.vatId = "DE123456789"
        let bytes = Array(#"{"seller": {"name": "Other"}, "lines": [{"name": "a", "price": 1}]}"#.utf8)
        let invoice = try #require(
            readInvoices(bytes, name: "a.json", defaults: defaults).map { try $0.result.get() }.first)
        #expect(invoice.seller.vatId == nil)
    }

    @Test("the tutorial's own shape is read")
    func tutorialShape() throws {
        let added = try addFixture("exports/appcoda_print2pdf_items.json")
        #expect(added.invoice.number == "1001")
        #expect(added.invoice.date == day("2026-02-03"))
        #expect(added.invoice.currency == .usd)
        #expect(added.invoice.buyer.name == "Gabriel T.")
        #expect(added.invoice.buyer.address?.lines == ["123 Somewhere Str.", "10000 MyCity"])
        #expect(added.invoice.lines.map(\.name) == ["Logo design", "Hosting"])
        #expect(added.totals.gross.description == "349.50")
    }

    @Test("one object a line is one invoice a line")
    func ndjson() throws {
        let invoices = try read(try bytes(of: "exports/many_invoices.ndjson"), name: "many.ndjson")
        #expect(invoices.map(\.number) == ["N-1", "N-2"])
        #expect(try add(invoices[1]).totals.gross.description == "10.50")
    }

    @Test("an array is read invoice by invoice, and the empty one fails alone")
    func array() throws {
        let reads = Array(
            readInvoices(try bytes(of: "exports/many_invoices_array.json"), name: "m.json", defaults: defaults))
        #expect(reads.map(\.index) == [1, 2])
        #expect(try add(try reads[0].result.get()).totals.gross.description == "10.00")
        #expect(throws: DiagnosticError.self) { try add(try reads[1].result.get()) }
    }

    @Test(
        "a tax is a rate, a text, a category's code or an object",
        arguments: ["19", #""19""#, #""19 %""#, #"{"rate": 19}"#])
    func taxShapes(tax: String) throws {
        let invoice = try readOne(#"{"lines": [{"name": "a", "price": 1, "tax": \#(tax)}]}"#)
        #expect(invoice.lines[0].tax == Tax(rate: 19, category: .standard))
    }

    @Test("text stays as it was written")
    func textStays() throws {
        let invoice = try read(try bytes(of: "read/escape.json"), name: "escape.json")[0]
        #expect(invoice.buyer.name == #"Müller & Söhne <GmbH> "Q" 'x' S&P 500"#)
        #expect(invoice.lines[2].name == #"#TOTAL_AMOUNT# and {{ total }} and $1 \1"#)
        let breaks = try read(try bytes(of: "read/line_breaks.json"), name: "line_breaks.json")[0]
        #expect(breaks.lines[0].name == "first\nsecond\r\nthird\n\nafter blank")
    }

    @Test("a JSON text may begin with a byte order mark, in UTF-16 too")
    func byteOrderMarks() throws {
        let text = #"{"number": "é", "lines": []}"#
        #expect(try read([0xEF, 0xBB, 0xBF] + Array(text.utf8), name: "a.json")[0].number == "é")
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try read(wide, name: "a.json")[0].number == "é")
    }

    @Test("surrogate pairs are one character")
    func surrogatePair() throws {
        #expect(try parseJSON(Array(#""\ud83d\ude00""#.utf8)) == .string("😀"))
    }
}
