import Geometry
import Style

/// Puts a table's cells into rows and columns, one pass over them all.
struct TableGridBuilder {
    struct Parts {
        var captions: [Box] = []
        var sections: [TableGrid.Section] = []
        var rows: [TableGrid.Row] = []
        var cells: [TableGrid.Cell] = []
        var columnBoxes: [TableGrid.ColumnBox] = []
        var columnCount = 0
        var collapsedBorders: CollapsedBorders?
        var style: ComputedStyle
        var border = Edges<Double>.zero
        var spacing = Size()
        var isFixedLayout: Bool
        var isRightToLeft: Bool
    }

    private let table: Box
    private var parts: Parts
    /// For each column the first row that no spanning cell from above reaches.
    private var freeFrom: [Int] = []
    /// A document could ask for a thousand columns with each cell of a row.
    private static let mostColumns = 10_000

    init(_ table: Box) {
        self.table = table
        parts = Parts(
            style: table.style, isFixedLayout: table.style.hasFixedTableLayout,
            isRightToLeft: table.style.text.direction == .rtl)
    }

    consuming func build() -> TableGrid {
        collectColumns()
        for (box, kind) in sortedSections() { add(box, kind) }
        clampSpans()
        if table.style.text.borderCollapse == .collapse {
            collapseBorders()
        } else {
            parts.border = table.style.decoration.borderWidths
            // Where there is no column there is nothing to keep apart.
            if parts.columnCount > 0 { parts.spacing = table.style.text.borderSpacing }
        }
        makeStandIns()
        return TableGrid(parts)
    }

    // MARK: Columns

    private mutating func collectColumns() {
        var next = 0
        for child in table.children {
            switch child.style.box.display {
            case .tableColumn: next = add(column: child, at: next, isGroup: false)
            case .tableColumnGroup: next = add(group: child, at: next)
            case .tableCaption: parts.captions.append(child)
            default: continue
            }
        }
        parts.columnCount = lastNeededColumn() + 1
    }

    private mutating func add(column: Box, at start: Int, isGroup: Bool) -> Int {
        let end = min(start + max(1, column.columnSpan), Self.mostColumns)
        guard end > start else { return start }
        parts.columnBoxes.append(TableGrid.ColumnBox(box: column, columns: start..<end, isGroup: isGroup))
        return end
    }

    /// A group spans the columns in it, or as many as its `span` says (CSS 2.2 §17.3, HTML §4.9.3).
    private mutating func add(group: Box, at start: Int) -> Int {
        guard !group.children.isEmpty else { return add(column: group, at: start, isGroup: true) }
        let place = parts.columnBoxes.count
        var end = start
        for column in group.children { end = add(column: column, at: end, isGroup: false) }
        parts.columnBoxes.insert(TableGrid.ColumnBox(box: group, columns: start..<end, isGroup: true), at: place)
        return end
    }

    /// Column boxes at the end without a width and without a cell make no columns (CSS Tables 3 §3.3).
    private func lastNeededColumn() -> Int {
        var last = -1
        for column in parts.columnBoxes where parts.isFixedLayout || column.asksForWidth {
            last = max(last, column.columns.upperBound - 1)
        }
        return last
    }

    // MARK: Rows and cells

    private func sortedSections() -> [(Box, TableGrid.Section.Kind)] {
        var header: Box?
        var footer: Box?
        var bodies: [Box] = []
        for child in table.children {
            switch child.style.box.display {
            case .tableHeaderGroup where header == nil: header = child
            case .tableFooterGroup where footer == nil: footer = child
            case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: bodies.append(child)
            default: continue
            }
        }
        var sections = bodies.map { ($0, TableGrid.Section.Kind.body) }
        if let header { sections.insert((header, .header), at: 0) }
        if let footer { sections.append((footer, .footer)) }
        return sections
    }

    private mutating func add(_ section: Box, _ kind: TableGrid.Section.Kind) {
        let first = parts.rows.count
        let end = first + section.children.count
        for column in freeFrom.indices { freeFrom[column] = first }
        for row in section.children { add(row: row, endOfSection: end) }
        parts.sections.append(TableGrid.Section(box: section, kind: kind, rows: first..<end))
    }

