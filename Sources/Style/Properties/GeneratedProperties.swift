/// Content, counters, named strings and the outline of the document.
extension PropertyTable {
    static let generateds: [PropertyDefinition] = [
        .value(
            "content",
            .init(
                "normal",
                "normal | none | [<string> | <image> | counter() | counters() | attr() | open-quote | … | string() "
                    + "| element() | leader() | target-counter() | target-text()]+ [/ <string>]?"),
            read: { $0.content() }, set: { $0.generated.content = $1 }, get: { $0.generated.content }),
        .value(
            "counter-reset", .init("none", "none | [<custom-ident> <integer>?]+"),
            read: PropertyDefinition.constant { $0.counterChanges(default: 0) },
            set: { $0.generated.counterReset = $1 }, get: { $0.generated.counterReset }),
        .value(
            "counter-set", .init("none", "none | [<custom-ident> <integer>?]+"),
            read: PropertyDefinition.constant { $0.counterChanges(default: 0) },
            set: { $0.generated.counterSet = $1 }, get: { $0.generated.counterSet }),
        .value(
            "counter-increment", .init("none", "none | [<custom-ident> <integer>?]+"),
            read: PropertyDefinition.constant { $0.counterChanges(default: 1) },
            set: { $0.generated.counterIncrement = $1 }, get: { $0.generated.counterIncrement }),
        .value(
            "string-set", .init("none", "none | [<custom-ident> <content-list>]#"),
            read: { $0.stringSets() }, set: { $0.generated.stringSet = $1 }, get: { $0.generated.stringSet }),
        .value(
            "bookmark-level", .init("none", "none | <integer [1,∞]>"),
            read: PropertyDefinition.constant { parser in
                if parser.keyword("none") { return OptionalInteger(value: nil) }
                return parser.integer().flatMap { $0 >= 1 ? OptionalInteger(value: $0) : nil }
            },
            set: { $0.generated.bookmarkLevel = $1.value },
            get: { OptionalInteger(value: $0.generated.bookmarkLevel) }),
    ]
}

extension ValueParser {
    private typealias ItemReader = @Sendable (StyleBuilder) -> ContentItem

    mutating func content() -> (@Sendable (StyleBuilder) -> Content)? {
        if keyword("normal") { return { _ in .normal } }
        if keyword("none") { return { _ in .none } }
        guard let items = contentItems(inStringSet: false) else { return nil }
        // The text behind a slash is for readers that do not see the page.
        if slash(), contentItems(inStringSet: false) == nil { return nil }
        return { builder in .items(items.map { $0(builder) }) }
    }

    private mutating func contentItems(inStringSet: Bool) -> [ItemReader]? {
        var items: [ItemReader] = []
        while let item = contentItem(inStringSet: inStringSet) { items.append(item) }
        return items.isEmpty ? nil : items
    }

    private mutating func contentItem(inStringSet: Bool) -> ItemReader? {
        if let text = string() { return { _ in .text(text) } }
        let quotes: Keywords<ContentItem> = [
            "open-quote": .openQuote, "close-quote": .closeQuote, "no-open-quote": .noOpenQuote,
            "no-close-quote": .noCloseQuote,
        ]
        if let quote = keyword(quotes) { return { _ in quote } }
        if inStringSet, keyword("contents") { return { _ in .elementText } }
        guard let token = peek else { return nil }
        if token.kind == .function, let item = contentFunction(token.text.asciiLowercased, inStringSet) { return item }
        guard let image = attempt({ $0.image() }) else { return nil }
        return { .image(image($0)) }
    }

    private mutating func contentFunction(_ name: String, _ inStringSet: Bool) -> ItemReader? {
        switch name {
        case "attr": return block { $0.attributeText() }
        case "counter": return block { $0.counterItem() }
        case "counters": return block { $0.countersItem() }
        case "string":
            guard let (name, pick) = block({ $0.pick() }) else { return nil }
            return { _ in .string(name, pick) }
        case "element":
            guard let (name, pick) = block({ $0.pick() }) else { return nil }
            return { _ in .element(name, pick) }
        case "leader":
            guard let text = block({ $0.leader() }) else { return nil }
            return { _ in .leader(text) }
        case "target-counter": return block { $0.targetCounter() }
        case "target-text":
            return block { inner in
                guard let target = inner.target() else { return nil }
                if inner.comma() { _ = inner.ident() }
                return { .targetText(url: target($0)) }
            }
        case "content" where inStringSet:
            return block { inner in
                _ = inner.ident()
                return { _ in .elementText }
            }
        default: return nil
        }
    }

    /// The inside of `attr()`: a name, perhaps a type, perhaps a fallback.
    private mutating func attributeText() -> ItemReader? {
        guard let name = ident() else { return nil }
        while let token = peek, token.kind == .ident { advance() }
        var fallback = ""
        if comma() { fallback = string() ?? "" }
        let (attribute, otherwise) = (name.asciiLowercased, fallback)
        return { .text($0.attribute(attribute) ?? otherwise) }
    }

    private mutating func counterItem() -> ItemReader? {
        guard let name = customIdent() else { return nil }
        guard comma() else { return { _ in .counter(name, .decimal) } }
        guard let style = counterStyle() else { return nil }
        return { _ in .counter(name, style) }
    }

    private mutating func countersItem() -> ItemReader? {
        guard let name = customIdent(), comma(), let separator = string() else { return nil }
        var style = CounterStyle.decimal
        if comma() {
            guard let named = counterStyle() else { return nil }
            style = named
        }
        let finished = style
        return { _ in .counters(name, separator: separator, finished) }
    }

    private mutating func pick() -> (String, PagePick)? {
        guard let name = customIdent() else { return nil }
        guard comma() else { return (name, .first) }
        let picks: Keywords<PagePick> = [
            "first": .first, "start": .start, "last": .last, "first-except": .firstExcept,
        ]
        return keyword(picks).map { (name, $0) }
    }

    private mutating func leader() -> String? {
        keyword(["dotted": ". ", "solid": "_", "space": " "]) ?? string()
    }

    /// A URL, a string, or an attribute that holds one.
    private mutating func target() -> (@Sendable (StyleBuilder) -> String)? {
        if let reference = url(allowingString: true) { return { _ in reference.url } }
        return function("attr") { inner in
            guard let name = inner.ident()?.asciiLowercased else { return nil }
            while let token = inner.peek, token.kind == .ident { inner.advance() }
            return { $0.attribute(name) ?? "" }
        }
    }

    private mutating func targetCounter() -> ItemReader? {
        guard let target = target(), comma(), let name = customIdent() else { return nil }
        var style = CounterStyle.decimal
        if comma() {
            guard let named = counterStyle() else { return nil }
            style = named
        }
        let finished = style
        return { .targetCounter(url: target($0), name, finished) }
    }

    mutating func counterChanges(default value: Int) -> [CounterChange]? {
        if keyword("none") { return [] }
        var changes: [CounterChange] = []
        while let name = customIdent(except: ["none"]) {
            changes.append(CounterChange(name: name, value: attempt { $0.integer() } ?? value))
        }
        return changes.isEmpty ? nil : changes
    }

    mutating func stringSets() -> (@Sendable (StyleBuilder) -> [StringSet])? {
        if keyword("none") { return { _ in [] } }
        let sets = commaList { parser -> (name: String, items: [ItemReader])? in
            guard let name = parser.customIdent(), let items = parser.contentItems(inStringSet: true) else {
                return nil
            }
            return (name, items)
        }
        guard let sets else { return nil }
        return { builder in
            sets.map { set in StringSet(name: set.name, content: set.items.map { $0(builder) }) }
        }
    }
}
