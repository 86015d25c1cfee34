import Diagnostics
import Markup

/// `style` attributes and presentational attributes, parsed once for each text. Blocks have numbers that are never
/// used again.
struct BlockCache {
    struct Entry {
        var block: DeclarationBlock
        var number: Int32
        var diagnostics: [Diagnostic]
    }

    struct Key: Hashable {
        var text: String
        var isQuirky: Bool
    }

    private var entries: [Key: Entry] = [:]
    private var next: Int32 = 1
    private static let limit = 8192

    mutating func entry(_ text: String, isQuirky: Bool, names: NameTable) -> Entry {
        let key = Key(text: text, isQuirky: isQuirky)
        if let known = entries[key] { return known }
        let parsed = SheetParser.declarations(
            Array(text.utf8), names: names, context: ParseContext(isQuirky: isQuirky))
        let entry = Entry(block: parsed.block, number: next, diagnostics: parsed.diagnostics)
        next += 1
        if entries.count >= Self.limit { entries.removeAll() }
        entries[key] = entry
        return entry
    }
}

/// Styles one document: walks its elements in order, so that a parent's style is there before its children's.
struct StyleRun {
    private let document: Document
    private let stylist: Stylist
    private let names: NameTable
    private let matcher: Matcher
    private let hints: PresentationalHints
    private(set) var blocks: BlockCache
    private(set) var diagnostics: DiagnosticBag
    private var styles: [ComputedStyle?]
    private var pseudoStyles: [PseudoKey: ComputedStyle] = [:]
    private var rootFontSize: Double?
    private var rootLineHeight: Double?

    init(_ document: Document, stylist: Stylist, names: NameTable, blocks: BlockCache) {
        self.document = document
        self.stylist = stylist
        self.names = names
        self.blocks = blocks
        matcher = Matcher(ElementTable(document, names: names, countsTypes: stylist.index.countsTypes))
        hints = PresentationalHints(document)
        diagnostics = DiagnosticBag(file: document.name)
        styles = Array(repeating: nil, count: document.nodes.count)
    }

    mutating func styled() -> StyledDocument {
        stylist.prepare()
        var signatures = Array(repeating: ElementTable.none, count: document.nodes.count)
        for element in document.nodes.indices where document.nodes[element].kind == .element {
            let parent = Int(matcher.table.parents[element])
            signatures[element] = stylist.signature(
                of: element, parent: parent < 0 ? ElementTable.none : signatures[parent], matcher)
            style(element, signatures[element], parent: parent < 0 ? nil : styles[parent])
        }
        if matcher.memory.isExhausted {
            diagnostics.add(
                .warning(
                    ":has() would look at too many elements: it matches nothing in the rest of the document",
                    hint: "ask for one simple selector in it, such as ':has(.total)'"))
        }
        let root = document.root.flatMap { styles[$0.index] }
        let pages = stylist.pages(root: root)
        var result = StyledDocument(
            document: document, styles: styles, pseudoStyles: pseudoStyles, pageRules: PageRules(pages))
        result.fontFaces = stylist.index.fontFaces
        result.counterStyles = stylist.index.counterStyles
        return result
    }

    /// What decides an element's style besides its names: further rules, and blocks of its attributes.
    private struct Inputs {
        var open: [Int32] = []
        var hint: BlockCache.Entry?
        var inline: BlockCache.Entry?
        var language: (text: String, number: Int32)?

        /// Whether attributes add nothing.
        var isPlain: Bool { hint == nil && inline == nil && language == nil }

        /// What the attributes add to a key: numbers below 0, behind a mark for each kind.
        var attributeKey: [Int32] {
            var key: [Int32] = []
            if let hint { key += [-1, -hint.number] }
            if let inline { key += [-2, -inline.number] }
            if let language { key += [-3, -language.number] }
            return key
        }
    }

    private mutating func style(_ element: Int, _ signature: Int32, parent: ComputedStyle?) {
        let open = openRules(element, signature)
        var inputs = Inputs()
        addAttributes(element, &inputs)
        inputs.open = open
        let extra = inputs.isPlain ? open : open + inputs.attributeKey
        let style: ComputedStyle
        if let known = stylist.style(signature, parent: parent, extra: extra) {
            style = known
        } else {
            let candidates = stylist.matches[Int(signature)].element
            let result = computed(element, candidates, inputs, parent: parent)
            style = result.style
            if result.isShared {
                stylist.keep(style, signature, parent: parent, extra: extra)
            } else {
                stylist.retained.append(style)
            }
        }
        styles[element] = style
        if element == Int(matcher.table.rootIndex) {
            rootFontSize = style.text.fontSize
            rootLineHeight = style.text.lineHeightInPixels
        }
        guard !stylist.matches[Int(signature)].pseudos.isEmpty else { return }
        for (kind, candidates) in stylist.matches[Int(signature)].pseudos {
            if kind == .marker, style.box.display != .listItem { continue }
            stylePseudo(kind, candidates, element, signature, parent: style)
        }
    }

    /// The rules that names do not decide, as far as they match.
    private func openRules(_ element: Int, _ signature: Int32) -> [Int32] {
        guard !stylist.matches[Int(signature)].element.open.isEmpty else { return [] }
        return stylist.matches[Int(signature)].element.open.filter { matcher.matches(rule($0).selector, element) }
    }

    private func rule(_ number: Int32) -> IndexedRule { stylist.index.rules[Int(number)] }

