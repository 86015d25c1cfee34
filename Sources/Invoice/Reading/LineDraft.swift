/// A line while it is read.
struct LineDraft {
    var item: String?
    var name: String?
    var quantity: ExactDecimal?
    /// Whether a price was given at all, be it a faulty one.
    var hasPrice = false
    var price: ExactDecimal?
    var tax: Tax?
    @Apart var details: LineDetails

    /// What the line is called: one of a single text bears it as its name, whichever it was given as.
    var title: String? { name ?? details.description ?? item }

    /// Nil without a title or a price.
    consuming func finished() -> Line? {
        guard let title, let price else { return nil }
        var line = Line(name: title, quantity: quantity ?? 1, price: price, tax: tax)
        if name != nil {
            line.item = item
        } else if details.description != nil {
            line.item = item
            details.description = nil
        }
        line.take(_details)
        return line
    }
}

struct AllowanceDraft {
    var amount: ExactDecimal?
    var percent: ExactDecimal?
    var reason: String?
    var tax: Tax?
}

/// A percentage below 1 that may have been meant as a share of one.
struct FractionalPercentage {
    let value: ExactDecimal
    let written: String

    var message: String { "\"\(written)\" is less than one per cent" }

    var hint: String {
        let meant = (try? value * 100)?.trimmed.description ?? "100"
        return "write \(meant) for \(meant) %; if less than one per cent is meant, write \"\(value) %\""
    }
}

/// Above 0 and below 1.
func isFraction(_ value: ExactDecimal) -> Bool { value > 0 && value < 1 }

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
            return .failure(
                Fault(
                    message: "category \(category.rawValue) has the rate 0, not \(rate) (BR-\(category.ruleFamily)-05)")
            )
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
