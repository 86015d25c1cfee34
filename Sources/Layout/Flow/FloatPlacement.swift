import Geometry
import Style

/// A float that has its place.
struct PlacedFloat {
    /// The place of its border box in flow coordinates.
    var origin: Point
    var layout: BoxLayout
}

extension LayoutContext {
    /// Places a float in a block formatting context by the rules of CSS 2.2 §9.5.1 at or below `y`, between the content
    /// edges `left` and `right`, and adds its margin box to `space.floats`. Answers nil when nothing of it fits on
    /// the page and `space.mayBreakBefore`.
    func placeFloat(
        _ box: Box, below y: Double, left: Double, right: Double, in space: InlineSpace
    ) -> PlacedFloat? {
        let containing = right - left
        let edges = UsedEdges(box.style, base: containing)
        var inner = ConstraintSpace(
            origin: Point(), pages: space.pages, containingWidth: containing, containingHeight: space.containingHeight)
        inner.width = .shrinkToFit
        let size = measure(box, inner).size
        let width = size.width + edges.margin.horizontal
        let height = size.height + edges.margin.vertical
        var place = floatPlace(box, Size(width: width, height: height), below: y, left: left, right: right, in: space)
        for _ in 0..<2 {
            inner.origin = place + Point(x: edges.margin.left, y: edges.margin.top)
            inner.width = .fixed(size.width)
            inner.mayBreakBefore =
                attemptsLeft > 0 && (space.mayBreakBefore || !space.pages.isStart(inner.origin.y))
            if case .done(let layout) = layout(box, inner) {
                return settle(box, layout, edges, at: place, in: space)
            }
            if space.mayBreakBefore { return nil }
            let next = space.pages.next(after: inner.origin.y)
            place = floatPlace(
                box, Size(width: width, height: height), below: next, left: left, right: right, in: space)
        }
        inner.mayBreakBefore = false
        guard case .done(let layout) = layout(box, inner) else { return nil }
        return settle(box, layout, edges, at: place, in: space)
    }

    private func settle(
        _ box: Box, _ layout: BoxLayout, _ edges: UsedEdges, at place: Point, in space: InlineSpace
    ) -> PlacedFloat {
        let area = Rect(
            x: place.x, y: place.y, width: layout.size.width + edges.margin.horizontal,
            height: layout.size.height + edges.margin.vertical)
        space.floats.add(area, isLeft: box.style.box.float == .left)
        let offset = relativeOffset(of: box.style, width: space.width, height: space.containingHeight)
        let origin = place + Point(x: edges.margin.left, y: edges.margin.top)
        return PlacedFloat(origin: origin + offset, layout: layout)
    }

    /// The top left corner of the margin box.
    private func floatPlace(
        _ box: Box, _ size: Size, below y: Double, left: Double, right: Double, in space: InlineSpace
    ) -> Point {
        var top = max(y, space.floats.lowestTop)
        if let edge = space.floats.clearance(box.style.box.clear) { top = max(top, edge) }
        while true {
            let band = space.floats.band(at: top, height: size.height, left: left, right: right)
            let isFree = band.left <= left && band.right >= right
            if isFree || size.width <= band.right - band.left + 0.01 {
                let x = box.style.box.float == .left ? band.left : band.right - size.width
                return Point(x: x, y: top)
            }
            guard let edge = space.floats.nextEdge(below: top), edge > top else {
                return Point(x: box.style.box.float == .left ? left : right - size.width, y: top)
            }
            top = edge
        }
    }
}
