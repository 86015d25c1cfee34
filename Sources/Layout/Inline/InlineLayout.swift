import Geometry
import Style

/// Where the lines of an inline formatting context go.
struct InlineSpace {
    /// The top left corner of the block container's content box, in flow coordinates.
    var origin: Point
    var width: Double
    var pages: PageFlow
    /// The floats of the block formatting context, the context's own coordinates being flow coordinates.
    var floats: FloatContext
    /// The content height of the block container where definite, for percentages in atomic boxes.
    var containingHeight: Double?
    /// See `ConstraintSpace`.
    var mayBreakBefore: Bool
    var avoidsBreaks: Bool
}

enum InlineOutcome {
    case done(InlineLayout)
    case breakBefore
}

/// The lines of one inline formatting context; places are from the content box's top left corner.
struct InlineLayout {
    var children: [PlacedFragment] = []
    var height: Double = 0
    var firstBaseline: Double?
    var lastBaseline: Double?
    var absolutes: [AbsoluteBox] = []
    var dependsOnPages = false
    var overflowRight: Double = 0
}
