/// Builds the tree of nodes from tokens whose sections are paired and whose lines are known.
struct TreeBuilder {
    private let source: SourceText
    private let tokens: [Token]
    /// For each token: the text that is left of it is blank and begins a line.
    private var leading: [Range<Int>?]
    private var standalone: [Bool]
    /// For each token: its line begins here and prints something.
    private var startsLine: [Bool]
    private var dropped: [Bool]
    private var index = 0

    init(source: SourceText, tokens: [Token], lines: [TemplateLine]) {
        self.source = source
        self.tokens = tokens
        leading = Array(repeating: nil, count: tokens.count)
        standalone = Array(repeating: false, count: tokens.count)
        startsLine = Array(repeating: false, count: tokens.count)
        dropped = Array(repeating: false, count: tokens.count)
        for line in lines { note(line) }
    }

    private mutating func note(_ line: TemplateLine) {
        let first = line.tokens.lowerBound
        if line.isStandalone {
            for index in line.tokens { standalone[index] = true }
            for index in [first, line.tokens.upperBound - 1] where tokens[index].kind == .text { dropped[index] = true }
        } else {
            startsLine[first] = true
        }
        let start = tokens[first].span.lowerBound
        if tokens[first].kind != .text {
            leading[first] = start..<start
        } else if first + 1 < line.tokens.upperBound, source.bytes[tokens[first].span].allSatisfy(Ascii.isBlank) {
            leading[first + 1] = tokens[first].span
        }
    }

    mutating func tree() -> [Node] { nodes(until: tokens.count) }

    private mutating func nodes(until end: Int) -> [Node] {
        var nodes: [Node] = []
        while index < end {
            let current = index
            index += 1
            if startsLine[current] { nodes.append(.lineStart) }
            if let node = node(at: current) { nodes.append(node) }
        }
        return nodes
    }

    private mutating func node(at current: Int) -> Node? {
        let token = tokens[current]
        let name = source.string(token.name)
        let offset = token.name.lowerBound
        switch token.kind {
        case .text: return dropped[current] ? nil : .text(token.span)
        case .comment, .delimiters, .close: return nil
        case .value: return .value(Path(name, offset: offset), escaped: true)
        case .unescapedValue: return .value(Path(name, offset: offset), escaped: false)
        case .section: return .section(Path(name, offset: offset), content(of: token))
        case .invertedSection: return .inverted(Path(name, offset: offset), content(of: token))
        case .partial: return .partial(TemplateName(name, offset: offset), indent: standaloneIndent(at: current))
        case .parent:
            return .parent(
                TemplateName(name, offset: offset), indent: standaloneIndent(at: current),
                overrides: overrides(in: content(of: token)))
        case .block: return .block(block(name: name, at: current))
        }
    }

    private mutating func content(of token: Token) -> [Node] {
        let end = token.partner ?? tokens.count
        let nodes = nodes(until: end)
        index = end + 1
        return nodes
    }

    private mutating func block(name: String, at current: Int) -> Node.Block {
        let content = content(of: tokens[current])
        var indent = leading[current].map { Array(source.bytes[$0]) } ?? []
        if standalone[current], let own = Indentation.leading(of: content, in: source) { indent = own }
        return Node.Block(name: name, indent: indent, isInline: !standalone[current], content: content)
    }

    private func standaloneIndent(at index: Int) -> [UInt8] {
        guard standalone[index], let range = leading[index] else { return [] }
        return Array(source.bytes[range])
    }

    /// A parent tag's blocks; its text is ignored. A block's own indentation stays where it was written.
    private func overrides(in content: [Node]) -> [Node.Override] {
        var overrides: [Node.Override] = []
        for case .block(let block) in content {
            let indent = Indentation.leading(of: block.content, in: source) ?? []
            let nodes = Indentation.remove(indent, from: block.content, in: source)
            overrides.append(Node.Override(name: block.name, content: nodes))
        }
        return overrides
    }
}

/// The white space that lines of a block have in common with its first.
enum Indentation {
    /// Nil if the nodes do not begin a line, or hold blank lines only.
    static func leading(of nodes: [Node], in source: SourceText) -> [UInt8]? {
        var atLineStart = false
        for node in nodes {
            switch node {
            case .lineStart: atLineStart = true
            case .text(let range):
                guard atLineStart else { return nil }
                let bytes = source.bytes[range]
                let blank = bytes.prefix(while: Ascii.isBlank)
                if bytes.dropFirst(blank.count).allSatisfy(Ascii.isSpace), bytes.last == Ascii.lineFeed {
                    atLineStart = false
                } else {
                    return Array(blank)
                }
            case .value: return atLineStart ? [] : nil
            case .partial(_, let indent), .parent(_, let indent, _): return indent
            case .block(let block): return block.isInline && !atLineStart ? nil : block.isInline ? [] : block.indent
            case .section(_, let content), .inverted(_, let content):
                if atLineStart { return [] }
                if let indent = leading(of: content, in: source) { return indent }
            }
        }
        return nil
    }

    static func remove(_ indent: [UInt8], from nodes: [Node], in source: SourceText) -> [Node] {
        guard !indent.isEmpty else { return nodes }
        var atLineStart = false
        return nodes.map { node in
            defer { if case .lineStart = node { atLineStart = true } else { atLineStart = false } }
            return remove(indent, from: node, atLineStart: atLineStart, in: source)
        }
    }

    private static func remove(
        _ indent: [UInt8], from node: Node, atLineStart: Bool, in source: SourceText
    ) -> Node {
        switch node {
        case .lineStart, .value: return node
        case .text(let range):
            guard atLineStart, source.bytes[range].starts(with: indent) else { return node }
            return .text(range.lowerBound + indent.count..<range.upperBound)
        case .section(let path, let content): return .section(path, remove(indent, from: content, in: source))
        case .inverted(let path, let content): return .inverted(path, remove(indent, from: content, in: source))
        case .partial(let name, let own): return .partial(name, indent: shortened(own, by: indent))
        case .parent(let name, let own, let overrides):
            return .parent(name, indent: shortened(own, by: indent), overrides: overrides)
        case .block(var block):
            block.indent = shortened(block.indent, by: indent)
            block.content = remove(indent, from: block.content, in: source)
            return .block(block)
        }
    }

    private static func shortened(_ own: [UInt8], by indent: [UInt8]) -> [UInt8] {
        own.starts(with: indent) ? Array(own.dropFirst(indent.count)) : own
    }
}
