/// A field of the header, on lines of at most 78 characters wherever it can be parted (RFC 5322 §2.1.1, §2.2.3).
///
/// What it holds was checked before: one line of text, addresses that are such.
struct HeaderField {
    let name: String
    /// As it stands in the message after `name:`, the space before it and the line end after it included.
    let text: String

    /// The longest word that is left as it is; a line has room for it after any of our field names.
    private static let longestWord = 66

    /// Free text (RFC 5322 §3.2.5).
    init(_ name: String, text: String) {
        self.init(name, tokens: Self.words(of: text))
    }

    /// Mailboxes with their display names (RFC 5322 §3.4).
    init(_ name: String, _ addresses: [Address]) {
        var tokens: [String] = []
        for (index, address) in addresses.enumerated() {
            tokens += Self.phrase(address.name)
            let comma = index + 1 < addresses.count ? "," : ""
            tokens.append((address.name.isEmpty ? address.mailbox : "<\(address.mailbox)>") + comma)
        }
        self.init(name, tokens: tokens)
    }

    /// - Parameter tokens: what may not be parted, in order, a space between each two.
    private init(_ name: String, tokens: [String]) {
        self.name = name
        var text = ""
        var column = name.utf8.count + 1
        for token in tokens {
            let width = token.utf8.count + 1
            if column + width > 78 {
                text += "\n"
                column = 0
            }
            text += " " + token
            column += width
        }
        self.text = text + "\n"
    }

    // MARK: Words

    /// The words of a text; those that cannot stand as they are become encoded words, with all that lies between them.
    private static func words(of text: String) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard let first = words.firstIndex(where: { !isPlain($0) }),
            let last = words.lastIndex(where: { !isPlain($0) })
        else { return words }
        // The space to a plain word stays outside; one at either end of the text has no such word.
        return Array(words[..<first]) + EncodedWords(words[first...last].joined(separator: " ")).words
            + Array(words[(last + 1)...])
    }

    /// Readable ASCII that no reader takes for an encoded word; an empty one is a space too many.
    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.count <= longestWord && word.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            && !word.contains("=?")
    }

    /// A display name: atoms, or one quoted string, or encoded words.
    private static func phrase(_ name: String) -> [String] {
        guard !name.isEmpty else { return [] }
        let words = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.allSatisfy(isPlain) else { return EncodedWords(name).words }
        if words.allSatisfy({ $0.utf8.allSatisfy(isAtomText) }) { return words }
        let quoted = "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        return quoted.utf8.count <= longestWord ? [quoted] : EncodedWords(name).words
    }

    /// RFC 5322 §3.2.3.
    private static func isAtomText(_ byte: UInt8) -> Bool { !#"()<>[]:;@\,.""#.utf8.contains(byte) }
}
