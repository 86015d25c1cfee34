import Diagnostics

extension SheetParser {
    /// The rules that an at-rule comes to.
    mutating func atRule(_ name: String, at offset: Int, _ prelude: Range<Int>, _ block: Range<Int>?) -> [Rule] {
        switch name {
        case "charset": return []
        case "import": return importRule(prelude, at: offset).map { [.imports($0)] } ?? []
        case "layer":
            let names = layerNames(prelude)
            guard let block else { return [.layerOrder(names)] }
            return [.layer(name: names.first, rules(block))]
        case "media":
            return block.map { [.media(mediaQueries(prelude), rules($0))] } ?? []
        case "supports":
            guard let block, supports(prelude) else { return [] }
            return rules(block)
        case "scope", "container", "starting-style":
            notes.warning("@\(name) is not followed; its rules are dropped", at: offset)
            return []
        case "font-face": return block.flatMap { fontFace($0, at: offset) }.map { [.fontFace($0)] } ?? []
        case "counter-style": return block.flatMap { counterStyle(prelude, $0, at: offset) } ?? []
        case "page": return block.flatMap { page(prelude, $0, at: offset) }.map { [.page($0)] } ?? []
        case "keyframes", "-webkit-keyframes", "-moz-keyframes", "-o-keyframes", "-ms-viewport", "viewport",
            "namespace", "property", "font-feature-values", "font-palette-values", "view-transition",
            "position-try", "document", "-moz-document":
            return []
        default:
            notes.warning("the rule '@\(name)' is not known and is dropped", at: offset)
            return []
        }
    }

    private mutating func importRule(_ prelude: Range<Int>, at offset: Int) -> ImportRule? {
        var parser = ValueParser(tokens, prelude, context: context)
        guard let reference = parser.url(allowingString: true) else {
            notes.warning("@import needs a URL", at: offset)
            return nil
        }
        var layer: String?
        if parser.keyword("layer") {
            layer = ""
        } else if let token = parser.peek, token.isFunction("layer") {
            layer = layerNames((parser.index + 1)..<min(token.partner, prelude.upperBound)).first ?? ""
            _ = parser.nextComponent()
        }
        if let token = parser.peek, token.isFunction("supports") {
            let inside = (parser.index + 1)..<min(token.partner, prelude.upperBound)
            _ = parser.nextComponent()
            guard supports(inside) || supportsDeclaration(inside) else { return nil }
        }
        return ImportRule(
            reference: reference, media: mediaQueries(parser.index..<prelude.upperBound), layer: layer,
            position: position(of: offset))
    }

    private func position(of offset: Int) -> SourcePosition {
        var taker = NoteTaker()
        taker.warning("", at: offset)
        return taker.diagnostics(in: bytes).first?.location.position ?? SourcePosition(line: 1, column: 1)
    }

    /// Names between commas, with their full stops.
    func layerNames(_ range: Range<Int>) -> [String] {
        SelectorParser.split(tokens[range]).map { part in
            part.filter { $0.kind != .whitespace }.map { $0.kind == .ident ? $0.text : "." }.joined()
        }.filter { !$0.isEmpty }
    }

    // MARK: @supports

    /// Whether a `<supports-condition>` holds (CSS Conditional 3 §6).
    func supports(_ range: Range<Int>) -> Bool {
        var parser = ValueParser(tokens, range, context: context)
        return supportsCondition(&parser, depth: 0) ?? false
    }

    private func supportsCondition(_ parser: inout ValueParser, depth: Int) -> Bool? {
        guard depth < 32 else { return nil }
        if parser.keyword("not") { return supportsInParens(&parser, depth: depth).map { !$0 } }
        guard var value = supportsInParens(&parser, depth: depth) else { return nil }
        while !parser.isAtEnd {
            let isAnd = parser.keyword("and")
            guard isAnd || parser.keyword("or"), let next = supportsInParens(&parser, depth: depth) else { return nil }
            value = isAnd ? value && next : value || next
        }
        return value
    }

