/// A number as people write one: `1.249,90 €`, `$1,200.50`, `(12.00)`, `5-`, `1’000.–`, `19 %`.
///
/// What surrounds the digits is taken off first; which sign stands before the decimals may then still be open.
struct NumberCell {
    enum Value: Equatable {
        case value(ExactDecimal)
        case blank
        /// One sign before three digits: thousands or decimals.
        case ambiguous
        case notANumber
    }

    private enum Shape {
        case blank
        case notANumber
        /// Digits with `.` and `,` only; `grouped` if spaces or apostrophes part the thousands already.
        case digits([UInt8], grouped: Bool)
    }

    private let shape: Shape
    private var negative = false

    /// - Parameter counts: whether the number counts things rather than money.
    init(_ text: String, counts: Bool = false) {
        var text = text[...]
        var negative = false
        guard let core = Self.core(&text, &negative, counts) else {
            shape = text.isEmpty && !negative ? .blank : .notANumber
            return
        }
        self.negative = negative
        shape = core
    }

    /// What to do about a cell that is no number: names the letters that do not belong to it.
    static func hint(for text: String) -> String? {
        guard text.contains(where: { $0.isASCII && $0.isNumber }) else { return nil }
        let words = text.split { !$0.isLetter }.filter { !NumberWords.isKnown($0) || $0.count == 1 }
        guard let word = words.first else { return nil }
        let slip = ["o": "0", "O": "0", "l": "1", "I": "1", "S": "5", "B": "8"][String(word)]
        let guess = slip.map { "; is it a \($0)?" } ?? ""
        let problem = NumberWords.isKnown(word) ? "touches the digits" : "is no currency or unit that is known"
        return "\"\(word)\" \(problem)\(guess)"
    }

    /// The decimal sign that the cell proves; nil if it proves none.
    var provenSign: DecimalSign? {
        guard case .digits(let bytes, let grouped) = shape else { return nil }
        let points = bytes.count { $0 == UInt8(ascii: ".") }
        let commas = bytes.count { $0 == UInt8(ascii: ",") }
        switch (points, commas) {
        case (0, 0): return nil
        case (1..., 1...):
            let last = bytes.last { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
            return last == UInt8(ascii: ".") ? .point : .comma
        case (2..., 0): return .comma
        case (0, 2...): return .point
        default:
            if !grouped, Self.looksGrouped(bytes) { return nil }
            return points == 1 ? .point : .comma
        }
    }

    /// - Parameter decimalSign: nil takes what the cell itself proves.
    func value(decimalSign: DecimalSign?) -> Value {
        switch shape {
        case .blank: return .blank
        case .notANumber: return .notANumber
        case .digits(let bytes, _):
            guard bytes.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) else {
                return number(bytes)
            }
            guard let sign = decimalSign ?? provenSign else { return .ambiguous }
            return value(bytes, sign)
        }
    }

    private func value(_ bytes: [UInt8], _ sign: DecimalSign) -> Value {
        let (point, group) =
            sign == .point
            ? (UInt8(ascii: "."), UInt8(ascii: ",")) : (UInt8(ascii: ","), UInt8(ascii: "."))
        let parts = bytes.split(separator: point, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first else { return .notANumber }
        let groups = whole.split(separator: group, omittingEmptySubsequences: false)
        guard Self.areGroups(groups) else { return .notANumber }
        var plain = groups.flatMap { $0 }
        if plain.isEmpty { plain = [UInt8(ascii: "0")] }
        if parts.count == 2, !parts[1].isEmpty {
            guard !parts[1].contains(group) else { return .notANumber }
            plain += [UInt8(ascii: ".")] + parts[1]
        }
        return number(plain)
    }

    private func number(_ bytes: [UInt8]) -> Value {
        guard let value = ExactDecimal.parse(bytes) else { return .notANumber }
        return .value(negative ? -value : value)
    }

    /// Three digits in the last group, two or three in the others (India parts by two).
    private static func areGroups(_ groups: [ArraySlice<UInt8>]) -> Bool {
        guard groups.count > 1, let first = groups.first, let last = groups.last else { return true }
        guard (1...3).contains(first.count), last.count == 3 else { return false }
        return groups.dropFirst().dropLast().allSatisfy { $0.count == 3 || $0.count == 2 }
    }

    /// Whether a lone sign could part thousands: one to three digits, not just 0, then exactly three.
    private static func looksGrouped(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .flatMap { $0.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) }
        guard parts.count == 2 else { return false }
        return (1...3).contains(parts[0].count) && parts[0].first != UInt8(ascii: "0") && parts[1].count == 3
    }
}

// MARK: What surrounds the digits

extension NumberCell {
    /// Takes signs, currencies and spaces off; nil if no digits remain or something else does.
    private static func core(_ text: inout Substring, _ negative: inout Bool, _ counts: Bool) -> Shape? {
        trimEnds(&text, counts)
        if text.hasPrefix("("), text.hasSuffix(")") {
            text = text.dropFirst().dropLast()
            negative = true
        }
        var minus = 0
        var before: Int
        repeat {
            before = text.utf8.count
            trimEnds(&text, counts)
            if let first = text.first, isMinus(first) || first == "+" {
                minus += first == "+" ? 0 : 1
                text = text.dropFirst()
            }
            if let last = text.last, isMinus(last) {
                // 12.– and 12,- say "and no cents".
                if text.dropLast().last == "." || text.dropLast().last == "," {
                    text = text.dropLast(2)
                } else {
                    minus += 1
                    text = text.dropLast()
                }
            }
        } while text.utf8.count != before
        guard minus <= 1, !(minus == 1 && negative) else { return nil }
        negative = negative || minus == 1
        return text.isEmpty ? nil : digits(text)
    }

    private static func isMinus(_ character: Character) -> Bool {
        character == "-" || character == "\u{2212}" || character == "\u{2013}"
    }

    /// Takes white space, a percent sign, currencies and units off both ends; a word that is neither stays.
    private static func trimEnds(_ text: inout Substring, _ counts: Bool) {
        guard text.contains(where: { $0.isASCII && $0.isNumber }) else {
            text = text.drop { $0.isWhitespace }
            return
        }
        let head = text.prefix(while: isAround)
        if NumberWords.areKnown(head, .before, counts: counts) {
            text = text[head.endIndex...]
            // "Fr." and "kr." end in a point that is none of the number's.
            if text.hasPrefix("."), head.last?.isLetter == true { text = text.dropFirst() }
        }
        // "Std." ends in a point that is none of the number's either.
        if text.last == ".", text.dropLast().last?.isLetter == true { text = text.dropLast() }
        let tail = text.reversed().prefix(while: isAround).count
        let cut = text.index(text.endIndex, offsetBy: -tail)
        if NumberWords.areKnown(text[cut...], .behind, counts: counts) { text = text[..<cut] }
    }

    private static func isAround(_ character: Character) -> Bool {
        character.isWhitespace || character == "%" || character.isCurrencySymbol || character.isLetter
            || character == "²" || character == "³"
    }

    private static func digits(_ text: Substring) -> Shape? {
        var bytes: [UInt8] = []
        var grouped = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9", ".", ",": bytes.append(UInt8(scalar.value))
            case " ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "\u{2019}": grouped = true
            default: return nil
            }
        }
        guard bytes.contains(where: { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
        return .digits(bytes, grouped: grouped)
    }
}
