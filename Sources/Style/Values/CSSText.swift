import Geometry

/// A number as CSS writes it: no more than four decimals, no trailing zeros.
func cssNumber(_ value: Double) -> String {
    guard value.isFinite else { return value > 0 ? "infinity" : "-infinity" }
    let rounded = (value * 10_000).rounded() / 10_000
    if rounded == rounded.rounded(), abs(rounded) < 1e15 { return String(Int(rounded)) }
    return String(rounded)
}

private func pxText(_ value: Double) -> String { cssNumber(value) + "px" }
private func quoted(_ text: String) -> String { "\"\(text)\"" }

extension Int: CSSText { var cssText: String { String(self) } }
extension Double: CSSText { var cssText: String { pxText(self) } }
extension Bool: CSSText { var cssText: String { self ? "fixed" : "scroll" } }
extension OpacityValue: CSSText { var cssText: String { cssNumber(value) } }
extension OptionalInteger: CSSText { var cssText: String { value.map(String.init) ?? "auto" } }
extension PreferredRatio: CSSText {
    var cssText: String {
        guard let ratio else { return "auto" }
        return hasAuto ? "auto \(cssNumber(ratio))" : cssNumber(ratio)
    }
}
extension OptionalNumber: CSSText { var cssText: String { value.map { cssNumber($0) } ?? "auto" } }
extension OptionalName: CSSText { var cssText: String { value ?? "auto" } }
extension Gap: CSSText { var cssText: String { value?.cssText ?? "normal" } }
extension Size: CSSText { var cssText: String { "\(pxText(width)) \(pxText(height))" } }

extension LengthPercentage: CSSText {
    var cssText: String {
        switch self {
        case .px(let value): pxText(value)
        case .percent(let fraction): cssNumber(fraction * 100) + "%"
        case .calc(let kept): "calc(\(kept.calculation.text))"
        }
    }
}

extension Calculation {
    fileprivate var text: String {
        switch self {
        case .value(let value): value.cssText
        case .sum(let terms): "(" + terms.map(\.text).joined(separator: " + ") + ")"
        case .product(let term, let factor): "\(term.text) * \(cssNumber(factor))"
        case .min(let terms): "min(\(terms.map(\.text).joined(separator: ", ")))"
        case .max(let terms): "max(\(terms.map(\.text).joined(separator: ", ")))"
        case .clamp(let low, let value, let high): "clamp(\(low.text), \(value.text), \(high.text))"
        }
    }
}

extension LengthPercentageAuto: CSSText {
    var cssText: String { if case .length(let length) = self { length.cssText } else { "auto" } }
}

extension Sizing: CSSText {
    var cssText: String {
        switch self {
        case .auto: "auto"
        case .length(let length): length.cssText
        case .minContent: "min-content"
        case .maxContent: "max-content"
        case .fitContent(let limit): limit.map { "fit-content(\($0.cssText))" } ?? "fit-content"
        case .content: "content"
        case .stretch: "stretch"
        }
    }
}

extension Color: CSSText {
    var cssText: String {
        func byte(_ part: Float) -> String {
            let value = Int((part * 255).rounded())
            return (value < 16 ? "0" : "") + String(value, radix: 16)
        }
        let rgb = "#" + byte(red) + byte(green) + byte(blue)
        return alpha >= 1 ? rgb : alpha <= 0 && self == .transparent ? "transparent" : rgb + byte(alpha)
    }
}

extension PositionValue: CSSText { var cssText: String { "\(x.cssText) \(y.cssText)" } }

extension LineHeight: CSSText {
    var cssText: String {
        switch self {
        case .normal: "normal"
        case .number(let factor): cssNumber(factor)
        case .px(let value): pxText(value)
        }
    }
}

extension FontStyle: CSSText { var cssText: String { ["normal", "italic", "oblique"][Int(rawValue)] } }
extension TabSize: CSSText {
    var cssText: String {
        switch self {
        case .spaces(let count): cssNumber(count)
        case .px(let value): pxText(value)
        }
    }
}

