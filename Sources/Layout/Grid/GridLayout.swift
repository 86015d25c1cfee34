import Geometry
import Style

/// Grid containers (CSS Grid 1).
extension LayoutContext {
    func layoutGrid(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome {
        var flow = GridFlow(self, box, space)
        return flow.run()
    }

    func gridIntrinsicSizes(of box: Box) -> IntrinsicSizes {
        let space = ConstraintSpace(origin: Point(), pages: endless, containingWidth: 0)
        let flow = GridFlow(self, box, space)
        return IntrinsicSizes(
            minContent: flow.intrinsicWidth(least: true), maxContent: flow.intrinsicWidth(least: false))
    }
}

/// A child of a grid container while it is laid out.
struct GridItem {
    let box: Box
    let area: GridArea
    var layout: BoxLayout?
    /// Of the border box, from the content box's top left corner.
    var origin = Point()
    /// How much lower than its row's start the item stands so that its baseline meets the others'.
    var baselineShift: Double = 0
}

/// One grid container while it is laid out.
struct GridFlow {
    let context: LayoutContext
    let box: Box
    let space: ConstraintSpace
    let edges: UsedEdges
    let width: Double
    var height: Double?
    let columnGap: Double
    let rowGap: Double
    var items: [GridItem] = []
    var absolutes: [Box] = []
    private var columnSizes: [TrackSize] = []
    private var rowSizes: [TrackSize] = []
    private var collapsedColumns: Set<Int> = []
    private var collapsedRows: Set<Int> = []
    var columns: [(start: Double, size: Double)] = []
    var rows: [(start: Double, size: Double)] = []
    private(set) var contentHeight: Double = 0

    init(_ context: LayoutContext, _ box: Box, _ space: ConstraintSpace) {
        self.context = context
        self.box = box
        self.space = space
        edges = UsedEdges(box.style, base: space.containingWidth)
        let isMeasuring = space.containingWidth == 0
        let outer = isMeasuring ? 0 : context.usedWidth(of: box, edges, space.width, containing: space.containingWidth)
        width = max(0, outer - edges.inner.horizontal)
        if !isMeasuring, let known = context.heightBeforeContent(of: box, edges, space, width: outer), known.isDefinite
        {
            height = max(0, known.height - edges.inner.vertical)
        }
        columnGap = box.style.arrangement.columnGap?.resolved(against: width) ?? 0
        rowGap = box.style.arrangement.rowGap?.resolved(against: height ?? 0) ?? 0
        placeItems(availableWidth: isMeasuring ? nil : width)
    }

    // MARK: Placement

    private mutating func placeItems(availableWidth: Double?) {
        let style = box.style.arrangement
        let areas = areaLines(style.gridTemplateAreas)
        let columns = GridTemplate(
            style.gridTemplateColumns, available: availableWidth, gap: columnGap, areas: areas.columns,
            areaTracks: style.gridTemplateAreas.first?.count ?? 0, auto: style.gridAutoColumns)
        let rows = GridTemplate(
            style.gridTemplateRows, available: height, gap: rowGap, areas: areas.rows,
            areaTracks: style.gridTemplateAreas.count, auto: style.gridAutoRows)
        absolutes = box.children.filter { $0.style.box.isAbsolutelyPositioned || $0.style.box.isRunning }
        let children = box.children.enumerated().filter {
            !$0.element.style.box.isAbsolutelyPositioned && !$0.element.style.box.isRunning
        }.sorted {
            ($0.element.style.arrangement.order, $0.offset) < ($1.element.style.arrangement.order, $1.offset)
        }.map(\.element)
        let placement = GridPlacement(children, columns: columns, rows: rows, flow: style.gridAutoFlow)
        let placed = zip(children, placement.areas).compactMap { child, area in area.map { (child, $0) } }
        let firstColumn = min(0, placed.map { $0.1.column.lowerBound }.min() ?? 0)
        let firstRow = min(0, placed.map { $0.1.row.lowerBound }.min() ?? 0)
        items = placed.map { child, area in
            GridItem(
                box: child,
                area: GridArea(row: area.row.shifted(by: -firstRow), column: area.column.shifted(by: -firstColumn)))
        }
        let columnCount = max(columns.tracks.count - firstColumn, items.map(\.area.column.upperBound).max() ?? 0)
        let rowCount = max(rows.tracks.count - firstRow, items.map(\.area.row.upperBound).max() ?? 0)
        columnSizes = sizes(columns.tracks, auto: style.gridAutoColumns, before: -firstColumn, count: columnCount)
        rowSizes = sizes(rows.tracks, auto: style.gridAutoRows, before: -firstRow, count: rowCount)
        collapsedColumns = empty(columns.autoFit.shifted(by: -firstColumn)) { $0.area.column }
        collapsedRows = empty(rows.autoFit.shifted(by: -firstRow)) { $0.area.row }
    }