    private func supportsInParens(_ parser: inout ValueParser, depth: Int) -> Bool? {
        guard let token = parser.peek, token.opensBlock else { return nil }
        let inside = (parser.index + 1)..<max(parser.index + 1, min(token.partner, parser.end))
        _ = parser.nextComponent()
        if token.isFunction("selector") {
            var selectors = SelectorParser(names: names)
            return (try? selectors.list(tokens[inside])) != nil
        }
        guard token.kind == .openParen else { return false }
        if supportsDeclaration(inside) { return true }
        var inner = ValueParser(tokens, inside, context: context)
        return supportsCondition(&inner, depth: depth + 1) ?? false
    }

    /// Whether `property: value` is understood.
    func supportsDeclaration(_ range: Range<Int>) -> Bool {
        var parser = ValueParser(tokens, range, context: context)
        guard let name = parser.ident(), let colon = parser.peek, colon.kind == .colon else { return false }
        parser.advance()
        var end = parser.end
        while end > parser.index,
            tokens[end - 1].kind == .whitespace || tokens[end - 1].isDelim("!")
                || tokens[end - 1].isIdent("important")
        {
            end -= 1
        }
        let lower = name.utf8.starts(with: "--".utf8) ? name : name.asciiLowercased
        if case .ignored? = PropertyTable.entries[lower] { return false }
        return (try? Style.declarations(of: lower, tokens: tokens, parser.index..<end, context: context)) != nil
    }

    // MARK: Descriptors

