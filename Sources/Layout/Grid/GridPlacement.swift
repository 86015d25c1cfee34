import Style

/// The tracks that an item covers along one axis.
struct GridArea {
    var row: Range<Int>
    var column: Range<Int>
}

/// Where an item wants to stand along one axis: at a line, or anywhere with a span.
private struct GridSpan {
    var start: Int?
    var length: Int
}

/// Places the items of a grid (CSS Grid 1 §8).
struct GridPlacement {
    private let columns: GridTemplate
    private let rows: GridTemplate
    private let flow: GridAutoFlow
    private var occupied = GridOccupancy()
    /// Lines and spans beyond these are taken to be these (CSS Grid 1 §5.4).
    private static let farthestLine = 10_000
    private static let longestSpan = 1_000
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
            let row = span(style.gridRowStart, style.gridRowEnd, rows)
            let column = span(style.gridColumnStart, style.gridColumnEnd, columns)
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
        for index in spans.indices where areas[index] == nil {
            guard let major = spans[index].major.start, spans[index].minor.start == nil else { continue }
            let lines = major..<major + spans[index].major.length
            var minor = flow.isDense ? 0 : cursors[major] ?? 0
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

    // MARK: Lines

    /// §8.3: what two line values mean together.
    private func span(_ start: GridLine, _ end: GridLine, _ template: GridTemplate) -> GridSpan {
        var span = unlimitedSpan(start, end, template)
        span.start = span.start.map { min(max($0, -Self.farthestLine), Self.farthestLine) }
        span.length = min(span.length, Self.longestSpan)
        return span
    }

    private func unlimitedSpan(_ start: GridLine, _ end: GridLine, _ template: GridTemplate) -> GridSpan {
        let from = line(start, template, isStart: true)
        let to = line(end, template, isStart: false)
        switch (from, to) {
        case (let from?, let to?):
            if from == to { return GridSpan(start: from, length: 1) }
            return GridSpan(start: min(from, to), length: abs(to - from))
        case (let from?, nil): return GridSpan(start: from, length: length(end, from: from, template, forward: true))
        case (nil, let to?):
            let length = length(start, from: to, template, forward: false)
            return GridSpan(start: to - length, length: length)
        case (nil, nil):
            if case .span(let count) = start { return GridSpan(start: nil, length: max(1, count)) }
            if case .span(let count) = end { return GridSpan(start: nil, length: max(1, count)) }
            return GridSpan(start: nil, length: 1)
        }
    }

    private func length(_ line: GridLine, from: Int, _ template: GridTemplate, forward: Bool) -> Int {
        switch line {
        case .span(let count): return max(1, count)
        case .spanNamed(let name, let count):
            let lines = template.lines(named: name)
            let beyond = forward ? lines.filter { $0 > from } : lines.filter { $0 < from }.reversed()
            if count <= beyond.count { return abs(beyond[count - 1] - from) }
            let edge = forward ? max(template.tracks.count, from) : min(0, from)
            return max(1, abs(edge - from) + count - beyond.count)
        default: return 1
        }
    }

    private func line(_ line: GridLine, _ template: GridTemplate, isStart: Bool) -> Int? {
        switch line {
        case .auto, .span, .spanNamed: return nil
        case .line(let number): return number > 0 ? number - 1 : template.tracks.count + 1 + number
        case .named(let name, let number):
            if number == 0, let area = template.areas[name] { return isStart ? area.lowerBound : area.upperBound }
            let suffixed = template.lines(named: name + (isStart ? "-start" : "-end"))
            if number == 0, let first = suffixed.first { return first }
            if let area = impliedLine(name, template) { return area }
            let lines = template.lines(named: name)
            let wanted = number == 0 ? 1 : number
            if wanted > 0 {
                return wanted <= lines.count ? lines[wanted - 1] : template.tracks.count + wanted - lines.count
            }
            return -wanted <= lines.count ? lines[lines.count + wanted] : wanted + lines.count
        }
    }

    /// A named area names its lines `name-start` and `name-end`.
    private func impliedLine(_ name: String, _ template: GridTemplate) -> Int? {
        if name.hasSuffix("-start"), let area = template.areas[String(name.dropLast(6))] { return area.lowerBound }
        if name.hasSuffix("-end"), let area = template.areas[String(name.dropLast(4))] { return area.upperBound }
        return nil
    }
}
