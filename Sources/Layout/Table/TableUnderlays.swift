import Geometry
import Style

/// Backgrounds of rows, row groups and columns behind single cells.
///
/// Between cells with spacing the table's own background shows, not theirs (CSS 2.2 §17.6.1), and a cell over several
/// rows has only its first row's behind it. Where one or the other matters, each cell gets its own pieces of these
/// backgrounds and the boxes themselves paint nothing.
struct TableUnderlays {
    private let grid: TableGrid
    /// Whether the boxes of rows, row groups and columns leave painting to the pieces.
    let replaceBoxes: Bool

    init(_ grid: TableGrid) {
        self.grid = grid
        let areThere =
            grid.rows.contains { $0.box.style.paintsBackground }
            || grid.sections.contains { $0.box.style.paintsBackground }
            || grid.columnBoxes.contains { $0.box.style.paintsBackground }
        replaceBoxes =
            areThere
            && (grid.spacing.width > 0 || grid.spacing.height > 0 || grid.cells.contains { $0.rowSpan > 1 })
    }

    /// What is behind a cell of the row group's and row's backgrounds, in the row's coordinates.
    func below(_ cell: TableGrid.Cell, _ rect: Rect, rowSize: Size) -> [PlacedFragment] {
        guard replaceBoxes else { return [] }
        let row = grid.rows[cell.row]
        let section = grid.sections[row.section].box
        let whole = Rect(origin: Point(), size: rowSize)
        var pieces: [PlacedFragment] = []
        if section.style.paintsBackground { pieces.append(piece(section, .tableRowGroup, rect, of: whole)) }
        if row.box.style.paintsBackground { pieces.append(piece(row.box, .tableRow, rect, of: whole)) }
        return pieces
    }

    /// What is behind the cells of columns with backgrounds, in the grid box's coordinates.
    func columnBoxes(_ widths: TableWidths, _ placement: RowPlacement) -> [PlacedFragment] {
        grid.columnBoxes.filter { $0.box.style.paintsBackground }.flatMap { column in
            let whole = rect(of: column.columns, widths, placement)
            return grid.cells.filter { column.columns.contains($0.column) }.map { cell in
                let top = placement.rows[cell.row].top
                let bottom = placement.rows[cell.rows.upperBound - 1].bottom
                let rect = Rect(
                    x: widths.x(of: cell.columns, isRightToLeft: grid.isRightToLeft), y: top - placement.gridTop,
                    width: widths.width(of: cell.columns), height: bottom - top)
                return piece(column.box, .tableColumn, rect, of: whole)
            }
        }
    }

    /// The place of columns from the first row to the last, in the grid box's coordinates.
    func rect(of columns: Range<Int>, _ widths: TableWidths, _ placement: RowPlacement) -> Rect {
        let top = placement.rows.first?.top ?? placement.gridTop
        let bottom = placement.rows.last?.bottom ?? placement.gridTop
        return Rect(
            x: widths.x(of: columns, isRightToLeft: grid.isRightToLeft), y: top - placement.gridTop,
            width: widths.width(of: columns), height: bottom - top)
    }

    private func piece(_ box: Box, _ role: BoxFragment.Role, _ rect: Rect, of whole: Rect) -> PlacedFragment {
        var parts = BoxFragment.Parts(role: role, style: box.style)
        parts.order = box.order
        parts.size = rect.size
        parts.unbrokenBox = whole.offset(by: Point() - rect.origin)
        return PlacedFragment(.box(BoxFragment(parts)), at: rect.origin)
    }
}

extension ComputedStyle {
    /// Whether there is a colour or an image behind the box.
    var paintsBackground: Bool {
        decoration.backgroundColor.alpha > 0 || !decoration.backgroundLayers.isEmpty
    }
}
