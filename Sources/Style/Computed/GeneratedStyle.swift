/// Generated content, counters and named strings; not inherited.
public struct GeneratedStyle: Sendable, Hashable {
    public var content = Content.normal
    public var counterReset: [CounterChange] = []
    public var counterSet: [CounterChange] = []
    public var counterIncrement: [CounterChange] = []
    public var stringSet: [StringSet] = []
    /// The PDF outline level and text, from headings by default; nil is none.
    public var bookmarkLevel: Int?
    /// The `page` property: the name of the page type the box stands on; nil is `auto`.
    public var page: String?
    /// The name of an element whose `position` is `running`.
    public var runningName: String?

    public init() {}
}

public enum Content: Sendable, Hashable {
    case normal, none
    case items([ContentItem])
}

/// One piece of `content` (CSS Content 3 §2, CSS GCPM 3). `attr()` is already the attribute's text.
public enum ContentItem: Sendable, Hashable {
    case text(String)
    case image(CSSImage)
    case counter(String, CounterStyle)
    case counters(String, separator: String, CounterStyle)
    case openQuote, closeQuote, noOpenQuote, noCloseQuote
    /// A named string, as it stands at `first`, `start`, `last` or `first-except` of the page.
    case string(String, PagePick)
    /// A running element.
    case element(String, PagePick)
    /// The text of the element itself: only in `string-set`.
    case elementText
    /// `leader(".")`.
    case leader(String)
    case targetCounter(url: String, String, CounterStyle)
    case targetText(url: String)
}

public enum PagePick: UInt8, Sendable, Hashable { case first, start, last, firstExcept }

public struct CounterChange: Sendable, Hashable {
    public var name: String
    public var value: Int

    public init(name: String, value: Int) {
        self.name = name
        self.value = value
    }
}

public struct StringSet: Sendable, Hashable {
    public var name: String
    public var content: [ContentItem]

    public init(name: String, content: [ContentItem]) {
        self.name = name
        self.content = content
    }
}