    /// Names and values of a block of descriptors, by name in lower case.
    private func descriptors(_ range: Range<Int>) -> [String: Range<Int>] {
        var result: [String: Range<Int>] = [:]
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            while index < range.upperBound, tokens[index].kind != .semicolon {
                index = tokens[index].opensBlock ? min(tokens[index].partner + 1, range.upperBound) : index + 1
            }
            var parser = ValueParser(tokens, start..<index, context: context)
            if let name = parser.ident(), let colon = parser.peek, colon.kind == .colon {
                result[name.asciiLowercased] = (parser.index + 1)..<index
            }
            index += 1
        }
        return result
    }

    private mutating func fontFace(_ range: Range<Int>, at offset: Int) -> FontFace? {
        let descriptors = descriptors(range)
        guard let familyRange = descriptors["font-family"], let sourceRange = descriptors["src"] else {
            notes.warning("@font-face needs font-family and src", at: offset)
            return nil
        }
        var family = ValueParser(tokens, familyRange, context: context)
        guard let name = family.fontFamilies()?.first else {
            notes.warning("@font-face needs a name as font-family", at: offset)
            return nil
        }
        var face = FontFace(family: name, sources: fontSources(sourceRange))
        if face.sources.isEmpty { notes.warning("@font-face '\(name)' has no src that can be read", at: offset) }
        if let weights = descriptors["font-weight"] { face.weights = fontWeights(weights) }
        if let styles = descriptors["font-style"] {
            var parser = ValueParser(tokens, styles, context: context)
            face.style = parser.keyword(["normal": .normal, "italic": .italic, "oblique": .oblique]) ?? .normal
        }
        if let ranges = descriptors["unicode-range"] { face.unicodeRanges = unicodeRanges(ranges) }
        return face
    }

    private func fontSources(_ range: Range<Int>) -> [ResourceReference] {
        let known: Set<String> = [
            "woff2", "woff", "truetype", "opentype", "truetype-variations", "opentype-variations",
            "woff2-variations", "collection",
        ]
        var sources: [ResourceReference] = []
        for part in SelectorParser.split(tokens[range]) {
            var parser = ValueParser(tokens, part.startIndex..<part.endIndex, context: context)
            if let reference = parser.url() {
                let format = parser.function("format") { inner in
                    defer { while inner.nextComponent() != nil {} }
                    return inner.string() ?? inner.ident()
                }
                if format.map({ known.contains($0.asciiLowercased) }) ?? true { sources.append(reference) }
            } else if let name = parser.function("local", { $0.string() ?? $0.fontFamilies()?.first }) {
                sources.append(ResourceReference(url: "local:" + name))
            }
        }
        return sources
    }

    private func fontWeights(_ range: Range<Int>) -> ClosedRange<Int> {
        var parser = ValueParser(tokens, range, context: context)
        var weights: [Int] = []
        while let weight = parser.keyword(["normal": 400, "bold": 700]) ?? parser.integer() { weights.append(weight) }
        guard let low = weights.min(), let high = weights.max() else { return 400...400 }
        return low...high
    }

    /// `U+26`, `U+0-7F`, `U+4??`: read from the source, because tokens cut it to pieces (CSS Syntax 3 §7).
    private func unicodeRanges(_ range: Range<Int>) -> [ClosedRange<UInt32>] {
        guard !range.isEmpty else { return [] }
        let text = bytes[tokens[range.lowerBound].start..<tokens[range.upperBound - 1].end].filter { $0 > 0x20 }
        return text.split(separator: UInt8(ascii: ",")).compactMap { part in
            guard part.count > 2, part.first.map({ $0 | 0x20 }) == UInt8(ascii: "u"),
                part.dropFirst().first == UInt8(ascii: "+")
            else { return nil }
            let bounds = part.dropFirst(2).split(separator: UInt8(ascii: "-"))
            guard let first = bounds.first else { return nil }
            let low = first.map { $0 == UInt8(ascii: "?") ? UInt8(ascii: "0") : $0 }
            let high = (bounds.count > 1 ? bounds[1] : first).map { $0 == UInt8(ascii: "?") ? UInt8(ascii: "F") : $0 }
            guard let a = UInt32(String(decoding: low, as: UTF8.self), radix: 16),
                let b = UInt32(String(decoding: high, as: UTF8.self), radix: 16), a <= b
            else { return nil }
            return a...b
        }
    }

    private mutating func counterStyle(_ prelude: Range<Int>, _ block: Range<Int>, at offset: Int) -> [Rule]? {
        var head = ValueParser(tokens, prelude, context: context)
        guard let name = head.customIdent(except: ["none", "decimal", "disc"]), head.isAtEnd else {
            notes.warning("@counter-style needs a name", at: offset)
            return nil
        }
        let descriptors = descriptors(block)
        func parser(_ name: String) -> ValueParser? {
            descriptors[name].map { ValueParser(tokens, $0, context: context) }
        }
        func text(_ name: String) -> String? {
            guard var parser = parser(name) else { return nil }
            return parser.string() ?? parser.ident()
        }
        var system = CounterStyleRule.System.symbolic
        if var parser = parser("system") {
            let systems: Keywords<CounterStyleRule.System> = [
                "cyclic": .cyclic, "numeric": .numeric, "alphabetic": .alphabetic, "symbolic": .symbolic,
                "additive": .additive,
            ]
            if let named = parser.keyword(systems) {
                system = named
            } else if parser.keyword("fixed") {
                system = .fixed(parser.integer() ?? 1)
            }
        }
        var symbols: [String] = []
        var weights: [Int] = []
        if var parser = parser("symbols") {
            while let symbol = parser.string() ?? parser.ident() { symbols.append(symbol) }
        }
        if var parser = parser("additive-symbols") {
            repeat {
                guard let weight = parser.integer(), let symbol = parser.string() ?? parser.ident() else { break }
                weights.append(weight)
                symbols.append(symbol)
            } while parser.comma()
        }
        guard !symbols.isEmpty else {
            notes.warning("@counter-style '\(name)' has no symbols and is dropped", at: offset)
            return nil
        }
        let rule = CounterStyleRule(
            system: system, symbols: symbols, weights: weights, prefix: text("prefix") ?? "",
            suffix: text("suffix") ?? ". ")
        return [.counterStyle(name, rule)]
    }
}
