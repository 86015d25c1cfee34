import Geometry
import Style

/// Multi-column containers (CSS Multi-column 1): rows of columns, with boxes that span them between the rows.
///
/// The content is laid out in a flow of columns, as a document is in a flow of pages, and cut in the same way.
struct ColumnLayout {
    private let context: LayoutContext
    private let box: Box
    private let space: FlowSpace
    private let geometry: ColumnGeometry
    private var content = FlowContent()
    /// The bottom of what stands so far, in flow coordinates.
    private var y: Double

    init(_ context: LayoutContext, _ box: Box, _ space: FlowSpace, _ geometry: ColumnGeometry) {
        self.context = context
        self.box = box
        self.space = space
        self.geometry = geometry
        y = space.origin.y
    }

    /// The content; nil when the container must begin on the next page.
    mutating func run() -> FlowContent? {
        for part in parts {
            switch part {
            case .columns(let run): guard place(columns: run) else { return nil }
            case .spanner(let child): guard place(spanner: child) else { return nil }
            }
        }
        content.height = y - space.origin.y
        return content
    }

    // MARK: Parts

    private enum Part {
        case columns(Box)
        case spanner(Box)
    }

    /// §6: `column-span: all` parts the content.
    private var parts: [Part] {
        let spans = { (child: Box) in child.style.arrangement.columnSpanAll && !child.style.box.isOutOfFlow }
        guard box.children.contains(where: spans) else { return [.columns(run(of: box.children))] }
        var parts: [Part] = []
        var pending: [Box] = []
        for child in box.children {
            if spans(child) {
                if !pending.isEmpty { parts.append(.columns(run(of: pending))) }
                parts.append(.spanner(child))
                pending = []
            } else {
                pending.append(child)
            }
        }
        if !pending.isEmpty { parts.append(.columns(run(of: pending))) }
        return parts
    }

    private func run(of children: [Box]) -> Box {
        let run = Box(style: box.style.anonymous(.block), node: nil, order: box.order, inside: box.inside)
        run.children = children
        return run
    }

    private mutating func place(spanner child: Box) -> Bool {
        let edges = UsedEdges(child.style, base: space.width)
        let mayBreak = !content.children.isEmpty || space.mayBreakBefore
        for _ in 0..<2 {
            let origin = Point(x: space.origin.x + edges.margin.left, y: y + edges.margin.top)
            var inner = ConstraintSpace(origin: origin, pages: space.pages, containingWidth: space.width)
            inner.mayBreakBefore = mayBreak && context.attemptsLeft > 0 && !space.pages.isStart(y)
            guard case .done(let layout) = context.layout(child, inner) else {
                if content.children.isEmpty { return false }
                y = space.pages.next(after: y)
                content.dependsOnPages = true
                continue
            }
            content.children.append(PlacedFragment(.box(layout.fragment), at: origin - space.origin))
            if layout.dependsOnPages { content.dependsOnPages = true }
            y = origin.y + layout.size.height + edges.margin.bottom
            return true
        }
        return true
    }

    // MARK: A run of columns

    private mutating func place(columns run: Box) -> Bool {
        let pages = space.pages
        let toEnd = pages.isEndless ? Double.infinity : pages.end(at: y) - y
        let toHeight = space.containingHeight.map { max(1, space.origin.y + $0 - y) } ?? .infinity
        let limit = min(toEnd, toHeight)
        let balances = box.style.arrangement.columnFillBalances || limit.isInfinite
        var height = balances ? balancedHeight(of: run, most: limit) : limit
        let overflowsPage = height >= toEnd && toEnd < toHeight
        if overflowsPage, space.mayBreakBefore, content.children.isEmpty, needsNextPage(height: height) {
            return false
        }
        height = min(height, limit)
        let next = overflowsPage ? pages.next(after: y) : y
        let heights = Array(repeating: height, count: geometry.count)
        let flow = PageFlow.columns(
            overflowsPage ? heights + [pages.end(at: next) - next] : heights, width: geometry.width)
        guard let laidOut = layOut(run, in: flow) else { return true }
        distribute(laidOut, flow, firstHeight: height, isPaged: overflowsPage)
        return true
    }

    private func needsNextPage(height: Double) -> Bool {
        box.style.box.breakInside == .avoid || space.avoidsBreaks
            || height < 2 * context.usedLineHeight(box.style.text, context.shaper.metrics(of: box.style.textGroup))
    }

    private func layOut(_ run: Box, in flow: PageFlow) -> FlowContent? {
        context.layoutContent(of: run, FlowSpace(column: flow, width: geometry.width), keepsOwnHeight: true)
    }

    private func balancedHeight(of run: Box, most: Double) -> Double {
        guard let whole = layOut(run, in: context.endless) else { return most }
        var height = ColumnBalance(whole.children).height(for: geometry.count, total: whole.height)
        // Orphans, widows and avoided breaks may need more than the sum of lines says.
        for _ in 0..<8 where height < most {
            let flow = PageFlow.columns([height], width: geometry.width)
            guard let trial = layOut(run, in: flow) else { return most }
            let beyond = trial.height - height * Double(geometry.count)
            if beyond <= PageFlow.tolerance { return height }
            height += max(1, beyond / Double(geometry.count))
        }
        return min(height, most)
    }

    /// Puts what was laid out in one flow of columns where the columns stand: row by row, a row a page.
    private mutating func distribute(_ laidOut: FlowContent, _ flow: PageFlow, firstHeight: Double, isPaged: Bool) {
        var cutter = PageCutter(context, pages: flow)
        for child in laidOut.children { cutter.cut(child) }
        let top = y
        var rowTop = y
        for (index, column) in cutter.parts.enumerated() {
            let inRow = isPaged ? index % geometry.count : index
            if isPaged, index > 0, inRow == 0 { rowTop = space.pages.next(after: rowTop) }
            let corner = Point(x: geometry.x(of: inRow), y: rowTop - space.origin.y)
            for var child in column {
                child.origin += corner
                content.children.append(child)
            }
            content.overflowRight = max(content.overflowRight, corner.x + geometry.width)
        }
        for var absolute in laidOut.absolutes {
            let column = flow.index(at: absolute.staticPosition.y)
            absolute.staticPosition.y += top - space.origin.y - flow.spaces[column].start
            absolute.staticPosition.x += geometry.x(of: column)
            content.absolutes.append(absolute)
        }
        let height =
            isPaged && rowTop > top ? flow.spaces[min(geometry.count, flow.spaces.count - 1)].height : firstHeight
        if isPaged { content.dependsOnPages = true }
        addRules(between: min(cutter.parts.count, geometry.count), height: height, at: rowTop)
        y = rowTop + (laidOut.children.isEmpty ? 0 : height)
    }

    /// §4: rules stand in the middle of the gaps between columns that have content.
    private mutating func addRules(between columns: Int, height: Double, at top: Double) {
        let rule = box.style.arrangement.columnRule
        guard rule.width > 0 else { return }
        var decoration = DecorationStyle()
        decoration.border.left = rule
        let initial = ComputedStyle.initial
        let style = ComputedStyle(
            text: box.style.textGroup, box: initial.boxGroup, decoration: Group(decoration),
            arrangement: initial.arrangementGroup, generated: initial.generatedGroup)
        for x in geometry.rules(between: columns, width: rule.width) {
            var parts = BoxFragment.Parts(role: .block, style: style)
            parts.order = box.order
            parts.size = Size(width: rule.width, height: height)
            parts.border.left = rule.width
            content.children.append(PlacedFragment(.box(BoxFragment(parts)), at: Point(x: x, y: top - space.origin.y)))
        }
    }
}
