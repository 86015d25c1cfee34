import Geometry
import Style

/// Where the next thing on a line goes, and how far to the right things reach.
struct LinePen {
    var x = 0.0
    var rightmost = 0.0
}

/// An inline box on a line, from where it opens to where it closes there; or the line itself.
struct InlineFrame {
    /// -1 for the line.
    let box: Int32
    /// The top left corner of the border box, on the line.
    private(set) var corner = Point()
    private(set) var border = Edges<Double>.zero
    private var padding = Edges<Double>.zero
    private var open: OpenSides = []
    var children: [PlacedFragment] = []
    /// How many absolutely positioned boxes there were on the line before it.
    var absoluteCount = 0

    static var line: InlineFrame { InlineFrame(box: -1) }

    private init(box: Int32) { self.box = box }

    /// - Parameters:
    ///   - top: of the content area.
    ///   - hasLeft: the box's left edge is here, and not on another line or in another content.
    init(opening box: Int32, _ traits: InlineTraits, top: Double, hasLeft: Bool, _ pen: inout LinePen) {
        self.init(box: box)
        border = traits.edges.border
        padding = traits.edges.padding
        if hasLeft {
            pen.x += traits.edges.margin.left
        } else {
            border.left = 0
            padding.left = 0
            open.insert(.left)
        }
        corner = Point(x: pen.x, y: top - traits.edges.padding.top - traits.edges.border.top)
        pen.x += border.left + padding.left
    }

    /// What the box comes to, with its children; the frame is used up.
    ///
    /// - Parameter metrics: of the box.
    mutating func close(
        _ inline: InlineBox, _ traits: InlineTraits, _ metrics: InlineMetrics, hasRight: Bool, _ pen: inout LinePen
    ) -> BoxFragment.Parts {
        if !hasRight {
            border.right = 0
            padding.right = 0
            open.insert(.right)
        }
        pen.x += border.right + padding.right
        var parts = BoxFragment.Parts(role: .inline, style: inline.style)
        parts.node = inline.node
        parts.pseudo = inline.pseudo
        parts.order = inline.order
        parts.border = border
        parts.padding = padding
        parts.openSides = open
        parts.size = Size(
            width: max(0, pen.x - corner.x),
            height: metrics.ascent + metrics.descent + border.vertical + padding.vertical)
        swap(&parts.children, &children)
        pen.rightmost = max(pen.rightmost, pen.x)
        if hasRight { pen.x += traits.edges.margin.right }
        return parts
    }
}
