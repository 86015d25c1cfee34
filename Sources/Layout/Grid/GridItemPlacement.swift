import Geometry
import Style

/// Puts the items of a grid where they go, over page ends: the items of a row break inside, each on its own; where one
/// of them may not, or cannot, the row moves whole to the next page (CSS Grid 1 §12).
struct GridItemPlacement {
    private let flow: GridFlow
    private let content: Point
    private var placed: [PlacedFragment] = []
    private var absolutes: [AbsoluteBox] = []
    private var overflowRight = 0.0
    private var dependsOnPages = false
    /// How far page ends have moved what comes.
    private var lastShift = 0.0
    private var baseline: Double?
    private var hasSharedBaseline = false
    private var firstRow: Int?
    /// The items of the row above.
    private var previous: [Box] = []

    init(_ flow: GridFlow) {
        self.flow = flow
        content = flow.space.origin + Point(x: flow.edges.inner.left, y: flow.edges.inner.top)
    }

    private var pages: PageFlow { flow.space.pages }

    mutating func outcome() -> LayoutOutcome {
        let byRow = Dictionary(grouping: flow.items.indices) { flow.items[$0].area.row.lowerBound }
        for row in flow.rows.indices {
            guard place(row, items: byRow[row] ?? []) else { return .breakBefore }
        }
        let inner = flow.edges.inner
        let size = Size(
            width: flow.width + inner.horizontal, height: flow.contentHeight + lastShift + inner.vertical)
        let end = flow.space.origin.y + size.height
        let mustStay = flow.space.avoidsBreaks || flow.box.style.box.breakInside == .avoid
        if flow.space.mayBreakBefore, mustStay, pages.crosses(from: flow.space.origin.y, to: end) {
            return .breakBefore
        }
        absolutes += flow.absolutes.map(flow.absolute)
        var parts = BoxFragment.Parts(flow.box, flow.edges)
        parts.size = size
        parts.children = placed
        var layout = BoxLayout(fragment: BoxFragment(parts))
        layout.firstBaseline = baseline
        layout.lastBaseline = baseline
        layout.absolutes = absolutes
        layout.dependsOnPages = dependsOnPages || pages.crosses(from: flow.space.origin.y, to: end)
        layout.overflowRight = max(size.width, flow.box.style.box.clips ? 0 : overflowRight)
        return .done(layout)
    }

    private mutating func place(_ row: Int, items: [Int]) -> Bool {
        let items = items.map { flow.items[$0] }
        let rowStart = flow.rows[row].start
        goToForcedPage(before: items, at: content.y + rowStart + lastShift)
        let top = content.y + rowStart + lastShift
        let height = tallest(items, from: row)
        var broken: [BoxLayout]?
        if pages.crosses(from: top, to: top + height) {
            dependsOnPages = true
            let mayMove = !pages.isStart(top) && flow.context.attemptsLeft > 0
            let next = pages.next(after: top)
            if mayMove, !(mustStayWhole(items) && pages.fits(height, at: next)) {
                broken = layOutBroken(items, mayMove: true)
            }
            if mayMove, broken == nil {
                flow.context.attemptsLeft -= items.count + flow.rows.count + flow.columns.count
                if row == 0, flow.space.mayBreakBefore { return false }
                lastShift += max(0, next - top)
            }
            if broken == nil, !pages.fits(height, at: content.y + rowStart + lastShift) {
                broken = layOutBroken(items, mayMove: false)
            }
        }
        let planned = lastShift
        for (index, item) in items.enumerated() {
            add(item, shift: planned, broken: broken?[index], end: planned + rowStart + height)
        }
        if !items.isEmpty { previous = items.map(\.box) }
        return true
    }

    /// The container's baseline is that which items of the first row share, else the first item's (§10.6).
    private mutating func addBaseline(of item: GridItem, at place: Double) {
        let isShared = flow.sharesBaseline(item)
        let isFirstRow = item.area.row.lowerBound == (firstRow ?? item.area.row.lowerBound)
        firstRow = firstRow ?? item.area.row.lowerBound
        if baseline == nil || (isFirstRow && isShared && !hasSharedBaseline) { baseline = place }
        if isFirstRow, isShared { hasSharedBaseline = true }
    }

    private mutating func goToForcedPage(before items: [GridItem], at place: Double) {
        guard !previous.isEmpty,
            let side = flow.context.forcedBreak(between: previous, and: items.map(\.box))
        else { return }
        dependsOnPages = true
        guard !pages.isEndless else { return }
        let last = max(flow.space.origin.y, place - PageFlow.tolerance * 2)
        lastShift += max(0, pages.next(after: last, mustBeRight: side.mustBeRight) - place)
    }

    private func mustStayWhole(_ items: [GridItem]) -> Bool {
        flow.space.avoidsBreaks || items.contains { $0.box.style.box.breakInside == .avoid }
    }

    private func layOutBroken(_ items: [GridItem], mayMove: Bool) -> [BoxLayout]? {
        flow.context.layOutBroken(
            items.map { item in
                var space = flow.constraints(item, height: nil)
                space.pages = pages
                space.origin = content + item.origin + Point(x: 0, y: lastShift)
                space.height = .atLeast(item.layout?.size.height ?? 0)
                space.mayBreakBefore = mayMove
                return (item.box, space)
            })
    }

    private func tallest(_ items: [GridItem], from row: Int) -> Double {
        items.map { $0.origin.y + ($0.layout?.size.height ?? 0) - flow.rows[row].start }
            .max() ?? flow.rows[row].size
    }

    private mutating func add(_ item: GridItem, shift: Double, broken: BoxLayout?, end: Double) {
        guard var layout = item.layout else { return }
        var place = item.origin
        place.y += shift
        if let broken {
            layout = broken
            lastShift = max(lastShift, shift + place.y + layout.size.height - end)
        }
        let inner = Point(x: flow.edges.inner.left, y: flow.edges.inner.top)
        let area = flow.areaSize(item)
        let local =
            place + inner + flow.context.relativeOffset(of: item.box.style, width: area.width, height: area.height)
        var parts = BoxFragment.Parts(layout.fragment)
        parts.role = .item
        placed.append(PlacedFragment(.box(BoxFragment(parts)), at: local))
        for var absolute in layout.absolutes {
            absolute.staticPosition += local
            absolutes.append(absolute)
        }
        addBaseline(of: item, at: local.y + (layout.firstBaseline ?? layout.size.height))
        overflowRight = max(overflowRight, local.x + layout.overflowRight)
    }
}
