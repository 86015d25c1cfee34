import Diagnostics

/// The tags as they are written (HTML §13.2.5.6 to 40).
extension TidyParser {
    /// What a start tag says.
    struct StartTag {
        var entry: TidyTags.Entry
        var node: Node
    }

    /// Reads `<name attributes>` at the index; nil for anything that is not written plainly.
    mutating func readStartTag() -> StartTag? {
        let start = index
        let position = cursor.position(of: start)
        index += 1
        guard let name = readName() else { return nil }
        let entry = TidyTags.shared.entry(name)
        var node = Node(kind: .element, name: entry.text, position: position)
        while true {
            let before = index
            skipTagSpace()
            guard index < source.count else { return nil }
            let byte = source[index]
            if byte == UInt8(ascii: ">") { break }
            if byte == UInt8(ascii: "/") {
                // Only an element without content may say so.
                guard index + 1 < source.count, source[index + 1] == UInt8(ascii: ">"), isVoid(entry.rule) else {
                    return nil
                }
                index += 1
                break
            }
            guard index > before, readAttribute(into: &node) else { return nil }
        }
        index += 1
        node.sourceRange = start..<index
        return StartTag(entry: entry, node: node)
    }

    /// Reads `</name>` at the index.
    mutating func readEndTag() -> TidyName? {
        index += 2
        guard let name = readName() else { return nil }
        skipTagSpace()
        guard index < source.count, source[index] == UInt8(ascii: ">") else { return nil }
        index += 1
        return name
    }

    private func isVoid(_ rule: TidyRule) -> Bool {
        switch rule {
        case .void, .rule, .base, .column: true
        default: false
        }
    }

    private mutating func readName() -> TidyName? {
        var name = TidyName()
        while index < source.count {
            var byte = source[index]
            if byte >= 0x41 && byte <= 0x5A { byte |= 0x20 }
            let isLetter = byte >= 0x61 && byte <= 0x7A
            let isOther = byte >= 0x30 && byte <= 0x39 || byte == 0x2D
            guard isLetter || isOther && name.count > 0 else { break }
            guard name.append(byte) else { return nil }
            index += 1
        }
        return name.count > 0 ? name : nil
    }

    private mutating func skipTagSpace() {
        while index < source.count, isSpace(source[index]) { index += 1 }
    }

    private mutating func readAttribute(into node: inout Node) -> Bool {
        let start = index
        guard let name = readAttributeName(), !node.attributes.contains(where: { $0.name == name }) else {
            return false
        }
        guard index < source.count, source[index] == UInt8(ascii: "=") else {
            guard index < source.count, isSpace(source[index]) || source[index] == UInt8(ascii: ">") else {
                return false
            }
            add(Attribute(name: name, value: "", position: cursor.position(of: start)), to: &node)
            return true
        }
        index += 1
        guard index < source.count else { return false }
        let quote = source[index]
        let isQuoted = quote == 0x22 || quote == 0x27
        if isQuoted { index += 1 }
        guard let (range, isPlain) = isQuoted ? readQuoted(quote) : readUnquoted(),
            let value = value(range, isPlain)
        else { return false }
        if isQuoted { index += 1 }
        add(Attribute(name: name, value: value, position: cursor.position(of: range.lowerBound)), to: &node)
        return true
    }

    private mutating func readQuoted(_ quote: UInt8) -> (Range<Int>, isPlain: Bool)? {
        let start = index
        var isPlain = true
        while index < source.count, source[index] != quote {
            let byte = source[index]
            if byte == UInt8(ascii: "&") { isPlain = false }
            guard byte >= 0x20 || byte == 0x0A || byte == 0x09 else { return nil }
            index += 1
        }
        return index < source.count ? (start..<index, isPlain) : nil
    }

    private mutating func readUnquoted() -> (Range<Int>, isPlain: Bool)? {
        let start = index
        while index < source.count, !isSpace(source[index]), source[index] != UInt8(ascii: ">") {
            switch source[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: "`"),
                UInt8(ascii: "&"), UInt8(ascii: "/"), 0..<0x20:
                return nil
            default: index += 1
            }
        }
        return index > start ? (start..<index, true) : nil
    }

    private func value(_ range: Range<Int>, _ isPlain: Bool) -> String? {
        isPlain ? String(decoding: source[range], as: UTF8.self) : TidyCharacters.text(source, range)
    }

    private mutating func add(_ attribute: Attribute, to node: inout Node) {
        if attribute.name == "id" { node.id = attribute.value }
        if attribute.name == "class" { node.classes = classes(of: attribute.value) }
        node.attributes.append(attribute)
    }

    private mutating func classes(of value: String) -> [String] {
        for known in knownClasses where known.value == value { return known.words }
        let words = classWords(value)
        if knownClasses.count < 32 { knownClasses.append((value, words)) }
        return words
    }

    private mutating func readAttributeName() -> String? {
        let start = index
        var hasUpperCase = false
        while index < source.count {
            let byte = source[index]
            let isUpper = byte >= 0x41 && byte <= 0x5A
            let isPlain = byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x5F
            guard isUpper || isPlain || byte == 0x3A || byte == 0x2E else { break }
            if isUpper { hasUpperCase = true }
            index += 1
        }
        guard index > start else { return nil }
        if !hasUpperCase { return String(decoding: source[start..<index], as: UTF8.self) }
        return String(decoding: source[start..<index].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
