import Diagnostics
import Foundation
import Testing

@testable import Invoice

/// Workbooks in Tests/Fixtures/workbooks.
@Suite("Workbooks")
struct WorkbookTests {
    private func workbook(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: fixtures.appending(path: "../workbooks/\(name)")))
    }

    private func refusal(_ name: String) throws -> String {
        for read in readInvoices(try workbook(name), name: name, defaults: defaults) {
            do throws(DiagnosticError) { _ = try read.result.get() } catch { return error.diagnostics[0].description }
        }
        return ""
    }

    @Test("Excel's dates, percentages, padded numbers, cached formulas and shared texts are what the sheet shows")
    func excel() throws {
        let invoices = try read(try workbook("invoices.xlsx"), name: "invoices.xlsx")
        #expect(invoices.map(\.number) == ["00042", "00043"])
        let first = try #require(invoices.first)
        #expect(first.date == day("2026-02-03"))
        #expect(invoices[1].date == day("2026-02-04"))
        #expect(first.buyer.name == "Łódź Sp. z o.o.")
        #expect(first.buyer.address?.postcode == "01067")
        #expect(first.lines[0].name == "Chair \"Ergo\", oak\nblack")
        #expect(first.lines[0].price == amount("19.99"))
        #expect(first.lines[1].price == amount("1.125"))
        #expect(first.lines[0].tax?.rate == 19)
        #expect(try add(first).totals.gross == amount("48.92"))
        #expect(try add(invoices[1]).totals.gross == amount("267.50"))
    }

    @Test("OpenDocument's values, repeated cells and paragraphs are what the sheet shows")
    func openDocument() throws {
        let invoices = try read(try workbook("invoices.ods"), name: "invoices.ods")
        #expect(invoices.map(\.number) == ["00042"])
        #expect(invoices[0].date == day("2026-02-03"))
        #expect(invoices[0].buyer.address?.postcode == "01067")
        #expect(invoices[0].lines.map(\.name) == ["Chair  oak\nblack", "Delivery"])
        #expect(try add(invoices[0]).totals.gross == amount("48.92"))
    }

    @Test("a fault is told by row and column, as a spreadsheet counts them")
    func places() throws {
        #expect(
            try refusal("broken.xlsx").hasPrefix(
                "broken.xlsx: error: row 2, column \"Unit Price\": expected a number, found \"#DIV/0!\""))
    }

    @Test(
        "what unfolds out of measure is refused",
        arguments: [
            ("bomb.xlsx", "unpacks to more than 200 times its size"), ("entities.xlsx", "a DOCTYPE"),
            ("wide.xlsx", "a cell beyond column 1000"), ("repeated.ods", "unfolds to more than 20 times its size"),
        ])
    func bombs(name: String, message: String) throws {
        #expect(try refusal(name).contains(message))
    }

    @Test("a sheet may be asked for by name")
    func sheets() throws {
        let text = try workbookText(try workbook("invoices.xlsx"), name: "a.xlsx", sheet: "Other")
        #expect(
            String(decoding: text, as: UTF8.self) == "\"Number\",\"Description\",\"Price\"\n\"Z-9\",\"other\",\"9\"\n")
        #expect(throws: DiagnosticError.self) {
            try workbookText(try workbook("invoices.xlsx"), name: "a.xlsx", sheet: "None")
        }
    }

    @Test(
        "number formats say what a number is",
        arguments: [
            ("dd/mm/yyyy", "46056", "2026-02-03"), ("[h]:mm:ss", "1.0625", "25:30:00"), ("0.0%", "0.055", "5.5 %"),
            ("\"day\" 0.00", "2.5", "2.5"), ("General", "1.125", "1.1250"), ("000000", "42", "000042"),
            ("#,##0.00 [$€-407]", "1E3", "1000"), ("0", "2.4952E+19", "24952000000000000000"),
        ])
    func formats(code: String, written: String, text: String) {
        #expect(CellFormat(code: code).text(of: written, since1904: false) == text)
    }
}
