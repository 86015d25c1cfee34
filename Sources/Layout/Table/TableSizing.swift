import Geometry
import Style

/// The used width of a table box and its columns.
struct TableWidths {
    /// The border box of the grid, and of the captions' containing block.
    var width: Double
    /// Padding and border of the grid.
    var edges: Edges<Double>
    /// From the left padding edge, as they lie on the page; spacing before the first column included.
    var columns: [ColumnPlace]

    struct ColumnPlace: Equatable {
        /// From the start side.
        var offset: Double
        var width: Double
        /// Neither painted nor wide: `visibility: collapse`, or no cell begins here.
        var isCollapsed: Bool
    }

    /// The width from a cell's first column to its last, spacing between them included.
    func width(of columns: Range<Int>) -> Double {
        guard let first = columns.first, let last = columns.last else { return 0 }
        return self.columns[last].offset + self.columns[last].width - self.columns[first].offset
    }
}

extension LayoutContext {
    /// A table too wide to be measured further: percentages beside other columns ask for endless room.
    static let widestTable: Double = 1_000_000

    /// The min-content and max-content width of a table's content box (CSS Tables 3 §3.8), captions included.
    ///
    /// What surrounds it adds the edges that the style gives, so that they are taken off here; collapsed borders and
    /// a padding that does not apply come out right in the sum.
    func tableIntrinsicSizes(of box: Box) -> IntrinsicSizes {
        let grid = box.grid
        var sizes = gridSizes(grid, edges: tableEdges(grid, base: 0), countsPercentages: countsPercentages(box))
        let captions = captionMinimum(grid)
        sizes.minContent = max(sizes.minContent, captions)
        sizes.maxContent = max(sizes.maxContent, captions)
        if grid.isFixedLayout, case .length(let length) = box.style.box.width, length.hasPercentage {
            sizes.maxContent = Self.widestTable
        }
        let outside = UsedEdges(box.style, base: 0).inner.horizontal
        return IntrinsicSizes(
            minContent: max(0, sizes.minContent - outside), maxContent: max(0, sizes.maxContent - outside))
    }

    /// Border and padding of the table's grid box.
    func tableEdges(_ grid: TableGrid, base: Double) -> Edges<Double> {
        guard grid.collapsedBorders == nil else { return grid.border }
        return grid.border + UsedEdges(grid.style, base: base).padding
    }

    /// Inside a cell, percentage columns of an automatic table do not make it ask for more room than its content
    /// takes, as in browsers.
    private func countsPercentages(_ box: Box) -> Bool {
        if case .length(let length) = box.style.box.width, !length.hasPercentage { return true }
        return tableCellDepth == 0 || box.style.box.isAbsolutelyPositioned
    }

    func captionMinimum(_ grid: TableGrid) -> Double {
        grid.captions.reduce(0) { max($0, intrinsicContribution(of: $1).minContent) }
    }

    /// GRIDMIN and GRIDMAX of CSS Tables 3 §3.8.3 as border-box widths.
    func gridSizes(_ grid: TableGrid, edges: Edges<Double>, countsPercentages: Bool) -> IntrinsicSizes {
        let columns = columnConstraints(grid)
        var sizes = IntrinsicSizes.zero
        var percentSum = 0.0
        var fromPercent = 0.0
        var withoutPercent = 0.0
        for column in columns {
            let isLength = column.isConstrained && column.percent == nil
            sizes.minContent += grid.isFixedLayout && isLength ? column.max : column.min
            sizes.maxContent += column.max
            if let percent = column.percent, percent > 0 {
                fromPercent = max(fromPercent, (column.max - column.percentEdges) / percent)
            } else {
                withoutPercent += column.max
            }
            percentSum += column.percent ?? 0
        }
        if percentSum > 0 && countsPercentages {
            let rest = 1 - percentSum
            if withoutPercent > 0 { fromPercent = max(fromPercent, rest > 1e-6 ? withoutPercent / rest : .infinity) }
            sizes.maxContent = max(sizes.maxContent, min(fromPercent, Self.widestTable))
        }
        let fixed = edges.horizontal + spacingSum(grid, columns)
        let minimum = sizes.minContent + fixed
        return IntrinsicSizes(minContent: minimum, maxContent: max(sizes.maxContent + fixed, minimum))
    }

