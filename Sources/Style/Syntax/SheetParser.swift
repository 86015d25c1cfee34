import Diagnostics

/// Tokens in, rules out (CSS Syntax 3 §5.4). What is broken is dropped as far as the specification says, and noted.
struct SheetParser {
    let bytes: [UInt8]
    let tokens: [Token]
    let names: NameTable
    let context: ParseContext
    var notes = NoteTaker()
    /// Rules nest no deeper than this; deeper ones are dropped.
    private static let depthLimit = 32
    /// Nested style rules multiply the selectors that must be tried.
    private static let nestingLimit = 12
    private var depth = 0
    private var nesting = 0

    init(_ bytes: [UInt8], names: NameTable, context: ParseContext) {
        self.bytes = bytes
        self.names = names
        self.context = context
        tokens = Tokenizer.tokens(of: bytes)
    }

    /// A whole sheet.
    static func sheet(_ bytes: [UInt8], names: NameTable, context: ParseContext) -> StyleSheet {
        var bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        var parser = SheetParser(bytes, names: names, context: context)
        let rules = parser.rules(0..<parser.tokens.count, isTopLevel: true)
        return StyleSheet(rules: rules, diagnostics: parser.notes.diagnostics(in: bytes))
    }

    /// A list of declarations alone, as in a `style` attribute.
    static func declarations(
        _ bytes: [UInt8], names: NameTable, context: ParseContext
    ) -> (block: DeclarationBlock, diagnostics: [Diagnostic]) {
        var parser = SheetParser(bytes, names: names, context: context)
        var content = BlockContent()
        parser.declarations(0..<parser.tokens.count, into: &content)
        return (content.block, parser.notes.diagnostics(in: bytes))
    }

    // MARK: Rules

    mutating func rules(_ range: Range<Int>, isTopLevel: Bool = false) -> [Rule] {
        guard depth < Self.depthLimit else {
            notes.warning("rules stand too deep in each other; the inner ones are dropped", at: start(range))
            return []
        }
        depth += 1
        defer { depth -= 1 }
        var rules: [Rule] = []
        var importsAllowed = isTopLevel
        var index = range.lowerBound
        while index < range.upperBound {
            switch tokens[index].kind {
            case .whitespace: index += 1
            case .cdo where isTopLevel, .cdc where isTopLevel: index += 1
            case .atKeyword:
                let name = tokens[index].text.asciiLowercased
                let at = index
                let (prelude, block) = atRule(&index, range.upperBound)
                if name == "import", !importsAllowed {
                    notes.warning("@import stands behind other rules and is dropped", at: tokens[at].start)
                    continue
                }
                if !["import", "charset", "layer"].contains(name) || block != nil { importsAllowed = false }
                rules += self.atRule(name, at: tokens[at].start, prelude, block)
            default:
                rules += qualifiedRule(&index, range.upperBound)
                importsAllowed = false
            }
        }
        return rules
    }

    func start(_ range: Range<Int>) -> Int {
        range.lowerBound < tokens.count ? tokens[range.lowerBound].start : bytes.count
    }

    /// Steps over an at-rule; answers with the tokens of its prelude and of its block.
    mutating func atRule(_ index: inout Int, _ end: Int) -> (prelude: Range<Int>, block: Range<Int>?) {
        index += 1
        let start = index
        while index < end {
            switch tokens[index].kind {
            case .semicolon:
                defer { index += 1 }
                return (start..<index, nil)
            case .openCurly:
                let prelude = start..<index
                let block = (index + 1)..<max(index + 1, min(tokens[index].partner, end))
                index = min(tokens[index].partner + 1, end)
                return (prelude, block)
            default:
                index = tokens[index].opensBlock ? min(tokens[index].partner + 1, end) : index + 1
            }
        }
        return (start..<end, nil)
    }

    private mutating func qualifiedRule(_ index: inout Int, _ end: Int) -> [Rule] {
        let start = index
        while index < end, tokens[index].kind != .openCurly {
            index = tokens[index].opensBlock ? min(tokens[index].partner + 1, end) : index + 1
        }
        guard index < end else {
            notes.warning("a rule without '{' at the end of the sheet is dropped", at: tokens[start].start)
            return []
        }
        let prelude = start..<index
        let block = (index + 1)..<max(index + 1, min(tokens[index].partner, end))
        index = min(tokens[index].partner + 1, end)
        var parser = SelectorParser(names: names)
        do throws(SelectorFault) {
            return styleRule(try parser.list(tokens[prelude]), block)
        } catch {
            noteSelector(error, prelude)
            return []
        }
    }

    private mutating func noteSelector(_ fault: SelectorFault, _ prelude: Range<Int>) {
        let text = source(prelude)
        notes.warning("the rule '\(text)' is dropped: \(fault.message)", at: fault.offset ?? start(prelude))
    }

