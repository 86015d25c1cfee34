import Geometry
import Style

/// Flex containers (CSS Flexbox 1 §9), step by step as the specification goes.
extension LayoutContext {
    func layoutFlex(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome {
        var flow = FlexFlow(self, box, space)
        return flow.run()
    }
}

/// One flex container while it is laid out.
struct FlexFlow {
    let context: LayoutContext
    let box: Box
    let space: ConstraintSpace
    let axes: FlexAxes
    let edges: UsedEdges
    /// The content box; the height is nil until the items decide it.
    let width: Double
    let height: Double?
    /// The height that percentages of the items refer to, where it is definite.
    let percentageHeight: Double?
    /// The border-box height that an aspect ratio asks for, which the items may go beyond.
    private let leastHeight: Double?
    let mainGap: Double
    let crossGap: Double
    var lines: [FlexLine] = []
    var absolutes: [Box] = []

    init(_ context: LayoutContext, _ box: Box, _ space: ConstraintSpace) {
        self.context = context
        self.box = box
        self.space = space
        axes = FlexAxes(box.style)
        edges = UsedEdges(box.style, base: space.containingWidth)
        let outer = context.usedWidth(
            of: box, edges, space.width, containing: space.containingWidth, height: space.containingHeight)
        width = max(0, outer - edges.inner.horizontal)
        let known = context.heightBeforeContent(of: box, edges, space, width: outer)
        let inner = edges.inner.vertical
        // The height that a ratio gives a row stands, as browsers have it; a column grows with its items.
        let grows = axes.isColumn && known?.growsWithContent == true
        height = grows ? nil : known.map { max(0, $0.height - inner) }
        percentageHeight = known.flatMap { $0.isDefinite ? max(0, $0.height - inner) : nil }
        leastHeight = grows ? known?.height : nil
        let arrangement = box.style.arrangement
        let rowGap = arrangement.rowGap?.resolved(against: percentageHeight ?? 0) ?? 0
        let columnGap = arrangement.columnGap?.resolved(against: width) ?? 0
        mainGap = axes.isColumn ? rowGap : columnGap
        crossGap = axes.isColumn ? columnGap : rowGap
    }

    /// The container's main size, where it is known before the items are.
    var mainSize: Double? { axes.isColumn ? height : width }
    var crossSize: Double? { axes.isColumn ? width : height }
    var isSingleLine: Bool { box.style.arrangement.flexWrap == .nowrap }

    /// The lines, their items' main sizes, and what they need across.
    mutating func measureLines() {
        lines = FlexLines(self).collect(makeItems())
        let main = usedMainSize()
        for index in lines.indices {
            resolveMain(&lines[index], main)
            measureCross(&lines[index])
            lines[index].crossSize = naturalCross(&lines[index])
        }
    }

    mutating func run() -> LayoutOutcome {
        let items = makeItems()
        lines = FlexLines(self).collect(items)
        let main = usedMainSize()
        for index in lines.indices { resolveMain(&lines[index], main) }
        for index in lines.indices { measureCross(&lines[index]) }
        sizeLines()
        for index in lines.indices {
            stretchItems(&lines[index])
            alignMain(&lines[index], main)
            alignCross(&lines[index])
        }
        let cross = usedCrossSize()
        placeLines(cross)
        var placement = FlexPlacement(self, main: main, cross: cross)
        return placement.outcome()
    }

    // MARK: §9.2 line length determination

    private mutating func makeItems() -> [FlexItem] {
        var items: [FlexItem] = []
        for child in box.children {
            if child.style.box.isAbsolutelyPositioned || child.style.box.isRunning {
                absolutes.append(child)
                continue
            }
            items.append(makeItem(child))
        }
        // Equal orders keep the document's order.
        return items.enumerated().sorted {
            ($0.element.box.style.arrangement.order, $0.offset) < ($1.element.box.style.arrangement.order, $1.offset)
        }.map(\.element)
    }

    private func makeItem(_ child: Box) -> FlexItem {
        let own = child.style.arrangement.alignSelf
        let align = own.keyword == .auto ? box.style.arrangement.alignItems : own
        var item = FlexItem(
            box: child, edges: UsedEdges(child.style, base: width), align: align.keyword, isSafe: align.isSafe)
        let margin = child.style.box.margin
        item.sharesBaseline =
            align.keyword == .baseline && !axes.isColumn && margin.top != .auto && margin.bottom != .auto
        item.mainInner = axes.main(item.edges.inner)
        let sizer = FlexBaseSize(self, item)
        item.base = max(sizer.base(), item.mainInner)
        (item.minMain, item.maxMain) = sizer.limits()
        item.hypothetical = max(item.minMain, min(item.maxMain, item.base))
        item.main = item.hypothetical
        return item
    }

    // MARK: §9.3 main size determination

    /// `max-height` limits the lines of a column whose height the content decides.
    var mostMain: Double? {
        guard axes.isColumn else { return nil }
        let inner = edges.inner.vertical
        return context.definiteHeight(
            box.style.box.maxHeight, of: box, inner: inner, containing: space.containingHeight
        ).map { $0 - inner }
    }

