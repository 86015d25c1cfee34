import Markup
import Style

/// Makes the box tree of a document (CSS Display 3; CSS 2.2 §9.2).
///
/// Elements are met once, in document order: counters and quotes are counted on the way. Recursion goes as deep as the
/// document, whose depth `Markup` limits.
final class BoxBuilder {
    let context: LayoutContext
    let document: Document
    /// By node.
    private let kinds: [ElementKind]
    private let pseudos: PseudoKinds
    private let plainGenerated = ComputedStyle.initial.generatedGroup
    var counters = CounterScopes()
    var quoteDepth = 0
    /// What the boxes around draw on their text, outermost first.
    var decorations: [DecoratingBox] = []
    private var lastOrder = 0
    private var anonymousStyles: [(parent: ComputedStyle, display: Display, style: ComputedStyle)] = []
    private static let mostAnonymousStyles = 8
    /// Block formatting that ends the reach of decorations, to come back to.
    private var savedDecorations: [[DecoratingBox]] = []

    init(_ context: LayoutContext) {
        self.context = context
        document = context.styled.document
        kinds = context.elementKinds
        pseudos = context.pseudoKinds
    }

    func kind(of node: NodeID) -> ElementKind { kinds[node.index] }
    func hasPseudo(_ kind: PseudoKey.Kind, of node: NodeID) -> Bool { pseudos.contains(kind, of: node) }

    /// The style of an anonymous box; one for all of the same parent's style.
    func anonymous(_ display: Display, in style: ComputedStyle) -> ComputedStyle {
        for index in anonymousStyles.indices
        where anonymousStyles[index].parent === style && anonymousStyles[index].display == display {
            return anonymousStyles[index].style
        }
        let made = style.anonymous(display)
        if anonymousStyles.count == Self.mostAnonymousStyles { anonymousStyles.removeFirst() }
        anonymousStyles.append((style, display, made))
        return made
    }

    func nextOrder() -> Int {
        lastOrder += 1
        return lastOrder
    }

    func style(of node: NodeID) -> ComputedStyle? { context.styled.styles[node.index] }

    /// The box of the root element, block-level whatever it says; nil for a document that shows nothing.
    func buildRoot() -> Box? {
        guard let root = document.root, let style = style(of: root), style.box.display != .none else { return nil }
        return boxLevel(root, style)
    }

    // MARK: One node

    /// Adds what a node makes to the container it stands in.
    func build(_ node: NodeID, into container: ContainerBuilder) {
        if kind(of: node) == .text {
            guard let parent = document.nodes[node.index].parent, let style = style(of: parent) else { return }
            container.add(text: InlineText(text: document.nodes[node.index].text, style: style, node: node))
            return
        }
        guard let style = style(of: node) else { return }
        let display = style.box.display
        switch display {
        case .none: return
        case .contents: buildContents(node, style, into: container)
        default:
            if style.box.isOutOfFlow { return container.add(outOfFlow: boxLevel(node, style)) }
            if display.isTablePart { return container.strayTable().add(part: node, style: style) }
            if !display.isInlineLevel { return container.add(block: boxLevel(node, style)) }
            buildInlineLevel(node, style, into: container)
        }
    }

    private func buildInlineLevel(_ node: NodeID, _ style: ComputedStyle, into container: ContainerBuilder) {
        switch kind(of: node) {
        case .lineBreak: return container.add(.lineBreak(emptyBox(node, style)))
        case .breakOpportunity: return container.add(.breakOpportunity)
        default: break
        }
        if let replaced = replacedBox(node, style) { return container.add(.atomic(replaced)) }
        if style.box.display != .inline { return container.add(.atomic(boxLevel(node, style))) }
        container.openInline(
            InlineBox(style: style, node: node, order: nextOrder(), hasStart: true, hasEnd: true))
        enter(node, style)
        addChildren(of: node, style, to: container)
        leave()
        container.closeInline()
    }

    /// `display: contents`: the children alone.
    private func buildContents(_ node: NodeID, _ style: ComputedStyle, into container: ContainerBuilder) {
        enter(node, style)
        addChildren(of: node, style, to: container)
        leave()
    }

    /// Children with the pseudo-elements around them.
    func addChildren(of node: NodeID, _ style: ComputedStyle, to container: ContainerBuilder) {
        addPseudo(.before, of: node, to: container)
        if let shown = shownValue(of: node) {
            container.add(text: InlineText(text: shown, style: style, node: node))
        }
        for child in document.children(of: node) { build(child, into: container) }
        addPseudo(.after, of: node, to: container)
    }

    // MARK: Boxes of their own

    /// A box for an element that is block-level, atomic or out of flow.
    func boxLevel(_ node: NodeID, _ style: ComputedStyle) -> Box {
        if let replaced = replacedBox(node, style) { return replaced }
        switch style.box.display {
        case .table, .inlineTable: return table(node, style)
        case .flex, .inlineFlex: return itemContainer(node, style, inside: .flex)
        case .grid, .inlineGrid: return itemContainer(node, style, inside: .grid)
        case .tableCell: return cell(node, style)
        default: return blockContainer(node, style)
        }
    }