    private func empty(_ tracks: Range<Int>, _ covered: (GridItem) -> Range<Int>) -> Set<Int> {
        Set(tracks).subtracting(items.flatMap { covered($0) })
    }

    /// Explicit tracks with implicit ones before and after, whose sizes repeat `grid-auto-*`.
    private func sizes(_ explicit: [TrackSize], auto: [TrackSize], before: Int, count: Int) -> [TrackSize] {
        let pattern = auto.isEmpty ? [.auto] : auto
        return (0..<count).map { index in
            let place = index - before
            if place >= 0, place < explicit.count { return explicit[place] }
            let offset = place < 0 ? place : place - explicit.count
            return pattern[((offset % pattern.count) + pattern.count) % pattern.count]
        }
    }

    private func areaLines(_ areas: [[String?]]) -> (rows: [String: Range<Int>], columns: [String: Range<Int>]) {
        var rows: [String: Range<Int>] = [:]
        var columns: [String: Range<Int>] = [:]
        for (row, names) in areas.enumerated() {
            for (column, name) in names.enumerated() {
                guard let name else { continue }
                rows[name] = min(rows[name]?.lowerBound ?? row, row)..<max(rows[name]?.upperBound ?? 0, row + 1)
                columns[name] =
                    min(columns[name]?.lowerBound ?? column, column)..<max(columns[name]?.upperBound ?? 0, column + 1)
            }
        }
        return (rows, columns)
    }

    // MARK: Sizing

    mutating func run() -> LayoutOutcome {
        let style = box.style.arrangement
        let justify = style.justifyContent
        let widths = GridTrackSizing(
            columnSizes, collapsed: collapsedColumns, gap: columnGap, available: width,
            items: items.map(columnContribution), stretches: justify.keyword == .normal || justify.keyword == .stretch)
        let isRightToLeft = box.style.text.direction == .rtl
        columns = widths.positions(
            BoxAlignment.distribute(
                justify, free: width - widths.sum, count: widths.openCount, isRightToLeft: isRightToLeft))
        for index in items.indices { items[index].layout = measure(items[index], height: nil) }
        alignBaselines()
        let heights = GridTrackSizing(
            rowSizes, collapsed: collapsedRows, gap: rowGap, available: height, items: items.map(rowContribution),
            stretches: style.alignContent.keyword == .normal || style.alignContent.keyword == .stretch,
            least: leastHeight)
        contentHeight = height ?? clamp(heights.sum)
        rows = heights.positions(
            BoxAlignment.distribute(style.alignContent, free: contentHeight - heights.sum, count: heights.openCount))
        for index in items.indices { items[index] = settled(items[index]) }
        var placement = GridItemPlacement(self)
        return placement.outcome()
    }

    private var leastHeight: Double { clamp(0) }

    private func clamp(_ content: Double) -> Double {
        let inner = edges.inner.vertical
        var outer = context.clampHeight(content + inner, of: box, inner: inner, containing: space.containingHeight)
        if case .atLeast(let least) = space.height { outer = max(outer, least) }
        return outer - inner
    }

    func intrinsicWidth(least: Bool) -> Double {
        let contributions = items.map { item in
            var part = columnContribution(item)
            if least { part.maxContent = part.minContent }
            return part
        }
        return GridTrackSizing(
            columnSizes, collapsed: collapsedColumns, gap: columnGap, available: nil, items: contributions,
            stretches: false
        ).sum
    }

    private func columnContribution(_ item: GridItem) -> GridContribution {
        let sizes = context.intrinsicContribution(of: item.box)
        let style = item.box.style.box
        var minimum = sizes.minContent
        // A scroll container, or a minimum of its own, asks for no content (CSS Grid 1 §6.6).
        let edges = UsedEdges(item.box.style, base: 0)
        if style.clips, style.minWidth == .auto, style.width == .auto {
            minimum = edges.inner.horizontal + edges.margin.horizontal
        }
        return GridContribution(
            tracks: item.area.column, minimum: minimum, minContent: sizes.minContent, maxContent: sizes.maxContent)
    }

    private func rowContribution(_ item: GridItem) -> GridContribution {
        let edges = UsedEdges(item.box.style, base: areaSize(item).width)
        let height = (item.layout?.size.height ?? 0) + edges.margin.vertical + item.baselineShift
        return GridContribution(tracks: item.area.row, minimum: height, minContent: height, maxContent: height)
    }

    func areaSize(_ item: GridItem) -> Size {
        Size(width: extent(columns, item.area.column), height: rows.isEmpty ? 0 : extent(rows, item.area.row))
    }

    private func extent(_ tracks: [(start: Double, size: Double)], _ range: Range<Int>) -> Double {
        guard let first = range.first, let last = range.last, last < tracks.count else { return 0 }
        return max(0, tracks[last].start + tracks[last].size - tracks[first].start)
    }

