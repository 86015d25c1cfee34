import Diagnostics

/// Makes nodes of a Mustache template: tokens, then lines, then the tree.
///
/// Follows the public specification (mustache/spec 1.4): interpolation, sections, inverted sections, comments, partials,
/// delimiters, and the optional inheritance and dynamic names. Data has no functions, so there are no lambdas.
enum MustacheParser {
    static func parse(_ source: SourceText, into bag: inout DiagnosticBag) -> [Node] {
        var tokenizer = Tokenizer(source)
        let tokens = tokenizer.run(into: &bag)
        guard !bag.hasErrors else { return [] }
        let lines = LineSplitter(source: source, tokens: tokens).lines()
        var builder = TreeBuilder(source: source, tokens: tokens, lines: lines)
        return builder.tree()
    }
}

/// One line of a template: its tokens, and what becomes of its white space.
struct TemplateLine {
    var tokens: Range<Int>
    /// The tags stand alone: the line's white space and its end print nothing.
    var isStandalone: Bool
}

/// Groups tokens by line and finds the lines on which tags stand alone.
struct LineSplitter {
    let source: SourceText
    let tokens: [Token]

    func lines() -> [TemplateLine] {
        var lines: [TemplateLine] = []
        var start = 0
        for index in tokens.indices where endsLine(tokens[index]) || index == tokens.count - 1 {
            let range = start..<index + 1
            lines.append(TemplateLine(tokens: range, isStandalone: isStandalone(range)))
            start = index + 1
        }
        return lines
    }

    private func endsLine(_ token: Token) -> Bool {
        token.kind == .text && source.bytes[token.span.upperBound - 1] == Ascii.lineFeed
    }

    /// One tag that may stand alone and nothing else; or several, if all belong to inheritance.
    ///
    /// Text inside a parent that begins on the line is ignored text, so it does not count. A block that begins and ends
    /// on the line is part of its text: the line stays.
    private func isStandalone(_ range: Range<Int>) -> Bool {
        var tags = 0
        var inheritanceOnly = true
        var index = range.lowerBound
        while index < range.upperBound {
            let token = tokens[index]
            if token.kind == .text {
                guard isBlank(token) else { return false }
            } else {
                guard token.kind.mayStandAlone else { return false }
                tags += 1
                inheritanceOnly = inheritanceOnly && isInheritance(token)
                if let end = token.partner, token.kind == .parent || token.kind == .block, range.contains(end) {
                    if token.kind == .block { return false }
                    index = end
                }
            }
            index += 1
        }
        return tags == 1 || tags > 1 && inheritanceOnly
    }

    private func isInheritance(_ token: Token) -> Bool {
        switch token.kind {
        case .parent, .block: true
        case .close: token.partner.map { isInheritance(tokens[$0]) } ?? false
        case .text, .value, .unescapedValue, .section, .invertedSection, .comment, .partial, .delimiters: false
        }
    }

    private func isBlank(_ token: Token) -> Bool {
        source.bytes[token.span].allSatisfy(Ascii.isSpace)
    }
}
