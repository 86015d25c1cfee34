import Style

/// The tracks that an item covers along one axis.
struct GridArea {
    var row: Range<Int>
    var column: Range<Int>
}

/// Places the items of a grid (CSS Grid 1 §8).
struct GridPlacement {
    private let columns: GridTemplate
    private let rows: GridTemplate
    private let flow: GridAutoFlow
    private var occupied = GridOccupancy()
    /// Areas by item, in lines from the explicit grid's start; implicit tracks before it are negative.
    private(set) var areas: [GridArea?]

    /// - Parameter items: in order-modified document order.
    init(_ items: [Box], columns: GridTemplate, rows: GridTemplate, flow: GridAutoFlow) {
        self.columns = columns
        self.rows = rows
        self.flow = flow
        areas = Array(repeating: nil, count: items.count)
        place(items)
    }

    private mutating func place(_ items: [Box]) {
        let spans = items.map { item in
            let style = item.style.arrangement
            let row = rows.span(style.gridRowStart, style.gridRowEnd)
            let column = columns.span(style.gridColumnStart, style.gridColumnEnd)
            return flow.isColumn ? (major: column, minor: row) : (major: row, minor: column)
        }
        for index in spans.indices {
            if let major = spans[index].major.start, let minor = spans[index].minor.start {
                settle(
                    index, major: major..<major + spans[index].major.length,
                    minor: minor..<minor + spans[index].minor.length)
            }
        }
        placeLockedToMajor(spans)
        placeOthers(spans)
    }

    /// Items whose row is given (or column, when the flow goes down columns).
    private mutating func placeLockedToMajor(_ spans: [(major: GridSpan, minor: GridSpan)]) {
        var cursors: [Int: Int] = [:]
        let first = min(0, spans.compactMap(\.minor.start).min() ?? 0)
        for index in spans.indices where areas[index] == nil {
            guard let major = spans[index].major.start, spans[index].minor.start == nil else { continue }
            let lines = major..<major + spans[index].major.length
            var minor = flow.isDense ? first : cursors[major] ?? first
            while let end = occupied.end(in: lines, minor..<minor + spans[index].minor.length) { minor = end }
            settle(index, major: lines, minor: minor..<minor + spans[index].minor.length)
            cursors[major] = minor + spans[index].minor.length
        }
    }

    private mutating func placeOthers(_ spans: [(major: GridSpan, minor: GridSpan)]) {
        let explicit = flow.isColumn ? rows.tracks.count : columns.tracks.count
        var first = 0
        var count = max(1, explicit)
        for index in spans.indices {
            if let area = areas[index] {
                let minor = flow.isColumn ? area.row : area.column
                first = min(first, minor.lowerBound)
                count = max(count, minor.upperBound)
            } else if let start = spans[index].minor.start {
                first = min(first, start)
                count = max(count, start + spans[index].minor.length)
            } else {
                count = max(count, first + spans[index].minor.length)
            }
        }
        let firstMajor = areas.compactMap { area in
            area.map { flow.isColumn ? $0.column.lowerBound : $0.row.lowerBound }
        }
        var cursor = (major: min(0, firstMajor.min() ?? 0), minor: first)
        let start = cursor
        for index in spans.indices where areas[index] == nil {
            if flow.isDense { cursor = start }
            cursor = place(index, spans[index], from: cursor, minors: first..<count)
        }
    }

    private mutating func place(
        _ index: Int, _ span: (major: GridSpan, minor: GridSpan), from cursor: (major: Int, minor: Int),
        minors: Range<Int>
    ) -> (major: Int, minor: Int) {
        var cursor = cursor
        if let minor = span.minor.start {
            if minor < cursor.minor { cursor.major += 1 }
            cursor.minor = minor
            let lines = minor..<minor + span.minor.length
            while occupied.end(in: cursor.major..<cursor.major + span.major.length, lines) != nil {
                cursor.major += 1
            }
        } else {
            while true {
                if cursor.minor + span.minor.length > minors.upperBound {
                    cursor.major += 1
                    cursor.minor = minors.lowerBound
                    if span.minor.length > minors.count { break }
                    continue
                }
                let lines = cursor.minor..<cursor.minor + span.minor.length
                guard let end = occupied.end(in: cursor.major..<cursor.major + span.major.length, lines) else { break }
                cursor.minor = end
            }
        }
        settle(
            index, major: cursor.major..<cursor.major + span.major.length,
            minor: cursor.minor..<cursor.minor + span.minor.length)
        return cursor
    }

    private mutating func settle(_ index: Int, major: Range<Int>, minor: Range<Int>) {
        areas[index] = flow.isColumn ? GridArea(row: minor, column: major) : GridArea(row: major, column: minor)
        occupied.insert(major, minor)
    }
}
