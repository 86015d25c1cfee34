/// Why a selector is not one.
struct SelectorFault: Error {
    var message: String
    /// The byte in the source where it shows.
    var offset: Int?
}

/// Tokens in, selectors out (Selectors 4 §18).
struct SelectorParser {
    let names: NameTable
    /// What `&` stands for, inside a nested rule.
    var parents: [Selector]?
    /// How deep functional pseudo-classes may stand in each other.
    private static let depthLimit = 32
    private static let lengthLimit = 256
    private var depth = 0

    init(names: NameTable, parents: [Selector]? = nil) {
        self.names = names
        self.parents = parents
    }

    /// A list where one fault spoils all.
    mutating func list(_ tokens: ArraySlice<Token>) throws(SelectorFault) -> [Selector] {
        var result: [Selector] = []
        for part in Self.split(tokens) { result.append(try complex(part)) }
        return result
    }

    /// A list of relative selectors, as nested rules have them; without `&` the parent stands in front.
    mutating func nestedList(_ tokens: ArraySlice<Token>) throws(SelectorFault) -> [Selector] {
        var result: [Selector] = []
        for part in Self.split(tokens) {
            let hasParent = part.contains { $0.isDelim("&") }
            let (combinator, rest) = Self.leadingCombinator(part)
            var selector = try complex(rest)
            if combinator != nil || !hasParent {
                selector.compounds.append(parentCompound)
                selector.combinators.append(combinator ?? .descendant)
                selector.specificity = selector.specificity + parentSpecificity
            }
            result.append(selector)
        }
        return result
    }

    /// A forgiving list: parts that are no selector are left out.
    private mutating func forgivingList(_ tokens: ArraySlice<Token>) -> [Selector] {
        var result: [Selector] = []
        for part in Self.split(tokens) {
            if let selector = try? complex(part), selector.pseudo == nil { result.append(selector) }
        }
        return result
    }

    private var parentCompound: Compound {
        var compound = Compound()
        compound.tests = [parents.map { .matches(SelectorList($0)) } ?? .root]
        return compound
    }

    private var parentSpecificity: Specificity {
        parents.map { $0.map(\.specificity).max() ?? .zero } ?? .zero
    }

    /// The parts between commas that stand in no block.
    static func split(_ tokens: ArraySlice<Token>) -> [ArraySlice<Token>] {
        var parts: [ArraySlice<Token>] = []
        var start = tokens.startIndex
        var index = start
        while index < tokens.endIndex {
            if tokens[index].kind == .comma {
                parts.append(tokens[start..<index])
                start = index + 1
            }
            index = tokens[index].opensBlock ? min(tokens[index].partner + 1, tokens.endIndex) : index + 1
        }
        parts.append(tokens[min(start, tokens.endIndex)..<tokens.endIndex])
        return parts
    }

    private static func combinator(_ token: Token) -> Selector.Combinator? {
        if token.isDelim(">") { return .child }
        if token.isDelim("+") { return .next }
        return token.isDelim("~") ? .subsequent : nil
    }

    private static func leadingCombinator(
        _ tokens: ArraySlice<Token>
    ) -> (Selector.Combinator?, ArraySlice<Token>) {
        let rest = tokens.drop { $0.kind == .whitespace }
        guard let first = rest.first, let combinator = combinator(first) else { return (nil, rest) }
        return (combinator, rest.dropFirst())
    }

