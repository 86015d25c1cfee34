/// A length or percentage before it meets an element.
enum SpecifiedLength: Sendable {
    case px(Double)
    case percent(Double)
    case relative(Double, Unit)
    case math(MathNode)

    static let zero = SpecifiedLength.px(0)

    func computed(in builder: StyleBuilder) -> LengthPercentage {
        switch self {
        case .px(let px): return .px(used(px))
        case .percent(let fraction): return .percent(used(fraction))
        case .relative(let value, let unit): return .px(used(value * unit.pixels(in: builder)))
        case .math(let node):
            let calculation = node.calculation(in: builder)
            if case .value(let value) = calculation { return value }
            return .calc(KeptCalculation(calculation))
        }
    }

    /// The length in px; a percentage is taken of `base`.
    func pixels(in builder: StyleBuilder, percentOf base: Double = 0) -> Double {
        switch self {
        case .px(let px): used(px)
        case .percent(let fraction): used(fraction * base)
        case .relative(let value, let unit): used(value * unit.pixels(in: builder))
        case .math: computed(in: builder).resolved(against: base)
        }
    }

    /// Below zero as far as can be told without an element.
    var isNegative: Bool {
        switch self {
        case .px(let value), .percent(let value), .relative(let value, _): value < 0
        case .math: false
        }
    }
}

extension LengthPercentage {
    /// Math functions are clamped to the range of the property (CSS Values 4 §10.12).
    var nonNegative: LengthPercentage {
        switch self {
        case .px(let px): .px(max(0, px))
        case .percent(let fraction): .percent(max(0, fraction))
        case .calc(let kept):
            kept.calculation.isSurelyPositive
                ? self : .calc(KeptCalculation(.max([.value(.zero), kept.calculation])))
        }
    }
}

extension Calculation {
    /// Whether no base of 0 or more makes the result negative.
    fileprivate var isSurelyPositive: Bool {
        switch self {
        case .value(.px(let value)), .value(.percent(let value)): value >= 0
        case .value(.calc(let inner)): inner.calculation.isSurelyPositive
        case .sum(let terms), .min(let terms): terms.allSatisfy(\.isSurelyPositive)
        case .max(let terms): terms.contains { $0.isSurelyPositive }
        case .product(let term, let factor): factor >= 0 && term.isSurelyPositive
        case .clamp(let low, _, _): low.isSurelyPositive
        }
    }
}

/// What a `<length>` may be where it stands.
enum LengthRange: Sendable { case any, nonNegative }

extension ValueParser {
    /// `<length>`, without percentages.
    mutating func length(_ range: LengthRange = .any) -> SpecifiedLength? {
        guard let value = attempt({ $0.lengthPercentage(range) }) else { return nil }
        switch value {
        case .percent: return nil
        case .math(let node) where node.hasPercent: return nil
        default: return value
        }
    }

    /// `<length-percentage>`.
    mutating func lengthPercentage(_ range: LengthRange = .any) -> SpecifiedLength? {
        guard let token = peek else { return nil }
        var value: SpecifiedLength
        switch token.kind {
        case .number:
            guard token.number == 0 || allowsUnitless else { return nil }
            value = .px(token.number)
        case .percentage: value = .percent(token.number / 100)
        case .dimension:
            guard let unit = Unit(name: token.text), unit.dimension == .length else { return nil }
            value = unit.factor.map { .px(token.number * $0) } ?? .relative(token.number, unit)
        case .function:
            return attempt { parser in
                guard let node = parser.math() else { return nil }
                switch node.type {
                case .length, .percent, .lengthPercent: return .math(node)
                default: return nil
                }
            }
        default: return nil
        }
        if range == .nonNegative, value.isNegative { return nil }
        advance()
        return value
    }

    /// `<number>`, or a math function that comes to one.
    mutating func number() -> Double? {
        guard let token = peek else { return nil }
        if token.kind == .number {
            advance()
            return used(token.number)
        }
        return mathValue(.number)
    }

    mutating func nonNegativeNumber() -> Double? {
        attempt { parser in parser.number().flatMap { $0 < 0 ? nil : $0 } }
    }

    /// `<integer>`; a math function is rounded to the nearest one.
    mutating func integer() -> Int? {
        guard let token = peek else { return nil }
        if token.kind == .number {
            guard token.isInteger else { return nil }
            advance()
            return Int(max(-2_147_483_648, min(2_147_483_647, token.number)))
        }
        return mathValue(.number).map { Int(($0 + 0.5).rounded(.down)) }
    }

    /// `<percentage>` as a fraction.
    mutating func percentage() -> Double? {
        guard let token = peek, token.kind == .percentage else { return mathValue(.percent) }
        advance()
        return used(token.number / 100)
    }

    /// `<angle>` in degrees; 0 may stand without a unit where old syntax allows it.
    mutating func angle(allowingZero: Bool = false) -> Double? {
        guard let token = peek else { return nil }
        if token.kind == .dimension, let unit = Unit(name: token.text), unit.dimension == .angle {
            advance()
            return used(token.number * (unit.factor ?? 1))
        }
        if allowingZero, token.kind == .number, token.number == 0 {
            advance()
            return 0
        }
        return mathValue(.angle)
    }

    /// The value of a math function that depends on no element.
    private mutating func mathValue(_ type: MathType) -> Double? {
        guard let token = peek, token.kind == .function else { return nil }
        return attempt { parser in
            guard let node = parser.math(), node.type == type else { return nil }
            return used(node.value(in: .detached))
        }
    }
}
