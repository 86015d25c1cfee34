import Diagnostics
import Geometry
import Markup
import Style

/// Puts finished pages together: content, margin boxes, boxes that stand on every page.
struct PageAssembly {
    private let context: LayoutContext
    private let root: Box
    private let flow: DocumentFlow
    private var content: [[PlacedFragment]]
    private var fixed: [AbsoluteBox] = []

    init(_ context: LayoutContext, _ root: Box, _ flow: DocumentFlow) {
        self.context = context
        self.root = root
        self.flow = flow
        var cutter = PageCutter(context, pages: flow.pages)
        let placed = PlacedFragment(.box(flow.layout.fragment), at: flow.origin)
        cutter.cut(placed)
        let first = flow.pages.space(at: 0)
        var pending = flow.layout.absolutes.map { absolute in
            var absolute = absolute
            absolute.staticPosition += flow.origin
            return absolute
        }
        // What is found inside is appended and met in turn.
        var next = 0
        while next < pending.count {
            let absolute = pending[next]
            next += 1
            if absolute.box.style.box.position == .fixed {
                fixed.append(absolute)
                continue
            }
            let area = Rect(x: 0, y: 0, width: first.width, height: first.height)
            let place = AbsolutePlace(area: area, flowOrigin: Point(), pages: flow.pages)
            let (placed, rest) = context.layoutAbsolute(absolute, in: place)
            cutter.cut(placed)
            pending += rest
        }
        if context.partsLeft < 0 {
            context.diagnostics.append(
                .warning("boxes reach over too many pages to be shown on each: look for a huge height"))
        }
        if flow.pages.isFull {
            context.diagnostics.append(
                .warning(
                    "the document has more than \(PageFlow.mostPages) pages: the last one holds the rest",
                    hint: "look for a huge height or margin"))
        }
        if context.attemptsLeft <= 0 {
            context.diagnostics.append(
                .warning(
                    "breaks are to be avoided in too many boxes one in the other: some fall where pages end",
                    hint: "set 'break-inside: avoid' on the innermost boxes alone"))
        }
        if context.deepInlinesLeft <= 0 {
            context.diagnostics.append(
                .warning(
                    "inline elements stand too deep in one another on too many lines: some are not shown as boxes",
                    hint: "look for inline elements that are never closed"))
        }
        content = cutter.parts
        while content.count > 1, let last = content.last, !last.contains(where: { $0.fragment.showsSomething }) {
            content.removeLast()
        }
        if content.isEmpty { content = [[]] }
    }

    func pages() -> [PageFragment] {
        let numbers = pageNumbers()
        var margins = MarginContent(context: context, pageNumbers: numbers)
        let collector = PageMarks(context, content)
        margins.strings = collector.strings
        margins.running = collector.running(in: root)
        var left = Self.mostInMargins
        let pages = content.indices.map { index in
            var page = page(at: index, margins, &left)
            page.number = numbers[index]
            return page
        }
        if left < 0 {
            context.diagnostics.append(
                .warning(
                    "the page margins hold too much for so many pages: those of the last pages stay empty",
                    hint: "put shorter strings and running elements there"))
        }
        return pages
    }

    /// What the margins of all pages may hold, as `Fragment.weight` counts.
    private static let mostInMargins = 20_000_000

    private func page(at index: Int, _ margins: MarginContent, _ left: inout Int) -> PageFragment {
        let space = flow.pages.spaces[index]
        guard let style = space.style else { return Self.emptyPage(context.styled.pageRules) }
        let edges = style.pageEdges
        // On whole px, as in browsers: then the edges of boxes, painted on whole px too, are where their text is.
        let area = Point(
            x: (style.margin.left + edges.left).rounded(), y: (style.margin.top + edges.top).rounded())
        var parts = BoxFragment.Parts(role: .page, style: style.style)
        parts.size = style.size
        parts.border = style.style.decoration.borderWidths
        parts.padding = edges
        parts.children = placeContent(content[index] + fixedBoxes(in: space), at: area, style)
        if left > 0 {
            let boxes = MarginBoxLayout(context: context, page: space, style: style, content: margins).fragments()
            left -= boxes.reduce(0) { $0 + $1.fragment.weight }
            parts.children += boxes
        }
        var page = PageFragment(
            size: style.size, margin: style.margin, traits: space.traits, root: BoxFragment(parts))
        page.rotation = style.rotation
        return page
    }

