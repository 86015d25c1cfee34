import Geometry
import Style

/// Puts the items of a flex container where they go, over page ends: the items of a line break inside, each on its
/// own; where one of them may not, or cannot, the line moves whole to the next page (CSS Flexbox 1 §10).
struct FlexPlacement {
    private let flow: FlexFlow
    private let main: Double
    private let cross: Double
    private let content: Point
    private var placed: [PlacedFragment] = []
    private var absolutes: [AbsoluteBox] = []
    private var firstBaseline: Double?
    private var lastBaseline: Double?
    /// The container's baseline is that which the items of the line on top share, if any do (§8.5).
    private var hasSharedBaseline = false
    private var isFirstLine = true
    private var overflowRight = 0.0
    private var dependsOnPages = false
    /// How far page ends have moved what comes, and the lowest end of what stands.
    private var shift = 0.0
    private var bottom = 0.0
    /// What stands directly above what comes.
    private var previous: [Box] = []

    init(_ flow: FlexFlow, main: Double, cross: Double) {
        self.flow = flow
        self.main = main
        self.cross = cross
        content = flow.space.origin + Point(x: flow.edges.inner.left, y: flow.edges.inner.top)
    }

    private var axes: FlexAxes { flow.axes }
    private var pages: PageFlow { flow.space.pages }
    private var contentSize: Size {
        axes.isColumn ? Size(width: cross, height: main) : Size(width: main, height: cross)
    }

    mutating func outcome() -> LayoutOutcome {
        guard placeAll() else { return .breakBefore }
        let inner = flow.edges.inner
        let size = Size(
            width: contentSize.width + inner.horizontal,
            height: max(contentSize.height + shift, shift > 0 ? bottom : 0) + inner.vertical)
        let end = flow.space.origin.y + size.height
        let mustStay = flow.space.avoidsBreaks || flow.box.style.box.breakInside == .avoid
        if flow.space.mayBreakBefore, mustStay, pages.crosses(from: flow.space.origin.y, to: end) {
            return .breakBefore
        }
        var parts = BoxFragment.Parts(flow.box, flow.edges)
        parts.size = size
        parts.children = placed
        for child in flow.absolutes { absolutes.append(staticPlace(child)) }
        var layout = BoxLayout(fragment: BoxFragment(parts))
        layout.firstBaseline = firstBaseline
        layout.lastBaseline = lastBaseline
        layout.absolutes = absolutes
        layout.dependsOnPages = dependsOnPages || pages.crosses(from: flow.space.origin.y, to: end)
        layout.overflowRight = max(size.width, flow.box.style.box.clips ? 0 : overflowRight)
        return .done(layout)
    }

    private mutating func placeAll() -> Bool {
        // Down the page: the lines of a row in their visual order, the items of a column in theirs.
        if axes.isColumn {
            for line in axes.crossIsReversed == axes.isRightToLeft ? flow.lines : flow.lines.reversed() {
                shift = 0
                previous = []
                for item in axes.mainIsReversed ? line.items.reversed() : line.items {
                    guard place([item], of: line, height: item.main, isFirst: placed.isEmpty) else { return false }
                }
            }
            return true
        }
        for line in axes.crossIsReversed ? flow.lines.reversed() : flow.lines {
            guard place(line.items, of: line, height: line.crossSize, isFirst: placed.isEmpty) else { return false }
            isFirstLine = false
        }
        return true
    }

    /// Where an item stands in the content box, before page ends move it.
    private func origin(_ item: FlexItem, _ line: FlexLine) -> Point {
        let mainStart = axes.mainIsReversed ? main - item.mainPosition - item.main : item.mainPosition
        let across = line.crossPosition + item.crossPosition
        let crossStart = axes.crossIsReversed ? cross - across - item.cross : across
        return axes.isColumn ? Point(x: crossStart, y: mainStart) : Point(x: mainStart, y: crossStart)
    }

    private mutating func place(_ items: [FlexItem], of line: FlexLine, height: Double, isFirst: Bool) -> Bool {
        var top = Double.infinity
        if axes.isColumn, let item = items.first {
            top = origin(item, line).y
        } else {
            top = axes.crossIsReversed ? cross - line.crossPosition - line.crossSize : line.crossPosition
        }
        goToForcedPage(before: items, at: content.y + top + shift)
        let start = content.y + top + shift
        var broken: [BoxLayout]?
        if pages.crosses(from: start, to: start + height) {
            dependsOnPages = true
            let mayMove = !pages.isStart(start) && flow.context.attemptsLeft > 0
            let next = pages.next(after: start)
            if mayMove, !(mustStayWhole(items) && pages.fits(height, at: next)) {
                broken = layOutBroken(items, line, mayMove: true)
            }
            if mayMove, broken == nil {
                flow.context.attemptsLeft -= items.count
                if isFirst, flow.space.mayBreakBefore { return false }
                shift += max(0, next - start)
            }
            if broken == nil, !pages.fits(height, at: content.y + top + shift) {
                broken = layOutBroken(items, line, mayMove: false)
            }
        }
        let planned = shift
        let end = top + height
        for (index, item) in items.enumerated() {
            add(item, line, shift: planned, broken: broken?[index], end: end)
        }
        previous = items.map(\.box)
        return true
    }