extension Array: CSSText where Element: CSSText {
    var cssText: String {
        if isEmpty { return "none" }
        let separator = Element.self == TransformFunction.self || Element.self == TrackSize.self ? " " : ", "
        return map(\.cssText).joined(separator: separator)
    }
}

extension Optional: CSSText where Wrapped: CSSText {
    var cssText: String { self?.cssText ?? "none" }
}

extension String: CSSText { var cssText: String { self } }

extension Shadow: CSSText {
    var cssText: String {
        "\(pxText(x)) \(pxText(y)) \(pxText(blur)) \(pxText(spread)) \(color.cssText)\(isInset ? " inset" : "")"
    }
}

extension CounterStyle: CSSText {
    var cssText: String {
        switch self {
        case .none: "none"
        case .named(let name): name
        case .string(let text): quoted(text)
        default: Self.keywords.name(of: self) ?? "decimal"
        }
    }
}

extension QuoteSystem: CSSText {
    var cssText: String {
        guard let pairs else { return "auto" }
        return pairs.isEmpty ? "none" : pairs.map { quoted($0.open) + " " + quoted($0.close) }.joined(separator: " ")
    }
}

extension Display: CSSText {
    var cssText: String {
        let names = [
            "none", "contents", "block", "flow-root", "list-item", "table", "flex", "grid", "inline", "inline-block",
            "inline-table", "inline-flex", "inline-grid", "table-row-group", "table-header-group",
            "table-footer-group", "table-row", "table-cell", "table-column-group", "table-column", "table-caption",
        ]
        return names[Int(rawValue)]
    }
}

extension NamedPosition: CSSText {
    var cssText: String {
        switch position {
        case .static: "static"
        case .relative: "relative"
        case .absolute: "absolute"
        case .fixed: "fixed"
        case .sticky: "sticky"
        case .running: "running(\(runningName ?? ""))"
        }
    }
}

extension VerticalAlign: CSSText {
    var cssText: String {
        switch self {
        case .baseline: "baseline"
        case .sub: "sub"
        case .super: "super"
        case .top: "top"
        case .textTop: "text-top"
        case .middle: "middle"
        case .bottom: "bottom"
        case .textBottom: "text-bottom"
        case .length(let length): length.cssText
        }
    }
}

extension DecorationLines: CSSText {
    var cssText: String {
        var words: [String] = []
        if contains(.underline) { words.append("underline") }
        if contains(.overline) { words.append("overline") }
        if contains(.lineThrough) { words.append("line-through") }
        return words.isEmpty ? "none" : words.joined(separator: " ")
    }
}

extension BorderStyle: CSSText {
    var cssText: String { PropertyTable.borderStyles.name(of: self) ?? "none" }
}

extension CornerRadius: CSSText {
    var cssText: String { x == y ? x.cssText : "\(x.cssText) \(y.cssText)" }
}

extension BackgroundSize: CSSText {
    var cssText: String {
        switch self {
        case .cover: "cover"
        case .contain: "contain"
        case .lengths(nil, nil): "auto"
        case .lengths(let width, let height): "\(width?.cssText ?? "auto") \(height?.cssText ?? "auto")"
        }
    }
}

extension BackgroundRepeat: CSSText {
    var cssText: String { ["repeat", "no-repeat", "space", "round"][Int(rawValue)] }
}

extension RepeatPair: CSSText {
    var cssText: String {
        switch (x, y) {
        case (.repeat, .noRepeat): "repeat-x"
        case (.noRepeat, .repeat): "repeat-y"
        default: x == y ? x.cssText : "\(x.cssText) \(y.cssText)"
        }
    }
}

extension BackgroundBox: CSSText {
    var cssText: String { ["border-box", "padding-box", "content-box", "text"][Int(rawValue)] }
}
