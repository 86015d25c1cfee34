import Layout
import Style

/// Tells the text that may be set word by word from the text that needs Pango.
struct ScannedText {
    /// Whether there are characters whose breaks only UAX 14 tells.
    private(set) var needsUnicodeBreaks = false

    /// Whether the whole paragraph is Latin letters, digits, punctuation and spaces that the first face of each span
    /// has, so that there is one script, one direction, one font a span.
    mutating func scan(_ text: ParagraphText, _ styles: [ResolvedStyle]) -> Bool {
        needsUnicodeBreaks = false
        return text.utf8.withUnsafeBufferPointer { bytes in
            for (span, style) in zip(text.spans, styles) {
                guard style.caps == .normal, scan(bytes, span.range, style.faces[0]) else { return false }
            }
            return true
        }
    }

    private mutating func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ face: ResolvedStyle.ListedFace
    ) -> Bool {
        var place = range.lowerBound
        guard face.covers(0x20) else { return false }
        /// The end of a sign right before.
        var afterSign = -1
        while place < range.upperBound {
            let byte = bytes[place]
            if byte < 0x80 {
                place += 1
                guard face.covers(UInt32(byte)) else { return false }
                continue
            }
            guard let (code, length) = decode(bytes, at: place, end: range.upperBound) else { return false }
            place += length
            if code == 0xFFFC { continue }
            if Self.isIsolation(code) {
                if !standsAtWord(bytes, place - 3, code) { needsUnicodeBreaks = true }
                continue
            }
            guard Self.isSimple(code), face.covers(code) || code == 0xAD else { return false }
            if code == 0xA0 { continue }
            let isSign = Self.breaksLikeSign(code)
            if !Self.breaksLikeLetter(code), !isSign || afterSign == place - length { needsUnicodeBreaks = true }
            if isPunctuation(bytes, place) || isPunctuation(bytes, place - length - 1) { needsUnicodeBreaks = true }
            if isSign { afterSign = place }
        }
        return true
    }

    /// Isolations of text from left to right, which change nothing among text that runs so anyway (UAX 9 §2.4).
    static func isIsolation(_ code: UInt32) -> Bool { code == 0x2066 || code == 0x2068 || code == 0x2069 }

    /// Whether an isolation begins right before a word or ends right after one, where it changes no line break: UAX 14
    /// has it as a mark of what stands before it, or as a letter.
    private func standsAtWord(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ code: UInt32) -> Bool {
        let outside = code == 0x2069 ? place + 3 : place - 1
        if bytes.indices.contains(outside), bytes[outside] > 0x20 { return false }
        guard code != 0x2069 else { return true }
        guard bytes.indices.contains(place + 3) else { return false }
        let first = bytes[place + 3]
        return PairBreaks.isLetter(first) || PairBreaks.isDigit(first)
    }

    /// Whether a printing ASCII character that is no letter or digit stands at a place.
    private func isPunctuation(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        guard bytes.indices.contains(place) else { return false }
        let byte = bytes[place]
        return byte > 0x20 && byte < 0x80 && !PairBreaks.isLetter(byte) && !PairBreaks.isDigit(byte)
    }

    /// Latin letters, and the punctuation and signs that go with them; no joiners and no bidi controls.
    static func isSimple(_ code: UInt32) -> Bool {
        switch code {
        case 0xA0...0x24F, 0x1E00...0x1EFF, 0x2010...0x2027, 0x202F, 0x2030...0x205E, 0x2070...0x209C: true
        case 0x20A0...0x20C0, 0x2100...0x214F, 0x2212: true
        default: false
        }
    }

    /// Letters of Latin-1 and Latin Extended-A, between which no line breaks: UAX 14 has them all as AL.
    static func breaksLikeLetter(_ code: UInt32) -> Bool {
        (0xC0...0x17F).contains(code) && code != 0xD7 && code != 0xF7
    }
}

extension ScannedText {
    /// Signs of currencies and measures, between which and a letter or digit no line breaks (UAX 14 LB24, LB25: they
    /// are PR or PO); between two of them one may.
    static func breaksLikeSign(_ code: UInt32) -> Bool {
        switch code {
        case 0xA2...0xA5, 0xB0, 0xB1, 0x2030...0x2033, 0x20AC: true
        default: false
        }
    }
}

/// The character at a place and its length; nil where the bytes are not UTF-8.
@inline(__always)
func decode(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int, end: Int) -> (code: UInt32, length: Int)? {
    let lead = UInt32(bytes[place])
    func tail(_ offset: Int) -> UInt32 { UInt32(bytes[place + offset]) & 0x3F }
    switch lead {
    case 0..<0x80: return (lead, 1)
    case 0xC2..<0xE0 where place + 1 < end: return ((lead & 0x1F) << 6 | tail(1), 2)
    case 0xE0..<0xF0 where place + 2 < end: return ((lead & 0x0F) << 12 | tail(1) << 6 | tail(2), 3)
    case 0xF0..<0xF5 where place + 3 < end:
        return ((lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4)
    default: return nil
    }
}
