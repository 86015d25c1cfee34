import Diagnostics
import Foundation
import Invoice
import Press
import Template
import TestKit
import Testing

/// Invoices at the ends of pages, in the shipped templates, read back with poppler.
@Suite struct PageEdgeTests {
    @Test(arguments: ["classic", "modern"])
    func aThousandLinesRepeatTheirHeadAndTotalOnce(template: String) throws {
        let pages = try printed(lines: 1000, template)
        #expect(pages.count > 20)
        for (index, page) in pages.enumerated() {
            #expect(page.contains("Einzelpreis"), "page \(index + 1) has no head")
        }
        #expect(pages.count { $0.contains("Gesamtbetrag") } == 1)
        #expect(pages.last?.contains("1.190,00\u{A0}€") == true || pages.last?.contains("1.190,00 €") == true)
        #expect(pages.reduce(0) { $0 + items(in: $1) } == 1000)
        let number = template == "modern" ? "Seite \(pages.count) von \(pages.count)" : "- \(pages.count) -"
        #expect(pages.last?.contains(number) == true)
    }

    /// Wherever the last line falls, the totals stand whole, once, with at least one line on their page.
    @Test(arguments: ["classic", "modern"])
    func totalsAreNeitherSplitNorAlone(template: String) throws {
        for count in 1...60 {
            let pages = try printed(lines: count, template)
            let withTotal = pages.indices.filter { pages[$0].contains("Gesamtbetrag") }
            let withNet = pages.indices.filter { pages[$0].contains("Nettobetrag") }
            #expect(withTotal.count == 1 && withTotal == withNet, "\(count) lines: totals on pages \(withTotal)")
            #expect(withTotal.allSatisfy { items(in: pages[$0]) > 0 }, "\(count) lines: totals stand alone")
            #expect(pages.reduce(0) { $0 + items(in: $1) } == count)
        }
    }

    /// A word that is wider than its column breaks, and nothing is made smaller for it.
    @Test(arguments: ["classic", "modern", "letter", "studio"])
    func longWordsBreak(template: String) throws {
        let word = String(repeating: "Kapitänspatent", count: 30)
        let folder = try TemplateFolder.load(BuiltProgram.sourceTree + "/Templates/" + template)
        let html = try folder.fill(try invoice(items: ["{\"name\": \"\(word)\", \"price\": \"1.00\", \"tax\": 19}"]))
        let input = PressInput(html: html, name: "invoice", baseDirectory: folder.path)
        let boxes = try Press().print(input, PressOptions(output: .boxes)).files[0]
        let list = try #require(try JSONSerialization.jsonObject(with: Data(boxes)) as? [[String: Any]])
        let ends = list.compactMap { box -> Double? in
            guard let x = box["x"] as? Double, let width = box["width"] as? Double else { return nil }
            return x + width
        }
        #expect(!ends.isEmpty && (ends.max() ?? 0) <= 210 * 96 / 25.4 + 1)
    }

    private func items(in page: String) -> Int { page.components(separatedBy: "Ware ").count - 1 }

    /// The text of each page.
    private func printed(lines: Int, _ template: String) throws -> [String] {
        let folder = try TemplateFolder.load(BuiltProgram.sourceTree + "/Templates/" + template)
        let html = try folder.fill(try invoice(lines: lines))
        let result = try Press().print(PressInput(html: html, name: "invoice", baseDirectory: folder.path))
        let root = try TemporaryRoot()
        let path = root.path + "/invoice.pdf"
        try Data(result.files[0]).write(to: URL(filePath: path))
        let text = try BuiltProgram.run("/usr/bin/pdftotext", ["-layout", path, "-"]).text
        return text.components(separatedBy: "\u{0C}").dropLast()
    }

    private func invoice(lines: Int) throws -> AddedInvoice {
        try invoice(items: (1...lines).map { "{\"name\": \"Ware \($0)\", \"price\": \"1.00\", \"tax\": 19}" })
    }

    private func invoice(items: [String]) throws -> AddedInvoice {
        let json = """
            {"number": "E-1", "date": "2026-11-30", "currency": "EUR", "locale": "de-DE", "seller": {"name": "Fern GmbH"},
             "buyer": {"name": "Kunde"}, "lines": [\(items.joined(separator: ","))]}
            """
        let today = try #require(CalendarDate(year: 2026, month: 11, day: 30))
        let reader = readInvoices(Array(json.utf8), name: "e.json", defaults: InvoiceDefaults(today: today))
        let read = try #require(Array(reader).first)
        return try add(read.result.get())
    }
}
