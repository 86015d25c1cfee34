import Geometry
import Style

/// A table's boxes in their places: which cell stands in which rows and columns (CSS 2.2 §17.5), with the borders
/// that they really have. Made once for a table and kept on its box.
///
/// Columns are counted in the table's direction: column 0 is the rightmost one of a table that runs right to left.
final class TableGrid {
    struct Cell {
        /// The document's box.
        let source: Box
        /// The box to lay out: the same, or one that stands for it without a height of its own, which is its row's
        /// affair, and with the halves of collapsed borders as its borders.
        var box: Box
        let row: Int
        let column: Int
        /// Clamped to what its row group and the columns leave; at least 1.
        let rowSpan: Int
        var columnSpan: Int

        var rows: Range<Int> { row..<(row + rowSpan) }
        var columns: Range<Int> { column..<(column + columnSpan) }
    }

    struct Row {
        let box: Box
        let section: Int
        let cells: Range<Int>
    }

    struct Section {
        enum Kind { case header, body, footer }

        let box: Box
        let kind: Kind
        let rows: Range<Int>
    }

    /// A column or a column group.
    struct ColumnBox {
        let box: Box
        let columns: Range<Int>
        let isGroup: Bool
    }

    let captions: [Box]
    /// The header first, the footer last, wherever they stand in the document (§17.2).
    let sections: [Section]
    let rows: [Row]
    let cells: [Cell]
    /// Groups before the columns inside them.
    let columnBoxes: [ColumnBox]
    let columnCount: Int
    let collapsedBorders: CollapsedBorders?
    /// The style to paint the table's own box with: without borders where they collapse.
    let style: ComputedStyle
    let border: Edges<Double>
    let spacing: Size
    let isFixedLayout: Bool
    let isRightToLeft: Bool

    /// What the columns ask for; worked out when first needed.
    var columns: [ColumnConstraint]?
    /// Where pages may and must end between rows.
    private(set) lazy var breaks = RowBreaks(self)

    init(_ parts: TableGridBuilder.Parts) {
        captions = parts.captions
        sections = parts.sections
        rows = parts.rows
        cells = parts.cells
        columnBoxes = parts.columnBoxes
        columnCount = parts.columnCount
        collapsedBorders = parts.collapsedBorders
        style = parts.style
        border = parts.border
        spacing = parts.spacing
        isFixedLayout = parts.isFixedLayout
        isRightToLeft = parts.isRightToLeft
    }
}

extension Box {
    /// The grid of a table box.
    var grid: TableGrid {
        if let tableGrid { return tableGrid }
        let grid = TableGridBuilder(self).build()
        tableGrid = grid
        return grid
    }
}

extension ComputedStyle {
    /// Whether columns take their widths from the first row alone (CSS 2.2 §17.5.2.1).
    var hasFixedTableLayout: Bool {
        guard box.tableLayout == .fixed else { return false }
        switch box.width {
        case .auto, .maxContent: return false
        default: return true
        }
    }

    /// The same style with borders that take room and are not painted: those of cells and tables whose borders
    /// collapse are painted by the table.
    func withUnpaintedBorders(_ widths: Edges<Double>) -> ComputedStyle {
        var values = decoration
        values.border = widths.map { BorderSide(width: $0, style: .none, color: .transparent) }
        return replacing(decoration: Group(values))
    }

    /// The same style without padding: a table has none when its borders collapse (CSS 2.2 §17.6.2).
    func withoutPadding() -> ComputedStyle {
        var values = box
        values.padding = Edges(.zero)
        return replacing(box: Group(values))
    }

    var hasOwnHeight: Bool { box.height != .auto || box.minHeight != .auto || box.maxHeight != .auto }

    func withoutHeight() -> ComputedStyle {
        var values = box
        values.height = .auto
        values.minHeight = .auto
        values.maxHeight = .auto
        return replacing(box: Group(values))
    }

    private func replacing(
        box: Group<BoxStyle>? = nil, decoration: Group<DecorationStyle>? = nil
    ) -> ComputedStyle {
        ComputedStyle(
            text: textGroup, box: box ?? boxGroup, decoration: decoration ?? decorationGroup,
            arrangement: arrangementGroup, generated: generatedGroup)
    }
}