    private mutating func complex(_ tokens: ArraySlice<Token>) throws(SelectorFault) -> Selector {
        var compounds: [Compound] = []
        var combinators: [Selector.Combinator] = []
        var specificity = Specificity.zero
        var pseudo: PseudoKey.Kind?
        var index = tokens.startIndex
        var pending: Selector.Combinator?
        while true {
            var sawSpace = false
            while index < tokens.endIndex, tokens[index].kind == .whitespace {
                sawSpace = true
                index += 1
            }
            guard index < tokens.endIndex else { break }
            if let combinator = Self.combinator(tokens[index]) {
                guard pending == nil, !compounds.isEmpty else { throw fault("a combinator too many", tokens, index) }
                pending = combinator
                index += 1
                continue
            }
            if !compounds.isEmpty {
                if pending == nil, !sawSpace { throw fault("unexpected text in a selector", tokens, index) }
                combinators.append(pending ?? .descendant)
            }
            if pseudo != nil { throw fault("nothing may stand behind a pseudo-element", tokens, index) }
            guard compounds.count < Self.lengthLimit else { throw fault("the selector is too long", tokens, index) }
            pending = nil
            compounds.append(try compound(tokens, &index, &specificity, &pseudo))
        }
        guard !compounds.isEmpty else { throw fault("a selector is missing", tokens, index) }
        guard pending == nil else { throw fault("a selector is missing behind a combinator", tokens, index) }
        return Selector(
            compounds: compounds.reversed(), combinators: combinators.reversed(), pseudo: pseudo,
            specificity: specificity)
    }

    func fault(_ message: String, _ tokens: ArraySlice<Token>, _ index: Int) -> SelectorFault {
        let token = index < tokens.endIndex ? tokens[index] : tokens.last
        return SelectorFault(message: message, offset: token?.start)
    }

    private mutating func compound(
        _ tokens: ArraySlice<Token>, _ index: inout Int, _ specificity: inout Specificity,
        _ pseudo: inout PseudoKey.Kind?
    ) throws(SelectorFault) -> Compound {
        var compound = Compound()
        let start = index
        while index < tokens.endIndex {
            let token = tokens[index]
            if pseudo != nil, token.kind != .colon { break }
            switch token.kind {
            case .ident where index == start, .delim where index == start && (token.isDelim("*") || token.isDelim("|")):
                try type(tokens, &index, &compound, &specificity)
                continue
            case .delim where token.isDelim("&"):
                compound.tests.append(parents.map { .matches(SelectorList($0)) } ?? .root)
                specificity = specificity + parentSpecificity
            case .hash:
                guard token.isID else { throw fault("'#\(token.text)' is no id", tokens, index) }
                compound.ids.append(names.number(token.text))
                specificity = specificity + .id
            case .delim where token.isDelim("."):
                guard index + 1 < tokens.endIndex, tokens[index + 1].kind == .ident else {
                    throw fault("a class name is missing behind '.'", tokens, index)
                }
                compound.classes.append(names.number(tokens[index + 1].text))
                specificity = specificity + .class
                index += 1
            case .openSquare:
                compound.tests.append(.attribute(try attribute(tokens, index)))
                specificity = specificity + .class
                index = token.partner
            case .colon:
                try pseudoSelector(tokens, &index, &compound, &specificity, &pseudo)
                continue
            default:
                if index == start { throw fault("unexpected text in a selector", tokens, index) }
                return compound
            }
            index += 1
        }
        if index == start { throw fault("a selector is missing", tokens, index) }
        return compound
    }

    /// A type with or without a namespace prefix, which matters to nothing here.
    private func type(
        _ tokens: ArraySlice<Token>, _ index: inout Int, _ compound: inout Compound, _ specificity: inout Specificity
    ) throws(SelectorFault) {
        let before = specificity
        if !tokens[index].isDelim("|") {
            setType(tokens[index], &compound, &specificity)
            index += 1
        }
        guard index < tokens.endIndex, tokens[index].isDelim("|") else { return }
        guard index + 1 < tokens.endIndex, tokens[index + 1].kind == .ident || tokens[index + 1].isDelim("*") else {
            throw fault("a type is missing behind '|'", tokens, index)
        }
        compound.tag = nil
        compound.svgTag = nil
        specificity = before
        setType(tokens[index + 1], &compound, &specificity)
        index += 2
    }

    private func setType(_ token: Token, _ compound: inout Compound, _ specificity: inout Specificity) {
        guard token.kind == .ident else { return }
        compound.tag = names.number(token.text.asciiLowercased)
        compound.svgTag = names.number(token.text)
        specificity = specificity + .type
    }