    /// The source of some tokens, shortened.
    func source(_ range: Range<Int>) -> String {
        guard range.lowerBound < range.upperBound else { return "" }
        let lower = tokens[range.lowerBound].start
        let upper = tokens[range.upperBound - 1].end
        let text = String(decoding: bytes[lower..<upper], as: UTF8.self)
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 60 ? line.prefix(57) + "…" : line
    }

    // MARK: Blocks

    /// A style rule and those nested in it (CSS Nesting 1 §2).
    mutating func styleRule(_ selectors: [Selector], _ range: Range<Int>) -> [Rule] {
        guard nesting < Self.nestingLimit else {
            notes.warning("style rules stand too deep in each other; the inner ones are dropped", at: start(range))
            return []
        }
        nesting += 1
        defer { nesting -= 1 }
        var content = BlockContent()
        declarations(range, into: &content, parents: selectors)
        var rules: [Rule] = []
        let block = content.block
        if !block.isEmpty { rules.append(.style(StyleRule(selectors: selectors, block: block))) }
        return rules + content.nested
    }

    /// What a block holds.
    struct BlockContent {
        var normal: [Declaration] = []
        var important: [Declaration] = []
        var dependsOnElement = false
        var nested: [Rule] = []
        /// Descriptors of `@page` that are no properties.
        var size: (value: PageSizeValue, isImportant: Bool)?
        var rotation: Int?
        var marginBoxes: [(MarginBoxName, DeclarationBlock)] = []
        var isPage = false

        var block: DeclarationBlock {
            DeclarationBlock(normal: normal, important: important, dependsOnElement: dependsOnElement)
        }
    }

    /// Consumes a block's contents (CSS Syntax 3 §5.4.4).
    mutating func declarations(_ range: Range<Int>, into content: inout BlockContent, parents: [Selector]? = nil) {
        var index = range.lowerBound
        while index < range.upperBound {
            switch tokens[index].kind {
            case .whitespace, .semicolon: index += 1
            case .atKeyword:
                let at = index
                let name = tokens[index].text.asciiLowercased
                let (prelude, block) = atRule(&index, range.upperBound)
                nestedAtRule(name, at: tokens[at].start, prelude, block, &content, parents: parents)
            default:
                let end = declarationEnd(index, range.upperBound)
                if declaration(index..<end, &content, reports: parents == nil || !holdsBlock(index..<end)) {
                    index = end
                } else if parents != nil, holdsBlock(index..<end) {
                    nestedRule(&index, range.upperBound, &content, parents: parents ?? [])
                } else {
                    index = end
                }
            }
        }
    }

    private func declarationEnd(_ start: Int, _ end: Int) -> Int {
        var index = start
        while index < end, tokens[index].kind != .semicolon {
            index = tokens[index].opensBlock ? min(tokens[index].partner + 1, end) : index + 1
        }
        return index
    }

    private func holdsBlock(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            if tokens[index].kind == .openCurly { return true }
            index = tokens[index].opensBlock ? min(tokens[index].partner + 1, range.upperBound) : index + 1
        }
        return false
    }

    private mutating func nestedRule(
        _ index: inout Int, _ end: Int, _ content: inout BlockContent, parents: [Selector]
    ) {
        let start = index
        while index < end, tokens[index].kind != .openCurly {
            index = tokens[index].opensBlock ? min(tokens[index].partner + 1, end) : index + 1
        }
        let prelude = start..<index
        let block = (index + 1)..<max(index + 1, min(tokens[index].partner, end))
        index = min(tokens[index].partner + 1, end)
        var parser = SelectorParser(names: names, parents: parents)
        do throws(SelectorFault) {
            content.nested += styleRule(try parser.nestedList(tokens[prelude]), block)
        } catch {
            noteSelector(error, prelude)
        }
    }

    private mutating func nestedAtRule(
        _ name: String, at offset: Int, _ prelude: Range<Int>, _ block: Range<Int>?, _ content: inout BlockContent,
        parents: [Selector]?
    ) {
        if content.isPage, let box = MarginBoxName(atKeyword: name), let block {
            var inner = BlockContent()
            declarations(block, into: &inner)
            content.marginBoxes.append((box, inner.block))
            return
        }
        guard let parents, let block else {
            notes.warning("@\(name) may not stand here and is dropped", at: offset)
            return
        }
        switch name {
        case "media": content.nested.append(.media(mediaQueries(prelude), styleRule(parents, block)))
        case "supports": if supports(prelude) { content.nested += styleRule(parents, block) }
        case "layer": content.nested.append(.layer(name: layerNames(prelude).first, styleRule(parents, block)))
        default: notes.warning("@\(name) may not stand here and is dropped", at: offset)
        }
    }
}

