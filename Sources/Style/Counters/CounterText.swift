/// The text of a counter's number in a style (CSS Counter Styles 3 §2): the representation alone, without prefix and
/// suffix. `rules` are those of `@counter-style`; a style of neither kind counts in decimal.
public func counterText(_ value: Int, style: CounterStyle, rules: [String: CounterStyleRule] = [:]) -> String {
    switch style {
    case .none: return ""
    case .string(let text): return text
    case .disc: return "•"
    case .circle: return "◦"
    case .square: return "▪"
    case .decimal: return String(value)
    case .decimalLeadingZero:
        let digits = String(value.magnitude)
        return (value < 0 ? "-" : "") + (digits.utf8.count < 2 ? "0" : "") + digits
    case .lowerRoman: return roman(value, lower: true)
    case .upperRoman: return roman(value, lower: false)
    case .lowerAlpha: return text(value, lowerAlpha)
    case .upperAlpha: return text(value, upperAlpha)
    case .lowerGreek: return text(value, lowerGreek)
    case .named(let name):
        if let rule = rules[name] { return text(value, rule) }
        let lower = name.asciiLowercased
        if let rule = predefinedCounterStyles[lower] { return text(value, rule) }
        return chineseStyle(lower)?.text(value) ?? String(value)
    }
}

/// What stands in front of a list item: the number's text with the prefix and suffix of its style.
public func markerText(_ value: Int, style: CounterStyle, rules: [String: CounterStyleRule] = [:]) -> String {
    let text = counterText(value, style: style, rules: rules)
    switch style {
    case .none, .string: return text
    case .disc, .circle, .square: return text + " "
    case .named(let name):
        if let rule = rules[name] { return rule.prefix + text + rule.suffix }
        let lower = name.asciiLowercased
        if let rule = predefinedCounterStyles[lower] { return rule.prefix + text + rule.suffix }
        return text + (chineseStyle(lower) == nil ? ". " : "、")
    default: return text + ". "
    }
}

private let lowerAlpha = CounterStyleRule(system: .alphabetic, symbols: "abcdefghijklmnopqrstuvwxyz".map(String.init))
private let upperAlpha = CounterStyleRule(system: .alphabetic, symbols: "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init))
private let lowerGreek = CounterStyleRule(system: .alphabetic, symbols: "αβγδεζηθικλμνξοπρστυφχψω".map(String.init))

/// The number by a rule's system; decimal where the system does not reach (CSS Counter Styles 3 §3.1).
private func text(_ value: Int, _ rule: CounterStyleRule) -> String {
    let symbols = rule.symbols
    guard !symbols.isEmpty else { return String(value) }
    switch rule.system {
    case .cyclic:
        let index = (value - 1) % symbols.count
        return symbols[index < 0 ? index + symbols.count : index]
    case .fixed(let first):
        let index = value - first
        return symbols.indices.contains(index) ? symbols[index] : String(value)
    case .symbolic:
        guard value > 0 else { return String(value) }
        let count = (value - 1) / symbols.count + 1
        // A thousand of one sign says no more than the number does.
        return count <= 60 ? String(repeating: symbols[(value - 1) % symbols.count], count: count) : String(value)
    case .alphabetic:
        guard value > 0, symbols.count > 1 else { return String(value) }
        var (rest, parts): (Int, [String]) = (value, [])
        while rest > 0 {
            rest -= 1
            parts.append(symbols[rest % symbols.count])
            rest /= symbols.count
        }
        return parts.reversed().joined()
    case .numeric:
        guard symbols.count > 1 else { return String(value) }
        var (rest, parts): (UInt, [String]) = (value.magnitude, [])
        repeat {
            parts.append(symbols[Int(rest % UInt(symbols.count))])
            rest /= UInt(symbols.count)
        } while rest > 0
        return (value < 0 ? "-" : "") + parts.reversed().joined()
    case .additive: return additive(value, rule)
    }
}

private func additive(_ value: Int, _ rule: CounterStyleRule) -> String {
    guard value >= 0, rule.weights.count == rule.symbols.count else { return String(value) }
    if value == 0 { return rule.weights.firstIndex(of: 0).map { rule.symbols[$0] } ?? "0" }
    var rest = value
    var out = ""
    for (weight, symbol) in zip(rule.weights, rule.symbols) where weight > 0 && rest >= weight {
        let count = rest / weight
        guard count <= 60 else { return String(value) }
        out += String(repeating: symbol, count: count)
        rest -= count * weight
    }
    return rest == 0 ? out : String(value)
}

private func roman(_ value: Int, lower: Bool) -> String {
    guard (1...3999).contains(value) else { return String(value) }
    let signs = [
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
        (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var rest = value
    var out = ""
    for (weight, sign) in signs {
        while rest >= weight {
            out += sign
            rest -= weight
        }
    }
    return lower ? out.lowercased() : out
}

/// Digits and signs of the Chinese and Japanese styles that are said as words (CSS Counter Styles 3 §7.1).
private struct ChineseStyle {
    var digits: [String]
    var units: [String]
    var negative: String
    /// Whether zeros between digits are said.
    var saysZero: Bool
    /// Whether 1 is said in front of ten, hundred and thousand.
    var saysOne: Bool

    func text(_ value: Int) -> String {
        guard (-9999...9999).contains(value) else { return String(value) }
        if value == 0 { return digits[0] }
        var parts: [String] = []
        let figures = String(value.magnitude).compactMap(\.wholeNumberValue)
        for (index, figure) in figures.enumerated() {
            let unit = figures.count - 1 - index
            if figure == 0 {
                if saysZero, parts.last != digits[0] { parts.append(digits[0]) }
                continue
            }
            let isPlainTen = unit == 1 && index == 0 && figure == 1
            let skipsOne = figure == 1 && unit > 0 && (!saysOne || isPlainTen)
            parts.append((skipsOne ? "" : digits[figure]) + units[unit])
        }
        while parts.last == digits[0] { parts.removeLast() }
        return (value < 0 ? negative : "") + parts.joined()
    }
}

private func chineseStyle(_ name: String) -> ChineseStyle? {
    let digits = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"]
    let units = ["", "十", "百", "千"]
    switch name {
    case "cjk-ideographic", "trad-chinese-informal":
        return ChineseStyle(digits: digits, units: units, negative: "負", saysZero: true, saysOne: true)
    case "simp-chinese-informal":
        return ChineseStyle(digits: digits, units: units, negative: "负", saysZero: true, saysOne: true)
    case "japanese-informal":
        return ChineseStyle(
            digits: ["〇"] + digits.dropFirst(), units: units, negative: "マイナス", saysZero: false, saysOne: false)
    default: return nil
    }
}
