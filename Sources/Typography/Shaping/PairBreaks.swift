/// Where lines may break between two ASCII characters, as browsers have it.
///
/// UAX 14 leaves room for tailoring, and browsers use it: Chromium asks a table of pairs for ASCII and Unicode's
/// algorithm only for the rest, so that `https://example.org/a` and `12/30` stay whole, a `?` lets a line break, and
/// `1-2` breaks but `-2` does not. The table here was read off Chromium's behaviour.
enum PairBreaks {
    /// Whether a line may break between two printing ASCII characters.
    ///
    /// - Parameter beforeFirst: what stands before the first, 0 for nothing: it tells a minus from a hyphen.
    static func allows(_ first: UInt8, _ second: UInt8, beforeFirst: UInt8) -> Bool {
        switch first {
        case UInt8(ascii: "-"):
            if isDigit(second) { return isDigit(beforeFirst) || isLetter(beforeFirst) }
            return !notAfterHyphen.contains(second)
        case UInt8(ascii: "?"): return !notAfterQuestionMark.contains(second)
        default: return isOpening(second) && breaksBeforeOpening.contains(first)
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    private static func isOpening(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
    }

    private static let breaksBeforeOpening = ASCIISet("!\"#%&)*+,.:;=>\\]|}~")
    private static let notAfterHyphen = ASCIISet("!$),./:;?]}")
    private static let notAfterQuestionMark = ASCIISet("!\"'),./:;?]}")
}

/// A set of ASCII characters as bits.
struct ASCIISet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ characters: StaticString) {
        characters.withUTF8Buffer { bytes in
            for byte in bytes {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
            }
        }
    }

    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low & (1 << UInt64(byte)) != 0 : byte < 128 && high & (1 << UInt64(byte & 63)) != 0
    }
}