    // MARK: Items

    func constraints(_ item: GridItem, height: Double?) -> ConstraintSpace {
        let area = areaSize(item)
        let edges = UsedEdges(item.box.style, base: area.width)
        var inner = ConstraintSpace(
            origin: Point(), pages: context.endless, containingWidth: area.width,
            containingHeight: rows.isEmpty ? nil : area.height)
        let margin = item.box.style.box.margin
        let fills =
            justify(item) == .stretch && item.box.style.box.width == .auto && margin.left != .auto
            && margin.right != .auto
        if fills {
            let least = edges.inner.horizontal
            let fill = max(least, area.width - edges.margin.horizontal)
            inner.width = .fixed(context.clampWidth(fill, of: item.box, inner: least, containing: area.width))
        } else {
            inner.width = .shrinkToFit
        }
        if let height { inner.height = .fixed(height, isDefinite: true) }
        return inner
    }

    private func measure(_ item: GridItem, height: Double?) -> BoxLayout {
        context.measure(item.box, constraints(item, height: height))
    }

    private func justify(_ item: GridItem) -> Alignment.Keyword {
        resolve(item.box.style.arrangement.justifySelf.keyword, box.style.arrangement.justifyItems.keyword, item)
    }

    private func align(_ item: GridItem) -> Alignment.Keyword {
        resolve(item.box.style.arrangement.alignSelf.keyword, box.style.arrangement.alignItems.keyword, item)
    }

    private func resolve(_ own: Alignment.Keyword, _ container: Alignment.Keyword, _ item: GridItem)
        -> Alignment.Keyword
    {
        let keyword = own == .auto ? container : own
        guard keyword == .normal || keyword == .auto else { return keyword }
        return item.box.isReplaced || item.box.style.box.aspectRatio != nil ? .start : .stretch
    }

    /// The items of a row that align by their first baselines share the lowest one (CSS Box Alignment 3 §9.3).
    private mutating func alignBaselines() {
        let sharing = items.indices.filter { align(items[$0]) == .baseline }
        for row in Dictionary(grouping: sharing, by: { items[$0].area.row.lowerBound }).values {
            let lowest = row.map { baseline(of: items[$0]) }.max() ?? 0
            for index in row { items[index].baselineShift = lowest - baseline(of: items[index]) }
        }
    }

    /// From the top of the margin box.
    private func baseline(of item: GridItem) -> Double {
        let top = UsedEdges(item.box.style, base: areaSize(item).width).margin.top
        return top + (item.layout.map { $0.firstBaseline ?? $0.size.height } ?? 0)
    }

    /// Stretches and places an item in its area.
    private func settled(_ item: GridItem) -> GridItem {
        var item = item
        let area = areaSize(item)
        let edges = UsedEdges(item.box.style, base: area.width)
        let margin = item.box.style.box.margin
        let height = item.box.style.box.height
        if align(item) == .stretch, height == .auto, margin.top != .auto, margin.bottom != .auto {
            let inner = edges.inner.vertical
            let fill = max(inner, area.height - edges.margin.vertical)
            let used = context.clampHeight(fill, of: item.box, inner: inner, containing: area.height)
            item.layout = measure(item, height: used)
        } else if height.hasPercentage {
            item.layout = measure(item, height: nil)
        }
        let size = item.layout?.size ?? Size()
        let x = offset(
            justify(item), free: area.width - size.width - edges.margin.horizontal, start: margin.left,
            end: margin.right,
            flips: box.style.text.direction == .rtl)
        let y = offset(
            align(item), free: area.height - size.height - edges.margin.vertical, start: margin.top, end: margin.bottom)
        var columnStart = columns[item.area.column.lowerBound].start
        if box.style.text.direction == .rtl { columnStart = width - columnStart - area.width }
        item.origin = Point(
            x: columnStart + edges.margin.left + x,
            y: rows[item.area.row.lowerBound].start + edges.margin.top + y + item.baselineShift)
        return item
    }

    private func offset(
        _ keyword: Alignment.Keyword, free: Double, start: LengthPercentageAuto, end: LengthPercentageAuto,
        flips: Bool = false
    ) -> Double {
        switch (start, end) {
        case (.auto, .auto): return max(0, free) / 2
        case (.auto, _): return max(0, free)
        case (_, .auto): return 0
        default: break
        }
        switch keyword {
        case .center: return free / 2
        case .end, .flexEnd, .selfEnd, .lastBaseline: return flips ? 0 : free
        case .right: return free
        case .left: return 0
        default: return flips ? free : 0
        }
    }
}

extension Range where Bound == Int {
    func shifted(by offset: Int) -> Range { lowerBound + offset..<upperBound + offset }
}
