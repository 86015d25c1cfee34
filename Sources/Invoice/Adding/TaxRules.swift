internal import Diagnostics

/// The rules of EN 16931 for each tax category: BR-S, Z, E, AE, IC, G, O (and AF, AG), 01 to 14.
///
/// What would print a wrong page is an error; what only a strict reader of e-invoices minds is a warning.
struct TaxRules {
    /// Where a tax stands; the rules number lines, discounts and charges apart.
    private enum Place: Int {
        case line, discount, charge

        var words: String {
            switch self {
            case .line: "a line"
            case .discount: "a discount"
            case .charge: "a charge"
            }
        }
    }

    private struct Use {
        let tax: Tax
        let place: Place
        let path: String
    }

    private let invoice: Invoice
    private let uses: [Use]

    init(_ invoice: Invoice) {
        self.invoice = invoice
        var uses: [Use] = []
        for line in invoice.lines {
            if let tax = line.tax, tax != uses.last?.tax { uses.append(Use(tax: tax, place: .line, path: "lines")) }
        }
        for (index, discount) in invoice.discounts.enumerated() {
            guard let tax = discount.tax else { continue }
            uses.append(Use(tax: tax, place: .discount, path: "discounts[\(index)]"))
        }
        for (index, charge) in invoice.charges.enumerated() {
            guard let tax = charge.tax else { continue }
            uses.append(Use(tax: tax, place: .charge, path: "charges[\(index)]"))
        }
        self.uses = uses
    }

    func check(into bag: inout DiagnosticBag) {
        for category in Tax.Category.allCases {
            let own = uses.filter { $0.tax.category == category }
            guard let first = own.first else { continue }
            checkRates(own, into: &bag)
            checkIdentifiers(first, into: &bag)
            checkReasons(category, own, into: &bag)
            if category == .intraCommunity { checkDelivery(into: &bag) }
            if category == .outsideScope { checkAlone(into: &bag) }
        }
    }

    // MARK: 02 to 04: who is named

    private func checkIdentifiers(_ use: Use, into bag: inout DiagnosticBag) {
        let rule = rule(use.tax.category, 2 + use.place.rawValue)
        switch use.tax.category {
        case .reverseCharge, .intraCommunity:
            for (role, party) in [("seller", invoice.seller), ("buyer", invoice.buyer)] where party.vatId == nil {
                bag.add(
                    .error(
                        "category \(use.tax.category.rawValue) needs the \(role)'s VAT number (\(rule))",
                        at: invoice.origin.location(of: "\(role).vatId"), hint: "set '\(role).vatId'"))
            }
        case .export: requireSeller(invoice.seller.vatId != nil, "VAT number", use, rule, into: &bag)
        case .outsideScope:
            for (role, party) in [("seller", invoice.seller), ("buyer", invoice.buyer)] where party.vatId != nil {
                bag.add(
                    .warning(
                        "category O names no VAT number, and the \(role)'s is given (\(rule))",
                        at: invoice.origin.location(of: "\(role).vatId")))
            }
        case .standard, .zeroRated, .exempt, .canaryIslands, .ceutaMelilla:
            let isKnown = invoice.seller.vatId != nil || invoice.seller.taxId != nil
            requireSeller(isKnown, "VAT number or tax number", use, rule, into: &bag)
        }
    }

    private func requireSeller(
        _ isKnown: Bool, _ what: String, _ use: Use, _ rule: String, into bag: inout DiagnosticBag
    ) {
        if isKnown { return }
        bag.add(
            .warning(
                "\(use.place.words) of category \(use.tax.category.rawValue) asks for the seller's \(what) (\(rule))",
                at: invoice.origin.location(of: "seller.vatId"),
                hint: "set 'seller.vatId' or 'seller.taxId', best in the configuration"))
    }

    // MARK: 05 to 07: rates

    private func checkRates(_ uses: [Use], into bag: inout DiagnosticBag) {
        for use in uses {
            let category = use.tax.category
            let rule = rule(category, 5 + use.place.rawValue)
            if !category.mayHaveRate, !use.tax.rate.isZero {
                bag.add(
                    .error(
                        "category \(category.rawValue) has the rate 0 (\(rule))",
                        at: invoice.origin.location(of: use.path)))
            } else if category == .standard, !(use.tax.rate > 0) {
                bag.add(
                    .error(
                        "category S has a rate above 0 (\(rule))", at: invoice.origin.location(of: use.path),
                        hint: "a rate of 0 is category Z, or E with a reason"))
            }
        }
    }

    // MARK: 10: reasons

    private func checkReasons(_ category: Tax.Category, _ uses: [Use], into bag: inout DiagnosticBag) {
        let reasons = Set(uses.compactMap(\.tax.reason))
        let place = invoice.origin.location(of: uses.first?.path ?? "lines")
        let rule = rule(category, 10)
        if category.isExempting, reasons.count > 1 {
            bag.add(
                .error(
                    "category \(category.rawValue) has several reasons; an invoice gives one for each category (\(rule))",
                    at: place, hint: "they are: \(reasons.sorted().joined(separator: "; "))"))
        }
        if category == .exempt, reasons.isEmpty {
            bag.add(
                .warning(
                    "category E without a reason (\(rule)); the page says only that it is exempt", at: place,
                    hint: "give it in the tax: {\"category\": \"E\", \"reason\": \"…\"}"))
        }
        if !category.isExempting, let reason = reasons.first {
            bag.add(
                .warning(
                    "category \(category.rawValue) has no exemption reason (\(rule)); \"\(reason)\" is not printed",
                    at: place))
        }
    }

    // MARK: 11 to 14: what else there is

    private func checkDelivery(into bag: inout DiagnosticBag) {
        if invoice.deliveryDate == nil, invoice.period == nil {
            bag.add(
                .warning(
                    "category K asks for the day or period of delivery (BR-IC-11)",
                    at: invoice.origin.location(of: "deliveryDate"), hint: "set 'deliveryDate' or 'period'"))
        }
        if (invoice.shipTo?.address?.country ?? invoice.buyer.address?.country) == nil {
            bag.add(
                .warning(
                    "category K asks for the country delivered to (BR-IC-12)",
                    at: invoice.origin.location(of: "shipTo.address.country"),
                    hint: "set the country in 'shipTo' or in the buyer's address"))
        }
    }

    private func checkAlone(into bag: inout DiagnosticBag) {
        guard let other = uses.first(where: { $0.tax.category != .outsideScope }) else { return }
        let rule = other.place == .line ? "BR-O-11, BR-O-12" : "BR-O-11, BR-O-\(12 + other.place.rawValue)"
        bag.add(
            .error(
                "category O stands beside other categories (\(rule))", at: invoice.origin.location(of: other.path)))
    }

    private func rule(_ category: Tax.Category, _ number: Int) -> String {
        "BR-\(category.ruleFamily)-\(number < 10 ? "0" : "")\(number)"
    }
}

extension Tax.Category {
    /// What EN 16931 calls the category in the ids of its rules.
    var ruleFamily: String {
        switch self {
        case .intraCommunity: "IC"
        case .canaryIslands: "AF"
        case .ceutaMelilla: "AG"
        case .standard, .zeroRated, .exempt, .reverseCharge, .export, .outsideScope: rawValue
        }
    }
}
