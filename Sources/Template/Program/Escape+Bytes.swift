extension Escape {
    /// Appends `text` to `output`, made safe for its place; every character is escaped once.
    func append(_ text: String, to output: inout [UInt8]) {
        switch self {
        case .none: output.append(contentsOf: text.utf8)
        case .style: appendStyle(text, to: &output)
        case .characters, .markup, .attribute: appendMarkup(text, to: &output)
        }
    }

    private func appendMarkup(_ text: String, to output: inout [UInt8]) {
        var afterReturn = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): output.append(contentsOf: Self.ampersand)
            case UInt8(ascii: "<"): output.append(contentsOf: Self.less)
            case UInt8(ascii: ">"): output.append(contentsOf: Self.greater)
            case UInt8(ascii: "\""): output.append(contentsOf: Self.quote)
            case UInt8(ascii: "'"): output.append(contentsOf: Self.apostrophe)
            case Ascii.lineFeed where afterReturn && self != .characters: break
            case Ascii.lineFeed, Ascii.carriageReturn: appendLineEnd(byte, to: &output)
            default: output.append(byte)
            }
            afterReturn = byte == Ascii.carriageReturn
        }
    }

    private func appendLineEnd(_ byte: UInt8, to output: inout [UInt8]) {
        switch self {
        case .markup: output.append(contentsOf: Self.lineBreak)
        case .attribute: output.append(contentsOf: Self.lineFeedReference)
        case .characters, .none, .style: output.append(byte)
        }
    }

    private func appendStyle(_ text: String, to output: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                0..<Ascii.space:
                output.append(UInt8(ascii: "\\"))
                output.append(contentsOf: String(byte, radix: 16).utf8)
                output.append(Ascii.space)
            default: output.append(byte)
            }
        }
    }

    private static let ampersand = Array("&amp;".utf8)
    private static let less = Array("&lt;".utf8)
    private static let greater = Array("&gt;".utf8)
    private static let quote = Array("&quot;".utf8)
    private static let apostrophe = Array("&#39;".utf8)
    private static let lineBreak = Array("<br>".utf8)
    private static let lineFeedReference = Array("&#10;".utf8)
}
