import Geometry
import Style

/// The lines that a table with collapsed borders paints over its cells: pieces of equal borders joined to long
/// segments, the weaker first.
struct CollapsedBorderLines {
    private let borders: CollapsedBorders
    private let placement: RowPlacement
    private let isRightToLeft: Bool
    /// The places of the lines before each column and after the last, from the start side.
    private let lines: [Double]

    init(_ borders: CollapsedBorders, _ placement: RowPlacement) {
        self.borders = borders
        self.placement = placement
        isRightToLeft = placement.grid.isRightToLeft
        let widths = placement.widths
        let start = isRightToLeft ? widths.edges.right : widths.edges.left
        var lines = widths.columns.map { start + $0.offset }
        if let last = widths.columns.last { lines.append(start + last.offset + last.width) }
        self.lines = lines
    }

    func segments() -> [BorderSegment] {
        guard borders.rowCount > 0, borders.columnCount > 0, borders.palette.count > 1 else { return [] }
        var segments: [BorderSegment] = []
        var band = 0
        while band < borders.rowCount {
            var end = band + 1
            while end < borders.rowCount, !placement.rows[end].startsPage { end += 1 }
            addBand(band..<end, shift: 0, isCut: (band > 0, end < borders.rowCount), to: &segments)
            band = end
        }
        for copy in placement.copies {
            let rows = placement.grid.sections[copy.section].rows
            guard let first = rows.first else { continue }
            addBand(rows, shift: copy.top - placement.rows[first].top, isCut: (false, false), to: &segments)
        }
        return segments.sorted { $0.side.width < $1.side.width }
    }

    /// The lines of rows that stand under each other without a page's end between them. A line where a page ends is
    /// moved inside by half its width, so that all of it shows on its page.
    private func addBand(
        _ rows: Range<Int>, shift: Double, isCut: (top: Bool, bottom: Bool), to segments: inout [BorderSegment]
    ) {
        for line in rows.lowerBound...rows.upperBound {
            var inward = 0.0
            if line == rows.lowerBound, isCut.top { inward = 1 }
            if line == rows.upperBound, isCut.bottom { inward = -1 }
            addHorizontal(line, in: rows, y: y(of: line, in: rows) + shift, inward: inward, to: &segments)
        }
        for column in 0...borders.columnCount { addVertical(column, rows, shift: shift, to: &segments) }
    }

    private func y(of line: Int, in rows: Range<Int>) -> Double {
        let flow = line == rows.upperBound ? placement.rows[line - 1].bottom : placement.rows[line].top
        return flow - placement.gridTop
    }

    private func x(_ line: Int) -> Double {
        isRightToLeft ? placement.widths.width - lines[line] : lines[line]
    }

    // MARK: Joined pieces

    private func addHorizontal(
        _ line: Int, in rows: Range<Int>, y: Double, inward: Double, to segments: inout [BorderSegment]
    ) {
        var column = 0
        while column < borders.columnCount {
            let side = borders.above(row: line, column: column)
            var end = column + 1
            while end < borders.columnCount, borders.above(row: line, column: end) == side { end += 1 }
            if side.isPainted {
                let start = lines[column] - overlap(side, line, column, rows, isHorizontal: true)
                let stop = lines[end] + overlap(side, line, end, rows, isHorizontal: true)
                let place = y + inward * side.width / 2
                let ends =
                    isRightToLeft ? [placement.widths.width - stop, placement.widths.width - start] : [start, stop]
                segments.append(
                    BorderSegment(from: Point(x: ends[0], y: place), to: Point(x: ends[1], y: place), side: side))
            }
            column = end
        }
    }

    private func addVertical(_ line: Int, _ rows: Range<Int>, shift: Double, to segments: inout [BorderSegment]) {
        var row = rows.lowerBound
        while row < rows.upperBound {
            let side = borders.before(column: line, row: row)
            var end = row + 1
            while end < rows.upperBound, borders.before(column: line, row: end) == side { end += 1 }
            if side.isPainted {
                let top = y(of: row, in: rows) + shift - overlap(side, row, line, rows, isHorizontal: false)
                let bottom = y(of: end, in: rows) + shift + overlap(side, end, line, rows, isHorizontal: false)
                segments.append(
                    BorderSegment(from: Point(x: x(line), y: top), to: Point(x: x(line), y: bottom), side: side))
            }
            row = end
        }
    }

    /// How far a segment goes beyond the crossing that it ends at: over half the crossing line when it is as strong,
    /// else it ends where the stronger one begins.
    private func overlap(
        _ side: BorderSide, _ row: Int, _ column: Int, _ rows: Range<Int>, isHorizontal: Bool
    ) -> Double {
        var across = 0.0
        if isHorizontal {
            if row > rows.lowerBound { across = max(across, borders.before(column: column, row: row - 1).width) }
            if row < rows.upperBound { across = max(across, borders.before(column: column, row: row).width) }
        } else {
            if column > 0 { across = max(across, borders.above(row: row, column: column - 1).width) }
            if column < borders.columnCount { across = max(across, borders.above(row: row, column: column).width) }
        }
        let isStronger = isHorizontal ? side.width >= across : side.width > across
        return isStronger ? across / 2 : -across / 2
    }
}

extension BorderSide {
    fileprivate var isPainted: Bool { width > 0 && style != .none && style != .hidden }
}
