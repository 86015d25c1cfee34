import Geometry
import Style

/// Puts the items of a grid where they go, over page ends: a row moves whole to the next page where it fits there, and
/// its items break inside where it does not (CSS Grid 1 §10).
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
        for child in flow.absolutes {
            let corner = Point(x: inner.left, y: inner.top)
            absolutes.append(AbsoluteBox(box: child, staticPosition: corner, staticDirection: .ltr))
        }
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
        let top = content.y + flow.rows[row].start + lastShift
        let height = tallest(items, from: row)
        var breaksInside = false
        if pages.crosses(from: top, to: top + height) {
            dependsOnPages = true
            let mayMove = !pages.isStart(top)
            if mayMove, row == 0, flow.space.mayBreakBefore { return false }
            let next = pages.next(after: top)
            if mayMove, pages.fits(height, at: next) { lastShift += next - top } else { breaksInside = true }
        }
        let planned = lastShift
        for index in items {
            add(
                flow.items[index], shift: planned, breaksInside: breaksInside,
                end: planned + flow.rows[row].start + height)
        }
        return true
    }

    private func tallest(_ items: [Int], from row: Int) -> Double {
        items.map { flow.items[$0].origin.y + (flow.items[$0].layout?.size.height ?? 0) - flow.rows[row].start }
            .max() ?? flow.rows[row].size
    }

    private mutating func add(_ item: GridItem, shift: Double, breaksInside: Bool, end: Double) {
        guard var layout = item.layout else { return }
        var place = item.origin
        place.y += shift
        if breaksInside {
            var space = flow.constraints(item, height: nil)
            space.pages = pages
            space.origin = content + place
            space.height = .atLeast(layout.size.height)
            if case .done(let broken) = flow.context.layout(item.box, space) { layout = broken }
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
        if baseline == nil, let first = layout.firstBaseline { baseline = local.y + first }
        overflowRight = max(overflowRight, local.x + layout.overflowRight)
    }
}
