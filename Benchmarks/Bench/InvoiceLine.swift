import Diagnostics
import Invoice
import Platform
import Press
import Template

/// From an invoice's JSON to its PDF, in the steps that a worker takes.
struct InvoiceLine {
    private let folder: TemplateFolder
    private let cache = TemplateCache()
    private let defaults: InvoiceDefaults

    init(template: String) throws {
        let path = SharedFiles.path(of: "Templates").map { "\($0)/\(template)" } ?? template
        folder = try cache.folder(at: path)
        guard let today = CalendarDate(year: 2026, month: 11, day: 30) else {
            throw BenchUsage(message: "the sample's date is none")
        }
        defaults = InvoiceDefaults(today: today)
    }

    func fill(_ json: [UInt8]) throws -> [UInt8] {
        let invoices = Array(readInvoices(json, name: "bench.json", defaults: defaults))
        guard invoices.count == 1 else { throw BenchUsage(message: "the sample is one invoice") }
        return try folder.fill(add(invoices[0].result.get()))
    }

    /// - Returns: the bytes of the PDF.
    func print(_ html: [UInt8], _ press: Press) throws -> Int {
        let input = PressInput(html: html, name: "invoice.html", baseDirectory: folder.path)
        let result = try press.print(input, PressOptions(creationDate: "2026-11-30T12:00:00Z"))
        return result.files[0].count
    }
}

/// An invoice as a shop would drop it.
enum SampleInvoice {
    private static let goods = [
        "Desk lamp, brass", "Office chair", "Paper A4, 80 g", "Cable 2 m", "Consulting", "Keyboard, UK", "Monitor 27″",
        "Hosting, per month",
    ]

    static func json(lines: Int) -> [UInt8] {
        let items = (1...lines).map { line in
            "{\"name\": \"\(goods[line % goods.count])\", \"description\": \"Article \(1000 + line * 7)\", "
                + "\"quantity\": \(line % 9 + 1), \"price\": \"\(line * 37 % 900 + 1).\(10 + line % 90)\", \"tax\": 19}"
        }
        return Array(
            """
            {"number": "2026-\(1000 + lines)", "date": "2026-11-30", "currency": "EUR", "locale": "en",
            "seller": {"name": "Müller & Söhne GmbH", "vatId": "DE123456789",
            "address": {"lines": ["Hauptstraße 12"], "postcode": "10115", "city": "Berlin", "country": "DE"}},
            "buyer": {"name": "Acme Corporation",
            "address": {"lines": ["1 Market Street"], "postcode": "94105", "city": "San Francisco", "country": "US"}},
            "lines": [\(items.joined(separator: ",\n"))],
            "notes": "Thank you for your business. Please pay within 14 days."}
            """.utf8)
    }
}