    private func spacingSum(_ grid: TableGrid, _ columns: [ColumnConstraint]) -> Double {
        let count = columns.count { !$0.isMergeable }
        return grid.spacing.width * Double(max(1, count) + 1)
    }

    // MARK: Used width

    /// The used width of the table (CSS 2.2 §17.5.2) and the places of its columns.
    func tableWidths(_ box: Box, _ space: ConstraintSpace) -> TableWidths {
        let grid = box.grid
        let edges = tableEdges(grid, base: space.containingWidth)
        let columns = columnConstraints(grid)
        let range = gridSizes(grid, edges: edges, countsPercentages: true)
        let captions = captionMinimum(grid)
        let width = max(usedTableWidth(box, space, range, edges: edges.horizontal), captions)
        guard !columns.isEmpty else {
            return TableWidths(
                width: emptyTableWidth(box, space, width, captions: captions, grid), edges: edges, columns: [])
        }
        let assignable = max(0, width - edges.horizontal - spacingSum(grid, columns))
        let sizes =
            grid.isFixedLayout
            ? ColumnDistribution.fixed(assignable, over: columns)
            : ColumnDistribution.automatic(assignable, over: columns[...])
        let places = placeColumns(columns, sizes, grid)
        var used = edges.horizontal + grid.spacing.width
        if let last = places.last { used += last.offset + last.width }
        let hasCollapsed = columns.contains { $0.isCollapsed }
        return TableWidths(
            width: hasCollapsed ? max(used, captions) : max(width, used), edges: edges, columns: places)
    }

    private func placeColumns(
        _ columns: [ColumnConstraint], _ sizes: [Double], _ grid: TableGrid
    ) -> [TableWidths.ColumnPlace] {
        var offset = grid.spacing.width
        var isFirst = true
        return zip(columns, sizes).map { column, size in
            if column.isCollapsed || column.isMergeable && size == 0 {
                return TableWidths.ColumnPlace(offset: offset, width: 0, isCollapsed: true)
            }
            if !isFirst { offset += grid.spacing.width }
            isFirst = false
            let place = TableWidths.ColumnPlace(offset: offset, width: size, isCollapsed: false)
            offset += size
            return place
        }
    }

    /// A border-box width, never below what the columns need.
    private func usedTableWidth(
        _ box: Box, _ space: ConstraintSpace, _ range: IntrinsicSizes, edges: Double
    ) -> Double {
        let style = box.style.box
        let base = space.containingWidth
        if case .fixed(let width) = space.width { return max(width, range.minContent) }
        let margins = UsedEdges(box.style, base: base).margin.horizontal
        func resolve(_ sizing: Sizing) -> Double? {
            switch sizing {
            case .auto, .content: nil
            case .stretch: base - margins
            case .length(let length): box.style.borderBox(length.resolved(against: base), edges: edges)
            case .minContent: range.minContent
            case .maxContent: range.maxContent
            case .fitContent(let limit):
                max(range.minContent, min(range.maxContent, limit?.resolved(against: base) ?? (base - margins)))
            }
        }
        var width = resolve(style.width) ?? max(range.minContent, min(range.maxContent, base - margins))
        if let most = resolve(style.maxWidth) { width = min(width, most) }
        if let least = resolve(style.minWidth) { width = max(width, least) }
        return max(TableUnit.floor(width), range.minContent)
    }

    /// A table without columns is as wide as it is told to be, or as its captions, or as its border and padding.
    private func emptyTableWidth(
        _ box: Box, _ space: ConstraintSpace, _ width: Double, captions: Double, _ grid: TableGrid
    ) -> Double {
        if case .fixed = space.width { return width }
        if box.style.box.width != .auto || box.style.box.minWidth != .auto { return width }
        let edges = tableEdges(grid, base: space.containingWidth).horizontal
        return captions > 0 ? max(captions, edges) : edges
    }
}