    func blockContainer(_ node: NodeID, _ style: ComputedStyle) -> Box {
        let box = Box(style: style, node: node, order: nextOrder(), inside: .blocks)
        enter(node, style)
        let content = ContainerBuilder(style: style, decorations: decorations, builder: self)
        addMarker(of: node, style, to: box, or: content)
        addChildren(of: node, style, to: content)
        (box.inside, box.children) = content.finish()
        leave()
        if kind(of: node) == .fieldset { takeLegend(of: box) }
        return box
    }

    /// The first child in the flow of a `fieldset` that is a `legend` leaves the content and stands in the border.
    private func takeLegend(of box: Box) {
        box.isFieldset = true
        let index = box.children.firstIndex { child in
            guard let node = child.node, child.pseudo == nil else { return false }
            return kind(of: node) == .legend && !child.style.box.isOutOfFlow
        }
        if let index { box.legend = box.children.remove(at: index) }
    }

    func cell(_ node: NodeID, _ style: ComputedStyle) -> Box {
        let box = blockContainer(node, style)
        box.columnSpan = span(of: node, "colspan", most: 1000)
        box.rowSpan = span(of: node, "rowspan", most: 65_534, zeroMeans: 65_534)
        return box
    }

    private func table(_ node: NodeID, _ style: ComputedStyle) -> Box {
        let table = TableBuilder(style: style, node: node, pseudo: nil, builder: self)
        enter(node, style)
        if hasContent(.before, of: node) { table.add { self.addPseudo(.before, of: node, to: $0) } }
        addTableChildren(of: node, to: table)
        if hasContent(.after, of: node) { table.add { self.addPseudo(.after, of: node, to: $0) } }
        leave()
        return table.finish()
    }

    func addTableChildren(of node: NodeID, to table: TableBuilder) {
        for child in document.children(of: node) {
            guard kind(of: child) != .text else {
                table.add(other: child)
                continue
            }
            guard let style = style(of: child), style.box.display != .none else { continue }
            if style.box.display == .contents {
                enter(child, style)
                addTableChildren(of: child, to: table)
                leave()
            } else if style.box.display.isTablePart, !style.box.isOutOfFlow {
                table.add(part: child, style: style)
            } else {
                table.add(other: child)
            }
        }
    }

    /// A flex or grid container: each child becomes an item, runs of text become anonymous ones (CSS Flexbox 1 §4).
    private func itemContainer(_ node: NodeID, _ style: ComputedStyle, inside: Box.Inside) -> Box {
        let box = Box(style: style, node: node, order: nextOrder(), inside: inside)
        enter(node, style)
        let items = ItemsBuilder(container: box, builder: self)
        items.add(childrenOf: node)
        items.finish()
        leave()
        return box
    }

    private func emptyBox(_ node: NodeID, _ style: ComputedStyle) -> Box {
        Box(style: style, node: node, order: nextOrder(), inside: .inlines(InlineContent()))
    }

    // MARK: Ways down and up

    /// Counts an element and goes down into it.
    func enter(_ node: NodeID, _ style: ComputedStyle) {
        if style.generatedGroup !== plainGenerated {
            counters.apply(style.generated, listItemStep: listItemStep(of: node))
        }
        if kind(of: node) == .orderedList { startIfReversed(node) }
        counters.enter()
        pushDecorations(style)
    }

    func leave() {
        counters.leave()
        popDecorations()
    }

    func pushDecorations(_ style: ComputedStyle) {
        savedDecorations.append(decorations)
        let box = style.box
        switch box.display {
        case .inlineBlock, .inlineTable, .inlineFlex, .inlineGrid: decorations = []
        default: if box.isOutOfFlow { decorations = [] }
        }
        // An inline box's own decoration is found on the inline box itself.
        if !box.textDecoration.isNone, box.display != .inline {
            decorations.append(DecoratingBox(decoration: box.textDecoration, style: style.textGroup))
        }
    }

    func popDecorations() {
        if let saved = savedDecorations.popLast() { decorations = saved }
    }

    // MARK: Attributes

    func span(of node: NodeID, _ name: String, most: Int, zeroMeans zero: Int = 1) -> Int {
        guard let text = document.nodes[node.index].attribute(name), let value = leadingInteger(text), value >= 0 else {
            return 1
        }
        return value == 0 ? zero : min(value, most)
    }

    func isCollapsibleSpace(_ node: NodeID, _ style: ComputedStyle) -> Bool {
        InlineText(text: document.nodes[node.index].text, style: style, node: node).isCollapsibleSpace
    }
}

/// The number that a text begins with, as HTML's rules for parsing integers read it.
func leadingInteger(_ text: String) -> Int? {
    var value: Int?
    var isNegative = false
    for (index, byte) in text.utf8.drop(while: { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }).enumerated() {
        if index == 0, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
            isNegative = byte == UInt8(ascii: "-")
        } else if byte >= 0x30, byte <= 0x39 {
            value = min((value ?? 0) * 10 + Int(byte - 0x30), 1_000_000_000)
        } else {
            break
        }
    }
    return value.map { isNegative ? -$0 : $0 }
}
