import Geometry
import Style

/// The borders on the lines of a table's grid after conflicts are resolved (CSS 2.2 §17.6.2.1).
///
/// Each piece of line between two crossings has one border. Borders are numbered, so that a table of many cells costs
/// four bytes for a piece.
struct CollapsedBorders {
    /// Index 0 is "no border".
    private(set) var palette = [BorderSide()]
    private var numbers: [BorderSide: Int32] = [BorderSide(): 0]
    private var lastAsked = 0
    let rowCount: Int
    let columnCount: Int
    /// Lines above each row and below the last, each with a piece for each column.
    private var horizontal: [Int32]
    /// For each row the pieces before each column and after the last.
    private var vertical: [Int32]

    /// A piece of line inside a spanning cell; nothing is ever there.
    private static let covered: Int32 = -1

    /// Sources speak in the order of §17.6.2.1 rule 4: cells, rows, row groups, columns, column groups, the table. Of
    /// equally strong borders the first one stays, and so the one further to the start and to the top.
    init(_ parts: TableGridBuilder.Parts, table: ComputedStyle) {
        rowCount = parts.rows.count
        columnCount = parts.columnCount
        horizontal = Array(repeating: 0, count: (rowCount + 1) * columnCount)
        vertical = Array(repeating: 0, count: rowCount * (columnCount + 1))
        let isRTL = parts.isRightToLeft
        for cell in parts.cells { cover(cell) }
        for cell in parts.cells { merge(cell.box.style, rows: cell.rows, columns: cell.columns, isRTL) }
        let all = 0..<columnCount
        for (index, row) in parts.rows.enumerated() {
            merge(row.box.style, rows: index..<(index + 1), columns: all, isRTL)
        }
        for section in parts.sections { merge(section.box.style, rows: section.rows, columns: all, isRTL) }
        for isGroup in [false, true] {
            for column in parts.columnBoxes where column.isGroup == isGroup {
                mergeColumns(column, isRTL)
            }
        }
        merge(table, rows: 0..<rowCount, columns: all, isRTL)
    }

    /// The border on the line above a row (or below the last) at a column.
    func above(row: Int, column: Int) -> BorderSide { palette[Int(max(0, horizontal[row * columnCount + column]))] }

    /// The border before a column (or after the last) in a row.
    func before(column: Int, row: Int) -> BorderSide {
        palette[Int(max(0, vertical[row * (columnCount + 1) + column]))]
    }

    /// The halves of the borders around a cell, the widest along each side; left is the start side.
    func halves(around cell: TableGrid.Cell) -> Edges<Double> { halves(rows: cell.rows, columns: cell.columns) }

    /// The halves of the borders around all cells (CSS Tables 3 §3.7.2): what the table's own border takes.
    var tableBorder: Edges<Double> { halves(rows: 0..<rowCount, columns: 0..<columnCount) }

    private func halves(rows: Range<Int>, columns: Range<Int>) -> Edges<Double> {
        var edges = Edges<Double>.zero
        guard columnCount > 0 else { return edges }
        for column in columns {
            edges.top = max(edges.top, above(row: rows.lowerBound, column: column).width)
            edges.bottom = max(edges.bottom, above(row: rows.upperBound, column: column).width)
        }
        for row in rows {
            edges.left = max(edges.left, before(column: columns.lowerBound, row: row).width)
            edges.right = max(edges.right, before(column: columns.upperBound, row: row).width)
        }
        return edges.map { $0 / 2 }
    }

    // MARK: Conflicts

    private mutating func mergeColumns(_ column: TableGrid.ColumnBox, _ isRTL: Bool) {
        let rows = 0..<rowCount
        guard !column.isGroup else { return merge(column.box.style, rows: rows, columns: column.columns, isRTL) }
        for index in column.columns { merge(column.box.style, rows: rows, columns: index..<(index + 1), isRTL) }
    }

    private mutating func merge(_ style: ComputedStyle, rows: Range<Int>, columns: Range<Int>, _ isRTL: Bool) {
        guard !rows.isEmpty, !columns.isEmpty else { return }
        let border = style.decoration.border
        let start = isRTL ? border.right : border.left
        let end = isRTL ? border.left : border.right
        mergeHorizontal(border.top, line: rows.lowerBound, columns)
        mergeHorizontal(border.bottom, line: rows.upperBound, columns)
        mergeVertical(start, line: columns.lowerBound, rows)
        mergeVertical(end, line: columns.upperBound, rows)
    }

    private mutating func mergeHorizontal(_ side: BorderSide, line: Int, _ columns: Range<Int>) {
        guard side.style != .none else { return }
        let number = number(of: side)
        for column in columns {
            let place = line * columnCount + column
            horizontal[place] = stronger(number, horizontal[place])
        }
    }

    private mutating func mergeVertical(_ side: BorderSide, line: Int, _ rows: Range<Int>) {
        guard side.style != .none else { return }
        let number = number(of: side)
        for row in rows {
            let place = row * (columnCount + 1) + line
            vertical[place] = stronger(number, vertical[place])
        }
    }

    private func stronger(_ number: Int32, _ current: Int32) -> Int32 {
        guard current != Self.covered, current != number else { return current }
        return palette[Int(number)].isStronger(than: palette[Int(current)]) ? number : current
    }

    private mutating func number(of side: BorderSide) -> Int32 {
        // The borders of a table's cells are mostly alike.
        if palette[lastAsked] == side { return Int32(lastAsked) }
        let number = numbers[side] ?? Int32(palette.count)
        lastAsked = Int(number)
        guard lastAsked == palette.count else { return number }
        palette.append(side)
        numbers[side] = number
        return number
    }

    private mutating func cover(_ cell: TableGrid.Cell) {
        guard cell.rowSpan > 1 || cell.columnSpan > 1 else { return }
        for row in cell.rows {
            for line in cell.columns.dropFirst() { vertical[row * (columnCount + 1) + line] = Self.covered }
        }
        for line in cell.rows.dropFirst() {
            for column in cell.columns { horizontal[line * columnCount + column] = Self.covered }
        }
    }
}

extension BorderSide {
    /// CSS 2.2 §17.6.2.1, rules 1 to 3: `hidden` wins, then the wider, then the style that paints more.
    func isStronger(than other: BorderSide) -> Bool {
        if other.style == .hidden { return false }
        if style == .hidden { return true }
        if other.style == .none { return style != .none }
        if width != other.width { return width > other.width }
        return style.collapseRank > other.style.collapseRank
    }
}

extension BorderStyle {
    fileprivate var collapseRank: Int {
        switch self {
        case .none: 0
        case .inset: 1
        case .groove: 2
        case .outset: 3
        case .ridge: 4
        case .dotted: 5
        case .dashed: 6
        case .solid: 7
        case .double: 8
        case .hidden: 9
        }
    }
}
