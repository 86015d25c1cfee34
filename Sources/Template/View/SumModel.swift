import Invoice

/// A row of the sums: what it is called, and what it comes to.
struct Sum: Sendable {
    var name: String
    var amount: ExactDecimal
}

/// The names of a row of the sums.
enum SumModel {
    static let sum = RecordType<Sum>(
        "sum",
        [
            Field("name", .text) { .text($0.name) },
            Field("amount", .number) { .amount($0.amount) },
        ])
}

extension InvoiceContext {
    /// The rows that lead from the lines to the gross total; none if the lines are the total.
    var subtotals: [Sum] {
        var sums: [Sum] = []
        if !invoice.discounts.isEmpty || !invoice.charges.isEmpty {
            sums.append(Sum(name: labels.label("subtotal"), amount: totals.lineSum))
        }
        for (discount, amount) in zip(invoice.discounts, totals.discounts) {
            sums.append(Sum(name: text(ofDiscount: discount), amount: -amount))
        }
        for (charge, amount) in zip(invoice.charges, totals.charges) {
            sums.append(Sum(name: text(ofCharge: charge), amount: amount))
        }
        if !taxRows.isEmpty { sums.append(Sum(name: labels.label("net"), amount: totals.net)) }
        for group in taxRows {
            let tax = group.name ?? labels.label("tax")
            sums.append(Sum(name: "\(tax) \(formatter.string(.percent(group.rate)))", amount: group.tax))
        }
        return sums
    }

    /// The rows that lead from the gross total to the amount due; none if they are the same.
    var payments: [Sum] {
        guard !totals.paid.isZero || !totals.rounding.isZero else { return [] }
        var sums: [Sum] = []
        if !totals.paid.isZero { sums.append(Sum(name: labels.label("paid"), amount: -totals.paid)) }
        if !totals.rounding.isZero { sums.append(Sum(name: labels.label("rounding"), amount: totals.rounding)) }
        return sums + [Sum(name: labels.label("due"), amount: totals.due)]
    }

    /// `Discount 10% (Quantity)`.
    func text(ofDiscount discount: Allowance) -> String {
        let head = labels.label("discount") + percentage(of: discount)
        return discount.reason.map { "\(head) (\($0))" } ?? head
    }

    /// The reason, as a charge's says what it is.
    func text(ofCharge charge: Allowance) -> String {
        (charge.reason ?? labels.label("charge")) + percentage(of: charge)
    }

    private func percentage(of allowance: Allowance) -> String {
        guard case .percent(let rate) = allowance.value else { return "" }
        return " " + formatter.string(.percent(rate))
    }

    func text(of period: Period) -> String {
        [period.from, period.to].map { formatter.string(Value($0)) }.joined(separator: "\u{A0}– ")
    }
}
