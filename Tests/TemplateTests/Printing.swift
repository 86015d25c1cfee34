import Diagnostics
import Foundation
import Invoice
import Testing

@testable import Template

/// The checkout's root, from where this file stands.
let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

let shippedTemplates = ["classic", "letter", "modern", "studio"]

func shipped(_ name: String) throws -> TemplateFolder { try TemplateFolder.load("\(checkout)/Templates/\(name)") }

/// A template in a folder of its own with these files, and the shipped labels.
func template(_ files: [String: String]) throws -> TemplateFolder {
    try TemplateFolder.load(temporaryFolder(files).path, sharedLabels: "\(checkout)/Templates/labels")
}

/// The invoice of a JSON text, added up.
func invoice(_ json: String) throws -> AddedInvoice {
    let today = try #require(CalendarDate(iso: "2026-11-30"))
    var reader = readInvoices(Array(json.utf8), name: "test.json", defaults: InvoiceDefaults(today: today))
    let read = reader.next()
    return try add(try #require(read).result.get())
}

/// An invoice with one line; `extra` is more JSON members, with a comma before each.
func simpleInvoice(locale: String = "de-DE", currency: String = "EUR", _ extra: String = "") throws -> AddedInvoice {
    try invoice(
        """
        {"number": "T-1", "date": "2026-02-03", "currency": "\(currency)", "locale": "\(locale)",
         "seller": {"name": "Fern GmbH"}, "buyer": {"name": "Kunde"},
         "lines": [{"name": "Beratung", "quantity": "2.5", "unit": "HUR", "price": "1234.5", "tax": 19}]\(extra)}
        """)
}

extension TemplateFolder {
    func html(_ added: AddedInvoice, options: FillOptions = FillOptions()) throws(DiagnosticError) -> String {
        String(decoding: try fill(added, options: options), as: UTF8.self)
    }
}

/// What a Mustache page prints over an invoice.
func printed(_ page: String, _ added: AddedInvoice, options: FillOptions = FillOptions()) throws -> String {
    try template(["invoice.html": page]).html(added, options: options)
}
