public import Diagnostics

/// Adds an invoice up, and refuses what breaks the rules of EN 16931 that a reader would stumble over.
///
/// Errors: no lines; a product beyond 38 digits; amounts finer than the currency; stated totals that differ; AE and K
/// without both VAT numbers; several exemption reasons for one category. All of them are reported at once.
public func add(_ invoice: Invoice, options: AddingOptions = AddingOptions()) throws(DiagnosticError) -> AddedInvoice {
    let invoice = invoice.withPositiveCredit()
    var bag = DiagnosticBag(file: invoice.origin.file)
    InvoiceRules(invoice: invoice).check(into: &bag)
    do {
        var totals = try Totals(of: invoice, options: options)
        totals.compare(with: invoice, options.stated, into: &bag)
        totals.check(invoice, options.stated == .trust ? .warning : .error, into: &bag)
        if !bag.hasErrors {
            let warnings = bag.sorted.map { $0.ranked(invoice.origin.index) }
            return AddedInvoice(invoice: invoice, totals: totals, warnings: warnings)
        }
    } catch {
        bag.add(invoice.overflowDiagnostic())
    }
    throw DiagnosticError(bag.sorted.map { $0.ranked(invoice.origin.index) })
}

extension Invoice {
    /// A credit note's amounts are positive; one that was written with minus signs is turned, so that none doubles.
    fileprivate func withPositiveCredit() -> Invoice {
        guard type == .creditNote, let sum = try? Totals(of: self, options: AddingOptions()).lineSum, sum.isNegative
        else { return self }
        var result = self
        for index in lines.indices {
            result.lines[index].quantity = -lines[index].quantity
            result.lines[index].discounts = lines[index].discounts.map(\.turned)
            result.lines[index].charges = lines[index].charges.map(\.turned)
            result.lines[index].statedAmount = lines[index].statedAmount.map { -$0 }
        }
        result.discounts = discounts.map(\.turned)
        result.charges = charges.map(\.turned)
        result.paid = -paid
        result.rounding = -rounding
        result.stated.net = stated.net?.magnitude
        result.stated.tax = stated.tax?.magnitude
        result.stated.gross = stated.gross?.magnitude
        result.stated.due = stated.due?.magnitude
        return result
    }

    /// Names the first line that is too long by itself, else the whole.
    fileprivate func overflowDiagnostic() -> Diagnostic {
        for (index, line) in lines.enumerated() {
            guard (try? Totals.LineTotal(of: line, inclusive: pricesIncludeTax, decimals: currency.decimals)) == nil
            else { continue }
            return .error(
                "quantity × price has more than the 38 digits that are kept exact",
                at: location(ofLine: index), hint: "give quantity and price fewer digits")
        }
        return .error("the sums have more than the 38 digits that are kept exact", at: origin.location(of: "lines"))
    }

    func location(ofLine index: Int) -> SourceLocation {
        let place = lines[index].place
        return SourceLocation(
            file: origin.file, position: place.position ?? origin.place.position,
            path: place.row > 0 ? "row \(place.row)" : "lines[\(index)]")
    }
}

extension Allowance {
    /// Percentages follow their base by themselves.
    fileprivate var turned: Allowance {
        guard case .amount(let amount) = value else { return self }
        return Allowance(.amount(-amount), reason: reason, tax: tax)
    }
}

extension Totals {
    /// Sets the totals that the file states beside ours (`totals = check | trust | ignore`).
    fileprivate mutating func compare(
        with invoice: Invoice, _ check: AddingOptions.StatedCheck, into bag: inout DiagnosticBag
    ) {
        guard check != .ignore else { return }
        let stated = invoice.stated
        let severity: Diagnostic.Severity = check == .check ? .error : .warning
        let pairs: [(String, String, ExactDecimal?, WritableKeyPath<Totals, ExactDecimal>)] = [
            ("net", "BR-CO-13", stated.net, \.net), ("tax", "BR-CO-14", stated.tax, \.tax),
            ("gross", "BR-CO-15", stated.gross, \.gross), ("due", "BR-CO-16", stated.due, \.due),
        ]
        for (name, rule, value, path) in pairs {
            guard let value, value != self[keyPath: path] else { continue }
            bag.add(
                Diagnostic(
                    severity, "the file says \(value), its lines add up to \(self[keyPath: path]) (\(rule))",
                    at: invoice.origin.location(of: "totals.\(name)"),
                    hint:
                        "correct the file, or set in [invoice] of the configuration 'totals = ignore' to print our sum, 'totals = trust' to print the file's"
                ))
            if check == .trust { self[keyPath: path] = value }
        }
        for (index, line) in invoice.lines.enumerated() {
            guard let value = line.statedAmount, value != lines[index].amount else { continue }
            bag.add(
                Diagnostic(
                    severity, "the file says \(value) for this line, quantity × price comes to \(lines[index].amount)",
                    at: invoice.location(ofLine: index),
                    hint: "correct the file, or set 'totals = ignore' to print our sum"))
        }
    }
}
