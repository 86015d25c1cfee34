internal import Diagnostics

/// An invoice while it is read: what may still be missing is optional here.
struct InvoiceDraft {
    /// `date`, `currency` and `locale` in it stand for nothing until `finished`.
    var invoice: Invoice
    var date: CalendarDate?
    var currency: Currency?
    var locale: String?
    /// For lines without a tax of their own.
    var tax: Tax?
    var termsDays: Int?

    init(defaults: InvoiceDefaults) {
        invoice = Invoice(date: defaults.today, currency: defaults.currency, locale: defaults.locale)
    }

    /// The invoice with the defaults in every place that the file left open.
    consuming func finished(with defaults: InvoiceDefaults) -> Invoice {
        invoice.origin.isDated = date != nil
        invoice.origin.isDueDated = invoice.dueDate != nil
        invoice.date = date ?? defaults.today
        invoice.currency = currency ?? defaults.currency
        invoice.locale = locale ?? defaults.locale
        invoice.template = invoice.template ?? defaults.template
        invoice.complete(with: defaults)
        if invoice.dueDate == nil, let days = termsDays ?? defaults.termsDays {
            invoice.dueDate = invoice.date.adding(days: days)
        }
        if let tax = tax ?? defaults.tax {
            for index in invoice.lines.indices where invoice.lines[index].tax == nil {
                invoice.lines[index].tax = tax
            }
        }
        return invoice
    }
}

extension Party {
    /// A party that the file names stands by itself; the configuration fills in only the seller that it knows.
    func completed(by known: Party) -> Party {
        if let name, let knownName = known.name, name != knownName { return self }
        var result = self
        result.name = name ?? known.name
        result.address = address ?? known.address
        result.vatId = vatId ?? known.vatId
        result.taxId = taxId ?? known.taxId
        result.registration = registration ?? known.registration
        result.number = number ?? known.number
        result.email = email ?? known.email
        result.contact = contact ?? known.contact
        result.logo = logo ?? known.logo
        return result
    }
}

extension Payment {
    func completed(by known: Payment) -> Payment {
        var result = self
        result.means = means ?? known.means
        result.terms = terms ?? known.terms
        if iban == nil {
            result.iban = known.iban
            result.bic = bic ?? known.bic
        }
        result.reference = reference ?? known.reference
        result.mandate = mandate ?? known.mandate
        return result
    }
}

extension Party {
    /// A party written as text: its name, then the lines of its address.
    init(text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty }
        self.init(name: lines.first)
        if lines.count > 1 { address = Address(lines: Array(lines.dropFirst())) }
    }
}

extension Address {
    init(text: String) {
        self.init(lines: text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty })
    }
}

/// The text without white space around it.
func trimmed(_ text: some StringProtocol) -> String {
    let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
    return String(text[start..<end])
}

/// The days in payment terms such as `30`, `30 days`, `Net 30`, `14 Tage netto`; nil if the text names no single number.
func termsDays(in text: String) -> Int? {
    if text.lowercased() == "due on receipt" { return 0 }
    let numbers = text.split { !$0.isASCII || !$0.isNumber }
    guard numbers.count == 1, let days = numbers.first.flatMap({ Int($0) }), days <= 3650 else { return nil }
    return text.contains("%") ? nil : days
}
