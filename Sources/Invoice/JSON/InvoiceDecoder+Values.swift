internal import Diagnostics

extension InvoiceDecoder {
    /// Free text; empty text is none.
    mutating func string(_ node: JSONNode) -> String? {
        switch node.content {
        case .string(let text): return text.isEmpty ? nil : withoutControls(text)
        case .number(let text): return text
        default:
            expected("text", node)
            return nil
        }
    }

    /// A number, code or name: text without space around it, or a whole JSON number.
    mutating func identifier(_ node: JSONNode) -> String? {
        if case .number(let digits) = node.content, !digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            expected("an identifier", node, hint: "identifiers stand in double quotes")
            return nil
        }
        guard let text = string(node).map({ trimmed($0) }), !text.isEmpty else { return nil }
        if text.contains(where: \.isNewline) {
            expected("an identifier on one line", node)
            return nil
        }
        return text
    }

    /// An exact decimal: a JSON number, or text that holds one.
    mutating func amount(_ node: JSONNode, counts: Bool = false) -> ExactDecimal? {
        switch node.content {
        case .number(let text):
            if let value = ExactDecimal(text) { return value }
            error("\(text) has more than the 38 digits that are kept exact", at: node.offset)
            return nil
        case .string(let text):
            if let value = ExactDecimal(text) { return value }
            switch NumberCell(text, counts: counts).value(decimalSign: nil) {
            case .value(let value): return value
            case .blank: return nil
            case .ambiguous:
                error(
                    "it cannot be told whether \(node.summary) has decimals", at: node.offset,
                    hint: "write it with a point before the decimals and nothing between the thousands")
            case .notANumber: expected("a number", node, hint: NumberCell.hint(for: text))
            }
            return nil
        default:
            expected("a number", node)
            return nil
        }
    }

    mutating func date(_ node: JSONNode) -> CalendarDate? {
        guard case .string(let text) = node.content else {
            expected("a date such as \"2026-11-30\"", node)
            return nil
        }
        if text.isEmpty { return nil }
        switch DateCell(text).date(order: nil) {
        case .date(let date): return date
        case .ambiguous:
            error(
                "\(node.summary) does not say which part is the day", at: node.offset,
                hint: "write the date as YYYY-MM-DD")
        case .notADate: expected("a date such as \"2026-11-30\"", node)
        }
        return nil
    }

    mutating func flag(_ node: JSONNode) -> Bool? {
        switch node.content {
        case .bool(let flag): return flag
        case .string("true"), .string("yes"): return true
        case .string("false"), .string("no"): return false
        default:
            expected("true or false", node)
            return nil
        }
    }

    mutating func sending(_ node: JSONNode) -> MailOrder.Sending? {
        if case .string("ask") = node.content { return .ask }
        return flag(node).map { $0 ? .yes : .no }
    }

    mutating func currency(_ node: JSONNode) -> Currency? {
        guard let code = identifier(node) else { return nil }
        guard let currency = Currency(code) else {
            expected("a currency code of three letters (ISO 4217)", node)
            return nil
        }
        return currency
    }

    /// One of the raw values of `Choice`; case, `_` and spaces do not count.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(_ node: JSONNode, _: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        guard let text = identifier(node) else { return nil }
        let wanted = text.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 }
        if let choice = Choice.allCases.first(where: { Array($0.rawValue.lowercased()) == wanted }) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        expected(
            "one of \(names.joined(separator: ", "))", node,
            hint: nearestName(to: text, among: names).map { "did you mean '\($0)'?" })
        return nil
    }

    mutating func strings(_ node: JSONNode) -> [String] {
        var result: [String] = []
        list(node) { item, decoder in
            if let text = decoder.string(item) { result.append(text) }
        }
        return result
    }

    /// An amount that must not be negative.
    mutating func positive(_ node: JSONNode, orZero: Bool = true, counts: Bool = false) -> ExactDecimal? {
        guard let value = amount(node, counts: counts) else { return nil }
        if value.isNegative || !orZero && value.isZero {
            expected(orZero ? "a number that is not negative" : "a number above 0", node)
            return nil
        }
        return value
    }

    /// A rate of tax in per cent. What is below 1 may have been meant as a share of one, unless a sign says so.
    mutating func rate(_ node: JSONNode) -> ExactDecimal? {
        guard let value = positive(node) else { return nil }
        guard isFraction(value) else { return value }
        if case .string(let text) = node.content, text.contains("%") { return value }
        let fault = FractionalPercentage(value: value, written: value.description)
        error(fault.message, at: node.offset, hint: fault.hint)
        return nil
    }
}
