import Diagnostics

/// Cuts a template into tokens and pairs each section with its end (mustache(5), "TAG TYPES").
///
/// Faults go to `bag`, all of them; the tokens are then good enough to go on looking for more.
struct Tokenizer {
    private let source: SourceText
    private var tokens: [Token] = []
    private var position = 0
    private var opening = Array("{{".utf8)
    private var closing = Array("}}".utf8)
    private var openSections: [Int] = []

    /// What is built and run by recursion must end before the stack does.
    private static let depthLimit = 100

    init(_ source: SourceText) { self.source = source }

    mutating func run(into bag: inout DiagnosticBag) -> [Token] {
        while let start = find(opening, from: position) {
            addText(position..<start)
            guard let end = addTag(at: start, into: &bag) else {
                addText(start..<source.bytes.count)
                position = source.bytes.count
                break
            }
            position = end
        }
        addText(position..<source.bytes.count)
        for index in openSections { reportUnclosed(tokens[index], into: &bag) }
        return tokens
    }

    private mutating func addText(_ range: Range<Int>) {
        var start = range.lowerBound
        for index in range where source.bytes[index] == Ascii.lineFeed {
            tokens.append(Token(kind: .text, span: start..<index + 1, name: index..<index))
            start = index + 1
        }
        if start < range.upperBound {
            tokens.append(Token(kind: .text, span: start..<range.upperBound, name: start..<start))
        }
    }

    /// Reads the tag whose opening delimiter stands at `start`; nil if nothing closes it.
    private mutating func addTag(at start: Int, into bag: inout DiagnosticBag) -> Int? {
        var content = start + opening.count
        while content < source.bytes.count, Ascii.isSpace(source.bytes[content]) { content += 1 }
        let sigil = content < source.bytes.count ? source.bytes[content] : 0
        let kind = Token.Kind(sigil: sigil)
        var terminator = closing
        if sigil == UInt8(ascii: "{") { terminator.insert(UInt8(ascii: "}"), at: 0) }
        if sigil == UInt8(ascii: "=") { terminator.insert(UInt8(ascii: "="), at: 0) }
        if kind != nil { content += 1 }
        guard let close = find(terminator, from: content) else {
            let text = String(decoding: terminator, as: UTF8.self)
            bag.add(
                .error(
                    "this tag is not closed", at: source.location(of: start),
                    hint: "end it with '\(text)'"))
            return nil
        }
        let end = close + terminator.count
        let tag = Token(kind: kind ?? .value, span: start..<end, name: trimmed(content..<close))
        check(tag, into: &bag)
        if tag.kind == .delimiters { setDelimiters(tag, into: &bag) }
        link(tag, into: &bag)
        return end
    }

    private func check(_ tag: Token, into bag: inout DiagnosticBag) {
        guard tag.kind != .comment, tag.kind != .delimiters else { return }
        if tag.name.isEmpty {
            bag.add(
                .error(
                    "this tag has no name", at: source.location(of: tag.span.lowerBound),
                    hint: "write a name between the delimiters"))
        } else if let blank = firstBlank(in: tag) {
            bag.add(
                .error(
                    "a name must not contain a space: '\(source.string(tag.name))'", at: source.location(of: blank),
                    hint: "Mustache has no expressions; write one name, with dots for its parts"))
        }
    }

    /// A space inside the name; padding after the asterisk of a dynamic name is none.
    private func firstBlank(in tag: Token) -> Int? {
        var name = source.bytes[tag.name]
        if tag.kind == .partial || tag.kind == .parent, name.first == UInt8(ascii: "*") {
            name = name.dropFirst().drop(while: Ascii.isSpace)
        }
        return name.firstIndex(where: Ascii.isSpace)
    }

    private mutating func setDelimiters(_ tag: Token, into bag: inout DiagnosticBag) {
        let parts = source.bytes[tag.name].split(whereSeparator: Ascii.isSpace)
        guard parts.count == 2, !parts.joined().contains(UInt8(ascii: "=")) else {
            bag.add(
                .error(
                    "these are not two delimiters", at: source.location(of: tag.span.lowerBound),
                    hint: "write the new opening and closing delimiter with a space between: {{=<% %>=}}"))
            return
        }
        opening = Array(parts[0])
        closing = Array(parts[1])
    }

    private mutating func link(_ tag: Token, into bag: inout DiagnosticBag) {
        tokens.append(tag)
        let index = tokens.count - 1
        if tag.kind.opensSection { open(index, into: &bag) }
        guard tag.kind == .close else { return }
        let name = source.bytes[tag.name]
        guard let depth = openSections.lastIndex(where: { source.bytes[tokens[$0].name] == name }) else {
            reportStray(tag, into: &bag)
            // Nothing to close: as a comment it can do no harm while the rest is checked.
            tokens[index].kind = .comment
            return
        }
        for unclosed in openSections[(depth + 1)...] { reportUnclosed(tokens[unclosed], into: &bag) }
        let opener = openSections[depth]
        openSections.removeSubrange(depth...)
        tokens[opener].partner = index
        tokens[index].partner = opener
    }

    private mutating func open(_ index: Int, into bag: inout DiagnosticBag) {
        openSections.append(index)
        if openSections.count == Self.depthLimit + 1 {
            bag.add(
                .error(
                    "sections are nested more than \(Self.depthLimit) deep",
                    at: source.location(of: tokens[index].span.lowerBound), hint: "move a part into a partial"))
        }
    }

    private func reportUnclosed(_ tag: Token, into bag: inout DiagnosticBag) {
        let name = source.string(tag.name)
        let open = String(decoding: opening, as: UTF8.self)
        let close = String(decoding: closing, as: UTF8.self)
        bag.add(
            .error(
                "the section '\(name)' is not closed", at: source.location(of: tag.span.lowerBound),
                hint: "end it with \(open)/\(name)\(close)"))
    }

    private func reportStray(_ tag: Token, into bag: inout DiagnosticBag) {
        let name = source.string(tag.name)
        let hint = openSections.last.map { index in
            let opener = tokens[index]
            let line = source.position(of: opener.span.lowerBound).line
            return "the innermost open section is '\(source.string(opener.name))', opened in line \(line)"
        }
        bag.add(
            .error(
                "'\(name)' is closed here but not open", at: source.location(of: tag.span.lowerBound),
                hint: hint ?? "remove this tag, or open the section before it"))
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high, Ascii.isSpace(source.bytes[low]) { low += 1 }
        while high > low, Ascii.isSpace(source.bytes[high - 1]) { high -= 1 }
        return low..<high
    }

    private func find(_ pattern: [UInt8], from start: Int) -> Int? {
        let bytes = source.bytes
        guard start + pattern.count <= bytes.count else { return nil }
        for index in start...(bytes.count - pattern.count) where bytes[index] == pattern[0] {
            if pattern.indices.allSatisfy({ bytes[index + $0] == pattern[$0] }) { return index }
        }
        return nil
    }
}
