extension JSONParser {
    /// The string whose opening quote stands at `at`.
    mutating func string() throws(JSONFault) -> String {
        let quote = at
        at += 1
        let start = at
        var isASCII = true
        while at < end {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\"") {
                defer { at += 1 }
                if !isASCII { try checkUTF8(start..<at) }
                return String(decoding: bytes[start..<at], as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(quote: quote, start: start) }
            if byte < 0x20 { throw controlCharacter(quote: quote) }
            if byte >= 0x80 { isASCII = false }
            at += 1
        }
        throw unterminated(quote)
    }

    /// The slow way, for strings with escapes; `at` is on the first backslash.
    private mutating func escapedString(quote: Int, start: Int) throws(JSONFault) -> String {
        var text = Array(bytes[start..<at])
        var runStart = start
        while at < end {
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: "\""):
                try checkUTF8(runStart..<at)
                at += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                try checkUTF8(runStart..<at)
                try appendEscape(to: &text, quote: quote)
                runStart = at
            case 0..<0x20: throw controlCharacter(quote: quote)
            default:
                text.append(byte)
                at += 1
            }
        }
        throw unterminated(quote)
    }

    private mutating func appendEscape(to text: inout [UInt8], quote: Int) throws(JSONFault) {
        let start = at
        guard at + 1 < end else { throw unterminated(quote) }
        at += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: try unicodeEscape(from: start))
        default:
            throw JSONFault(
                offset: start, message: "an escape that JSON does not have",
                hint: "a backslash itself is written \\\\")
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(JSONFault) -> [UInt8] {
        let first = try hexUnit(from: start)
        var scalar = UInt32(first)
        if (0xD800...0xDBFF).contains(first) {
            guard at + 1 < end, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else {
                throw loneSurrogate(start)
            }
            at += 2
            let second = try hexUnit(from: start)
            guard (0xDC00...0xDFFF).contains(second) else { throw loneSurrogate(start) }
            scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00
        }
        guard let character = Unicode.Scalar(scalar) else { throw loneSurrogate(start) }
        return Array(String(Character(character)).utf8)
    }

    private mutating func hexUnit(from start: Int) throws(JSONFault) -> UInt16 {
        guard at + 4 <= end, bytes[at..<at + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
        else {
            throw JSONFault(offset: start, message: "\\u needs four hexadecimal digits")
        }
        at += 4
        return unit
    }

    /// Refuses what is not well-formed (Unicode §3.9, table 3-7).
    private func checkUTF8(_ range: Range<Int>) throws(JSONFault) {
        if let offset = firstInvalidUTF8(in: bytes, range) {
            throw JSONFault(
                offset: offset, message: "invalid UTF-8 (byte 0x\(String(bytes[offset], radix: 16, uppercase: true)))",
                hint: "save the file as UTF-8")
        }
    }
}

/// The offset of the first byte in `range` that is no well-formed UTF-8; nil if all is.
func firstInvalidUTF8(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at < range.upperBound {
        let byte = bytes[at]
        if byte < 0x80 {
            at += 1
            continue
        }
        let (count, second): (Int, ClosedRange<UInt8>)
        switch byte {
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: return at
        }
        guard at + count <= range.upperBound, second.contains(bytes[at + 1]),
            bytes[at + 2..<max(at + 2, at + count)].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { return at }
        at += count
    }
    return nil
}
