/// A compiled template as a tree, before it is laid flat.
///
/// Both ways of writing a template, Mustache and the `#` placeholders, come down to these nodes.
indirect enum Node {
    /// Where a line of the template begins; a partial's indentation is printed here.
    case lineStart
    /// Bytes of the source that print as they are.
    case text(Range<Int>)
    case value(Path, escaped: Bool)
    case section(Path, [Node])
    case inverted(Path, [Node])
    case partial(TemplateName, indent: [UInt8])
    case parent(TemplateName, indent: [UInt8], overrides: [Override])
    case block(Block)

    /// A place that a child template may fill anew.
    struct Block {
        var name: String
        /// What is printed before each line of what fills it.
        var indent: [UInt8]
        /// Whether its line begins with the block and goes on after it: the first line is then indented already.
        var isInline: Bool
        var content: [Node]
    }

    /// What a child template puts into its parent's block of that name.
    struct Override {
        var name: String
        var content: [Node]
    }
}

/// A dotted name, where it stands in the source.
struct Path: Sendable {
    /// Empty for the implicit iterator `.`.
    var parts: [Name]
    var offset: Int

    init(_ text: String, offset: Int) {
        parts = text == "." ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map { Name(String($0)) }
        self.offset = offset
    }

    var text: String { parts.isEmpty ? "." : parts.map(\.text).joined(separator: ".") }
}

/// One part of a dotted name; it carries its symbol, so that rendering compares no text.
struct Name: Sendable {
    let text: String
    /// The same number for the same text, everywhere in the process.
    let symbol: Int

    init(_ text: String) {
        self.text = text
        symbol = Symbols.index(of: text)
    }
}

/// Which template a partial or parent tag means: by its own name, or by the text that a value holds.
enum TemplateName: Sendable {
    case fixed(String, offset: Int)
    case dynamic(Path)

    init(_ text: String, offset: Int) {
        if text.hasPrefix("*") {
            self = .dynamic(Path(String(text.dropFirst().drop(while: \.isWhitespace)), offset: offset))
        } else {
            self = .fixed(text, offset: offset)
        }
    }

    var offset: Int {
        switch self {
        case .fixed(_, let offset): offset
        case .dynamic(let path): path.offset
        }
    }
}
