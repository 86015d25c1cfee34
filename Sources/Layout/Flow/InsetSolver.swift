import Geometry
import Style

/// Where an absolutely positioned box may stand.
struct AbsolutePlace {
    /// The containing block: the padding box of the fragment, in the fragment's coordinates.
    var area: Rect
    /// The fragment's own place in the flow.
    var flowOrigin: Point
    var pages: PageFlow
}

/// Solves the equations of CSS 2.2 §10.3.7 and §10.6.4 for one box.
struct InsetSolver {
    private let left: Double?
    private let right: Double?
    private let top: Double?
    private let bottom: Double?
    private let area: Size
    private let edges: UsedEdges
    private let margin: Edges<LengthPercentageAuto>
    private let justify: Alignment
    private let align: Alignment
    private let direction: Direction
    private let absolute: AbsoluteBox

    init(_ computed: ComputedStyle, _ edges: UsedEdges, _ area: Size, _ absolute: AbsoluteBox) {
        let style = computed.box
        func length(_ value: LengthPercentageAuto, _ base: Double) -> Double? {
            if case .length(let length) = value { length.resolved(against: base) } else { nil }
        }
        left = length(style.inset.left, area.width)
        right = length(style.inset.right, area.width)
        top = length(style.inset.top, area.height)
        bottom = length(style.inset.bottom, area.height)
        self.area = area
        self.edges = edges
        margin = style.margin
        justify = computed.arrangement.justifySelf
        align = computed.arrangement.alignSelf
        direction = computed.text.direction
        self.absolute = absolute
    }

    /// Both edges given and no width: the box fills what is between.
    var stretchedWidth: Double? {
        guard let left, let right else { return nil }
        return area.width - left - right - edges.margin.horizontal
    }

    var stretchedHeight: Double? {
        guard let top, let bottom else { return nil }
        return area.height - top - bottom - edges.margin.vertical
    }

    var availableWidth: Double {
        if left == nil, right == nil, let room = absolute.staticRoom {
            return room.size.width - edges.margin.horizontal
        }
        let start = left ?? (right == nil ? max(0, absolute.staticPosition.x) : 0)
        return area.width - start - (right ?? 0) - edges.margin.horizontal
    }

    var availableHeight: Double {
        area.height - (top ?? 0) - (bottom ?? 0) - edges.margin.vertical
    }

    /// The border box's left edge from the containing block's.
    func x(width: Double, areaX: Double) -> Double {
        switch (left, right) {
        case (let left?, let right?):
            let free = area.width - left - right - width
            if let offset = aligned(justify, margin.left, margin.right, free - edges.margin.horizontal, isRow: true) {
                return left + edges.margin.left + offset
            }
            if absolute.staticDirection == .rtl { return left + rightToLeft(free) }
            if free < 0, margin.left == .auto, margin.right == .auto { return left }
            return left + leading(free, margin.left, margin.right, edges.margin.left, edges.margin.right)
        case (let left?, nil): return left + edges.margin.left
        case (nil, let right?): return area.width - right - edges.margin.right - width
        case (nil, nil):
            let place = absolute.staticPosition.x - areaX
            if let room = absolute.staticRoom {
                let free = room.size.width - width - edges.margin.horizontal
                return place + edges.margin.left + offset(room.justify, free, isRow: true)
            }
            return absolute.staticDirection == .rtl && absolute.isStaticPositionRight
                ? place - width - edges.margin.right : place + edges.margin.left
        }
    }

    func y(height: Double, areaY: Double) -> Double {
        switch (top, bottom) {
        case (let top?, let bottom?):
            let free = area.height - top - bottom - height
            if let offset = aligned(align, margin.top, margin.bottom, free - edges.margin.vertical, isRow: false) {
                return top + edges.margin.top + offset
            }
            return top + leading(free, margin.top, margin.bottom, edges.margin.top, edges.margin.bottom)
        case (let top?, nil): return top + edges.margin.top
        case (nil, let bottom?): return area.height - bottom - edges.margin.bottom - height
        case (nil, nil):
            let place = absolute.staticPosition.y - areaY + edges.margin.top
            guard let room = absolute.staticRoom else { return place }
            let free = room.size.height - height - edges.margin.vertical
            return place + offset(room.align, free, isRow: false)
        }
    }

    /// `justify-self` and `align-self` place a box between its two edges (CSS Positioned Layout 3 §4.4); nil where they
    /// say nothing, or an auto margin comes first.
    private func aligned(
        _ alignment: Alignment, _ start: LengthPercentageAuto, _ end: LengthPercentageAuto, _ free: Double, isRow: Bool
    ) -> Double? {
        let saysNothing = [.auto, .normal, .stretch, .baseline, .lastBaseline].contains(alignment.keyword)
        guard start != .auto, end != .auto, !saysNothing else { return nil }
        return offset(alignment, free, isRow: isRow)
    }

    private func offset(_ alignment: Alignment, _ free: Double, isRow: Bool) -> Double {
        BoxAlignment.offset(
            alignment, free: free, isTurned: isRow && absolute.staticDirection == .rtl,
            isOwnTurned: isRow && direction == .rtl)
    }

    /// Auto margins share what is free; over-constrained boxes keep their start.
    private func leading(
        _ free: Double, _ start: LengthPercentageAuto, _ end: LengthPercentageAuto, _ usedStart: Double,
        _ usedEnd: Double
    ) -> Double {
        switch (start, end) {
        case (.auto, .auto): free / 2
        case (.auto, _): free - usedEnd
        default: usedStart
        }
    }

    /// In right-to-left text it is the left side that gives way.
    private func rightToLeft(_ free: Double) -> Double {
        switch (margin.left, margin.right) {
        case (.auto, .auto): free < 0 ? free : free / 2
        case (_, .auto): edges.margin.left
        default: free - edges.margin.right
        }
    }
}
