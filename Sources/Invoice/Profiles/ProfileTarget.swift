/// A place in the model that a profile may fill, and what kind of value belongs there.
struct ProfileTarget: Sendable {
    enum Kind: Sendable {
        case text
        /// A number, code or name that a spreadsheet must not have spoilt.
        case identifier
        /// As many values as there are.
        case texts
        case number, date, flag
        /// A number that counts things.
        case quantity
        /// A number of per cent.
        case rate
        /// A rate, a category's code, or words around a percentage.
        case tax
    }

    /// `buyer.address.city` as steps.
    let path: [String]
    let kind: Kind

    /// Where a section's names lead.
    enum Section: Sendable {
        case invoice, line, allowance
    }

    /// Nil if the model has no such place.
    init?(_ name: String, in section: Section) {
        guard let kind = Self.kinds(of: section)[name] else { return nil }
        path = name.split(separator: ".").map(String.init)
        self.kind = kind
    }

    static func names(in section: Section) -> [String] { kinds(of: section).keys.sorted() }

    private static func kinds(of section: Section) -> [String: Kind] {
        switch section {
        case .invoice: invoice
        case .line: line
        case .allowance: allowance
        }
    }

    private static let party: [String: Kind] = [
        "name": .text, "vatId": .identifier, "taxId": .identifier, "registration": .identifier, "number": .identifier,
        "email": .identifier, "address.lines": .texts, "address.postcode": .identifier, "address.city": .text,
        "address.region": .text, "address.country": .text, "contact.name": .text, "contact.phone": .identifier,
        "contact.email": .identifier, "address": .text, "logo": .identifier,
    ]

    private static let tax: [String: Kind] = [
        "tax": .tax, "tax.rate": .rate, "tax.category": .identifier, "tax.name": .text, "tax.reason": .text,
    ]

    private static let invoice: [String: Kind] = {
        var result: [String: Kind] = [
            "type": .identifier, "number": .identifier, "date": .date, "dueDate": .date, "deliveryDate": .date,
            "period.from": .date, "period.to": .date, "currency": .identifier, "locale": .identifier,
            "template": .identifier, "seller": .text, "buyer": .text, "shipTo": .text,
            "buyerReference": .identifier, "order": .identifier, "contract": .identifier, "project": .identifier,
            "precedingInvoice.number": .identifier, "precedingInvoice.date": .date, "pricesIncludeTax": .flag,
            "paid": .number, "rounding": .number, "payment.means": .text, "payment.terms": .text,
            "payment.iban": .identifier, "payment.bic": .identifier, "payment.reference": .identifier,
            "payment.mandate": .identifier, "notes": .texts, "totals.net": .number, "totals.tax": .number,
            "totals.gross": .number, "totals.due": .number, "mail.to": .texts,
        ]
        for role in ["seller", "buyer", "shipTo"] {
            for (name, kind) in party { result["\(role).\(name)"] = kind }
        }
        return result.merging(tax) { known, _ in known }
    }()

    private static let line: [String: Kind] = [
        "item": .identifier, "name": .text, "description": .text, "quantity": .quantity, "unit": .text,
        "price": .number, "priceBase": .quantity, "period.from": .date, "period.to": .date, "note": .text,
        "amount": .number,
    ].merging(tax) { known, _ in known }

    private static let allowance: [String: Kind] = [
        "amount": .number, "percent": .number, "reason": .text,
    ].merging(tax) { known, _ in known }
}
