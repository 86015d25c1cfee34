/// Character references of tidy documents (HTML §13.2.5.72 and on): those that end in a semicolon and name a character
/// that is what it says. Others are the full parser's.
enum TidyCharacters {
    /// The text of bytes with references put in and line ends made one; nil when a reference is not of the plain kind.
    static func text(_ source: [UInt8], _ range: Range<Int>) -> String? {
        var out: [UInt8] = []
        out.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = source[index]
            index += 1
            switch byte {
            case UInt8(ascii: "&"):
                guard let end = append(referenceIn: source, index..<range.upperBound, to: &out) else { return nil }
                index = end
            case 0x0D:
                // A line feed follows, and says all.
                continue
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// - Returns: where the reference ends, the start of the range for an ampersand that is only that, nil for what is
    ///   left to the full parser.
    private static func append(referenceIn source: [UInt8], _ range: Range<Int>, to out: inout [UInt8]) -> Int? {
        guard let first = source[range].first, isLetterOrDigit(first) || first == UInt8(ascii: "#") else {
            out.append(UInt8(ascii: "&"))
            return range.lowerBound
        }
        let body = source[range].prefix(12)
        guard let end = body.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = source[range.lowerBound..<end]
        guard let scalar = first == UInt8(ascii: "#") ? number(name.dropFirst()) : named(name) else { return nil }
        out += UTF8.encode(scalar) ?? .init()
        return end + 1
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
        guard let first = text.utf8.first, isLetterOrDigit(first) else { return nil }
        guard let value = UInt32(text, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(value) else {
            return nil
        }
        let isControl = value < 0x20 && value != 0x09 && value != 0x0A || value >= 0x7F && value < 0xA0
        let isNoncharacter = value & 0xFFFE == 0xFFFE || value >= 0xFDD0 && value <= 0xFDEF
        return isControl || isNoncharacter ? nil : scalar
    }

    private static func named(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        names[String(decoding: name, as: UTF8.self)]
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
    }

    /// The names that invoices are written with.
    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
        "trade": "™", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "sect": "§", "para": "¶", "middot": "·",
        "bull": "•", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚",
        "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "times": "×", "deg": "°",
        "plusmn": "±", "frac12": "½", "shy": "\u{AD}", "thinsp": "\u{2009}", "ensp": "\u{2002}", "emsp": "\u{2003}",
        "larr": "←", "rarr": "→", "szlig": "ß", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö",
        "Uuml": "Ü", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ", "minus": "−",
    ]
}
