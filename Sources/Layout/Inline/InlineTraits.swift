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

extension BlockTraits {
    enum Alignment { case left, right, center, justify }

    /// - Parameter endsParagraph: the line is the last, or ends with a forced break.
    func alignment(endsParagraph: Bool, isRightToLeft: Bool) -> Alignment {
        let start: Alignment = isRightToLeft ? .right : .left
        let end: Alignment = isRightToLeft ? .left : .right
        if endsParagraph {
            switch textAlignLast {
            case .auto: break
            case .start: return start
            case .end: return end
            case .left: return .left
            case .right: return .right
            case .center: return .center
            case .justify: return .justify
            }
        }
        return switch textAlign {
        case .start: start
        case .end: end
        case .left, .webkitLeft: .left
        case .right, .webkitRight: .right
        case .center, .webkitCenter: .center
        case .justify: endsParagraph ? start : .justify
        }
    }

    /// From the left edge of a line that is not justified to its first leaf. What overflows does so at the end side.
    func startOffset(_ alignment: Alignment, free: Double, indent: Double, isRightToLeft: Bool) -> Double {
        let indent = isRightToLeft ? 0 : indent
        switch alignment {
        case .left: return indent + (isRightToLeft && free < 0 ? free : 0)
        case .right: return indent + (isRightToLeft ? free : max(0, free))
        case .center:
            if isRightToLeft, free < 0 { return free }
            return indent + max(0, free / 2)
        case .justify: return indent + (isRightToLeft ? free : 0)
        }
    }
}

extension LayoutContext {
    /// The traits of the inline boxes of a content.
    func traits(of content: InlineContent, in space: InlineSpace) -> [InlineTraits] {
        content.boxes.map { inline in
            InlineTraits(
                inline, width: space.width,
                offset: relativeOffset(of: inline.style, width: space.width, height: space.containingHeight))
        }
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