    private func usedMainSize() -> Double {
        if let mainSize { return mainSize }
        let content =
            lines.map { line in
                line.items.reduce(0) { $0 + $1.hypothetical + axes.main($1.edges.margin) } + gaps(line)
            }.max() ?? 0
        return clampHeight(content)
    }

    /// The content height, under `min-height` and `max-height`, where the items decide it.
    func clampHeight(_ content: Double) -> Double {
        let inner = edges.inner.vertical
        if space.height == .content { return content }
        let wanted = max(content + inner, leastHeight ?? 0)
        var outer = context.clampHeight(wanted, of: box, inner: inner, containing: space.containingHeight)
        if case .atLeast(let least) = space.height { outer = max(outer, least) }
        return outer - inner
    }

    func gaps(_ line: FlexLine) -> Double { mainGap * Double(max(0, line.items.count - 1)) }

    private func resolveMain(_ line: inout FlexLine, _ main: Double) {
        let margins = line.items.reduce(0) { $0 + axes.main($1.edges.margin) }
        line.resolveFlexibleLengths(available: main - margins - gaps(line))
    }

    // MARK: §9.4 cross size determination

    private func measureCross(_ line: inout FlexLine) {
        for index in line.items.indices {
            let item = line.items[index]
            let layout = context.measure(item.box, constraints(item, cross: nil))
            line.items[index].layout = layout
            line.items[index].cross = axes.cross(layout.size)
            line.items[index].baseline = layout.firstBaseline ?? layout.size.height
        }
    }

    /// What the item is laid out with once its main size stands; the cross size when the line decides it.
    func constraints(_ item: FlexItem, cross: Double?) -> ConstraintSpace {
        var inner = ConstraintSpace(
            origin: Point(), pages: context.endless, containingWidth: width, containingHeight: percentageHeight)
        if axes.isColumn {
            inner.height = .fixed(item.main, isDefinite: percentageHeight != nil || hasDefiniteMain(item))
            inner.width = cross.map { .fixed($0) } ?? columnWidth(item)
            inner.containingWidth = availableWidth
        } else {
            inner.width = .fixed(item.main)
            if let cross { inner.height = .fixed(cross, isDefinite: true) }
        }
        return inner
    }

    /// An item's height down a column is definite where its own size is, though the column's is not (§9.8).
    private func hasDefiniteMain(_ item: FlexItem) -> Bool {
        if item.hasDefiniteBasis { return true }
        let box = item.box
        if BoxRatio(box, item.edges.inner) != nil { return true }
        return context.definiteHeight(box.style.box.height, of: box, inner: 0, containing: nil) != nil
    }

    /// In a single-line column a stretched item has the container's width from the start.
    func columnWidth(_ item: FlexItem) -> WidthRule {
        if stretches(item), isSingleLine {
            let inner = item.edges.inner.horizontal
            let fill = max(inner, width - item.edges.margin.horizontal)
            return .fixed(context.clampWidth(fill, of: item.box, inner: inner, containing: width))
        }
        return .shrinkToFit
    }

    /// The width that an item of a column may take: its part, where lines are counted beforehand.
    var availableWidth: Double {
        let arrangement = box.style.arrangement
        guard axes.isColumn, arrangement.flexWrap.balances, arrangement.flexLineCount > 1 else { return width }
        let count = Double(arrangement.flexLineCount)
        return max(0, (width - crossGap * (count - 1)) / count)
    }

    func stretches(_ item: FlexItem) -> Bool {
        guard item.align == .stretch || item.align == .normal else { return false }
        let style = item.box.style.box
        let size = axes.isColumn ? style.width : style.height
        guard size == .auto || (!axes.isColumn && size.hasPercentage && percentageHeight == nil) else { return false }
        return axes.crossStart(style.margin) != .auto && axes.crossEnd(style.margin) != .auto
    }

    private mutating func sizeLines() {
        if isSingleLine, let crossSize {
            lines[0].crossSize = crossSize
            _ = naturalCross(&lines[0])
            return
        }
        for index in lines.indices { lines[index].crossSize = naturalCross(&lines[index]) }
        if isSingleLine { lines[0].crossSize = clampCross(lines[0].crossSize) }
        stretchLines()
    }

    private func naturalCross(_ line: inout FlexLine) -> Double {
        var above = 0.0
        var below = 0.0
        var plain = 0.0
        for item in line.items {
            let outer = item.cross + axes.cross(item.edges.margin)
            if item.sharesBaseline {
                let top = baselineFromCrossStart(item)
                above = max(above, top)
                below = max(below, outer - top)
            } else {
                plain = max(plain, outer)
            }
        }
        line.baseline = above
        return max(plain, above + below)
    }

    /// From the cross start of the margin box, which `wrap-reverse` puts below.
    private func baselineFromCrossStart(_ item: FlexItem) -> Double {
        let fromStart = axes.crossIsReversed ? item.cross - item.baseline : item.baseline
        return axes.crossStart(item.edges.margin) + fromStart
    }

