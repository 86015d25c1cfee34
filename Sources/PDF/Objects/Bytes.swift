extension [UInt8] {
    @inline(__always)
    mutating func put(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func put(_ text: String) { append(contentsOf: text.utf8) }

    mutating func put(integer value: Int) {
        if value < 0 { append(0x2D) }
        put(magnitude: value.magnitude)
    }

    @inline(__always)
    private mutating func put(magnitude value: UInt) {
        if value < 10 { return append(0x30 &+ UInt8(truncatingIfNeeded: value)) }
        var divisor: UInt = 10
        while value / divisor >= 10 { divisor &*= 10 }
        var rest = value
        while divisor > 0 {
            let digit = rest / divisor
            append(0x30 &+ UInt8(truncatingIfNeeded: digit))
            rest -= digit &* divisor
            divisor /= 10
        }
    }

    /// A number that was multiplied by 1,000: the coordinates of content streams.
    @inline(__always)
    mutating func put(thousandths value: Int) {
        if value < 0 { append(0x2D) }
        let magnitude = value.magnitude
        let whole = magnitude / 1000
        let rest = magnitude - whole &* 1000
        if rest == 0 { return put(magnitude: whole) }
        if whole > 0 { put(magnitude: whole) }
        append(0x2E)
        let first = rest / 100
        let second = rest / 10 - first &* 10
        let third = rest - rest / 10 &* 10
        append(0x30 &+ UInt8(truncatingIfNeeded: first))
        if second | third == 0 { return }
        append(0x30 &+ UInt8(truncatingIfNeeded: second))
        if third != 0 { append(0x30 &+ UInt8(truncatingIfNeeded: third)) }
    }

    /// A real number with at most six decimals (§7.3.3 knows no exponents).
    mutating func put(number value: Double) {
        let scaled = Number.scaled(value, by: 1_000_000)
        if scaled % 1000 == 0 { return put(thousandths: scaled / 1000) }
        if scaled < 0 { append(0x2D) }
        let magnitude = scaled.magnitude
        put(magnitude: magnitude / 1_000_000)
        append(0x2E)
        var rest = magnitude % 1_000_000
        var divisor: UInt = 100_000
        while rest > 0 {
            append(0x30 &+ UInt8(truncatingIfNeeded: rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    }

    mutating func put(hex value: UInt32, digits: Int) {
        for shift in stride(from: (digits - 1) * 4, through: 0, by: -4) {
            append(Hex.digit(UInt8(truncatingIfNeeded: value >> UInt32(shift)) & 15))
        }
    }

    mutating func put(bigEndian value: UInt64, bytes: Int) {
        for shift in stride(from: (bytes - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }
}

enum Hex {
    @inline(__always)
    static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }
}

enum Number {
    /// Larger ones do not occur on pages, and readers need not take them (annex C.2).
    private static let limit = 1e9

    /// A number as an integer of small parts; what is not finite becomes 0.
    @inline(__always)
    static func scaled(_ value: Double, by factor: Double) -> Int {
        let product = value * factor
        guard product.magnitude < limit * factor else {
            guard value.isFinite else { return 0 }
            return Int((value < 0 ? -limit : limit) * factor)
        }
        // Halves away from zero, as `rounded` has it, without a call for each number.
        return Int(product < 0 ? product - 0.5 : product + 0.5)
    }

    @inline(__always)
    static func thousandths(_ value: Double) -> Int { scaled(value, by: 1000) }
}