    private mutating func goToForcedPage(before items: [FlexItem], at place: Double) {
        guard !previous.isEmpty,
            let side = flow.context.forcedBreak(between: previous, and: items.map(\.box))
        else { return }
        dependsOnPages = true
        guard !pages.isEndless else { return }
        let last = max(flow.space.origin.y, place - PageFlow.tolerance * 2)
        shift += max(0, pages.next(after: last, mustBeRight: side.mustBeRight) - place)
    }

    private func mustStayWhole(_ items: [FlexItem]) -> Bool {
        flow.space.avoidsBreaks || items.contains { $0.box.style.box.breakInside == .avoid }
    }

    private func layOutBroken(_ items: [FlexItem], _ line: FlexLine, mayMove: Bool) -> [BoxLayout]? {
        flow.context.layOutBroken(
            items.map { item in
                var space = flow.constraints(item, cross: nil)
                space.pages = pages
                space.origin = content + origin(item, line) + Point(x: 0, y: shift)
                space.mayBreakBefore = mayMove
                if axes.isColumn {
                    space.height = .atLeast(item.main)
                } else {
                    space.height = flow.stretches(item) ? .atLeast(item.cross) : .auto
                }
                return (item.box, space)
            })
    }

    private mutating func add(
        _ item: FlexItem, _ line: FlexLine, shift planned: Double, broken: BoxLayout?, end: Double
    ) {
        guard var layout = item.layout else { return }
        var place = origin(item, line)
        place.y += planned
        if let broken {
            layout = broken
            shift = max(shift, place.y + layout.size.height - end)
        }
        let inner = Point(x: flow.edges.inner.left, y: flow.edges.inner.top)
        let offset = flow.context.relativeOffset(of: item.box.style, width: flow.width, height: flow.percentageHeight)
        let local = place + inner + offset
        var parts = BoxFragment.Parts(layout.fragment)
        parts.role = .item
        placed.append(PlacedFragment(.box(BoxFragment(parts)), at: local))
        for var absolute in layout.absolutes {
            absolute.staticPosition += local
            absolutes.append(absolute)
        }
        let baseline = local.y + (layout.firstBaseline ?? layout.size.height)
        if firstBaseline == nil { firstBaseline = baseline }
        if item.sharesBaseline, !hasSharedBaseline, isFirstLine {
            firstBaseline = baseline
            hasSharedBaseline = true
        }
        lastBaseline = baseline
        overflowRight = max(overflowRight, local.x + layout.overflowRight)
        bottom = max(bottom, place.y + layout.size.height)
    }

    /// §4.1: an absolutely positioned child stands as if it were the only item.
    private func staticPlace(_ child: Box) -> AbsoluteBox {
        let edges = UsedEdges(child.style, base: flow.width)
        let needsSize = !child.style.box.isRunning
        var space = ConstraintSpace(
            origin: Point(), pages: flow.context.endless, containingWidth: flow.width, containingHeight: flow.height)
        space.width = .shrinkToFit
        let size = needsSize ? flow.context.measure(child, space).size : Size()
        let freeMain = main - axes.main(size) - axes.main(edges.margin)
        let freeCross = cross - axes.cross(size) - axes.cross(edges.margin)
        let own = child.style.arrangement.alignSelf
        let align = own.keyword == .auto ? flow.box.style.arrangement.alignItems : own
        var justify = flow.box.style.arrangement.justifyContent
        justify.isSafe = false
        let along = BoxAlignment.distribute(
            justify, free: freeMain, count: 1, isReversed: flow.box.style.arrangement.flexDirection.isReverse,
            isRightToLeft: axes.isRightToLeft && !axes.isColumn
        ).before
        // One box alone aligns its baseline at the start (CSS Box Alignment 3 §4.2).
        let isStart = align.keyword == .baseline || (align.isSafe && freeCross < 0)
        let keyword: Alignment.Keyword = isStart ? .start : align.keyword
        let across = axes.crossOffset(keyword, free: freeCross, direction: child.style.text.direction)
        let mainStart = axes.mainIsReversed ? freeMain - along : along
        let crossStart = axes.crossIsReversed ? freeCross - across : across
        let place = axes.isColumn ? Point(x: crossStart, y: mainStart) : Point(x: mainStart, y: crossStart)
        let inner = Point(x: flow.edges.inner.left, y: flow.edges.inner.top)
        return AbsoluteBox(box: child, staticPosition: place + inner, staticDirection: .ltr)
    }
}
