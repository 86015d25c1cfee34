/// A set of glyph ids, one bit each.
struct GlyphSet: Hashable {
    private(set) var words: [UInt64] = []

    /// - Returns: whether the glyph was not in it yet.
    @inline(__always)
    @discardableResult
    mutating func insert(_ glyph: UInt16) -> Bool {
        let index = Int(glyph >> 6)
        if index >= words.count { words.append(contentsOf: repeatElement(0, count: index + 1 - words.count)) }
        let bit: UInt64 = 1 << UInt64(glyph & 63)
        let isNew = words[index] & bit == 0
        words[index] |= bit
        return isNew
    }

    func contains(_ glyph: UInt16) -> Bool {
        let index = Int(glyph >> 6)
        return index < words.count && words[index] & 1 << UInt64(glyph & 63) != 0
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    func intersects(_ other: GlyphSet) -> Bool {
        for index in 0..<min(words.count, other.words.count) where words[index] & other.words[index] != 0 {
            return true
        }
        return false
    }

    func union(_ other: GlyphSet) -> GlyphSet {
        var result = words.count >= other.words.count ? self : other
        let smaller = words.count >= other.words.count ? other : self
        for (index, word) in smaller.words.enumerated() { result.words[index] |= word }
        return result
    }

    /// The glyphs in ascending order.
    var glyphs: [UInt16] {
        var result: [UInt16] = []
        result.reserveCapacity(count)
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                result.append(UInt16(index << 6 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return result
    }
}
