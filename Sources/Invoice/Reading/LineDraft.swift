/// A line while it is read.
struct LineDraft {
    var item: String?
    var name: String?
    var description: String?
    var quantity: ExactDecimal?
    var unit: String?
    /// Whether a price was given at all, be it a faulty one.
    var hasPrice = false
    var price: ExactDecimal?
    var priceBase: ExactDecimal?
    var discounts: [Allowance] = []
    var charges: [Allowance] = []
    var tax: Tax?
    var period: Period?
    var note: String?
    var amount: ExactDecimal?

    /// A line of one text bears it as its name, whichever of name, description or item it was given as.
    consuming func finished() -> Line? {
        guard let title = name ?? description ?? item, let price else { return nil }
        var line = Line(name: title, quantity: quantity ?? 1, price: price, tax: tax)
        if name != nil { line.description = description }
        if name != nil || description != nil { line.item = item }
        line.unit = unit
        line.priceBase = priceBase ?? 1
        line.discounts = discounts
        line.charges = charges
        line.period = period
        line.note = note
        line.statedAmount = amount
        return line
    }
}

struct AllowanceDraft {
    var amount: ExactDecimal?
    var percent: ExactDecimal?
    var reason: String?
    var tax: Tax?
}

struct TaxDraft {
    struct Fault: Error {
        let message: String
        var hint: String?
    }

    var rate: ExactDecimal?
    var category: Tax.Category?
    var name: String?
    var reason: String?

    /// The tax, or why rate and category do not go together (BR-S-05, BR-Z-05, BR-E-05 and their like).
    var tax: Result<Tax, Fault> {
        guard rate != nil || category.map({ !$0.mayHaveRate }) ?? false else {
            return .failure(Fault(message: "a tax needs a 'rate'"))
        }
        let rate = rate ?? 0
        if rate.isNegative { return .failure(Fault(message: "a tax rate is not negative")) }
        if let category, !category.mayHaveRate, !rate.isZero {
            return .failure(Fault(message: "category \(category.rawValue) has the rate 0, not \(rate)"))
        }
        if category == .standard, rate.isZero {
            return .failure(
                Fault(
                    message: "category S has a rate above 0 (BR-S-05)",
                    hint: "a rate of 0 is category Z, or E with a reason"))
        }
        return .success(Tax(rate: rate, category: category, name: name, reason: reason))
    }
}

extension Tax.Category {
    /// Whether the category's rate may be above 0 (BR-Z-05, BR-E-05, BR-AE-05, BR-IC-05, BR-G-05, BR-O-05).
    var mayHaveRate: Bool {
        switch self {
        case .standard, .canaryIslands, .ceutaMelilla: true
        case .zeroRated, .exempt, .reverseCharge, .intraCommunity, .export, .outsideScope: false
        }
    }
}
