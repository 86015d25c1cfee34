/// The CIDs of a CFF font that is CID-keyed: its charset maps glyphs to CIDs (Adobe TN 5176 §13), and a PDF shows
/// glyphs by these (§9.7.4.2). Fonts without one have glyph ids for CIDs.
enum CharacterCollection {
    /// By glyph id; nil where the font is not CID-keyed.
    static func cids(ofCFF table: [UInt8], glyphCount: Int) -> [UInt16]? {
        var reader = CFFReader(table)
        guard let charset = reader.charsetOfCIDFont(), charset > 2 else { return nil }
        var cids: [UInt16] = [0]
        cids.reserveCapacity(glyphCount)
        reader.place = charset
        guard let format = reader.number(1) else { return nil }
        while cids.count < glyphCount {
            guard let first = reader.number(2) else { return nil }
            let more = format == 0 ? 0 : reader.number(format == 1 ? 1 : 2)
            guard let more else { return nil }
            for cid in first...(first + min(more, glyphCount)) where cids.count < glyphCount {
                cids.append(UInt16(truncatingIfNeeded: cid))
            }
        }
        return cids
    }
}

/// As much of a CFF table as leads to the charset.
private struct CFFReader {
    var place = 0
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func number(_ size: Int) -> Int? {
        guard place >= 0, place + size <= bytes.count else { return nil }
        defer { place += size }
        return bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where the charset of a CID-keyed font stands: Top DICT operators ROS (12 30) and charset (15).
    mutating func charsetOfCIDFont() -> Int? {
        place = 2
        guard let headerSize = number(1) else { return nil }
        place = headerSize
        guard skipIndex(), let count = number(2), count > 0, let offsetSize = number(1), let first = number(offsetSize),
            let second = number(offsetSize)
        else { return nil }
        let base = place - 2 * offsetSize + (count + 1) * offsetSize - 1
        return readTopDictionary(base + first..<max(base + first, base + second))
    }

    private mutating func skipIndex() -> Bool {
        guard let count = number(2) else { return false }
        if count == 0 { return true }
        guard let offsetSize = number(1), (1...4).contains(offsetSize) else { return false }
        place += count * offsetSize
        guard let end = number(offsetSize) else { return false }
        place += end - 1
        return true
    }

    private mutating func readTopDictionary(_ range: Range<Int>) -> Int? {
        place = range.lowerBound
        var operand = 0
        var charset = 0
        var isCIDKeyed = false
        while place < range.upperBound {
            guard let byte = number(1) else { return nil }
            switch byte {
            case 12: if number(1) == 30 { isCIDKeyed = true }
            case 15: charset = operand
            case 28: operand = number(2) ?? 0
            case 29: operand = number(4) ?? 0
            case 30: skipReal()
            case 32...246: operand = byte - 139
            case 247...250: operand = (byte - 247) * 256 + (number(1) ?? 0) + 108
            case 251...254: operand = -(byte - 251) * 256 - (number(1) ?? 0) - 108
            default: break
            }
        }
        return isCIDKeyed ? charset : nil
    }

    /// Nibbles up to one that is 15.
    private mutating func skipReal() {
        while let byte = number(1), byte & 15 != 15, byte >> 4 != 15 {}
    }
}
