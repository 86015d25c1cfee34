import Geometry
import Markup
import Style

/// List items and their markers (CSS Lists 3 §3).
extension BoxBuilder {
    /// `<ol reversed>` counts down: it begins with the number of its items, unless `start` says otherwise.
    func startIfReversed(_ node: NodeID) {
        guard isReversed(node) else { return }
        let start = document[node].attribute("start").flatMap(leadingInteger)
        let first = start ?? document.children(of: node).count { document.nodes[$0.index].name == "li" }
        counters.reset(CounterChange(name: "list-item", value: first + 1))
    }

    /// How far a list item counts on.
    func listItemStep(of node: NodeID) -> Int {
        document.nodes[node.index].parent.map(isReversed) ?? false ? -1 : 1
    }

    private func isReversed(_ node: NodeID) -> Bool {
        kind(of: node) == .orderedList && document[node].attribute("reversed") != nil
    }

    /// Gives a list item its marker: beside the box when outside, at the start of its text when inside.
    func addMarker(of node: NodeID, _ style: ComputedStyle, to box: Box, or content: ContainerBuilder) {
        guard style.box.display == .listItem else { return }
        let markerStyle = context.styled.pseudoStyles[PseudoKey(node, .marker)] ?? style.anonymous(.inlineBlock)
        guard let marker = markerBox(node, style, markerStyle) else { return }
        if style.text.listStylePosition == .inside {
            content.add(.atomic(marker))
        } else {
            box.marker = marker
        }
    }

    private func markerBox(_ node: NodeID, _ style: ComputedStyle, _ markerStyle: ComputedStyle) -> Box? {
        let order = nextOrder()
        if case .items(let items) = markerStyle.generated.content {
            return textMarker(items.map { markerText($0) }.joined(), node, markerStyle, order)
        }
        if markerStyle.generated.content == Content.none { return nil }
        if let image = style.text.listStyleImage, let info = self.image(image) {
            return Box(
                style: markerStyle, node: node, pseudo: .marker, order: order,
                inside: .replaced(ReplacedBox(image: info, alternativeText: "")))
        }
        switch style.text.listStyleType {
        case .none: return nil
        case .string(let text): return textMarker(text, node, markerStyle, order)
        case .disc, .circle, .square:
            return symbolMarker(style.text.listStyleType, node, markerStyle, order)
        default:
            let number = counters.value(of: "list-item")
            return textMarker(context.markerText(number, style.text.listStyleType), node, markerStyle, order)
        }
    }

    private func markerText(_ item: ContentItem) -> String {
        switch item {
        case .text(let text): text
        case .counter(let name, let style): counterText(counters.value(of: name), style)
        case .counters(let name, let separator, let style):
            counters.values(of: name).map { counterText($0, style) }.joined(separator: separator)
        default: ""
        }
    }

    private func textMarker(_ text: String, _ node: NodeID, _ style: ComputedStyle, _ order: Int) -> Box {
        var textStyle = style.text
        textStyle.whiteSpace = .pre
        textStyle.textTransform = .none
        textStyle.textIndent = .zero
        var boxStyle = BoxStyle()
        boxStyle.display = .inlineBlock
        let pre = ComputedStyle(
            text: Group(textStyle), box: Group(boxStyle), decoration: ComputedStyle.initial.decorationGroup,
            arrangement: ComputedStyle.initial.arrangementGroup, generated: ComputedStyle.initial.generatedGroup)
        let content = InlineContent()
        content.items = [.text(InlineText(text: text, style: pre, node: node))]
        return Box(style: pre, node: node, pseudo: .marker, order: order, inside: .inlines(content))
    }

    /// A bullet is drawn, not typed, so that it looks the same in every font: a box of the size and at the height that
    /// browsers give it, round by its radius.
    private func symbolMarker(_ type: CounterStyle, _ node: NodeID, _ style: ComputedStyle, _ order: Int) -> Box {
        let ascent = context.shaper.metrics(of: style.textGroup).ascent
        let reach = (ascent * 2 / 3).rounded(.down)
        let size = ((reach + 1) / 2).rounded(.down)
        var decoration = DecorationStyle()
        if type == .circle {
            decoration.border = Edges(BorderSide(width: 1, style: .solid, color: style.text.color))
        } else {
            decoration.backgroundColor = style.text.color
        }
        if type != .square { decoration.radius = Corners(CornerRadius(x: .percent(0.5), y: .percent(0.5))) }
        var box = BoxStyle()
        box.display = .inlineBlock
        box.boxSizing = .borderBox
        box.width = .length(.px(size))
        box.height = .length(.px(size))
        // The bullet's middle stands half its reach above the baseline; 8 px lie between it and an outside item.
        let raise = ascent - (3 * (ascent - reach) / 2).rounded(.down) - size
        box.verticalAlign = .length(.px(raise))
        let inside = style.text.listStylePosition == .inside
        let gap = inside ? max(0, reach + 8 - size) : reach + 7 - size
        let end = inside ? LengthPercentageAuto.length(.px(min(gap, ascent / 2 + 4))) : .length(.px(gap))
        if style.text.direction == .rtl { box.margin.left = end } else { box.margin.right = end }
        let symbol = ComputedStyle(
            text: style.textGroup, box: Group(box), decoration: Group(decoration),
            arrangement: ComputedStyle.initial.arrangementGroup, generated: ComputedStyle.initial.generatedGroup)
        return Box(style: symbol, node: node, pseudo: .marker, order: order, inside: .blocks)
    }
}
