import Style

/// Where a table's rows may go to different pages (CSS Fragmentation 3 §3), found in one pass over the rows.
struct RowBreaks {
    /// For each row the row after the last that must stay with it: spanning cells, `break-before: avoid`, `break-after:
    /// avoid`.
    private(set) var boundEnd: [Int] = []
    /// The same, with row groups that avoid breaks inside.
    private(set) var avoidedEnd: [Int] = []
    /// The forced break before each row, `auto` where there is none; one before the first row is the table's.
    private(set) var forced: [BreakBetween] = []
    /// Whether a break is forced between any two rows.
    private(set) var isForcedInside = false

    init(_ grid: TableGrid) {
        let count = grid.rows.count
        var spanEnd = Array(repeating: 0, count: count)
        for cell in grid.cells where cell.rowSpan > 1 {
            spanEnd[cell.row] = max(spanEnd[cell.row], cell.rows.upperBound)
        }
        var reach = 0
        var isBound = Array(repeating: false, count: count)
        var isAvoided = Array(repeating: false, count: count)
        forced = Array(repeating: .auto, count: count)
        for row in 0..<count {
            reach = max(reach, spanEnd[row])
            let section = grid.sections[grid.rows[row].section]
            let values = row + 1 < count ? Self.between(row, grid) : []
            if let value = values.first(where: \.isForced) {
                forced[row + 1] = value
                isForcedInside = true
            }
            let isFree = row + 1 < count && forced[row + 1] != .auto
            isBound[row] = !isFree && (reach > row + 1 || values.contains(.avoid))
            isAvoided[row] =
                isBound[row]
                || !isFree && section.box.style.box.breakInside == .avoid && section.rows.contains(row + 1)
        }
        boundEnd = Self.ends(isBound)
        avoidedEnd = Self.ends(isAvoided)
    }

    /// The break values that meet between a row and the next, those of the row groups included where they end.
    private static func between(_ row: Int, _ grid: TableGrid) -> [BreakBetween] {
        var values = [grid.rows[row].box.style.box.breakAfter]
        let section = grid.sections[grid.rows[row].section]
        if section.rows.upperBound == row + 1 { values.append(section.box.style.box.breakAfter) }
        return values + before(row + 1, grid)
    }

    private static func before(_ row: Int, _ grid: TableGrid) -> [BreakBetween] {
        var values = [grid.rows[row].box.style.box.breakBefore]
        let section = grid.sections[grid.rows[row].section]
        if section.rows.lowerBound == row { values.append(section.box.style.box.breakBefore) }
        return values
    }

    private static func ends(_ joinsNext: [Bool]) -> [Int] {
        var ends = Array(repeating: 0, count: joinsNext.count)
        for row in joinsNext.indices.reversed() {
            ends[row] = joinsNext[row] && row + 1 < joinsNext.count ? ends[row + 1] : row + 1
        }
        return ends
    }
}

extension BreakBetween {
    /// Whether the page after the break must be a right one.
    var rightSide: Bool? {
        switch self {
        case .right, .recto: true
        case .left, .verso: false
        default: nil
        }
    }
}