    private func attribute(_ tokens: ArraySlice<Token>, _ open: Int) throws(SelectorFault) -> AttributeTest {
        let end = min(tokens[open].partner, tokens.endIndex)
        var parts = tokens[(open + 1)..<end].filter { $0.kind != .whitespace }[...]
        if let first = parts.first, first.isDelim("*") || first.isDelim("|") { parts.removeFirst() }
        if let first = parts.first, first.isDelim("|") { parts.removeFirst() }
        guard let name = parts.first, name.kind == .ident else {
            throw fault("an attribute name is missing", tokens, open)
        }
        parts.removeFirst()
        let lower = name.text.asciiLowercased
        if parts.isEmpty { return AttributeTest(name: lower, operation: .exists, value: "", ignoresCase: false) }
        var operation = AttributeTest.Operation.equals
        let prefixes: [(Unicode.Scalar, AttributeTest.Operation)] = [
            ("~", .includes), ("|", .dash), ("^", .prefix), ("$", .suffix), ("*", .substring),
        ]
        if let found = prefixes.first(where: { parts.first?.isDelim($0.0) == true }) {
            operation = found.1
            parts.removeFirst()
        }
        guard parts.first?.isDelim("=") == true else { throw fault("'=' is missing", tokens, open) }
        parts.removeFirst()
        guard let value = parts.first, value.kind == .ident || value.kind == .string else {
            throw fault("the attribute's value must be a name or a string", tokens, open)
        }
        parts.removeFirst()
        var ignoresCase = Self.caseless.contains(lower)
        if let flag = parts.first {
            guard flag.isIdent("i") || flag.isIdent("s"), parts.count == 1 else {
                throw fault("unexpected text behind the attribute's value", tokens, open)
            }
            ignoresCase = flag.isIdent("i")
        }
        return AttributeTest(name: lower, operation: operation, value: value.text, ignoresCase: ignoresCase)
    }

    /// Attributes whose values HTML compares without case (HTML §15.1).
    private static let caseless: Set<String> = [
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype",
        "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame",
        "hreflang", "http-equiv", "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize",
        "noshade", "nowrap", "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target",
        "text", "type", "valign", "valuetype", "vlink",
    ]
}

extension SelectorParser {
    fileprivate static let pseudoElements: [String: PseudoKey.Kind] = [
        "before": .before, "after": .after, "marker": .marker, "first-line": .firstLine,
        "first-letter": .firstLetter,
    ]

    /// Pseudo-elements of screens, valid and without effect.
    fileprivate static let otherPseudoElements: Set<String> = [
        "placeholder", "selection", "backdrop", "file-selector-button", "cue", "target-text", "spelling-error",
        "grammar-error", "highlight", "details-content",
    ]

    fileprivate static let neverClasses: Set<String> = [
        "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-within", "autofill",
        "fullscreen", "modal", "picture-in-picture", "playing", "paused", "popover-open", "invalid", "user-invalid",
        "user-valid", "indeterminate", "default", "in-range", "out-of-range", "past", "future", "current",
        "local-link", "blank",
    ]

    fileprivate mutating func pseudoSelector(
        _ tokens: ArraySlice<Token>, _ index: inout Int, _ compound: inout Compound,
        _ specificity: inout Specificity, _ pseudo: inout PseudoKey.Kind?
    ) throws(SelectorFault) {
        let start = index
        index += 1
        var isElement = false
        if index < tokens.endIndex, tokens[index].kind == .colon {
            isElement = true
            index += 1
        }
        guard index < tokens.endIndex, tokens[index].kind == .ident || tokens[index].kind == .function else {
            throw fault("a name is missing behind ':'", tokens, start)
        }
        let token = tokens[index]
        let name = token.text.asciiLowercased
        let isOld = !isElement && ["before", "after", "first-line", "first-letter"].contains(name)
        if isElement || isOld, token.kind == .ident {
            index += 1
            specificity = specificity + .type
            if pseudo == nil, let kind = Self.pseudoElements[name] {
                pseudo = kind
            } else if Self.otherPseudoElements.contains(name) || name.utf8.starts(with: "-webkit-".utf8)
                || pseudo != nil
            {
                compound.tests.append(.never)
            } else {
                throw fault("the pseudo-element '::\(name)' is not known", tokens, start)
            }
            return
        }
        if isElement {
            guard ["part", "slotted", "cue", "highlight", "view-transition-group"].contains(name) else {
                throw fault("the pseudo-element '::\(name)()' is not known", tokens, start)
            }
            compound.tests.append(.never)
            index = min(token.partner + 1, tokens.endIndex)
            return
        }
        if token.kind == .ident {
            compound.tests += try plainClass(name, tokens, start)
            specificity = specificity + .class
            index += 1
        } else {
            let inside = tokens[(index + 1)..<min(token.partner, tokens.endIndex)]
            guard depth < Self.depthLimit else { throw fault("selectors stand too deep in each other", tokens, start) }
            depth += 1
            defer { depth -= 1 }
            compound.tests.append(try function(name, inside, &specificity, start: tokens[start].start))
            index = min(token.partner + 1, tokens.endIndex)
        }
    }

