/// The invoice's amounts by tax category and rate, while they are added up (EN 16931 BG-23).
struct TaxGroups {
    struct Group {
        /// Nil for lines that have no tax at all.
        let tax: Tax?
        var lineSum: ExactDecimal = 0
        /// Lines less discounts plus charges.
        var sum: ExactDecimal = 0
        /// The lines' taxes, each rounded.
        var lineTaxes: ExactDecimal = 0
    }

    private(set) var groups: [Group] = []

    mutating func add(
        _ amount: ExactDecimal, taxed tax: Tax?, lineTax: ExactDecimal
    ) throws(ExactDecimal.Overflow) {
        let index = index(of: tax)
        groups[index].lineSum = try groups[index].lineSum + amount
        groups[index].sum = try groups[index].sum + amount
        groups[index].lineTaxes = try groups[index].lineTaxes + lineTax
    }

    /// Books the document's discounts (`sign` −1) or charges (1); what each comes to, and their sum.
    mutating func apply(
        _ allowances: [Allowance], sign: ExactDecimal, lineSum: ExactDecimal, decimals: Int
    ) throws(ExactDecimal.Overflow) -> (amounts: [ExactDecimal], sum: ExactDecimal) {
        var amounts: [ExactDecimal] = []
        var sum = try ExactDecimal.zero.extended(to: decimals)
        for allowance in allowances {
            let amount: ExactDecimal
            switch allowance.value {
            case .amount(let value): amount = try value.rounded(to: decimals)
            case .percent(let percent):
                // A percentage with a tax of its own is of the lines with that tax.
                let base = allowance.tax.map { groups[index(of: $0)].lineSum } ?? lineSum
                amount = try (base * percent).divided(by: 100, decimals: decimals)
            }
            amounts.append(amount)
            sum = try sum + amount
            if let tax = allowance.tax {
                let index = index(of: tax)
                groups[index].sum = try groups[index].sum + amount * sign
            } else {
                try spread(amount * sign, decimals: decimals)
            }
        }
        return (amounts, sum)
    }

    /// In proportion to the groups' lines; what rounding leaves goes to the largest, so that the parts add up.
    private mutating func spread(_ amount: ExactDecimal, decimals: Int) throws(ExactDecimal.Overflow) {
        guard groups.count > 1 else {
            let index = groups.isEmpty ? index(of: nil) : 0
            groups[index].sum = try groups[index].sum + amount
            return
        }
        // Groups below zero (returned goods) bear no part, else parts could exceed the whole.
        let weights = groups.map { $0.lineSum.isNegative ? ExactDecimal.zero : $0.lineSum }
        var total = ExactDecimal.zero
        for weight in weights { total = try total + weight }
        let largest = weights.indices.max { weights[$0] < weights[$1] } ?? 0
        var rest = amount
        if !total.isZero {
            for index in groups.indices where index != largest {
                let part = try (amount * weights[index]).divided(by: total, decimals: decimals)
                groups[index].sum = try groups[index].sum + part
                rest = try rest - part
            }
        }
        groups[largest].sum = try groups[largest].sum + rest
    }

    private mutating func index(of tax: Tax?) -> Int {
        if let index = groups.firstIndex(where: { $0.tax?.category == tax?.category && $0.tax?.rate == tax?.rate }) {
            return index
        }
        groups.append(Group(tax: tax))
        return groups.count - 1
    }

    /// Highest rate first, then in the order of the lines.
    var sorted: [Group] {
        groups.filter { $0.tax != nil }.enumerated().sorted { a, b in
            let (left, right) = (a.element.tax?.rate ?? 0, b.element.tax?.rate ?? 0)
            return left == right ? a.offset < b.offset : left > right
        }.map(\.element)
    }
}

extension TaxGroups.Group {
    func total(
        inclusive: Bool, perLine: Bool, decimals: Int
    ) throws(ExactDecimal.Overflow) -> Totals.TaxGroup {
        let tax = self.tax ?? Tax(rate: 0)
        var amount: ExactDecimal
        if perLine {
            let others = try sum - lineSum
            amount = try lineTaxes + others.tax(at: tax.rate, inside: inclusive, decimals: decimals)
        } else {
            amount = try sum.tax(at: tax.rate, inside: inclusive, decimals: decimals)
        }
        amount = try amount.extended(to: decimals)
        return Totals.TaxGroup(
            category: tax.category, rate: tax.rate.trimmed, name: tax.name,
            basis: try (inclusive ? sum - amount : sum).extended(to: decimals), tax: amount, reason: tax.reason,
            exemptionCode: tax.category.exemptionCode)
    }
}
