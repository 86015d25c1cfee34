/// How taxes and the amount due are rounded.
public struct AddingOptions: Sendable {
    /// Where the tax is rounded: once a group (EN 16931), or once a line.
    public enum TaxRounding: String, Sendable, CaseIterable, Codable {
        case perGroup = "per-group"
        case perLine = "per-line"
    }

    /// What is made of totals that the file states.
    public enum StatedCheck: String, Sendable, CaseIterable, Codable {
        /// A difference is an error.
        case check
        /// The file's totals are printed; a difference is a warning.
        case trust
        case ignore
    }

    public var taxRounding = TaxRounding.perGroup
    public var stated = StatedCheck.check
    /// The smallest coin the amount due is rounded to: 0.05 for Swiss cash. An invoice's own `rounding` goes before.
    public var cashUnit: ExactDecimal?

    public init() {}
}

extension Totals {
    /// The sums of an invoice (EN 16931 BR-CO-10 to BR-CO-17).
    ///
    /// Everything is exact until the one rounding that the rule names: half away from zero, at the currency's own
    /// number of decimals. `ExactDecimal.Overflow` if a product has more than 38 digits.
    init(of invoice: Invoice, options: AddingOptions) throws(ExactDecimal.Overflow) {
        let decimals = invoice.currency.decimals
        var groups = TaxGroups()
        lines = []
        lines.reserveCapacity(invoice.lines.count)
        lineSum = try ExactDecimal.zero.extended(to: decimals)
        for line in invoice.lines {
            let total = try LineTotal(of: line, inclusive: invoice.pricesIncludeTax, decimals: decimals)
            lines.append(total)
            lineSum = try lineSum + total.amount
            try groups.add(total.amount, taxed: line.tax, lineTax: total.tax)
        }

        (discounts, discountSum) = try groups.apply(invoice.discounts, sign: -1, lineSum: lineSum, decimals: decimals)
        (charges, chargeSum) = try groups.apply(invoice.charges, sign: 1, lineSum: lineSum, decimals: decimals)

        let sum = try lineSum - discountSum + chargeSum
        taxGroups = []
        tax = try ExactDecimal.zero.extended(to: decimals)
        for group in groups.sorted {
            let total = try group.total(
                inclusive: invoice.pricesIncludeTax, perLine: options.taxRounding == .perLine, decimals: decimals)
            taxGroups.append(total)
            tax = try tax + total.tax
        }
        net = invoice.pricesIncludeTax ? try sum - tax : sum
        gross = try net + tax

        paid = try invoice.paid.rounded(to: decimals)
        let open = try gross - paid
        rounding = try invoice.rounding.rounded(to: decimals)
        if let unit = options.cashUnit, rounding.isZero {
            rounding = try (open.divided(by: unit, decimals: 0) * unit).rounded(to: decimals) - open
        }
        due = try open + rounding
    }
}

extension Totals.LineTotal {
    /// quantity × price ÷ base − discounts + charges as one fraction, rounded once (BR-CO-04's amount, BT-131).
    init(of line: Line, inclusive: Bool, decimals: Int) throws(ExactDecimal.Overflow) {
        let product = try line.quantity * line.price
        if line.discounts.isEmpty, line.charges.isEmpty {
            amount = try Self.part(product, of: line, percent: 100, plus: 0, decimals: decimals)
            discount = try ExactDecimal.zero.extended(to: decimals)
            charge = discount
        } else {
            let (less, lessPercent) = try Self.sums(line.discounts)
            let (more, morePercent) = try Self.sums(line.charges)
            discount = try Self.part(product, of: line, percent: lessPercent, plus: less, decimals: decimals)
            charge = try Self.part(product, of: line, percent: morePercent, plus: more, decimals: decimals)
            amount = try Self.part(
                product, of: line, percent: ExactDecimal(100) - lessPercent + morePercent, plus: more - less,
                decimals: decimals)
        }
        tax = try amount.tax(at: line.tax?.rate ?? 0, inside: inclusive, decimals: decimals)
    }

    /// product ÷ base × percent ÷ 100 + amount.
    private static func part(
        _ product: ExactDecimal, of line: Line, percent: ExactDecimal, plus amount: ExactDecimal, decimals: Int
    ) throws(ExactDecimal.Overflow) -> ExactDecimal {
        if line.priceBase == 1, percent == 100 { return try (product + amount).rounded(to: decimals) }
        let divisor = try line.priceBase * 100
        return try (product * percent + amount * divisor).divided(by: divisor, decimals: decimals)
    }

    private static func sums(
        _ allowances: [Allowance]
    ) throws(ExactDecimal.Overflow) -> (amount: ExactDecimal, percent: ExactDecimal) {
        var (amount, percent) = (ExactDecimal.zero, ExactDecimal.zero)
        for allowance in allowances {
            switch allowance.value {
            case .amount(let value): amount = try amount + value
            case .percent(let value): percent = try percent + value
            }
        }
        return (amount, percent)
    }
}

extension ExactDecimal {
    /// The tax on a net amount, or inside a gross one.
    func tax(at rate: ExactDecimal, inside: Bool, decimals: Int) throws(Overflow) -> ExactDecimal {
        if rate.isZero { return try ExactDecimal.zero.extended(to: decimals) }
        return try (self * rate).divided(by: inside ? ExactDecimal(100) + rate : 100, decimals: decimals)
    }
}