    private func plainClass(
        _ name: String, _ tokens: ArraySlice<Token>, _ index: Int
    ) throws(SelectorFault) -> [SimpleTest] {
        switch name {
        case "root": return [.root]
        case "scope": return [.root]
        case "empty": return [.empty]
        case "first-child": return [.firstChild]
        case "last-child": return [.lastChild]
        case "only-child": return [.firstChild, .lastChild]
        case "first-of-type": return [.nthOfType(Nth(step: 0, offset: 1), fromEnd: false)]
        case "last-of-type": return [.nthOfType(Nth(step: 0, offset: 1), fromEnd: true)]
        case "only-of-type":
            return [
                .nthOfType(Nth(step: 0, offset: 1), fromEnd: false), .nthOfType(Nth(step: 0, offset: 1), fromEnd: true),
            ]
        case "link", "any-link", "-webkit-any-link": return [.link]
        case "enabled": return [.enabled]
        case "disabled": return [.disabled]
        case "checked": return [.checked]
        case "required": return [.required]
        case "optional": return [.optional]
        case "read-only": return [.readOnly]
        case "read-write": return [.readWrite]
        case "placeholder-shown": return [.placeholderShown]
        case "valid": return [.enabled]
        case "defined": return [.defined]
        default:
            if Self.neverClasses.contains(name) { return [.never] }
            throw fault("the pseudo-class ':\(name)' is not known", tokens, index)
        }
    }

    private mutating func function(
        _ name: String, _ inside: ArraySlice<Token>, _ specificity: inout Specificity, start: Int
    ) throws(SelectorFault) -> SimpleTest {
        switch name {
        case "is", "matches", "-webkit-any", "-moz-any":
            let list = forgivingList(inside)
            specificity = specificity + (list.map(\.specificity).max() ?? .zero)
            return .matches(SelectorList(list))
        case "where": return .matches(SelectorList(forgivingList(inside)))
        case "not":
            let list = try self.list(inside)
            guard list.allSatisfy({ $0.pseudo == nil }) else {
                throw SelectorFault(message: "a pseudo-element may not stand in :not()", offset: start)
            }
            specificity = specificity + (list.map(\.specificity).max() ?? .zero)
            return .not(SelectorList(list))
        case "has": return try has(inside, &specificity)
        case "nth-child", "nth-last-child": return try nthChild(name, inside, &specificity, start: start)
        case "nth-of-type", "nth-last-of-type":
            specificity = specificity + .class
            guard let nth = Nth(tokens: inside) else {
                throw SelectorFault(message: "':\(name)()' needs a pattern such as 2n+1", offset: start)
            }
            return .nthOfType(nth, fromEnd: name == "nth-last-of-type")
        case "lang":
            specificity = specificity + .class
            let ranges = inside.filter { $0.kind == .ident || $0.kind == .string }.map(\.text.asciiLowercased)
            guard !ranges.isEmpty else { throw SelectorFault(message: "':lang()' needs a language", offset: start) }
            return .language(ranges)
        case "dir":
            specificity = specificity + .class
            let word = inside.first { $0.kind == .ident }?.text.asciiLowercased
            return word == "ltr" ? .direction(.ltr) : word == "rtl" ? .direction(.rtl) : .never
        case "state", "host", "host-context", "active-view-transition-type":
            specificity = specificity + .class
            return .never
        default:
            throw SelectorFault(message: "the pseudo-class ':\(name)()' is not known", offset: start)
        }
    }

