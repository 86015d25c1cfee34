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
        TaxRules(invoice).check(into: &bag)
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
        if invoice.date.year < 1980 {
            bag.add(
                .warning(
                    "dated \(invoice.date), long before there were such files",
                    at: invoice.origin.location(of: "date"), hint: "a spreadsheet shows a blank date so"))
        }
        guard let due = invoice.dueDate, due < invoice.date else { return }
        bag.add(
            .warning(
                "due (\(due)) before the invoice's date (\(invoice.date))", at: invoice.origin.location(of: "dueDate")))
    }
}
