import Geometry
import Style

/// Collects flex items into lines (CSS Flexbox 1 §9.3; Flexbox 2 §4 for lines that are made even).
struct FlexLines {
    private let flow: FlexFlow
    private let wrap: FlexWrap
    private let axes: FlexAxes

    init(_ flow: FlexFlow) {
        self.flow = flow
        wrap = flow.box.style.arrangement.flexWrap
        axes = flow.axes
    }

    func collect(_ items: [FlexItem]) -> [FlexLine] {
        let limit = flow.mainSize ?? flow.mostMain
        if wrap.balances, items.count > 1, let lines = balanced(items, limit ?? .infinity) { return lines }
        guard wrap != .nowrap, let limit else { return [FlexLine(items: items)] }
        return greedy(items, limit)
    }

    private func outer(_ item: FlexItem) -> Double { item.hypothetical + axes.main(item.edges.margin) }

    private func greedy(_ items: [FlexItem], _ limit: Double) -> [FlexLine] {
        var lines: [FlexLine] = []
        var line: [FlexItem] = []
        var used = 0.0
        for item in items {
            let outer = outer(item)
            if !line.isEmpty, used + flow.mainGap + outer > limit + 0.01 {
                lines.append(FlexLine(items: line))
                line = []
                used = 0
            }
            used += outer + (line.isEmpty ? 0 : flow.mainGap)
            line.append(item)
        }
        if !line.isEmpty || lines.isEmpty { lines.append(FlexLine(items: line)) }
        return lines
    }

    private func balanced(_ items: [FlexItem], _ limit: Double) -> [FlexLine]? {
        guard items.count <= BalancedLines.mostItems else { return nil }
        let lines = BalancedLines(
            sizes: items.map(outer), gap: flow.mainGap, limit: limit, count: flow.box.style.arrangement.flexLineCount)
        return lines.ranges.map { FlexLine(items: Array(items[$0])) }
    }
}

/// Parts a row of sizes into lines of about one length: as few lines as fit, or as many as are asked for, with the
/// least sum of squares of their lengths.
struct BalancedLines {
    /// What is beyond is not worth the time, which grows with the square.
    static let mostItems = 500

    private let sizes: [Double]
    private let gap: Double
    private let limit: Double
    private(set) var ranges: [Range<Int>] = []

    init(sizes: [Double], gap: Double, limit: Double, count: Int) {
        self.sizes = sizes
        self.gap = gap
        self.limit = limit + 0.01
        ranges = best(lines: min(sizes.count, max(count, fewest())))
    }

    var longest: Double { ranges.map(length).max() ?? 0 }

    private func length(_ range: Range<Int>) -> Double {
        sizes[range].reduce(gap * Double(max(0, range.count - 1)), +)
    }

    private func fewest() -> Int {
        var count = 0
        var start = 0
        while start < sizes.count {
            start = ends(from: start).last?.end ?? sizes.count
            count += 1
        }
        return count
    }

    /// Where a line that begins at `start` may end, and what it costs; one item always fits, and one that is too long
    /// stands alone.
    private func ends(from start: Int) -> [(end: Int, cost: Double)] {
        var length = sizes[start]
        var ends = [(start + 1, length * length)]
        guard length <= limit else { return ends }
        for next in (start + 1)..<max(start + 1, sizes.count) {
            length += gap + sizes[next]
            if length > limit || sizes[next] > limit { break }
            ends.append((next + 1, length * length))
        }
        return ends
    }

    /// From the last line to the first: what the lines from each item on cost at the least. Of equals, the earlier
    /// line is the longer one.
    private func best(lines: Int) -> [Range<Int>] {
        let ends = sizes.indices.map { self.ends(from: $0) }
        var costs = Array(repeating: Double.infinity, count: sizes.count + 1)
        costs[sizes.count] = 0
        var choices: [[Int]] = []
        for _ in 0..<lines {
            var next = Array(repeating: Double.infinity, count: sizes.count + 1)
            var choice = Array(repeating: sizes.count, count: sizes.count + 1)
            for start in sizes.indices {
                for (end, cost) in ends[start] where cost + costs[end] <= next[start] + 1e-6 && costs[end].isFinite {
                    next[start] = cost + costs[end]
                    choice[start] = end
                }
            }
            costs = next
            choices.append(choice)
        }
        var ranges: [Range<Int>] = []
        var start = 0
        for choice in choices.reversed() where start < sizes.count {
            ranges.append(start..<choice[start])
            start = choice[start]
        }
        return ranges
    }
}