    private func clampCross(_ cross: Double) -> Double { axes.isColumn ? cross : clampHeight(cross) }

    /// `align-content: stretch` shares what is left among the lines.
    private mutating func stretchLines() {
        let align = box.style.arrangement.alignContent.keyword
        guard align == .stretch || align == .normal, !isSingleLine, let crossSize = crossSize ?? leastCross else {
            return
        }
        let used = lines.reduce(0) { $0 + $1.crossSize } + crossGap * Double(lines.count - 1)
        guard crossSize > used else { return }
        for index in lines.indices { lines[index].crossSize += (crossSize - used) / Double(lines.count) }
    }

    private var leastCross: Double? {
        let least = clampCross(0)
        return least > 0 ? least : nil
    }

    private func stretchItems(_ line: inout FlexLine) {
        for index in line.items.indices where stretches(line.items[index]) {
            let item = line.items[index]
            let inner = axes.cross(item.edges.inner)
            let fill = max(inner, line.crossSize - axes.cross(item.edges.margin))
            let cross = clampItemCross(fill, item)
            guard abs(cross - item.cross) > 0.001 else { continue }
            let layout = context.measure(item.box, constraints(item, cross: cross))
            line.items[index].layout = layout
            line.items[index].cross = cross
        }
    }

    private func clampItemCross(_ cross: Double, _ item: FlexItem) -> Double {
        let inner = axes.cross(item.edges.inner)
        if axes.isColumn { return context.clampWidth(cross, of: item.box, inner: inner, containing: width) }
        return context.clampHeight(cross, of: item.box, inner: inner, containing: percentageHeight)
    }

    // MARK: §9.5, §9.6 alignment

    private func alignMain(_ line: inout FlexLine, _ main: Double) {
        let used = line.items.reduce(0) { $0 + $1.main + axes.main($1.edges.margin) } + gaps(line)
        let free = main - used
        let autos = line.items.reduce(0) { count, item in
            let margin = item.box.style.box.margin
            return count + (axes.mainStart(margin) == .auto ? 1 : 0) + (axes.mainEnd(margin) == .auto ? 1 : 0)
        }
        let share = autos > 0 && free > 0 ? free / Double(autos) : 0
        let distribution = BoxAlignment.distribute(
            box.style.arrangement.justifyContent, free: share > 0 ? 0 : free, count: line.items.count,
            isReversed: box.style.arrangement.flexDirection.isReverse,
            isRightToLeft: axes.isRightToLeft && !axes.isColumn)
        var position = distribution.before
        for index in line.items.indices {
            let margin = line.items[index].box.style.box.margin
            position += axes.mainStart(margin) == .auto ? share : axes.mainStart(line.items[index].edges.margin)
            line.items[index].mainPosition = position
            position += line.items[index].main
            position += axes.mainEnd(margin) == .auto ? share : axes.mainEnd(line.items[index].edges.margin)
            position += mainGap + distribution.between
        }
    }

    private func alignCross(_ line: inout FlexLine) {
        for index in line.items.indices {
            let item = line.items[index]
            let margin = item.box.style.box.margin
            let start = axes.crossStart(item.edges.margin)
            let free = line.crossSize - item.cross - axes.cross(item.edges.margin)
            let autoStart = axes.crossStart(margin) == .auto
            let autoEnd = axes.crossEnd(margin) == .auto
            var position = start
            if autoStart || autoEnd {
                if free > 0 { position += autoStart && autoEnd ? free / 2 : autoStart ? free : 0 }
            } else {
                position += offset(item, free, line)
            }
            line.items[index].crossPosition = position
        }
    }

    private func offset(_ item: FlexItem, _ free: Double, _ line: FlexLine) -> Double {
        if item.sharesBaseline { return line.baseline - baselineFromCrossStart(item) }
        let align: Alignment.Keyword = item.isSafe && free < 0 ? .start : item.align
        return axes.crossOffset(align, free: free, direction: item.box.style.text.direction)
    }

    private func usedCrossSize() -> Double {
        if let crossSize { return crossSize }
        let sum = lines.reduce(0) { $0 + $1.crossSize } + crossGap * Double(lines.count - 1)
        return clampCross(sum)
    }

    private mutating func placeLines(_ cross: Double) {
        let used = lines.reduce(0) { $0 + $1.crossSize } + crossGap * Double(lines.count - 1)
        var distribution = BoxAlignment.Distribution()
        if !isSingleLine {
            distribution = BoxAlignment.distribute(
                box.style.arrangement.alignContent, free: cross - used, count: lines.count,
                isReversed: box.style.arrangement.flexWrap.isReverse)
        }
        var position = distribution.before
        for index in lines.indices {
            lines[index].crossPosition = position
            position += lines[index].crossSize + crossGap + distribution.between
        }
    }
}

extension FlexItem {
    var hasDefiniteBasis: Bool {
        if case .length(let basis) = box.style.arrangement.flexBasis { !basis.hasPercentage } else { false }
    }
}
