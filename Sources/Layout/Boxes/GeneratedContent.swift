import Markup
import Style

/// `::before`, `::after` and what `content` says (CSS Content 3, CSS Lists 3).
extension BoxBuilder {
    func hasContent(_ kind: PseudoKey.Kind, of node: NodeID) -> Bool {
        guard hasPseudo(kind, of: node), let style = context.styled.pseudoStyles[PseudoKey(node, kind)] else {
            return false
        }
        guard case .items = style.generated.content else { return false }
        return style.box.display != .none
    }

    func addPseudo(_ kind: PseudoKey.Kind, of node: NodeID, to container: ContainerBuilder) {
        guard hasContent(kind, of: node), let style = context.styled.pseudoStyles[PseudoKey(node, kind)] else { return }
        if style.box.display == .contents {
            addContent(style, of: node, to: container)
        } else if style.box.display == .inline, !style.box.isOutOfFlow {
            container.openInline(
                InlineBox(style: style, node: node, pseudo: kind, order: nextOrder(), hasStart: true, hasEnd: true))
            addContent(style, of: node, to: container)
            container.closeInline()
        } else if let box = pseudoBox(kind, of: node) {
            if style.box.isOutOfFlow {
                container.add(outOfFlow: box)
            } else if style.box.display.isInlineLevel {
                container.add(.atomic(box))
            } else {
                container.add(block: box)
            }
        }
    }

    /// A pseudo-element's box where it has one of its own: block-level, atomic, out of flow, or an item.
    func pseudoBox(_ kind: PseudoKey.Kind, of node: NodeID) -> Box? {
        guard let style = context.styled.pseudoStyles[PseudoKey(node, kind)] else { return nil }
        if let image = onlyImage(style), let info = self.image(image) {
            return Box(
                style: style, node: node, pseudo: kind, order: nextOrder(),
                inside: .replaced(ReplacedBox(image: info, alternativeText: "")))
        }
        switch style.box.display {
        case .table, .inlineTable:
            let table = TableBuilder(style: style, node: node, pseudo: kind, builder: self)
            if !isEmptyText(style) { table.add { self.addContent(style, of: node, to: $0) } }
            return table.finish()
        default:
            let box = Box(style: style, node: node, pseudo: kind, order: nextOrder(), inside: .blocks)
            pushDecorations(style)
            let content = ContainerBuilder(style: style, decorations: decorations, builder: self)
            addContent(style, of: node, to: content)
            (box.inside, box.children) = content.finish()
            popDecorations()
            return box
        }
    }

    private func isEmptyText(_ style: ComputedStyle) -> Bool {
        guard case .items(let items) = style.generated.content else { return true }
        return items.allSatisfy { $0 == .text("") }
    }

    private func onlyImage(_ style: ComputedStyle) -> CSSImage? {
        guard case .items(let items) = style.generated.content, items.count == 1, case .image(let image) = items[0]
        else { return nil }
        return image
    }

    private func addContent(_ style: ComputedStyle, of node: NodeID, to container: ContainerBuilder) {
        guard case .items(let items) = style.generated.content else { return }
        counters.apply(style.generated)
        var text = ""
        func flush() {
            container.add(text: InlineText(text: text, style: style, node: node))
            text = ""
        }
        for item in items {
            if case .image(let image) = item {
                flush()
                guard let info = self.image(image) else { continue }
                let box = Box(
                    style: style.anonymous(.inlineBlock), node: nil, order: nextOrder(),
                    inside: .replaced(ReplacedBox(image: info, alternativeText: "")))
                container.add(.atomic(box))
            } else {
                text += self.text(of: item, style)
            }
        }
        flush()
    }

    /// The text of one item of `content` outside the page margins, where there are no named strings.
    private func text(of item: ContentItem, _ style: ComputedStyle) -> String {
        switch item {
        case .text(let text): return text
        case .counter(let name, let counterStyle): return counterText(counters.value(of: name), counterStyle)
        case .counters(let name, let separator, let counterStyle):
            return counters.values(of: name).map { counterText($0, counterStyle) }.joined(separator: separator)
        case .openQuote: return quote(opens: true, style)
        case .closeQuote: return quote(opens: false, style)
        case .noOpenQuote:
            quoteDepth += 1
            return ""
        case .noCloseQuote:
            quoteDepth = max(0, quoteDepth - 1)
            return ""
        case .leader(let pattern): return pattern
        case .image, .string, .element, .elementText, .targetCounter, .targetText: return ""
        }
    }

    private func quote(opens: Bool, _ style: ComputedStyle) -> String {
        if !opens { quoteDepth -= 1 }
        defer { if opens { quoteDepth += 1 } }
        guard quoteDepth >= 0 else {
            quoteDepth = 0
            return ""
        }
        let pairs = style.text.quotes ?? quotePairs(for: style.text.language)
        guard !pairs.isEmpty else { return "" }
        let pair = pairs[min(quoteDepth, pairs.count - 1)]
        return opens ? pair.open : pair.close
    }

    func image(_ image: CSSImage) -> ImageInfo? {
        guard case .url(let reference) = image else { return nil }
        return context.images.image(for: reference)
    }

    func counterText(_ value: Int, _ style: CounterStyle) -> String {
        context.counterText(value, style)
    }
}

/// Which elements have which pseudo-elements: most have none, and need not be looked up.
struct PseudoKinds {
    /// By node, a bit for each kind.
    private var bits: [UInt8]

    init(_ styled: StyledDocument) {
        bits = styled.pseudoStyles.isEmpty ? [] : Array(repeating: 0, count: styled.document.nodes.count)
        for key in styled.pseudoStyles.keys where bits.indices.contains(key.node.index) {
            bits[key.node.index] |= 1 << key.kind.rawValue
        }
    }

    func contains(_ kind: PseudoKey.Kind, of node: NodeID) -> Bool {
        node.index < bits.count && bits[node.index] & (1 << kind.rawValue) != 0
    }
}

/// Quotation marks by language where `quotes` is `auto` (CLDR's delimiters for the languages that templates come in).
func quotePairs(for language: String) -> [QuotePair] {
    func pairs(_ a: String, _ b: String, _ c: String, _ d: String) -> [QuotePair] {
        [QuotePair(open: a, close: b), QuotePair(open: c, close: d)]
    }
    switch language.lowercased().prefix(while: { $0 != "-" }) {
    case "de", "cs", "sk", "sl", "bg", "is": return pairs("„", "“", "‚", "‘")
    case "fr": return pairs("«\u{A0}", "\u{A0}»", "«\u{A0}", "\u{A0}»")
    case "es", "it", "pt", "no", "nb", "el", "ru", "uk": return pairs("«", "»", "“", "”")
    case "pl", "ro", "hu": return pairs("„", "”", "«", "»")
    case "sv", "fi": return pairs("”", "”", "’", "’")
    case "da": return pairs("“", "”", "‘", "’")
    case "ja", "zh": return pairs("「", "」", "『", "』")
    default: return pairs("“", "”", "‘", "’")
    }
}
