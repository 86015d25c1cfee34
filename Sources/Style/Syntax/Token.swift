/// A token of CSS Syntax 3 §4, with its place in the source.
struct Token: Sendable {
    enum Kind: UInt8, Sendable {
        case ident, function, atKeyword, hash, string, badString, url, badURL, delim
        case number, percentage, dimension
        case whitespace, colon, semicolon, comma
        case openSquare, closeSquare, openParen, closeParen, openCurly, closeCurly
        case cdo, cdc
    }

    var kind: Kind
    /// A number without fraction or exponent.
    var isInteger = false
    /// A number that was written with `+` or `-`.
    var isSigned = false
    /// A hash whose name is an identifier.
    var isID = false
    /// The one character of a delimiter.
    var delim: UInt8 = 0
    var number: Double = 0
    /// Name, string, URL, or the unit of a dimension in lower case.
    var text = ""
    /// Byte offsets in the source.
    var start: Int
    var end: Int
    /// For what opens a block: the index of the token that closes it, or the count of tokens when nothing does.
    var partner = 0

    init(_ kind: Kind, start: Int, end: Int) {
        self.kind = kind
        self.start = start
        self.end = end
    }

    var opensBlock: Bool { kind == .function || kind == .openSquare || kind == .openParen || kind == .openCurly }

    func isDelim(_ character: Unicode.Scalar) -> Bool { kind == .delim && UInt32(delim) == character.value }

    /// Whether this is the identifier `name`, which must be given in lower case.
    func isIdent(_ name: String) -> Bool { kind == .ident && text.equalsLowercased(name) }
    func isFunction(_ name: String) -> Bool { kind == .function && text.equalsLowercased(name) }
}

extension String {
    /// Equality without regard to ASCII case; `lower` must be in lower case.
    func equalsLowercased(_ lower: String) -> Bool {
        if self == lower { return true }
        guard utf8.count == lower.utf8.count else { return false }
        return zip(utf8, lower.utf8).allSatisfy { $0 == $1 || ($0 >= 0x41 && $0 <= 0x5A && $0 + 32 == $1) }
    }

    /// The text with A to Z in lower case.
    var asciiLowercased: String {
        guard utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
        return String(decoding: utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
