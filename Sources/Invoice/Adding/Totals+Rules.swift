internal import Diagnostics

extension Totals {
    /// The sums by the rules of EN 16931 that bind them, BR-CO-10 to 16 and the 01, 08 and 09 of each category.
    ///
    /// Our own sums hold them; totals that a file states and that are trusted may not.
    func check(_ invoice: Invoice, _ severity: Diagnostic.Severity, into bag: inout DiagnosticBag) {
        do throws(ExactDecimal.Overflow) {
            for violation in try sums(invoice) + groups(invoice) {
                bag.add(
                    Diagnostic(
                        severity, "\(violation.words) (\(violation.rule))",
                        at: invoice.origin.location(of: violation.path)))
            }
        } catch {
            bag.add(
                .error(
                    "the sums have more than the 38 digits that are kept exact",
                    at: invoice.origin.location(of: "lines")))
        }
    }

    private struct Violation {
        let rule: String
        let words: String
        let path: String
    }

    private func sums(_ invoice: Invoice) throws(ExactDecimal.Overflow) -> [Violation] {
        var found: [Violation] = []
        func hold(_ rule: String, _ stated: ExactDecimal, _ counted: ExactDecimal, _ what: String, _ path: String) {
            if stated != counted {
                found.append(Violation(rule: rule, words: "\(what) comes to \(counted), not \(stated)", path: path))
            }
        }
        hold("BR-CO-10", lineSum, try Self.sum(lines.map(\.amount)), "the sum of lines", "lines")
        hold("BR-CO-11", discountSum, try Self.sum(discounts), "the sum of discounts", "discounts")
        hold("BR-CO-12", chargeSum, try Self.sum(charges), "the sum of charges", "charges")
        let before = try lineSum - discountSum + chargeSum
        let counted = invoice.pricesIncludeTax ? try before - tax : before
        hold("BR-CO-13", net, counted, "the net", "totals.net")
        hold("BR-CO-14", tax, try Self.sum(taxGroups.map(\.tax)), "the tax", "totals.tax")
        hold("BR-CO-15", gross, try net + tax, "the gross", "totals.gross")
        hold("BR-CO-16", due, try gross - paid + rounding, "the amount due", "totals.due")
        return found
    }

    private func groups(_ invoice: Invoice) throws(ExactDecimal.Overflow) -> [Violation] {
        var found: [Violation] = []
        // One unit of the currency, and a cent for each line.
        let cents = ExactDecimal(mantissa: Int128(invoice.lines.count), scale: invoice.currency.decimals)
        let tolerance = try ExactDecimal(1) + cents
        func add(_ category: Tax.Category, _ number: String, _ words: String) {
            found.append(
                Violation(rule: "BR-\(category.ruleFamily)-\(number)", words: words, path: "lines"))
        }
        for (index, group) in taxGroups.enumerated() {
            if taxGroups[..<index].contains(where: { $0.category == group.category && $0.rate == group.rate }) {
                add(group.category, "01", "category \(group.category.rawValue) is in two groups")
            }
            if !group.category.mayHaveRate, !group.tax.isZero {
                add(group.category, "09", "category \(group.category.rawValue) has a tax of \(group.tax), not 0")
            }
            let counted = try group.basis.tax(at: group.rate, inside: false, decimals: group.tax.scale)
            // As much as rounding line by line, and taking the tax out of gross prices, may differ.
            if group.category.mayHaveRate, try (counted - group.tax).magnitude >= tolerance {
                add(group.category, "09", "\(group.rate) % of \(group.basis) comes to \(counted), not \(group.tax)")
            }
        }
        // Lines without any tax are in no group.
        guard let first = taxGroups.first, invoice.lines.allSatisfy({ $0.tax != nil }) else { return found }
        let basis = try Self.sum(taxGroups.map(\.basis))
        if basis != net { add(first.category, "08", "the groups' amounts come to \(basis), the net is \(net)") }
        return found
    }

    private static func sum(_ values: [ExactDecimal]) throws(ExactDecimal.Overflow) -> ExactDecimal {
        var sum = ExactDecimal.zero
        for value in values { sum = try sum + value }
        return sum
    }
}
