internal import Diagnostics

extension CSVDecoder {
    mutating func expected(_ what: String, _ cell: CSVCell, hint: String? = nil) {
        bag.add(.error("expected \(what), found \"\(cell.text)\"", at: location(cell), hint: hint))
    }

    /// The cell's text; what a spreadsheet does to keep or spoil identifiers is undone or refused.
    mutating func identifier(_ cell: CSVCell) -> String? {
        guard let text = spreadsheetIdentifier(cell.text) else {
            bag.add(
                .error(
                    "\"\(cell.text)\" was an identifier once: a spreadsheet has made a number of it and lost digits",
                    at: location(cell), hint: "format the column as text and enter it anew"))
            return nil
        }
        return text.isEmpty ? nil : text
    }

    mutating func amount(_ cell: CSVCell) -> ExactDecimal? {
        if isScientific(cell.text) {
            expected("a number", cell, hint: "a spreadsheet has shortened it; format the column as a number")
            return nil
        }
        if survey.decimalSign != .comma, let value = ExactDecimal(cell.text), !isUndecided(cell.text) { return value }
        let counts = cell.column.field == .quantity || cell.column.field == .priceBase
        switch NumberCell(cell.text, counts: counts).value(decimalSign: survey.decimalSign) {
        case .value(let value): return value
        case .blank: return nil
        case .notANumber: expected("a number", cell, hint: NumberCell.hint(for: cell.text))
        case .ambiguous:
            bag.add(
                .error(
                    "it cannot be told whether \"\(cell.text)\" has decimals, and no other cell of the file tells",
                    at: location(cell),
                    hint: "say so in [invoice] of the configuration, or in the profile: 'decimal = .' or 'decimal = ,'")
            )
        }
        return nil
    }

    /// Whether the text's point may part thousands, for all that is known of the file.
    private func isUndecided(_ text: String) -> Bool {
        survey.decimalSign == nil && text.utf8.contains(UInt8(ascii: "."))
    }

    /// A share of a hundred. What is below 1 may have been meant as a share of one, unless a sign says so.
    mutating func percentage(_ cell: CSVCell) -> ExactDecimal? {
        guard let value = amount(cell) else { return nil }
        guard isFraction(value), !cell.text.contains("%") else { return value }
        let fault = FractionalPercentage(value: value, written: cell.text)
        bag.add(.error(fault.message, at: location(cell), hint: fault.hint))
        return nil
    }

    /// A day number of terms in a column for the due date: `14`, `30 days`, `14 Tage netto`.
    func daysToPay(_ text: String) -> Int? {
        guard let days = termsDays(in: text), days <= 365 else { return nil }
        return text.contains(where: \.isLetter) && DateCell(text).isDate || text.utf8.count > 40 ? nil : days
    }

    mutating func positive(_ cell: CSVCell) -> ExactDecimal? {
        guard let value = amount(cell) else { return nil }
        if value > 0 { return value }
        expected("a number above 0", cell)
        return nil
    }

    mutating func date(_ cell: CSVCell) -> CalendarDate? {
        switch DateCell(cell.text).date(order: survey.dateOrder) {
        case .date(let date): return date
        case .notADate:
            if let date = DateCell.spreadsheetDay(cell.text) { return date }
            expected("a date", cell, hint: "write dates as YYYY-MM-DD")
        case .ambiguous:
            bag.add(
                .error(
                    "\"\(cell.text)\" does not say which part is the day, and no other cell of the file tells",
                    at: location(cell),
                    hint:
                        "write dates as YYYY-MM-DD, or say 'dates = dmy' or 'dates = mdy' in [invoice] of the configuration, or in the profile"
                ))
        }
        return nil
    }

    mutating func currency(_ cell: CSVCell) -> Currency? {
        if let currency = Currency(cell.text) ?? currencyShown(in: cell.text, default: defaults.currency) {
            return currency
        }
        expected("a currency code of three letters (ISO 4217)", cell)
        return nil
    }

    mutating func flag(_ cell: CSVCell) -> Bool? {
        switch cell.text.lowercased() {
        case "true", "yes", "y", "1", "ja", "oui", "si", "sí", "tak", "sim": return true
        case "false", "no", "n", "0", "nein", "non", "nee", "nie", "não", "nej": return false
        default:
            expected("yes or no", cell)
            return nil
        }
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(_ cell: CSVCell, _: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        let wanted = String(cell.text.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        if let choice = Choice.allCases.first(where: { $0.rawValue.lowercased() == wanted }) { return choice }
        expected("one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))", cell)
        return nil
    }

    /// A column that says only "Discount": a percent sign or nothing, else nobody can know.
    mutating func discount(_ cell: CSVCell) -> Allowance? {
        guard let value = amount(cell), !value.isZero else { return nil }
        if cell.text.contains("%") { return Allowance(.percent(value)) }
        bag.add(
            .error(
                "\"\(cell.text)\" may be a percentage or an amount", at: location(cell),
                hint: "call the column \"Discount %\" or \"Discount Amount\""))
        return nil
    }

    /// A column that says only "Tax": a rate, a category's code, or words around a percentage ("20% (VAT on Income)").
    mutating func tax(_ cell: CSVCell, into tax: inout TaxDraft) {
        if let category = Tax.Category(rawValue: cell.text.uppercased()) {
            tax.category = category
            return
        }
        if NumberCell(cell.text).isNumber {
            tax.rate = percentage(cell)
            return
        }
        let words = cell.text.split { $0 == " " || $0 == "(" || $0 == ")" }
        let rates = words.filter { $0.hasSuffix("%") && NumberCell(String($0)).isNumber }
        guard rates.count == 1, let rate = rates.first else {
            expected("a tax rate or a category such as S, Z, E or AE", cell)
            return
        }
        tax.rate = amount(CSVCell(text: String(rate), column: cell.column, row: cell.row, offset: cell.offset))
        tax.name = words.filter { $0 != rate }.joined(separator: " ")
    }
}

extension NumberCell {
    var isNumber: Bool {
        switch value(decimalSign: nil) {
        case .value, .ambiguous: true
        case .blank, .notANumber: false
        }
    }
}

/// An identifier without what a spreadsheet needs to keep it (`="00042"`, `'00042`); nil if one has made a number of it.
func spreadsheetIdentifier(_ cell: String) -> String? {
    var text = cell
    if text.hasPrefix("=\""), text.hasSuffix("\""), text.count >= 3 { text = String(text.dropFirst(2).dropLast()) }
    if text.hasPrefix("'") { text.removeFirst() }
    return isScientific(text, needsSign: true) ? nil : text
}

/// `2.4952E+19`; of amounts also `1E3`, which may be an article's number.
private func isScientific(_ text: String, needsSign: Bool = false) -> Bool {
    guard let mark = text.utf8.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return false }
    let exponent = text.utf8[text.utf8.index(after: mark)...]
    let isSigned = exponent.first == UInt8(ascii: "+") || !needsSign && exponent.first == UInt8(ascii: "-")
    guard isSigned || !needsSign, exponent.count >= (isSigned ? 2 : 1) else { return false }
    let mantissa = text.utf8[..<mark]
    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    return exponent.dropFirst(isSigned ? 1 : 0).allSatisfy(isDigit) && !mantissa.isEmpty
        && mantissa.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
}
