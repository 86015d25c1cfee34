import Markup
import Style

/// What margin boxes may show of the document: page numbers, named strings, running elements (CSS GCPM 3 §1).
struct MarginContent {
    let context: LayoutContext
    /// The page counter's value on each page, and how many pages there are.
    var pageNumbers: [Int]
    var strings: [String: Entries<String>] = [:]
    var running: [String: Entries<Box>] = [:]

    /// The values of one name in document order, by the page (an index from 0) that each was set on.
    struct Entries<Value> {
        private var pages: [Int: (first: Value, last: Value)] = [:]
        /// The last value of all pages up to each, where a page adds to what those before it have.
        private var latest: [(page: Int, value: Value)] = []

        mutating func append(_ value: Value, page: Int) {
            pages[page, default: (value, value)].last = value
            // What stands out of order, as positioned boxes may, still comes after what precedes it in the document.
            var place = latest.count
            while place > 0, latest[place - 1].page >= page { place -= 1 }
            latest.removeSubrange(place...)
            latest.append((page, value))
        }

        /// The value of a page: the first or last set there, else what came before.
        func value(_ pick: PagePick, on page: Int) -> Value? {
            let here = pages[page]
            switch pick {
            case .first: return here?.first ?? before(page)
            case .start: return before(page) ?? here?.first
            case .last: return here?.last ?? before(page)
            case .firstExcept: return here == nil ? before(page) : nil
            }
        }

        private func before(_ page: Int) -> Value? {
            var low = 0
            var high = latest.count
            while low < high {
                let middle = (low + high) / 2
                if latest[middle].page < page { low = middle + 1 } else { high = middle }
            }
            return low > 0 ? latest[low - 1].value : nil
        }
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
                guard let element = running[name]?.value(pick, on: page) else { continue }
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
        case .string(let name, let pick): return strings[name]?.value(pick, on: page) ?? ""
        default: return ""
        }
    }
}
