import Geometry
import Style

extension InlineFormatter {
    /// What width a float's margin box will take, to see whether it fits beside what stands on the line already.
    func floatWidth(_ float: Box) -> Double {
        let style = float.style
        let edges = UsedEdges(style, base: space.width)
        if case .length(let length) = style.box.width {
            let width = length.resolved(against: space.width)
            return edges.margin.horizontal + style.borderBox(width, edges: edges.inner.horizontal)
        }
        let sizes = context.intrinsicContribution(of: float)
        return min(max(sizes.minContent, space.width), sizes.maxContent)
    }

    /// Places the float of a piece at or below a place; answers false when it has no room on this page and the block
    /// may move to the next.
    func placeFloat(_ float: Box, at piece: Int, below y: Double) -> Bool {
        var space = self.space
        space.mayBreakBefore = space.mayBreakBefore && layout.children.isEmpty
        let right = space.origin.x + space.width
        guard let placed = context.placeFloat(float, below: y, left: space.origin.x, right: right, in: space) else {
            return false
        }
        let origin = placed.origin - space.origin
        layout.children.append(PlacedFragment(.box(placed.layout.fragment), at: origin))
        for var absolute in placed.layout.absolutes {
            absolute.staticPosition += origin
            layout.absolutes.append(absolute)
        }
        layout.dependsOnPages = layout.dependsOnPages || placed.layout.dependsOnPages
        layout.overflowRight = max(
            layout.overflowRight, origin.x + max(placed.layout.size.width, placed.layout.overflowRight))
        floatsPlaced = piece + 1
        return true
    }
}
