// Tables (CSS 2.2 chapter 17, CSS Tables 3 for widths, CSS Fragmentation 3 for pages).
//
// A table is laid out in five steps, a file or two each:
// 1. `TableGrid`, `TableGridBuilder`, `CollapsedBorders`: cells get rows, columns and borders. Once for a table.
// 2. `ColumnConstraints`, `ColspanDistribution`: what columns ask for. Once for a table.
// 3. `TableSizing`, `ColumnDistribution`: the table's width and its columns'.
// 4. `RowMeasuring`, `RowHeights`: cells are laid out in endless space, rows get heights.
// 5. `RowPlacement`, `RowBreaks`, `TableFragments`: rows go to pages one after the other; a cell that a page's end
//    cuts is laid out once more where it stands, every other cell's measured fragment is used as it is.

import Geometry
import Style

extension LayoutContext {
    func layoutTable(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome {
        let grid = box.grid
        let widths = tableWidths(box, space)
        var measured = measureRows(grid, widths)
        let captions = layoutCaptions(grid, widths.width)
        giveHeight(box, space, grid, widths, captions: captions.reduce(0) { $0 + $1.outerHeight }, &measured)
        var placement = RowPlacement(self, box, space, widths, measured, captions)
        return placement.place()
    }

    // MARK: Captions

    private func layoutCaptions(_ grid: TableGrid, _ width: Double) -> [TableCaption] {
        grid.captions.map { caption in
            let space = ConstraintSpace(origin: Point(), pages: endless, containingWidth: width)
            let layout = measure(caption, space)
            var margin = UsedEdges(caption.style, base: width).margin
            let free = width - layout.size.width - margin.horizontal
            let isAuto = caption.style.box.margin.map { $0 == .auto }
            if free > 0, isAuto.left { margin.left = isAuto.right ? free / 2 : free }
            return TableCaption(box: caption, layout: layout, margin: margin)
        }
    }

    // MARK: The table's height

    /// A height of the table beyond what its rows need goes to its rows.
    private func giveHeight(
        _ box: Box, _ space: ConstraintSpace, _ grid: TableGrid, _ widths: TableWidths, captions: Double,
        _ measured: inout MeasuredRows
    ) {
        let edges = widths.edges.vertical
        guard let height = usedTableHeight(box, space, edges: edges, captions: captions) else { return }
        measured.hasGivenHeight = true
        measured.leastHeight = max(0, height - edges)
        RowDistribution.fill(
            measured.leastHeight, sections: &measured.sections, rows: &measured.rows, spacing: grid.spacing.height)
        for index in measured.rows.indices where measured.rows[index].isCollapsed {
            measured.leastHeight = max(0, measured.leastHeight - measured.rows[index].height - grid.spacing.height)
        }
    }

    /// The border-box height that the table is given, `nil` when its rows alone decide.
    private func usedTableHeight(
        _ box: Box, _ space: ConstraintSpace, edges: Double, captions: Double
    ) -> Double? {
        func resolve(_ sizing: Sizing) -> Double? {
            guard case .length(let length) = sizing else { return nil }
            guard length.hasPercentage else { return box.style.borderBox(length.resolved(against: 0), edges: edges) }
            guard let base = space.containingHeight else { return nil }
            return box.style.borderBox(max(0, length.resolved(against: base) - captions), edges: edges)
        }
        if case .fixed(let height, _) = space.height { return max(0, height - captions) }
        var height = resolve(box.style.box.height)
        if let given = height, let most = resolve(box.style.box.maxHeight) { height = min(given, most) }
        if let least = resolve(box.style.box.minHeight) { height = max(height ?? 0, least) }
        if case .atLeast(let least) = space.height, least > 0 { height = max(height ?? 0, least - captions) }
        return height
    }
}

/// A caption, laid out outside the table's borders (CSS 2.2 §17.4).
struct TableCaption {
    var box: Box
    var layout: BoxLayout
    var margin: Edges<Double>

    var isTop: Bool { box.style.text.captionSide == .top }
    var outerHeight: Double { layout.size.height + margin.vertical }
}
