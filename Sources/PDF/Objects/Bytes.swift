/// Numbers as PDF spells them (§7.3.3).
extension ByteBuffer {
    func put(integer value: Int) {
        reserve(21)
        if value < 0 { unchecked(0x2D) }
        put(magnitude: value.magnitude)
    }

    /// After `reserve(20)`.
    @inline(__always)
    private func put(magnitude value: UInt) {
        if value < 10 { return unchecked(0x30 &+ UInt8(truncatingIfNeeded: value)) }
        var digits = 2
        var limit: UInt = 100
        while digits < 20, value >= limit {
            digits &+= 1
            limit &*= 10
        }
        var place = start + (count &+ digits)
        var rest = value
        for _ in 0..<digits {
            place -= 1
            let tenth = rest / 10
            place.pointee = 0x30 &+ UInt8(truncatingIfNeeded: rest &- tenth &* 10)
            rest = tenth
        }
        extend(by: digits)
    }

    /// A number that was multiplied by 1,000: the coordinates of content streams.
    func put(thousandths value: Int) {
        reserve(26)
        if value < 0 { unchecked(0x2D) }
        let magnitude = value.magnitude
        let whole = magnitude / 1000
        let rest = magnitude &- whole &* 1000
        if whole > 0 || rest == 0 { put(magnitude: whole) }
        if rest == 0 { return }
        unchecked(0x2E)
        let first = rest / 100
        let second = rest / 10 &- first &* 10
        let third = rest &- rest / 10 &* 10
        unchecked(0x30 &+ UInt8(truncatingIfNeeded: first))
        if second | third == 0 { return }
        unchecked(0x30 &+ UInt8(truncatingIfNeeded: second))
        if third != 0 { unchecked(0x30 &+ UInt8(truncatingIfNeeded: third)) }
    }

    /// A real number with at most six decimals (§7.3.3 knows no exponents).
    func put(number value: Double) {
        let scaled = Number.scaled(value, by: 1_000_000)
        if scaled % 1000 == 0 { return put(thousandths: scaled / 1000) }
        reserve(32)
        if scaled < 0 { unchecked(0x2D) }
        let magnitude = scaled.magnitude
        put(magnitude: magnitude / 1_000_000)
        unchecked(0x2E)
        var rest = magnitude % 1_000_000
        var divisor: UInt = 100_000
        while rest > 0 {
            unchecked(0x30 &+ UInt8(truncatingIfNeeded: rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    }

    func put(hex value: UInt32, digits: Int) {
        for shift in stride(from: (digits - 1) * 4, through: 0, by: -4) {
            append(Hex.digit(UInt8(truncatingIfNeeded: value >> UInt32(shift)) & 15))
        }
    }

    @inline(__always)
    func put(bigEndian value: UInt64, bytes: Int) {
        reserve(bytes)
        for index in 0..<bytes {
            unchecked(UInt8(truncatingIfNeeded: value >> UInt64((bytes &- 1 &- index) &* 8)))
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