    private mutating func addAttributes(_ element: Int, _ inputs: inout Inputs) {
        if document.nodes[element].attributes.isEmpty, !hints.mayConcern(element) { return }
        let isQuirky = document.isQuirky
        if let text = hints.declarations(for: element) {
            inputs.hint = blocks.entry(text, isQuirky: false, names: names)
        }
        for attribute in document.nodes[element].attributes {
            switch attribute.name {
            case "style":
                let entry = blocks.entry(attribute.value, isQuirky: isQuirky, names: names)
                for diagnostic in entry.diagnostics {
                    diagnostics.add(diagnostic.moved(to: attribute.position, file: nil))
                }
                if !entry.block.isEmpty { inputs.inline = entry }
            case "lang", "xml:lang":
                inputs.language = (attribute.value, names.number("lang " + attribute.value) + 1)
            default: continue
            }
        }
    }

    private mutating func computed(
        _ element: Int, _ candidates: Stylist.Candidates, _ inputs: Inputs, parent: ComputedStyle?
    ) -> (style: ComputedStyle, isShared: Bool) {
        let rules = merged(candidates.certain, inputs.open)
        let key = Stylist.RuleStyleKey(
            parent: parent.map(ObjectIdentifier.init), rules: rules, pseudo: nil, extra: inputs.attributeKey)
        if let known = stylist.byRules[key] { return (known, true) }
        var matched = rules.map { MatchedBlock(block: rule($0).block, level: rule($0).level) }
        if let hint = inputs.hint {
            let place = matched.firstIndex { $0.level > .hints } ?? matched.count
            matched.insert(MatchedBlock(block: hint.block, level: .hints), at: place)
        }
        if let inline = inputs.inline { matched.append(MatchedBlock(block: inline.block, level: .inline)) }
        var builder = StyleBuilder(environment: stylist.environment, parent: parent, rootFontSize: rootFontSize)
        if let rootLineHeight { builder.rootLineHeight = rootLineHeight }
        let node = document.nodes[element]
        builder.attribute = { node.attribute($0) }
        if let language = inputs.language { builder.text.language = language.text }
        Cascade.apply(matched, to: &builder, isRoot: parent == nil)
        builder.fixDisplay(isRoot: element == Int(matcher.table.rootIndex))
        let style = builder.finished()
        let isShared = !matched.contains { $0.block.dependsOnElement }
        if isShared { stylist.byRules[key] = style }
        return (style, isShared)
    }

    private mutating func stylePseudo(
        _ kind: PseudoKey.Kind, _ candidates: Stylist.Candidates, _ element: Int, _ signature: Int32,
        parent: ComputedStyle
    ) {
        let open = candidates.open.filter { matcher.matches(rule($0).selector, element) }
        if candidates.certain.isEmpty, open.isEmpty { return }
        let rules = merged(candidates.certain, open)
        let key = Stylist.RuleStyleKey(parent: ObjectIdentifier(parent), rules: rules, pseudo: kind, extra: [])
        let style: ComputedStyle
        if let known = stylist.byRules[key] {
            style = known
        } else {
            var builder = StyleBuilder(environment: stylist.environment, parent: parent, rootFontSize: rootFontSize)
            if let rootLineHeight { builder.rootLineHeight = rootLineHeight }
            let node = document.nodes[element]
            builder.attribute = { node.attribute($0) }
            let matched = rules.map { MatchedBlock(block: rule($0).block, level: rule($0).level) }
            Cascade.apply(matched, to: &builder)
            builder.fixDisplay(isRoot: false)
            style = builder.finished()
            if !matched.contains(where: { $0.block.dependsOnElement }) { stylist.byRules[key] = style }
        }
        if kind == .before || kind == .after {
            // `normal` is `none` for these (CSS Content 3 §1.2).
            guard case .items = style.generated.content else { return }
        }
        pseudoStyles[PseudoKey(NodeID(element), kind)] = style
    }

    private func merged(_ a: [Int32], _ b: [Int32]) -> [Int32] {
        b.isEmpty ? a : (a + b).sorted()
    }
}

extension StyleBuilder {
    /// Makes boxes of blocks where a box must be one (CSS Display 3 §2.7).
    mutating func fixDisplay(isRoot: Bool) {
        if box.isAbsolutelyPositioned, box.float != .none { box.float = .none }
        let isItem =
            switch parent?.box.display {
            case .flex, .inlineFlex, .grid, .inlineGrid: true
            default: false
            }
        if isItem, box.float != .none { box.float = .none }
        // What `align` on a cell or a div says of blocks ends at a table, as in browsers.
        if box.display == .table, text.textAlign.alignsBlocks { text.textAlign = .start }
        guard isRoot || isItem || box.float != .none || box.isAbsolutelyPositioned || box.isRunning else { return }
        let blockified = box.display.blockified(isRoot: isRoot)
        if blockified != box.display {
            box.wasInlineLevel = box.display.isInlineLevel
            box.display = blockified
        }
    }
}

extension Display {
    fileprivate func blockified(isRoot: Bool) -> Display {
        switch self {
        case .none: .none
        case .contents: isRoot ? .block : .contents
        case .inline: .block
        case .inlineBlock: .block
        case .inlineTable: .table
        case .inlineFlex: .flex
        case .inlineGrid: .grid
        case .block, .flowRoot, .listItem, .table, .flex, .grid: self
        default: .block
        }
    }
}

extension TextAlign {
    /// Whether blocks are placed by it too.
    fileprivate var alignsBlocks: Bool { self == .webkitCenter || self == .webkitLeft || self == .webkitRight }
}
