import Geometry
import Style

/// Stacks lines from the top of the block container down the pages.
///
/// A line that would cross the end of its page goes to the start of the next. What stood before each line is kept, so
/// that a break can be taken back and set earlier when too few lines would follow it (`widows`).
struct LineStacking {
    private let formatter: InlineFormatter
    private let space: InlineSpace
    private let pages: PageFlow
    private var cursor = LineCursor()
    private var y: Double
    private var lineCount = 0
    private var states: [State] = []
    /// Lines (by number) that begin a page inside the block.
    private var breaks: [Int] = []
    /// The line that `widows` moves to the next page.
    private var forcedBreak: Int?
    /// Where the line before begins.
    private var lastTop: Double?

    private struct State {
        var cursor: LineCursor
        var y: Double
        var openBoxes: [Int32]
        var floatsPlaced: Int
        var floatMark: Int
        var lastTop: Double?
        var layout: InlineLayout.Extent
    }

    private enum Step { case placed, breakBefore }

    init(_ formatter: InlineFormatter) {
        self.formatter = formatter
        space = formatter.space
        pages = formatter.space.pages
        y = formatter.space.origin.y
    }

    mutating func run() -> InlineOutcome {
        let floatMark = space.floats.mark
        let count = formatter.text.pieces.count
        repeat {
            while cursor.piece < count {
                guard addLine() == .placed else {
                    space.floats.rewind(to: floatMark)
                    return .breakBefore
                }
            }
            switch mendWidows() {
            case .kept:
                formatter.layout.height = y - space.origin.y
                return .done(formatter.layout)
            case .earlier: continue
            case .breakBefore:
                space.floats.rewind(to: floatMark)
                return .breakBefore
            }
        } while true
    }

    // MARK: One line

    private mutating func addLine() -> Step {
        formatter.context.work += 1
        if !pages.isEndless { states.append(currentState()) }
        var top = y
        if forcedBreak == lineCount {
            breaks.append(lineCount)
            top = pages.next(after: top)
        }
        guard var (line, heights) = findLine(&top) else { return .breakBefore }
        if line.hasContent, pages.crosses(from: top, to: top + heights.height) {
            formatter.layout.dependsOnPages = true
            if mustBreakBefore { return .breakBefore }
            if !pages.isStart(top) {
                rewind(to: lineCount, dropping: false)
                breaks.append(lineCount)
                top = pages.next(after: top)
                guard let again = findLine(&top) else { return .breakBefore }
                (line, heights) = again
            }
        }
        if beginsPage(at: top) {
            formatter.layout.dependsOnPages = true
            if mustBreakBefore { return .breakBefore }
            breaks.append(lineCount)
        }
        lastTop = top
        formatter.place(line, heights, top: top)
        y = top + heights.height
        cursor = line.end
        for piece in line.pendingFloats {
            guard let float = formatter.innerBox(formatter.text.pieces[piece]) else { continue }
            _ = formatter.placeFloat(float, at: piece, below: y)
        }
        if let clearance = space.floats.clearance(line.clear) { y = max(y, clearance) }
        lineCount += 1
        return .placed
    }

    /// Finds what goes on the line at `top`, moving down past floats where nothing fits beside them.
    private func findLine(_ top: inout Double) -> (Line, LineHeights)? {
        let isFirst = cursor == LineCursor()
        let indent = isFirst ? formatter.block.indent : 0
        var height = formatter.text.metrics[0].lineHeight
        for _ in 0..<1_000 {
            var breaker = LineBreaker(formatter, from: cursor, top: top, height: height, indent: indent)
            let line = breaker.run()
            if line.lacksPage { return nil }
            if line.overflows, isNarrowed(line), let edge = space.floats.nextEdge(below: top) {
                top = edge
                continue
            }
            let heights = formatter.measure(line)
            if heights.height > height, !space.floats.isEmpty {
                let band = space.floats.band(
                    at: top, height: heights.height, left: space.origin.x, right: space.origin.x + space.width)
                if band.left > line.left || band.right < line.right {
                    height = heights.height
                    continue
                }
            }
            return (line, heights)
        }
        var breaker = LineBreaker(formatter, from: cursor, top: top, height: height, indent: indent)
        let line = breaker.run()
        return (line, formatter.measure(line))
    }

    private func isNarrowed(_ line: Line) -> Bool {
        line.left > space.origin.x || line.right < space.origin.x + space.width
    }

    // MARK: Pages

    /// Whether a page end at the line at hand sends the whole block to the next page.
    private var mustBreakBefore: Bool {
        guard space.mayBreakBefore else { return false }
        if space.avoidsBreaks { return true }
        return breaks.isEmpty && lineCount < formatter.block.orphans
    }

    /// Whether a line begins a page without having been moved there: the one before ends where its page does.
    private func beginsPage(at top: Double) -> Bool {
        guard !pages.isEndless, let lastTop, breaks.last != lineCount else { return false }
        return pages.index(at: top) > pages.index(at: lastTop)
    }

    private enum Mended { case kept, earlier, breakBefore }

    /// CSS Fragmentation 3 §3.3: at least `widows` lines after a break, and `orphans` before it. Where lines are too few
    /// for both, browsers keep `orphans`.
    private mutating func mendWidows() -> Mended {
        let block = formatter.block
        guard let last = breaks.last, forcedBreak == nil, lineCount - last < block.widows else { return .kept }
        let earlier = lineCount - block.widows
        let first = breaks.dropLast().last ?? 0
        guard earlier - first >= block.orphans else {
            return earlier <= 0 && breaks.count == 1 && space.mayBreakBefore ? .breakBefore : .kept
        }
        breaks.removeLast()
        forcedBreak = earlier
        rewind(to: earlier, dropping: true)
        return .earlier
    }

    private func currentState() -> State {
        State(
            cursor: cursor, y: y, openBoxes: formatter.openBoxes, floatsPlaced: formatter.floatsPlaced,
            floatMark: space.floats.mark, lastTop: lastTop, layout: formatter.layout.extent)
    }

    private mutating func rewind(to index: Int, dropping: Bool) {
        let state = states[index]
        cursor = state.cursor
        y = state.y
        lastTop = state.lastTop
        formatter.openBoxes = state.openBoxes
        formatter.floatsPlaced = state.floatsPlaced
        space.floats.rewind(to: state.floatMark)
        formatter.layout.cut(to: state.layout)
        guard dropping else { return }
        lineCount = index
        states.removeSubrange(index...)
    }
}

extension InlineLayout {
    /// How much there is so far.
    struct Extent {
        var children: Int
        var absolutes: Int
        var firstBaseline: Double?
        var lastBaseline: Double?
        var overflowRight: Double
    }

    var extent: Extent {
        Extent(
            children: children.count, absolutes: absolutes.count, firstBaseline: firstBaseline,
            lastBaseline: lastBaseline, overflowRight: overflowRight)
    }

    mutating func cut(to extent: Extent) {
        children.removeSubrange(extent.children...)
        absolutes.removeSubrange(extent.absolutes...)
        firstBaseline = extent.firstBaseline
        lastBaseline = extent.lastBaseline
        overflowRight = extent.overflowRight
    }
}