extension SheetParser {
    /// Reads one declaration; answers whether it was one, good or bad.
    private mutating func declaration(_ range: Range<Int>, _ content: inout BlockContent, reports: Bool) -> Bool {
        var index = range.lowerBound
        guard tokens[index].kind == .ident else {
            if reports { noteBroken(range) }
            return false
        }
        let written = tokens[index].text
        index += 1
        while index < range.upperBound, tokens[index].kind == .whitespace { index += 1 }
        guard index < range.upperBound, tokens[index].kind == .colon else {
            if reports { notes.warning("':' is missing behind '\(written)'", at: tokens[range.lowerBound].end) }
            return false
        }
        index += 1
        let isCustom = written.utf8.starts(with: "--".utf8)
        let name = isCustom ? written : written.asciiLowercased
        let (value, isImportant) = trimmed(index..<range.upperBound)
        if value.isEmpty, !isCustom {
            if reports { notes.warning("'\(name)' has no value", at: tokens[range.lowerBound].start) }
            return !holdsBlock(range)
        }
        if content.isPage, pageDescriptor(name, value, isImportant, &content) { return true }
        do throws(DeclarationFault) {
            let found = try Style.declarations(of: name, tokens: tokens, value, context: context)
            if isImportant { content.important += found } else { content.normal += found }
            if value.contains(where: { tokens[$0].isFunction("attr") }) { content.dependsOnElement = true }
            return true
        } catch {
            if reports { noteFault(error, name, value, at: tokens[range.lowerBound].start) }
            return !holdsBlock(range)
        }
    }

    private func trimmed(_ range: Range<Int>) -> (Range<Int>, isImportant: Bool) {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, tokens[lower].kind == .whitespace { lower += 1 }
        while upper > lower, tokens[upper - 1].kind == .whitespace { upper -= 1 }
        var end = upper
        guard end > lower, tokens[end - 1].isIdent("important") else { return (lower..<upper, false) }
        end -= 1
        while end > lower, tokens[end - 1].kind == .whitespace { end -= 1 }
        guard end > lower, tokens[end - 1].isDelim("!") else { return (lower..<upper, false) }
        end -= 1
        while end > lower, tokens[end - 1].kind == .whitespace { end -= 1 }
        return (lower..<end, true)
    }

    private mutating func noteBroken(_ range: Range<Int>) {
        let first = tokens[range.lowerBound]
        if first.isDelim("*"), range.count > 1, tokens[range.lowerBound + 1].kind == .ident {
            notes.prefixed("*" + tokens[range.lowerBound + 1].text, at: first.start)
        } else {
            notes.warning("'\(source(range))' is no declaration and is dropped", at: first.start)
        }
    }

    private mutating func noteFault(_ fault: DeclarationFault, _ name: String, _ value: Range<Int>, at offset: Int) {
        switch fault {
        case .unknownProperty:
            if name.utf8.first == UInt8(ascii: "-") || name.utf8.first == UInt8(ascii: "_")
                || name.utf8.starts(with: "mso-".utf8)
            {
                notes.prefixed(name, at: offset)
            } else {
                let near = nearestName(to: name, among: PropertyTable.entries.keys.sorted())
                notes.warning(
                    "the property '\(name)' is not known", at: offset, hint: near.map { "did you mean '\($0)'?" })
            }
        case .invalidValue:
            if isPrefixed(value) {
                notes.prefixed("\(name): \(source(value))", at: offset)
            } else {
                notes.warning("'\(source(value))' is no value of '\(name)'", at: offset)
            }
        }
    }

    /// Whether the value is one of another engine, or a hack for an old one.
    private func isPrefixed(_ range: Range<Int>) -> Bool {
        range.contains { index in
            let token = tokens[index]
            guard token.kind == .ident || token.kind == .function else { return false }
            let text = token.text.asciiLowercased
            return ["-webkit-", "-moz-", "-ms-", "-o-", "progid"].contains { text.utf8.starts(with: $0.utf8) }
                || (text == "expression" && token.kind == .function)
        }
    }
}

/// Collects what is to be said about a sheet by byte offset, and turns it to lines and columns in the end.
struct NoteTaker {
    private var notes: [(offset: Int, diagnostic: Diagnostic)] = []
    private var prefixes: Set<String> = []

    mutating func warning(_ message: String, at offset: Int, hint: String? = nil) {
        notes.append((offset, .warning(message, hint: hint)))
    }

    /// A declaration for another browser: said once for each name, as a note.
    mutating func prefixed(_ what: String, at offset: Int) {
        guard prefixes.insert(what).inserted else { return }
        notes.append((offset, Diagnostic(.note, "'\(what)' is meant for another browser and is dropped")))
    }

    func diagnostics(in bytes: [UInt8]) -> [Diagnostic] {
        guard !notes.isEmpty else { return [] }
        var result: [Diagnostic] = []
        var position = SourcePosition(line: 1, column: 1)
        var offset = 0
        for note in notes.sorted(by: { $0.offset < $1.offset }) {
            while offset < min(note.offset, bytes.count) {
                if bytes[offset] == UInt8(ascii: "\n") {
                    position = SourcePosition(line: position.line + 1, column: 1)
                } else if bytes[offset] & 0xC0 != 0x80 {
                    position.column += 1
                }
                offset += 1
            }
            var diagnostic = note.diagnostic
            diagnostic.location.position = position
            result.append(diagnostic)
        }
        return result
    }
}
