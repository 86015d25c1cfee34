/// A piece of a Mustache template: text up to the end of its line at most, or one tag.
struct Token {
    enum Kind {
        case text, value, unescapedValue, section, invertedSection, close, comment, partial, parent, block, delimiters

        /// Tags that vanish with their line when nothing else stands on it.
        var mayStandAlone: Bool {
            switch self {
            case .text, .value, .unescapedValue: false
            case .section, .invertedSection, .close, .comment, .partial, .parent, .block, .delimiters: true
            }
        }

        var opensSection: Bool {
            switch self {
            case .section, .invertedSection, .parent, .block: true
            case .text, .value, .unescapedValue, .close, .comment, .partial, .delimiters: false
            }
        }

        /// What a tag's sigil says; nil for a name without one.
        init?(sigil: UInt8) {
            switch sigil {
            case UInt8(ascii: "#"): self = .section
            case UInt8(ascii: "^"): self = .invertedSection
            case UInt8(ascii: "/"): self = .close
            case UInt8(ascii: "!"): self = .comment
            case UInt8(ascii: ">"): self = .partial
            case UInt8(ascii: "<"): self = .parent
            case UInt8(ascii: "$"): self = .block
            case UInt8(ascii: "="): self = .delimiters
            case UInt8(ascii: "&"), UInt8(ascii: "{"): self = .unescapedValue
            default: return nil
            }
        }
    }

    var kind: Kind
    /// The whole piece, delimiters included.
    var span: Range<Int>
    /// The tag's content without sigil and padding; empty for text.
    var name: Range<Int>
    /// Index of the tag that this one closes, or that closes this one.
    var partner: Int?
}
