import Geometry
import Style

/// What the outside tells a box when it is laid out.
struct ConstraintSpace {
    /// Where the top left corner of the border box stands in the flow of pages: x from the left edge of the page
    /// area, y along all pages' areas one under the other. In a measuring layout the place is arbitrary.
    var origin: Point
    var pages: PageFlow
    /// The containing block's content width: what percentages refer to.
    var containingWidth: Double
    /// The containing block's content height where it is definite.
    var containingHeight: Double?
    var width = WidthRule.fill
    var height = HeightRule.auto
    /// Whether the box may answer `.breakBefore`: there is something before it on this page, so that progress is sure.
    var mayBreakBefore = false
    /// Whether a break inside must be answered by `.breakBefore` if that is allowed (`break-inside: avoid` around).
    var avoidsBreaks = false
    /// The height of what follows and must not be torn from this box's end: the last piece that can move stands on a
    /// page with that much room below it (`break-before: avoid`, `break-after: avoid`).
    var followedBy: Double = 0
    /// The tracks that a grid item with `subgrid` takes from the grid around it.
    var subgrid = Subgrid()
    /// Whether who asks keeps the answer, so that the box need not.
    var isKeptOutside = false
    /// The floats around, for a box that establishes no formatting context of its own.
    var floats: FloatContext?

    init(origin: Point, pages: PageFlow, containingWidth: Double, containingHeight: Double? = nil) {
        self.origin = origin
        self.pages = pages
        self.containingWidth = containingWidth
        self.containingHeight = containingHeight
    }
}

/// How the used width is found.
enum WidthRule: Equatable {
    /// `width`, and where that is `auto` the containing block's width less margins (CSS 2.2 §10.3.3).
    case fill
    /// `width`, and where that is `auto` the shrink-to-fit width in the containing width (CSS 2.2 §10.3.5).
    case shrinkToFit
    /// The border box is this wide, whatever the style says: table cells, flex and grid items.
    case fixed(Double)
}

enum HeightRule: Equatable {
    /// `height`, and where that is `auto` the content's height.
    case auto
    /// The content's height, whatever `height` says: what a flex item needs at the least.
    case content
    /// The border box is this high; percentages inside may refer to it when it is definite.
    case fixed(Double, isDefinite: Bool)
    /// At least this high (table cells in rows that are higher than they).
    case atLeast(Double)
}

/// What laying a box out came to.
enum LayoutOutcome {
    case done(BoxLayout)
    /// Nothing of the box fits on this page: lay it out again at the top of the next.
    case breakBefore
}

/// A finished layout: its fragment in flow coordinates (page gaps closed), before pages cut it.
struct BoxLayout {
    var fragment: BoxFragment
    /// From the top of the border box.
    var firstBaseline: Double?
    var lastBaseline: Double?
    /// Absolutely positioned boxes inside that still look for their containing block.
    var absolutes: [AbsoluteBox] = []
    /// The margins that stand at the box's bottom and collapse with what follows (block containers in a flow only).
    var trailingMargins = MarginStrut()
    /// Whether the box crossed the end of a page, or pushed content to the next: such a layout is good only where it
    /// was made.
    var dependsOnPages = false
    /// The right end of what overflows, from the left of the border box; for shrinking a page to fit.
    var overflowRight: Double = 0

    var size: Size { fragment.size }

    /// The baselines of a scroll container are none outside its box (CSS Box Alignment 3 §9.1).
    mutating func keepBaselinesInside() {
        firstBaseline = firstBaseline.map { max(0, min(size.height, $0)) }
        lastBaseline = lastBaseline.map { max(0, min(size.height, $0)) }
    }
}

/// An absolutely positioned box on its way to its containing block.
struct AbsoluteBox {
    var box: Box
    /// Where its top left margin corner would have been in the flow, from the top left of the border box of the
    /// fragment that hands it up.
    var staticPosition: Point
    var staticDirection: Direction
    /// Whether `staticPosition.x` is the right edge: for right-to-left text.
    var isStaticPositionRight = false
    /// The room that a grid container gives the box to be aligned in; `staticPosition` is its top left corner.
    var staticRoom: StaticRoom?
    /// The containing block, where it is a grid area and not the whole padding box; in the coordinates of the fragment
    /// that hands the box up, which is the container's own.
    var containingArea: Rect?
}

/// Where a box that could stand anywhere in an area is aligned (CSS Grid 1 §9).
struct StaticRoom {
    var size: Size
    var justify: Alignment
    var align: Alignment
}

/// Margins that touch each other, until it is known what they collapse to (CSS 2.2 §8.3.1).
struct MarginStrut: Equatable {
    var positive: Double = 0
    var negative: Double = 0

    mutating func add(_ margin: Double) {
        if margin >= 0 { positive = max(positive, margin) } else { negative = min(negative, margin) }
    }

    mutating func add(_ other: MarginStrut) {
        positive = max(positive, other.positive)
        negative = min(negative, other.negative)
    }

    var sum: Double { positive + negative }
}
