import Geometry
import Style

/// How the lines of the explicit grid are numbered among all tracks of an axis.
struct GridLineNumbers {
    private var template: GridTemplate?
    /// The explicit grid's first line is so many tracks after the first one, negated.
    private var first = 0
    private var count = 0

    init() {}

    /// The names of the lines around tracks.
    func names(_ range: Range<Int>) -> [[String]] {
        let names = template?.lineNames ?? []
        return (range.lowerBound...range.upperBound).map { line in
            let index = line + first
            return names.indices.contains(index) ? names[index] : []
        }
    }

    init(template: GridTemplate, first: Int, count: Int) {
        self.template = template
        self.first = first
        self.count = count
    }

    /// The lines of an absolutely positioned box, from 0; nil is the padding edge, as are lines that do not exist.
    func bounds(_ start: GridLine, _ end: GridLine) -> (start: Int?, end: Int?) {
        guard let bounds = template?.bounds(start, end) else { return (nil, nil) }
        func line(_ line: Int?) -> Int? {
            line.map { $0 - first }.flatMap { (0...count).contains($0) ? $0 : nil }
        }
        return (line(bounds.start), line(bounds.end))
    }
}

/// Absolutely positioned children of a grid container (CSS Grid 1 §9).
extension GridFlow {
    func absolute(_ child: Box) -> AbsoluteBox {
        let isContainingBlock = box.style.box.position != .static || !box.style.decoration.transform.isEmpty
        let content = Rect(
            x: edges.inner.left, y: edges.inner.top, width: width, height: contentHeight)
        let area = isContainingBlock ? gridArea(of: child) : content
        var absolute = AbsoluteBox(box: child, staticPosition: area.origin, staticDirection: box.style.text.direction)
        let own = child.style.arrangement
        let container = box.style.arrangement
        absolute.staticRoom = StaticRoom(
            size: area.size,
            justify: own.justifySelf.keyword == .auto ? container.justifyItems : own.justifySelf,
            align: own.alignSelf.keyword == .auto ? container.alignItems : own.alignSelf)
        if isContainingBlock, child.style.box.position == .absolute { absolute.containingArea = area }
        return absolute
    }

    /// §9.1: the lines that the box names, or the padding edges; in the container's border box.
    private func gridArea(of child: Box) -> Rect {
        let style = child.style.arrangement
        let isTurned = box.style.text.direction == .rtl
        let padding = edges.padding
        let across = columnLines.bounds(style.gridColumnStart, style.gridColumnEnd)
        let down = rowLines.bounds(style.gridRowStart, style.gridRowEnd)
        var left = startOf(across.start, columns) ?? -(isTurned ? padding.right : padding.left)
        var right = endOf(across.end, columns) ?? width + (isTurned ? padding.left : padding.right)
        if isTurned { (left, right) = (width - right, width - left) }
        let top = startOf(down.start, rows) ?? -padding.top
        let bottom = endOf(down.end, rows) ?? contentHeight + padding.bottom
        return Rect(
            x: edges.inner.left + left, y: edges.inner.top + top, width: max(0, right - left),
            height: max(0, bottom - top))
    }

    private func startOf(_ line: Int?, _ tracks: [(start: Double, size: Double)]) -> Double? {
        guard let line, let last = tracks.last else { return line.map { _ in 0 } }
        return line < tracks.count ? tracks[line].start : last.start + last.size
    }

    private func endOf(_ line: Int?, _ tracks: [(start: Double, size: Double)]) -> Double? {
        guard let line, let first = tracks.first else { return line.map { _ in 0 } }
        return line > 0 ? tracks[line - 1].start + tracks[line - 1].size : first.start
    }
}
