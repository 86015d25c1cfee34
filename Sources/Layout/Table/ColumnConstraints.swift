import Geometry
import Style

extension LayoutContext {
    /// What the columns of a table ask for, from column boxes and cells; kept on the grid.
    func columnConstraints(_ grid: TableGrid) -> [ColumnConstraint] {
        if let columns = grid.columns { return columns }
        tableCellDepth += 1
        defer { tableCellDepth -= 1 }
        var single = [CellConstraint?](repeating: nil, count: grid.columnCount)
        var spanning: [SpanningConstraint] = []
        for cell in measuredCells(of: grid) {
            let constraint = cellConstraint(cell.box, isFixedLayout: grid.isFixedLayout)
            if cell.source.columnSpan > 1 {
                spanning.append(
                    SpanningConstraint(columns: cell.columns, span: cell.source.columnSpan, cell: constraint))
            } else if single[cell.column] == nil {
                single[cell.column] = constraint
            } else {
                single[cell.column]?.encompass(constraint)
            }
        }
        let collector = ColumnCollector(
            columns: columnBoxConstraints(grid), cells: single, spanning: spanning, spacing: grid.spacing.width,
            isFixedLayout: grid.isFixedLayout)
        grid.columns = collector.columns
        return collector.columns
    }

    /// In fixed layout the first row alone decides (CSS 2.2 §17.5.2.1).
    private func measuredCells(of grid: TableGrid) -> ArraySlice<TableGrid.Cell> {
        guard grid.isFixedLayout else { return grid.cells[...] }
        return grid.cells[(grid.rows.first?.cells ?? 0..<0)]
    }

    private func columnBoxConstraints(_ grid: TableGrid) -> [ColumnConstraint] {
        var columns = Array(repeating: ColumnConstraint(isFixedLayout: grid.isFixedLayout), count: grid.columnCount)
        var groupWidth: Double?
        var groupColumns = 0..<0
        for column in grid.columnBoxes {
            if column.isGroup && !column.box.children.isEmpty {
                let group = ColumnConstraint(column.box.style, isFixedLayout: grid.isFixedLayout)
                groupWidth = grid.isFixedLayout ? nil : group.maximum
                groupColumns = column.columns
                continue
            }
            let isInGroup = groupColumns.contains(column.columns.lowerBound)
            let constraint = ColumnConstraint(
                column.box.style, isFixedLayout: grid.isFixedLayout, inherited: isInGroup ? groupWidth : nil)
            for index in column.columns { columns[index] = constraint }
        }
        return columns
    }

    /// Outer min-content and max-content widths of a cell (CSS Tables 3 §3.8.1).
    private func cellConstraint(_ box: Box, isFixedLayout: Bool) -> CellConstraint {
        let edges = UsedEdges(box.style, base: 0).inner.horizontal
        let given = CellSizes(box.style, edges: edges)
        let needsContent = !isFixedLayout || given.width == nil
        let content = needsContent ? intrinsicSizes(of: box) : .zero
        var least = isFixedLayout ? 0 : max(TableUnit.ceiling(content.minContent + edges), given.minimum ?? 0)
        var most = given.width ?? TableUnit.ceiling(content.maxContent + edges)
        if let limit = given.maximum {
            least = min(least, limit)
            most = min(most, limit)
        }
        var constraint = CellConstraint(minimum: least, maximum: max(least, most), percent: given.percent)
        constraint.isConstrained = given.width != nil
        if isFixedLayout, given.percent != nil, box.style.box.boxSizing == .contentBox {
            constraint.percentEdges = edges
        }
        return constraint
    }
}
