/// A template compiled to a flat program: what `Renderer` runs.
///
/// Static text lies in one buffer in the order of printing; names are resolved to symbols. Immutable, so that one
/// program serves any number of invoices.
final class Program: Sendable {
    let source: SourceText
    let text: [UInt8]
    let code: [Instruction]
    let paths: [Path]
    let calls: [Call]
    let blocks: [BlockSite]

    init(source: SourceText, assembler: Assembler) {
        self.source = source
        text = assembler.text
        code = assembler.code
        paths = assembler.paths
        calls = assembler.calls
        blocks = assembler.blocks
    }

    var isEmpty: Bool { code.isEmpty }
}

/// One step; numbers are indices into the program's tables, `end` is the step after the body.
enum Instruction: Sendable {
    case lineStart
    case text(from: Int, to: Int)
    case value(path: Int, Escape)
    case section(path: Int, end: Int)
    case inverted(path: Int, end: Int)
    case partial(call: Int)
    case parent(call: Int, end: Int)
    case block(Int, end: Int)
}

/// A partial or parent tag.
struct Call: Sendable {
    var name: TemplateName
    var indent: [UInt8]
    /// The code that fills the parent's blocks, by block name.
    var overrides: [(name: String, code: Range<Int>)]
}

/// A block and how what fills it is indented.
struct BlockSite: Sendable {
    var name: String
    var indent: [UInt8]
    var isInline: Bool
}

/// How a value is made safe for the place where it is printed.
enum Escape: UInt8, Sendable {
    /// As it is: `{{{name}}}`, and all of a plain text.
    case none
    /// `&`, `<`, `>`, `"` and `'` become character references.
    case characters
    /// The same, and line ends become `<br>`.
    case markup
    /// In an attribute: the same as `characters`, and line ends become references, as a tag would be text there.
    case attribute
    /// In a style sheet, where character references mean nothing: CSS escapes (CSS Syntax 3 §4.3.7).
    case style
}

/// What kind of text a template makes.
public enum OutputFormat: Sendable {
    /// HTML whose data keeps its line breaks, escaped for each place (element, attribute, style sheet).
    case html
    /// HTML exactly as the Mustache specification escapes.
    case plainMustache
    /// Text: nothing is escaped.
    case text
}
