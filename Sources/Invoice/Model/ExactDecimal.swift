/// A decimal number without error: `mantissa` ÷ 10^`scale`.
///
/// Every amount, quantity, price and rate of an invoice is one. It holds up to 38 digits; what does not fit is an
/// `Overflow`, never a rounded value. The scale is kept as written (`12.50` stays two decimals); equality and order
/// go by value.
public struct ExactDecimal: Sendable {
    /// A result with more than 38 digits.
    public struct Overflow: Error {
        public init() {}
    }

    public let mantissa: Int128
    /// Number of decimals, 0 to 38.
    public let scale: Int

    public static let zero = ExactDecimal(0)
    static let maximumScale = 38

    public init(_ value: Int) {
        mantissa = Int128(value)
        scale = 0
    }

    /// - Precondition: `scale` is 0 to 38.
    public init(mantissa: Int128, scale: Int) {
        precondition((0...Self.maximumScale).contains(scale), "a scale outside 0...38")
        self.mantissa = mantissa
        self.scale = scale
    }

    public var isZero: Bool { mantissa == 0 }
    public var isNegative: Bool { mantissa < 0 }

    /// The value without its sign.
    public var magnitude: ExactDecimal { isNegative ? -self : self }

    /// The same value with as few decimals as it needs.
    public var trimmed: ExactDecimal {
        var (m, s) = (mantissa, scale)
        while s > 0 {
            let (quotient, remainder) = m.quotientAndRemainder(dividingBy: 10)
            guard remainder == 0 else { break }
            (m, s) = (quotient, s - 1)
        }
        return ExactDecimal(mantissa: m, scale: s)
    }

    public static prefix func - (value: ExactDecimal) -> ExactDecimal {
        ExactDecimal(mantissa: -value.mantissa, scale: value.scale)
    }

    public static func + (a: ExactDecimal, b: ExactDecimal) throws(Overflow) -> ExactDecimal {
        let (left, right, scale) = try aligned(a, b)
        let (sum, overflow) = left.addingReportingOverflow(right)
        guard !overflow, sum != .min else { throw Overflow() }
        return ExactDecimal(mantissa: sum, scale: scale)
    }

    public static func - (a: ExactDecimal, b: ExactDecimal) throws(Overflow) -> ExactDecimal {
        try a + -b
    }

    public static func * (a: ExactDecimal, b: ExactDecimal) throws(Overflow) -> ExactDecimal {
        if let product = product(a, b) { return product }
        // Trailing zeros are no digits of the value; only without them is it known not to fit.
        guard let product = product(a.trimmed, b.trimmed) else { throw Overflow() }
        return product
    }

    /// The value with `decimals` decimals, half away from zero; exact if it has fewer.
    public func rounded(to decimals: Int) throws(Overflow) -> ExactDecimal {
        guard scale > decimals else { return try extended(to: decimals) }
        let unit = Self.powerOfTen(scale - decimals)
        return ExactDecimal(mantissa: Self.dividedAwayFromZero(mantissa, by: unit), scale: decimals)
    }

    /// The quotient with `decimals` decimals, half away from zero.
    ///
    /// - Precondition: `divisor` is not zero.
    public func divided(by divisor: ExactDecimal, decimals: Int) throws(Overflow) -> ExactDecimal {
        precondition(!divisor.isZero, "division by zero")
        let (numerator, denominator) = (trimmed, divisor.trimmed)
        // numerator.m / 10^n ÷ (denominator.m / 10^d) × 10^decimals
        let shift = decimals + denominator.scale - numerator.scale
        var (top, bottom) = (numerator.mantissa, denominator.mantissa)
        if shift >= 0 {
            top = try Self.scaled(top, by: shift)
        } else {
            bottom = try Self.scaled(bottom, by: -shift)
        }
        return ExactDecimal(mantissa: Self.dividedAwayFromZero(top, by: bottom), scale: decimals)
    }

    /// The same value written with at least `decimals` decimals.
    public func extended(to decimals: Int) throws(Overflow) -> ExactDecimal {
        guard scale < decimals else { return self }
        return ExactDecimal(mantissa: try Self.scaled(mantissa, by: decimals - scale), scale: decimals)
    }
}

extension ExactDecimal {
    private static let powers: [Int128] = (0...38).map { exponent in (0..<exponent).reduce(1) { value, _ in value * 10 }
    }

    /// 10^`exponent` for 0 to 38.
    static func powerOfTen(_ exponent: Int) -> Int128 { powers[exponent] }

    private static func scaled(_ value: Int128, by exponent: Int) throws(Overflow) -> Int128 {
        if value == 0 || exponent == 0 { return value }
        guard exponent <= maximumScale else { throw Overflow() }
        let (result, overflow) = value.multipliedReportingOverflow(by: powers[exponent])
        guard !overflow, result != .min else { throw Overflow() }
        return result
    }

    private static func aligned(
        _ a: ExactDecimal, _ b: ExactDecimal
    ) throws(Overflow) -> (Int128, Int128, scale: Int) {
        if a.scale == b.scale { return (a.mantissa, b.mantissa, a.scale) }
        if a.scale < b.scale { return (try scaled(a.mantissa, by: b.scale - a.scale), b.mantissa, b.scale) }
        return (a.mantissa, try scaled(b.mantissa, by: a.scale - b.scale), a.scale)
    }

    private static func product(_ a: ExactDecimal, _ b: ExactDecimal) -> ExactDecimal? {
        guard a.scale + b.scale <= maximumScale else { return nil }
        if let left = Int64(exactly: a.mantissa), let right = Int64(exactly: b.mantissa) {
            return ExactDecimal(mantissa: Int128(left) &* Int128(right), scale: a.scale + b.scale)
        }
        let (result, overflow) = a.mantissa.multipliedReportingOverflow(by: b.mantissa)
        guard !overflow, result != .min else { return nil }
        return ExactDecimal(mantissa: result, scale: a.scale + b.scale)
    }

    private static func dividedAwayFromZero(_ numerator: Int128, by denominator: Int128) -> Int128 {
        let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        if remainder == 0 { return quotient }
        // remainder ≥ denominator − remainder asks the same as 2 × remainder ≥ denominator and cannot overflow.
        let (part, whole) = (remainder.magnitude, denominator.magnitude)
        guard part >= whole - part else { return quotient }
        return (numerator < 0) == (denominator < 0) ? quotient + 1 : quotient - 1
    }
}

extension ExactDecimal: Comparable, Hashable {
    public static func == (a: ExactDecimal, b: ExactDecimal) -> Bool {
        if a.scale == b.scale { return a.mantissa == b.mantissa }
        let (left, right) = (a.trimmed, b.trimmed)
        return left.scale == right.scale && left.mantissa == right.mantissa
    }

    public static func < (a: ExactDecimal, b: ExactDecimal) -> Bool {
        if a.scale == b.scale { return a.mantissa < b.mantissa }
        if let pair = try? aligned(a, b) { return pair.0 < pair.1 }
        // One side has too many digits for the other's scale: whole parts differ by orders of magnitude.
        return (a.mantissa / powers[a.scale]) < (b.mantissa / powers[b.scale])
    }

    public func hash(into hasher: inout Hasher) {
        let value = trimmed
        hasher.combine(value.mantissa)
        hasher.combine(value.scale)
    }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int) { self.init(value) }
}