    /// Content that was laid out on a larger area stands in a box that scales it down to the page's.
    private func placeContent(_ content: [PlacedFragment], at area: Point, _ style: PageStyle) -> [PlacedFragment] {
        guard flow.zoom != 1 else {
            return content.map { PlacedFragment($0.fragment, at: $0.origin + area) }
        }
        var decoration = DecorationStyle()
        decoration.transform = [.scale(1 / flow.zoom, 1 / flow.zoom)]
        decoration.transformOrigin = PositionValue(x: .px(0), y: .px(0))
        let initial = ComputedStyle.initial
        let scaling = ComputedStyle(
            text: style.style.textGroup, box: initial.boxGroup, decoration: Group(decoration),
            arrangement: initial.arrangementGroup, generated: initial.generatedGroup)
        var parts = BoxFragment.Parts(role: .block, style: scaling)
        parts.children = content
        return [PlacedFragment(.box(BoxFragment(parts)), at: area)]
    }

    /// `position: fixed` boxes stand on every page, against its area (CSS 2.2 §9.6.1).
    private func fixedBoxes(in space: PageFlow.Space) -> [PlacedFragment] {
        var placed: [PlacedFragment] = []
        var pending = fixed
        var next = 0
        while next < pending.count {
            let absolute = pending[next]
            next += 1
            let area = Rect(x: 0, y: 0, width: space.width, height: space.height)
            let place = AbsolutePlace(area: area, flowOrigin: Point(), pages: context.endless)
            let (fragment, rest) = context.layoutAbsolute(absolute, in: place)
            placed.append(fragment)
            pending += rest
        }
        return placed
    }

    /// The `page` counter: one more on each page, unless page rules reset or increment it.
    private func pageNumbers() -> [Int] {
        var value = 0
        return content.indices.map { index in
            let generated = flow.pages.spaces[index].style?.style.generated ?? GeneratedStyle()
            if let reset = generated.counterReset.last(where: { $0.name == "page" }) { value = reset.value }
            value += generated.counterIncrement.last { $0.name == "page" }?.value ?? 1
            return value
        }
    }

    static func emptyPage(_ rules: PageRules) -> PageFragment {
        let traits = PageTraits(isFirst: true, isRight: true, number: 1)
        let style = rules.style(for: traits)
        var parts = BoxFragment.Parts(role: .page, style: style.style)
        parts.size = style.size
        return PageFragment(size: style.size, margin: style.margin, traits: traits, root: BoxFragment(parts))
    }
}

extension Fragment {
    /// About how much memory the fragment takes, in that of a character.
    fileprivate var weight: Int {
        switch self {
        case .text(let text): 16 + text.text.count
        case .box(let box): box.children.reduce(16) { $0 + $1.fragment.weight }
        }
    }

    /// Whether anything of the fragment would be seen on paper.
    var showsSomething: Bool {
        switch self {
        case .text(let text): return text.text.contains { $0 > 0x20 }
        case .box(let box):
            if box.content != nil || !box.collapsedBorders.isEmpty { return true }
            let style = box.style.decoration
            let isOpen = box.size.height > 0.5 && box.size.width > 0.5 && !box.hidesDecoration
            let isMain = box.role == .block && box.style.box.display != .inline
            if isOpen, isMain || box.role != .line {
                if style.backgroundColor.alpha > 0 || !style.backgroundLayers.isEmpty { return true }
                if box.border != .zero { return true }
            }
            return box.children.contains { $0.fragment.showsSomething }
        }
    }
}
