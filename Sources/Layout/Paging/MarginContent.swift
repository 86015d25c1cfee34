import Markup
import Style

/// What margin boxes may show of the document: page numbers, named strings, running elements (CSS GCPM 3 §1).
struct MarginContent {
    let context: LayoutContext
    /// The page counter's value on each page, and how many pages there are.
    var pageNumbers: [Int]
    var strings: [String: [Entry<String>]] = [:]
    var running: [String: [Entry<Box>]] = [:]

    /// A value that was set on a page (an index from 0).
    struct Entry<Value> {
        var page: Int
        var value: Value
    }

    /// The box of a margin box on a page; nil when its content comes to nothing.
    func box(for style: ComputedStyle, page number: Int) -> Box? {
        guard case .items(let items) = style.generated.content else { return nil }
        let page = number - 1
        let builder = BoxBuilder(context)
        let box = Box(style: style, node: nil, order: 0, inside: .blocks)
        let content = ContainerBuilder(style: style, decorations: decorations(style), builder: builder)
        var text = ""
        func flush() {
            content.add(text: InlineText(text: text, style: style, node: nil))
            text = ""
        }
        for item in items {
            switch item {
            case .image(let image):
                guard let info = builder.image(image) else { continue }
                flush()
                let replaced = ReplacedBox(image: info, alternativeText: "")
                content.add(
                    .atomic(Box(style: style.anonymous(.inlineBlock), node: nil, order: 0, inside: .replaced(replaced)))
                )
            case .element(let name, let pick):
                guard let element = chosen(running[name] ?? [], pick, page) else { continue }
                flush()
                content.add(block: element.inFlow())
            default: text += self.text(of: item, page: page)
            }
        }
        flush()
        (box.inside, box.children) = content.finish()
        return box
    }

    private func decorations(_ style: ComputedStyle) -> [DecoratingBox] {
        let decoration = style.box.textDecoration
        return decoration.isNone ? [] : [DecoratingBox(decoration: decoration, style: style.textGroup)]
    }

    private func text(of item: ContentItem, page: Int) -> String {
        switch item {
        case .text(let text): return text
        case .counter("pages", let style), .counters("pages", _, let style):
            return context.counterText(pageNumbers.count, style)
        case .counter("page", let style), .counters("page", _, let style):
            return context.counterText(pageNumbers[page], style)
        case .counter(_, let style), .counters(_, _, let style): return context.counterText(0, style)
        case .string(let name, let pick): return chosen(strings[name] ?? [], pick, page) ?? ""
        default: return ""
        }
    }

    /// The value of a name on a page: the first or last set there, else what came before.
    private func chosen<Value>(_ entries: [Entry<Value>], _ pick: PagePick, _ page: Int) -> Value? {
        let before = entries.last { $0.page < page }?.value
        let here = entries.filter { $0.page == page }
        switch pick {
        case .first: return here.first?.value ?? before
        case .start: return before ?? here.first?.value
        case .last: return here.last?.value ?? before
        case .firstExcept: return here.isEmpty ? before : nil
        }
    }
}
