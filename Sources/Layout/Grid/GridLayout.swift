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
        let flow = GridFlow(self, box, space, isMeasuring: true)
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
    /// The content height where it is known before the items are.
    private(set) var height: Double?
    /// The border-box height that an aspect ratio asks for, which the rows may go beyond.
    private var ratioHeight: Double = 0
    let columnGap: Double
    private(set) var rowGap: Double
    private(set) var items: [GridItem] = []
    private(set) var absolutes: [Box] = []
    private(set) var columnLines = GridLineNumbers()
    private(set) var rowLines = GridLineNumbers()
    private(set) var columnSizes: [TrackSize] = []
    private(set) var rowSizes: [TrackSize] = []
    private var collapsedColumns: Set<Int> = []
    private var collapsedRows: Set<Int> = []
    private(set) var columns: [(start: Double, size: Double)] = []
    private(set) var rows: [(start: Double, size: Double)] = []
    private(set) var contentHeight: Double = 0

    init(_ context: LayoutContext, _ box: Box, _ space: ConstraintSpace, isMeasuring: Bool = false) {
        self.context = context
        self.box = box
        self.space = space
        edges = UsedEdges(box.style, base: space.containingWidth)
        let outer =
            isMeasuring
            ? 0
            : context.usedWidth(
                of: box, edges, space.width, containing: space.containingWidth, height: space.containingHeight)
        width = max(0, outer - edges.inner.horizontal)
        columnGap =
            box.style.arrangement.columnGap?.resolved(against: width) ?? space.subgrid.columns?.gap ?? 0
        rowGap = 0
        if !isMeasuring, let known = context.heightBeforeContent(of: box, edges, space, width: outer) {
            if known.growsWithContent {
                ratioHeight = known.height
            } else {
                height = max(0, known.height - edges.inner.vertical)
            }
        }
        rowGap = gap(against: height)
        placeItems(availableWidth: isMeasuring ? nil : width)
    }

    private func gap(against height: Double?) -> Double {
        box.style.arrangement.rowGap?.resolved(against: height ?? 0) ?? space.subgrid.rows?.gap ?? 0
    }

    // MARK: Placement

    private mutating func placeItems(availableWidth: Double?) {
        let style = box.style.arrangement
        let areas = areaLines(style.gridTemplateAreas)
        let columns =
            space.subgrid.columns.map { GridTemplate(style.gridTemplateColumns, of: $0) }
            ?? GridTemplate(
                style.gridTemplateColumns, available: availableWidth, gap: columnGap, areas: areas.columns,
                areaTracks: style.gridTemplateAreas.first?.count ?? 0, auto: style.gridAutoColumns)
        let rows =
            space.subgrid.rows.map { GridTemplate(style.gridTemplateRows, of: $0) }
            ?? GridTemplate(
                style.gridTemplateRows, available: height, gap: rowGap, areas: areas.rows,
                areaTracks: style.gridTemplateAreas.count, auto: style.gridAutoRows)
        absolutes = box.children.filter { $0.style.box.isAbsolutelyPositioned || $0.style.box.isRunning }
        let children = box.children.enumerated().filter {
            !$0.element.style.box.isAbsolutelyPositioned && !$0.element.style.box.isRunning
        }.sorted {
            ($0.element.style.arrangement.order, $0.offset) < ($1.element.style.arrangement.order, $1.offset)
        }.map(\.element)
        let placement = GridPlacement(children, columns: columns, rows: rows, flow: style.gridAutoFlow)
        let placed = zip(children, placement.areas).compactMap { child, area in area.map { (child, inSubgrid($0)) } }
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
        columnLines = GridLineNumbers(template: columns, first: firstColumn, count: columnCount)
        rowLines = GridLineNumbers(template: rows, first: firstRow, count: rowCount)
        collapsedColumns = empty(columns.autoFit.shifted(by: -firstColumn)) { $0.area.column }
        collapsedRows = empty(rows.autoFit.shifted(by: -firstRow)) { $0.area.row }
    }

    private func inSubgrid(_ area: GridArea) -> GridArea {
        GridArea(
            row: space.subgrid.rows.map { area.row.within($0.sizes.count) } ?? area.row,
            column: space.subgrid.columns.map { area.column.within($0.sizes.count) } ?? area.column)
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
        layOutColumns()
        layOutRows()
        for index in items.indices { items[index] = settled(items[index]) }
        var placement = GridItemPlacement(self)
        return placement.outcome()
    }

    /// The columns, and the items in them as high as they are by themselves.
    mutating func layOutColumns() {
        if let axis = space.subgrid.columns, !axis.starts.isEmpty {
            columns = axis.places
        } else {
            let justify = box.style.arrangement.justifyContent
            let widths = GridTrackSizing(
                columnSizes, collapsed: collapsedColumns, gap: columnGap, available: width,
                items: columnContributions(available: width), stretches: stretches(justify))
            columns = widths.positions(
                BoxAlignment.distribute(
                    justify, free: width - widths.sum, count: widths.openCount,
                    isRightToLeft: box.style.text.direction == .rtl))
        }
        for index in items.indices { items[index].layout = measure(items[index], height: nil) }
        alignBaselines()
    }

    private mutating func layOutRows() {
        if let axis = space.subgrid.rows, !axis.starts.isEmpty {
            rows = axis.places
            contentHeight = height ?? rows.last.map { $0.start + $0.size } ?? 0
            return
        }
        var heights = sizeRows(available: height)
        contentHeight = height ?? clamp(heights.sum)
        if height == nil, rowsDependOnHeight {
            rowGap = gap(against: contentHeight)
            heights = sizeRows(available: contentHeight)
        }
        rows = heights.positions(
            BoxAlignment.distribute(
                box.style.arrangement.alignContent, free: contentHeight - heights.sum, count: heights.openCount))
    }

    private func stretches(_ alignment: Alignment) -> Bool {
        alignment.keyword == .normal || alignment.keyword == .stretch
    }

    private func sizeRows(available: Double?) -> GridTrackSizing {
        GridTrackSizing(
            rowSizes, collapsed: collapsedRows, gap: rowGap, available: available,
            items: rowContributions(available: available),
            stretches: stretches(box.style.arrangement.alignContent),
            bounds: SizeLimits(least: clamp(0), most: clamp(.greatestFiniteMagnitude)))
    }

    /// Percentages, and fractions that do not fill the height, are of the height that comes out (§12.1).
    private var rowsDependOnHeight: Bool {
        let fractions = rowSizes.reduce(0) { $0 + $1.fraction }
        return (fractions > 0 && fractions < 1) || rowSizes.contains { $0.hasPercentage }
            || box.style.arrangement.rowGap?.hasPercentage == true
    }

    private func clamp(_ content: Double) -> Double {
        if space.height == .content { return content }
        let inner = edges.inner.vertical
        let wanted = max(content + inner, ratioHeight)
        var outer = context.clampHeight(wanted, of: box, inner: inner, containing: space.containingHeight)
        if case .atLeast(let least) = space.height { outer = max(outer, least) }
        return outer - inner
    }

    func intrinsicWidth(least: Bool) -> Double {
        let contributions = columnContributions(available: nil).map { contribution in
            var part = contribution
            guard least else { return part }
            part.minimum = max(part.minimum, min(part.minContent, part.most))
            part.maxContent = part.minContent
            return part
        }
        return GridTrackSizing(
            columnSizes, collapsed: collapsedColumns, gap: columnGap, available: nil, items: contributions,
            isLeast: least
        ).sum
    }

    /// The items of a row that align by their first baselines share the lowest one (CSS Box Alignment 3 §9.3).
    private mutating func alignBaselines() {
        let sharing = items.indices.filter { sharesBaseline(items[$0]) }
        for row in Dictionary(grouping: sharing, by: { items[$0].area.row.lowerBound }).values {
            let lowest = row.map { baseline(of: items[$0]) }.max() ?? 0
            for index in row { items[index].baselineShift = lowest - baseline(of: items[index]) }
        }
    }

    func areaSize(_ item: GridItem) -> Size {
        Size(width: extent(columns, item.area.column), height: rows.isEmpty ? 0 : extent(rows, item.area.row))
    }

    private func extent(_ tracks: [(start: Double, size: Double)], _ range: Range<Int>) -> Double {
        guard let first = range.first, let last = range.last, last < tracks.count else { return 0 }
        return max(0, tracks[last].start + tracks[last].size - tracks[first].start)
    }
}

extension Range where Bound == Int {
    func shifted(by offset: Int) -> Range { lowerBound + offset..<upperBound + offset }
}
