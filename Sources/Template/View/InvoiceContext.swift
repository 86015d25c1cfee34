import Invoice

/// One invoice with the words and formats of its language: the subject of the model's tables.
final class InvoiceContext: Sendable {
    let invoice: Invoice
    let totals: Totals
    let labels: Labels
    let options: FillOptions
    let formatter: ValueFormatter
    let locale: LocaleFormat
    /// The groups of tax that print a row.
    let taxRows: [Totals.TaxGroup]

    init(_ added: AddedInvoice, labels: Labels, options: FillOptions) {
        invoice = added.invoice
        totals = added.totals
        self.labels = labels
        self.options = options
        formatter = ValueFormatter(locale: added.invoice.locale, currency: added.invoice.currency)
        locale = LocaleFormat.of(added.invoice.locale)
        taxRows = added.totals.taxGroups.filter { !$0.isExempting }
    }

    var root: Value { InvoiceModel.invoice.record(self) }

    /// Whether the document is ahead of an invoice: nothing is owed by it.
    var isDraft: Bool { invoice.type == .quote || invoice.type == .proforma }

    /// Whether an invoice leaves nothing to be paid.
    var isPaid: Bool { !isDraft && (totals.due.isZero || totals.due.isNegative) }

    // MARK: Tax

    /// Why there is no tax, a sentence for each reason, none twice and none that the notes hold already.
    var exemptions: [String] {
        var reasons: [String] = []
        for group in totals.taxGroups where group.isExempting {
            let reason = group.reason ?? labels.exemption(group.category)
            let isSaid = reasons.contains(reason) || invoice.notes.contains { $0.contains(reason) }
            if !isSaid { reasons.append(reason) }
        }
        return reasons
    }

    var notes: [String] { exemptions + invoice.notes }

    // MARK: Page

    var language: String { invoice.locale.replacing("_", with: "-") }

    var logo: String? { invoice.seller.logo ?? options.logo }

    var paper: Paper {
        if let paper = options.paper { return paper }
        let tag = language.split(separator: "-").dropFirst().first { $0.utf8.count == 2 }.map(String.init)
        let country = invoice.seller.address?.country ?? tag
        return country.map(Paper.usual(in:)) ?? .a4
    }

    /// How to pay, as lines of text.
    var paymentLines: [String] {
        let payment = invoice.payment
        var lines = payment.means.map { [labels.paymentMeans($0)] } ?? []
        for (label, value) in [
            ("iban", payment.iban.map(PaymentModel.grouped)), ("bic", payment.bic),
            ("paymentReference", payment.reference),
            ("mandate", payment.mandate),
        ] {
            if let value { lines.append("\(labels.label(label)): \(value)") }
        }
        return lines + [payment.terms].compactMap { $0 }
    }

    /// Lines of text as one; on a page from right to left each is kept in its own direction (UAX #9, isolates).
    func block(_ lines: [String]) -> String {
        guard locale.isRightToLeft else { return lines.joined(separator: "\n") }
        return lines.map { "\u{2068}\($0)\u{2069}" }.joined(separator: "\n")
    }
}

/// The size of the page.
public enum Paper: String, Sendable, CaseIterable {
    case a4 = "A4"
    case letter = "Letter"

    /// What a country's offices print on (CLDR, supplemental measurement data).
    static func usual(in country: String) -> Paper {
        letterCountries.contains(country.uppercased()) ? .letter : .a4
    }

    private static let letterCountries: Set<String> = [
        "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
    ]
}

/// What a configuration says about filling, besides the invoice.
public struct FillOptions: Sendable {
    /// File name of the logo for invoices that name none.
    public var logo: String?
    /// Nil takes the usual paper of the seller's country, or of the locale's.
    public var paper: Paper?

    public init(logo: String? = nil, paper: Paper? = nil) {
        self.logo = logo
        self.paper = paper
    }
}
