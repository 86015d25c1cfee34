import Diagnostics
import Invoice
import Testing

/// Invoices that people's programs have got wrong, each with the figures that it comes to.
@Suite("Invoices with known figures")
struct CaseTests {
    @Test(
        "come to net, tax and gross",
        arguments: [
            ("vat_rounding_line_vs_total.json", "9.90 + 1.88 = 11.78 EUR"),
            ("net_total_equals_sum_of_printed_lines.json", "3.03 + 0.58 = 3.61 EUR"),
            ("discount_before_tax.json", "100.00 + 10.00 = 110.00 EUR"),
            ("bhd_three_decimals.json", "12.435 + 0.000 = 12.435 BHD"),
            ("fr_narrow_nbsp.json", "1234567.89 + 246913.58 = 1481481.47 EUR"),
            ("cjk_in_latin_invoice.json", "10.00 + 0.00 = 10.00 EUR"),
            ("arabic_hebrew.json", "211.00 + 31.65 = 242.65 SAR"),
            ("many_lines.json", "120.00 + 22.80 = 142.80 EUR"),
            ("totals_at_page_edge.json", "19.00 + 3.61 = 22.61 EUR"),
            ("escape.json", "3.00 + 0.00 = 3.00 EUR"),
            ("line_breaks.json", "2.00 + 0.00 = 2.00 EUR"),
            ("reverse_charge.json", "100.00 + 0.00 = 100.00 EUR"),
            ("filename.json", "1.00 + 0.19 = 1.19 EUR"),
            ("duplicate_number_a.json", "1.00 + 0.19 = 1.19 EUR"),
            ("duplicate_number_b.json", "2.00 + 0.38 = 2.38 EUR"),
        ])
    func figures(file: String, expected: String) throws {
        let added = try addFixture("read/\(file)")
        let totals = added.totals
        #expect("\(totals.net) + \(totals.tax) = \(totals.gross) \(added.invoice.currency)" == expected)
    }

    @Test("an invoice of no lines is refused")
    func noLines() {
        let error = #expect(throws: DiagnosticError.self) { try addFixture("read/zero_and_empty.json") }
        #expect(error?.description.contains("no lines: an invoice has at least one (BR-16)") == true)
    }
}
