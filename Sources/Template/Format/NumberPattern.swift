import Foundation
import Invoice

/// How one locale writes one kind of number: separators, groups, digits, signs and what stands around them.
///
/// Learned once from a formatter of ICU by a few probes; then numbers are written without it, in well under a
/// microsecond.
struct NumberPattern: Sendable, Equatable {
    private var digits: [[UInt8]]
    private var decimalSign: [UInt8]
    private var groupSign: [UInt8]
    /// Digits in the group next to the decimal sign; 0 if the locale does not group.
    private var firstGroup: Int
    /// Digits in each further group (2 in India).
    private var furtherGroup: Int
    /// Digits that must stand left of the first separator for there to be one.
    private var minimumLeading: Int
    private var positive: Affixes
    private var negative: Affixes

    struct Affixes: Sendable, Equatable {
        var prefix: [UInt8]
        var suffix: [UInt8]
    }

    /// - Parameter format: writes a number with two decimals.
    init(learnedFrom format: (Decimal) -> String) {
        let probe = Probe(format(Self.long))
        let short = Probe(format(Self.short))
        positive = probe.affixes
        negative = Probe(format(-Self.long)).affixes
        let runs = probe.runs.map(\.count)
        digits = probe.digits
        decimalSign = probe.separators.last ?? [UInt8(ascii: ".")]
        groupSign = runs.count > 2 ? probe.separators[0] : []
        firstGroup = runs.count > 2 ? runs[runs.count - 2] : 0
        furtherGroup = runs.count > 3 ? runs[runs.count - 3] : firstGroup
        minimumLeading = short.runs.count > 2 ? 1 : 2
    }

    /// 1234567890.12, each digit once before the decimal sign.
    private static let long = Decimal(sign: .plus, exponent: -2, significand: 123_456_789_012)
    private static let short = Decimal(sign: .plus, exponent: -2, significand: 123_412)

    /// The same numbers with other text around them.
    func surrounded(prefix: String = "", suffix: String) -> NumberPattern {
        var pattern = self
        pattern.positive.prefix = Array(prefix.utf8) + positive.prefix
        pattern.negative.prefix = Array(prefix.utf8) + negative.prefix
        pattern.positive.suffix = positive.suffix + Array(suffix.utf8)
        pattern.negative.suffix = negative.suffix + Array(suffix.utf8)
        return pattern
    }

    /// What stands around a positive number, without spaces and marks of direction: the currency's sign.
    var sign: String {
        let text = String(decoding: positive.prefix + positive.suffix, as: UTF8.self)
        let kept = text.unicodeScalars.filter { !$0.properties.isWhitespace && !$0.properties.isBidiControl }
        return String(String.UnicodeScalarView(kept))
    }

    /// Appends the number with exactly the decimals of its scale, in UTF-8.
    func append(_ number: ExactDecimal, to output: inout [UInt8]) {
        let affixes = number.isNegative ? negative : positive
        output.append(contentsOf: affixes.prefix)
        appendDigits(of: number, to: &output)
        output.append(contentsOf: affixes.suffix)
    }

    private func appendDigits(of number: ExactDecimal, to output: inout [UInt8]) {
        var reversed: [UInt8] = []
        reversed.reserveCapacity(24)
        Self.collectDigits(of: number.mantissa.magnitude, into: &reversed)
        while reversed.count <= number.scale { reversed.append(0) }
        let whole = reversed.count - number.scale
        let isGrouped = firstGroup > 0 && whole >= firstGroup + minimumLeading
        var place = reversed.count
        while place > 0 {
            place -= 1
            output.append(contentsOf: digits[Int(reversed[place])])
            let left = place - number.scale
            if left == 0, number.scale > 0 {
                output.append(contentsOf: decimalSign)
            } else if isGrouped, left >= firstGroup, (left - firstGroup) % furtherGroup == 0 {
                output.append(contentsOf: groupSign)
            }
        }
    }

    private static func collectDigits(of magnitude: UInt128, into reversed: inout [UInt8]) {
        var rest = magnitude
        while rest > UInt128(UInt64.max) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            reversed.append(UInt8(digit))
            rest = quotient
        }
        var small = UInt64(rest)
        while small > 0 {
            reversed.append(UInt8(small % 10))
            small /= 10
        }
    }
}

/// A formatted number taken apart: runs of digits, separators between them, text around.
private struct Probe {
    var affixes: NumberPattern.Affixes
    var runs: [[Unicode.Scalar]] = []
    var separators: [[UInt8]] = []

    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }
        func bytes(_ slice: some Sequence<Unicode.Scalar>) -> [UInt8] {
            Array(String(String.UnicodeScalarView(slice)).utf8)
        }
        let first = scalars.firstIndex(where: isDigit) ?? scalars.count
        let end = (scalars.lastIndex(where: isDigit) ?? first - 1) + 1
        affixes = NumberPattern.Affixes(prefix: bytes(scalars[..<first]), suffix: bytes(scalars[end...]))
        var separator: [Unicode.Scalar] = []
        for scalar in scalars[first..<end] {
            guard isDigit(scalar) else {
                separator.append(scalar)
                continue
            }
            if runs.isEmpty || !separator.isEmpty {
                if !runs.isEmpty { separators.append(bytes(separator)) }
                runs.append([])
                separator = []
            }
            runs[runs.count - 1].append(scalar)
        }
    }

    /// The locale's ten digits from zero; the probe's number has each of them.
    var digits: [[UInt8]] {
        var digits = (0...9).map { [UInt8(ascii: "0") + UInt8($0)] }
        for scalar in runs.joined() {
            if let value = scalar.properties.numericValue, (0...9).contains(value) {
                digits[Int(value)] = Array(String(scalar).utf8)
            }
        }
        return digits
    }
}
