import CGraphics
import Layout

/// Break opportunities of a paragraph: pairs of ASCII characters by table, all else by Pango (UAX 14 with tailoring by
/// language), as Chromium divides it between its table and ICU.
enum LineBreaks {
    static func find(in text: [UInt8], language: OpaquePointer?, needsPango: Bool) -> [BreakOpportunity] {
        var breaks =
            needsPango
            ? pangoBreaks(text, language) : [BreakOpportunity](repeating: .grapheme, count: text.count)
        text.withUnsafeBufferPointer { bytes in
            breaks.withUnsafeMutableBufferPointer { applyPairs(bytes, &$0, overwritesOther: !needsPango) }
        }
        return breaks
    }

    /// - Parameter overwritesOther: whether pairs with characters beyond ASCII are answered here, too: letters, no-break
    ///   spaces and U+FFFC are all there are then.
    private static func applyPairs(
        _ bytes: UnsafeBufferPointer<UInt8>, _ breaks: inout UnsafeMutableBufferPointer<BreakOpportunity>,
        overwritesOther: Bool
    ) {
        var before: UInt8 = 0
        var last: UInt8 = 0
        for place in bytes.indices {
            let byte = bytes[place]
            if byte & 0xC0 == 0x80 {
                breaks[place] = .none
                before = last
                last = byte
                continue
            }
            if place > 0 {
                if byte < 0x80 && last < 0x80 {
                    breaks[place] = pair(last, byte, before)
                } else if isSpace(last) {
                    breaks[place] = last == 0x0A ? .mandatory : .allowed
                } else if isSpace(byte) {
                    breaks[place] = .grapheme
                } else if overwritesOther {
                    breaks[place] = otherPair(bytes, place)
                }
            }
            before = last
            last = byte
        }
    }

    private static func pair(_ last: UInt8, _ byte: UInt8, _ before: UInt8) -> BreakOpportunity {
        if last == 0x0D && byte == 0x0A { return .none }
        if last == 0x0A || last == 0x0D || last == 0x0C { return .mandatory }
        if isSpace(byte) { return .grapheme }
        if isSpace(last) { return .allowed }
        return PairBreaks.allows(last, byte, beforeFirst: before) ? .allowed : .grapheme
    }

    /// Around U+FFFC a line may break, around a no-break space and between letters not.
    private static func otherPair(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> BreakOpportunity {
        let isNoBreakSpace =
            bytes[place] == 0xC2 && bytes[place + 1] == 0xA0
            || place >= 2 && bytes[place - 2] == 0xC2 && bytes[place - 1] == 0xA0
        if isNoBreakSpace { return .grapheme }
        let isObject =
            bytes[place] == 0xEF
            || place >= 3 && bytes[place - 3] == 0xEF && bytes[place - 2] == 0xBF && bytes[place - 1] == 0xBC
        return isObject ? .allowed : .grapheme
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func pangoBreaks(_ text: [UInt8], _ language: OpaquePointer?) -> [BreakOpportunity] {
        var breaks = [BreakOpportunity](repeating: .none, count: text.count)
        text.withUnsafeBufferPointer { bytes in
            let count = bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
            var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count + 1)
            bytes.withMemoryRebound(to: CChar.self) {
                pango_get_log_attrs(
                    $0.baseAddress, Int32($0.count), -1, language ?? pango_language_get_default(), &attributes,
                    Int32(count + 1))
            }
            var character = 0
            for place in bytes.indices where bytes[place] & 0xC0 != 0x80 {
                breaks[place] = opportunity(attributes[character])
                character += 1
            }
        }
        return breaks
    }

    private static func opportunity(_ attribute: PangoLogAttr) -> BreakOpportunity {
        if attribute.is_mandatory_break != 0 { return .mandatory }
        if attribute.is_line_break != 0 { return .allowed }
        return attribute.is_cursor_position != 0 ? .grapheme : .none
    }
}
