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
    func placeFloat(_ box: Box, below y: Double, left: Double, right: Double, in space: InlineSpace) -> PlacedFloat? {
        nil
    }
}
