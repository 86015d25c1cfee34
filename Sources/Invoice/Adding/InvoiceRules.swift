internal import Diagnostics

/// The rules of EN 16931 that do not follow from adding up, each named by its id.
struct InvoiceRules {
    let invoice: Invoice

    func check(into bag: inout DiagnosticBag) {
        if invoice.lines.isEmpty {
            bag.add(
                .error(
                    "no lines: an invoice has at least one (BR-16)", at: invoice.origin.location(of: "lines"),
                    hint: "add an entry with a name and a price to 'lines'"))
        }
        checkDecimals(into: &bag)
        checkDates(into: &bag)
        checkTaxes(into: &bag)
        if !invoice.currency.isListed {
            bag.add(
                .warning(
                    "ISO 4217 lists no currency \(invoice.currency); it is printed with two decimals",
                    at: invoice.origin.location(of: "currency")))
        }
    }

    /// BR-DEC-16 and 17, at the currency's own number of decimals.
    private func checkDecimals(into bag: inout DiagnosticBag) {
        for (name, amount) in [("paid", invoice.paid), ("rounding", invoice.rounding)]
        where amount.trimmed.scale > invoice.currency.decimals {
            bag.add(
                .error(
                    "\(amount) has more decimals than \(invoice.currency), which has \(invoice.currency.decimals)",
                    at: invoice.origin.location(of: name)))
        }
    }

    private func checkDates(into bag: inout DiagnosticBag) {
        guard let due = invoice.dueDate, due < invoice.date else { return }
        bag.add(
            .warning(
                "due (\(due)) before the invoice's date (\(invoice.date))", at: invoice.origin.location(of: "dueDate")))
    }

    private func checkTaxes(into bag: inout DiagnosticBag) {
        var taxes: [Tax] = []
        for line in invoice.lines {
            if let tax = line.tax, tax != taxes.last { taxes.append(tax) }
        }
        taxes += (invoice.discounts + invoice.charges).compactMap(\.tax)
        // The plain rates ask for nothing more.
        guard taxes.contains(where: { !$0.category.mayHaveRate }) else { return }
        for category in Tax.Category.allCases { check(category, among: taxes, into: &bag) }
    }

    private func check(_ category: Tax.Category, among taxes: [Tax], into bag: inout DiagnosticBag) {
        let own = taxes.filter { $0.category == category }
        guard !own.isEmpty else { return }
        let place = invoice.origin.location(of: "lines")
        let code = category.rawValue
        if !category.mayHaveRate, own.contains(where: { !$0.rate.isZero }) {
            bag.add(.error("category \(code) has the rate 0 (BR-\(category.ruleFamily)-05)", at: place))
        }
        if category == .reverseCharge || category == .intraCommunity { checkVATNumbers(category, into: &bag) }
        let reasons = Set(own.compactMap(\.reason))
        if category.isExempting, reasons.count > 1 {
            bag.add(
                .error(
                    "category \(code) has several reasons; an invoice gives one for each category (BR-\(category.ruleFamily)-10)",
                    at: place, hint: "they are: \(reasons.sorted().joined(separator: "; "))"))
        }
        if category == .exempt, reasons.isEmpty {
            bag.add(
                .warning(
                    "category E without a reason (BR-E-10); the page says only that it is exempt", at: place,
                    hint: "give it in the tax: {\"category\": \"E\", \"reason\": \"…\"}"))
        }
        if category == .outsideScope, own.count < taxes.count {
            bag.add(.error("category O stands beside other categories (BR-O-11)", at: place))
        }
    }

    /// BR-AE-02 and BR-IC-02, held to the VAT numbers of both.
    private func checkVATNumbers(_ category: Tax.Category, into bag: inout DiagnosticBag) {
        for (role, party) in [("seller", invoice.seller), ("buyer", invoice.buyer)] where party.vatId == nil {
            bag.add(
                .error(
                    "category \(category.rawValue) needs the \(role)'s VAT number (BR-\(category.ruleFamily)-02)",
                    at: invoice.origin.location(of: "\(role).vatId"), hint: "set '\(role).vatId'"))
        }
    }
}

extension Tax.Category {
    /// What EN 16931 calls the category in the ids of its rules.
    fileprivate var ruleFamily: String {
        switch self {
        case .intraCommunity: "IC"
        case .canaryIslands: "AF"
        case .ceutaMelilla: "AG"
        case .standard, .zeroRated, .exempt, .reverseCharge, .export, .outsideScope: rawValue
        }
    }
}