    private mutating func add(row box: Box, endOfSection: Int) {
        let row = parts.rows.count
        let firstCell = parts.cells.count
        var column = 0
        for cell in box.children {
            while column < freeFrom.count, freeFrom[column] > row { column += 1 }
            guard column < Self.mostColumns else { break }
            let columnSpan = min(max(1, cell.columnSpan), Self.mostColumns - column)
            // A `rowspan` of 0 reaches to the end of the row group.
            let left = endOfSection - row
            let rowSpan = cell.rowSpan == 0 ? left : min(max(1, cell.rowSpan), left)
            parts.cells.append(
                TableGrid.Cell(
                    source: cell, box: cell, row: row, column: column, rowSpan: rowSpan, columnSpan: columnSpan))
            if rowSpan > 1 { occupy(column..<(column + columnSpan), until: row + rowSpan) }
            // In automatic layout only the columns that cells begin in count; the others would be empty.
            parts.columnCount = max(parts.columnCount, parts.isFixedLayout ? column + columnSpan : column + 1)
            column += columnSpan
        }
        parts.rows.append(
            TableGrid.Row(box: box, section: parts.sections.count, cells: firstCell..<parts.cells.count))
    }

    private mutating func occupy(_ columns: Range<Int>, until row: Int) {
        if freeFrom.count < columns.upperBound {
            freeFrom += Array(repeating: 0, count: columns.upperBound - freeFrom.count)
        }
        for column in columns { freeFrom[column] = max(freeFrom[column], row) }
    }

    private mutating func clampSpans() {
        let count = parts.columnCount
        for (index, cell) in parts.cells.enumerated() where cell.columns.upperBound > count {
            parts.cells[index].columnSpan = count - cell.column
        }
        parts.columnBoxes = parts.columnBoxes.compactMap { column in
            let columns = column.columns.clamped(to: 0..<count)
            guard !columns.isEmpty else { return nil }
            return TableGrid.ColumnBox(box: column.box, columns: columns, isGroup: column.isGroup)
        }
    }

    // MARK: Collapsed borders

    private mutating func collapseBorders() {
        let borders = CollapsedBorders(parts, table: table.style)
        parts.collapsedBorders = borders
        parts.border = borders.tableBorder.physical(isRightToLeft: parts.isRightToLeft)
        parts.style = table.style.withoutPadding().withUnpaintedBorders(parts.border)
    }

    // MARK: Boxes that stand for cells

    private mutating func makeStandIns() {
        var styles = StyleCache(columnCount: parts.columnCount)
        for index in parts.cells.indices {
            let cell = parts.cells[index]
            let source = cell.source
            let widths = parts.collapsedBorders?.halves(around: cell).physical(isRightToLeft: parts.isRightToLeft)
            guard widths != nil || source.style.hasOwnHeight else { continue }
            parts.cells[index].box = source.styled(styles.style(source.style, widths, column: cell.column))
        }
    }

    /// Cells of the same style between the same borders share one style again.
    private struct StyleCache {
        private struct Key: Hashable {
            var style: ObjectIdentifier
            var widths: Edges<Double>?
        }
        private var styles: [Key: ComputedStyle] = [:]
        /// The last answer for each column: the cell below mostly asks the same.
        private var last: [(key: Key, style: ComputedStyle)?]

        init(columnCount: Int) { last = Array(repeating: nil, count: columnCount) }

        mutating func style(_ style: ComputedStyle, _ widths: Edges<Double>?, column: Int) -> ComputedStyle {
            let key = Key(style: ObjectIdentifier(style), widths: widths)
            if let above = last[column], above.key == key { return above.style }
            let found = styles[key] ?? make(style, widths)
            styles[key] = found
            last[column] = (key, found)
            return found
        }

        private func make(_ style: ComputedStyle, _ widths: Edges<Double>?) -> ComputedStyle {
            let made = style.hasOwnHeight ? style.withoutHeight() : style
            guard let widths else { return made }
            return made.withUnpaintedBorders(widths)
        }
    }
}

extension TableGrid.ColumnBox {
    /// Whether the column is wider than nothing even when no cell stands in it.
    fileprivate var asksForWidth: Bool {
        guard case .length(let length) = box.style.box.width else { return false }
        return length != .zero && length != .percent(0)
    }
}

extension Edges where Value == Double {
    /// Edges whose left is the start side, as they lie on the page.
    func physical(isRightToLeft: Bool) -> Edges {
        isRightToLeft ? Edges(top: top, right: left, bottom: bottom, left: right) : self
    }
}
