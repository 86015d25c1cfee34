import Foundation
import Platform

extension ManualPage {
    /// hotpress-invoice(5), from the schema that editors read too.
    static func invoicePage(_ source: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(source.utf8))
        guard let schema = object as? [String: Any], let definitions = schema["$defs"] as? [String: Any] else {
            throw CommandFailure(.noInput, "config/invoice.schema.json is not the schema of invoices")
        }
        var page = Roff(name: "hotpress-invoice", section: 5, summary: "invoices as hotpress reads them, in JSON")
        page.section("Description")
        page.markdown(schema["description"] as? String ?? "")
        page.markdown(
            """

            Many invoices go in one file as an array, or as one object a line. CSV files and workbooks have a row a line \
            of an invoice; rows with one number are one invoice. E-invoices in XML (UBL, CII) and the exports of other \
            programs are read by profiles: see `hotpress profiles`.
            """)
        for (name, title) in parts {
            guard let part = definitions[name] as? [String: Any], let fields = part["properties"] as? [String: Any]
            else { continue }
            page.section(title)
            page.markdown(part["description"] as? String ?? "")
            for field in Self.names(fields, of: name, in: source) where field != "$schema" {
                add(field, fields[field] as? [String: Any] ?? [:], to: &page)
            }
        }
        page.section("Example")
        page.code(
            [
                #"{"seller": {"name": "Acme Ltd"}, "buyer": {"name": "Zoë Müller"},"#,
                #" "currency": "EUR", "tax": 23,"#,
                #" "lines": [{"name": "Delivery", "quantity": 2.5, "price": "60.00"}]}"#,
            ])
        page.section("See also")
        page.markdown("hotpress(1), hotpress.conf(5), hotpress-template(7)")
        return page.text
    }

    private static let parts = [
        ("invoice", "An invoice"), ("partyObject", "A party"), ("address", "An address"), ("contact", "A contact"),
        ("line", "A line"), ("allowance", "An allowance or charge"), ("taxObject", "A tax"), ("period", "A period"),
        ("payment", "Payment"), ("precedingInvoice", "A preceding invoice"), ("totals", "Totals"), ("mail", "Mail"),
    ]

    /// The names in the order of the file, which a dictionary has lost.
    private static func names(_ fields: [String: Any], of part: String, in source: String) -> [String] {
        let start = source.firstRange(of: "\"\(part)\": {")?.lowerBound ?? source.startIndex
        let places = fields.keys.map {
            ($0, source[start...].firstRange(of: "\"\($0)\":")?.lowerBound ?? source.endIndex)
        }
        return places.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }

    private static func add(_ name: String, _ field: [String: Any], to page: inout Roff) {
        var words = [field["description"] as? String ?? ""]
        if let choices = field["enum"] as? [Any] {
            words.append("One of \(choices.map { "`\($0)`" }.joined(separator: ", ")).")
        }
        if let standard = field["default"] { words.append("Default: `\(standard)`.") }
        page.term("`\(name)`", words.filter { !$0.isEmpty }.joined(separator: " "))
    }
}
