public import Foundation

extension ExactDecimal: LosslessStringConvertible {
    /// The plain form: a sign, digits, a point and as many decimals as the scale says; never an exponent.
    public var description: String {
        var digits = String(mantissa.magnitude)
        if scale > 0 {
            if digits.utf8.count <= scale {
                digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits
            }
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
        }
        return isNegative ? "-" + digits : digits
    }

    /// A number as JSON writes one (RFC 8259 §6); leading zeros and a leading plus are allowed besides.
    ///
    /// Nil for anything else, and for more than 38 digits.
    public init?(_ text: String) {
        guard let parsed = Self.parse(text.utf8) else { return nil }
        self = parsed
    }

    /// As `init(_:)`, over bytes.
    static func parse(_ bytes: some Collection<UInt8>) -> ExactDecimal? {
        var scanner = DecimalScanner()
        for byte in bytes {
            guard scanner.take(byte) else { return nil }
        }
        return scanner.value
    }
}

/// Reads one decimal number byte by byte.
private struct DecimalScanner {
    private enum Stage { case start, whole, point, fraction, exponentStart, exponentSign, exponent }

    private var stage = Stage.start
    private var negative = false
    private var signed = false
    private var mantissa: Int128 = 0
    private var scale = 0
    private var exponent = 0
    private var exponentNegative = false
    private var tooLong = false

    mutating func take(_ byte: UInt8) -> Bool {
        switch (byte, stage) {
        case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): return takeDigit(byte - UInt8(ascii: "0"))
        case (UInt8(ascii: "-"), .start), (UInt8(ascii: "+"), .start):
            guard !signed else { return false }
            signed = true
            negative = byte == UInt8(ascii: "-")
        case (UInt8(ascii: "-"), .exponentStart), (UInt8(ascii: "+"), .exponentStart):
            exponentNegative = byte == UInt8(ascii: "-")
            stage = .exponentSign
        case (UInt8(ascii: "."), .whole): stage = .point
        case (UInt8(ascii: "e"), .whole), (UInt8(ascii: "e"), .fraction): stage = .exponentStart
        case (UInt8(ascii: "E"), .whole), (UInt8(ascii: "E"), .fraction): stage = .exponentStart
        default: return false
        }
        return true
    }

    private mutating func takeDigit(_ digit: UInt8) -> Bool {
        switch stage {
        case .start, .whole:
            stage = .whole
            append(digit)
        case .point, .fraction:
            stage = .fraction
            append(digit)
            scale += 1
        case .exponentStart, .exponentSign, .exponent:
            stage = .exponent
            exponent = min(exponent * 10 + Int(digit), 100_000)
        }
        return true
    }

    private mutating func append(_ digit: UInt8) {
        let (shifted, overflow) = mantissa.multipliedReportingOverflow(by: 10)
        let (sum, carried) = shifted.addingReportingOverflow(Int128(digit))
        tooLong = tooLong || overflow || carried
        mantissa = sum
    }

    var value: ExactDecimal? {
        guard stage == .whole || stage == .fraction || stage == .exponent, !tooLong else { return nil }
        var (mantissa, scale) = (negative ? -mantissa : mantissa, scale - (exponentNegative ? -exponent : exponent))
        if mantissa == 0 { return ExactDecimal(mantissa: 0, scale: max(0, min(scale, ExactDecimal.maximumScale))) }
        while scale > ExactDecimal.maximumScale, mantissa % 10 == 0 { (mantissa, scale) = (mantissa / 10, scale - 1) }
        while scale < 0 {
            let (grown, overflow) = mantissa.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            (mantissa, scale) = (grown, scale + 1)
        }
        guard scale <= ExactDecimal.maximumScale else { return nil }
        return ExactDecimal(mantissa: mantissa, scale: scale)
    }
}

extension ExactDecimal {
    /// The same value for Foundation's formatters; exact, as their 38 digits hold all of ours.
    public var decimal: Decimal {
        if let small = Int64(exactly: mantissa) {
            return Decimal(sign: small < 0 ? .minus : .plus, exponent: -scale, significand: Decimal(small.magnitude))
        }
        let (high, low) = mantissa.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        let (top, middle) = high.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        let billion2 = Decimal(sign: .plus, exponent: 18, significand: 1)
        let whole = (Decimal(UInt64(top)) * billion2 + Decimal(UInt64(middle))) * billion2 + Decimal(UInt64(low))
        return Decimal(sign: isNegative ? .minus : .plus, exponent: -scale, significand: whole)
    }
}
