import Geometry
import Style

/// What lines ask of their block container.
struct BlockTraits {
    var textAlign: TextAlign
    var textAlignLast: TextAlignLast
    var indent: Double
    var direction: Direction
    var orphans: Int
    var widows: Int
    var showsEllipsis: Bool

    init(_ style: ComputedStyle, width: Double) {
        let text = style.text
        textAlign = text.textAlign
        textAlignLast = text.textAlignLast
        indent = text.textIndent.resolved(against: width)
        direction = text.direction
        orphans = max(1, text.orphans)
        widows = max(1, text.widows)
        showsEllipsis = style.box.textOverflow == .ellipsis && style.box.clips
    }
}

/// What lines ask of an inline box, lengths resolved.
struct InlineTraits {
    var edges: UsedEdges
    var parent: Int32
    var isLeftToRight: Bool
    var hasStart: Bool
    var hasEnd: Bool
    /// What its edges take on the line: margin, border and padding; 0 for an edge that is in another content.
    var startWidth: Double
    var endWidth: Double
    /// Whether an edge with a width other than 0 makes a line.
    var takesRoom: Bool
    var verticalAlign: VerticalAlign
    /// `position: relative`.
    var offset: Point
    var containsAbsolutes: Bool

    /// - Parameter width: the block container's, which percentages refer to.
    init(_ inline: InlineBox, width: Double, offset: Point = Point()) {
        edges = UsedEdges(inline.style, base: width)
        parent = Int32(inline.parent ?? -1)
        isLeftToRight = inline.style.text.direction == .ltr
        hasStart = inline.hasStart
        hasEnd = inline.hasEnd
        takesRoom = inline.takesRoom
        let box = inline.style.box
        verticalAlign = box.verticalAlign
        containsAbsolutes = box.position != .static
        self.offset = offset
        let left = edges.margin.left + edges.border.left + edges.padding.left
        let right = edges.margin.right + edges.border.right + edges.padding.right
        startWidth = hasStart ? (isLeftToRight ? left : right) : 0
        endWidth = hasEnd ? (isLeftToRight ? right : left) : 0
    }
}