    private mutating func has(
        _ inside: ArraySlice<Token>, _ specificity: inout Specificity
    ) throws(SelectorFault) -> SimpleTest {
        var list: [RelativeSelector] = []
        for part in Self.split(inside) {
            let (combinator, rest) = Self.leadingCombinator(part)
            var selector = try complex(rest)
            var anchor = Compound()
            anchor.tests = [.anchor]
            selector.compounds.append(anchor)
            selector.combinators.append(combinator ?? .descendant)
            list.append(RelativeSelector(combinator: combinator ?? .descendant, selector: selector))
        }
        specificity = specificity + (list.map(\.selector.specificity).max() ?? .zero)
        return .has(list)
    }

    private mutating func nthChild(
        _ name: String, _ inside: ArraySlice<Token>, _ specificity: inout Specificity, start: Int
    ) throws(SelectorFault) -> SimpleTest {
        specificity = specificity + .class
        let split = inside.indices.first { inside[$0].isIdent("of") }
        guard let nth = Nth(tokens: inside[..<(split ?? inside.endIndex)]) else {
            throw SelectorFault(message: "':\(name)()' needs a pattern such as 2n+1", offset: start)
        }
        var list: [Selector]?
        if let split {
            let selectors = try self.list(inside[(split + 1)...])
            specificity = specificity + (selectors.map(\.specificity).max() ?? .zero)
            list = selectors
        }
        return .nthChild(nth, of: list.map(SelectorList.init), fromEnd: name == "nth-last-child")
    }
}

extension Nth {
    /// `even`, `odd`, or An+B (CSS Syntax 3 §6).
    init?(tokens: ArraySlice<Token>) {
        var text = ""
        for token in tokens {
            switch token.kind {
            case .whitespace: text += " "
            case .ident: text += token.text.asciiLowercased
            case .number:
                guard token.isInteger else { return nil }
                text +=
                    (token.isSigned && token.number >= 0 ? "+" : "") + String(Int(max(-1e9, min(1e9, token.number))))
            case .dimension:
                guard token.isInteger else { return nil }
                text +=
                    (token.isSigned && token.number >= 0 ? "+" : "") + String(Int(max(-1e9, min(1e9, token.number))))
                    + token.text
            case .delim where token.isDelim("+"): text += "+"
            case .delim where token.isDelim("-"): text += "-"
            default: return nil
            }
        }
        self.init(text: Array(text.utf8))
    }

    private init?(text: [UInt8]) {
        let trimmed = text.drop { $0 == 0x20 }
        let bytes = Array(trimmed.prefix(upTo: (trimmed.lastIndex { $0 != 0x20 } ?? trimmed.startIndex - 1) + 1))
        if bytes.elementsEqual("even".utf8) {
            self.init(step: 2, offset: 0)
            return
        }
        if bytes.elementsEqual("odd".utf8) {
            self.init(step: 2, offset: 1)
            return
        }
        guard let n = bytes.firstIndex(of: UInt8(ascii: "n")) else {
            guard let offset = Self.integer(bytes[...]) else { return nil }
            self.init(step: 0, offset: offset)
            return
        }
        let head = bytes[..<n]
        let step =
            head.isEmpty || head.elementsEqual("+".utf8) ? 1 : head.elementsEqual("-".utf8) ? -1 : Self.integer(head)
        let tail = bytes[(n + 1)...].filter { $0 != 0x20 }
        guard let step, tail.isEmpty || tail[0] == UInt8(ascii: "+") || tail[0] == UInt8(ascii: "-") else { return nil }
        guard let offset = tail.isEmpty ? 0 : Self.integer(tail[...]) else { return nil }
        self.init(step: step, offset: offset)
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: bytes, as: UTF8.self)).map { max(-1_000_000_000, min(1_000_000_000, $0)) }
    }
}
