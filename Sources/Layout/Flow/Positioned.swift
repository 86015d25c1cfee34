import Geometry
import Style

/// Relative, absolute and fixed positioning (CSS 2.2 §9.3, §10.3.7, §10.6.4).
extension LayoutContext {
    /// How far a relatively positioned box is moved from its place.
    /// - Parameter isRightToLeft: the containing block's direction, which decides between `left` and `right`.
    func relativeOffset(
        of style: ComputedStyle, width: Double, height: Double?, isRightToLeft: Bool = false
    ) -> Point {
        guard style.box.position == .relative || style.box.position == .sticky else { return Point() }
        let inset = style.box.inset
        func length(_ value: LengthPercentageAuto, _ base: Double?) -> Double? {
            guard case .length(let length) = value else { return nil }
            if length.hasPercentage, base == nil { return nil }
            return length.resolved(against: base ?? 0)
        }
        let left = length(inset.left, width)
        let right = length(inset.right, width).map { -$0 }
        let x = (isRightToLeft ? right ?? left : left ?? right) ?? 0
        let y = length(inset.top, height) ?? length(inset.bottom, height).map { -$0 } ?? 0
        return Point(x: x, y: y)
    }

    /// Lays out the positioned boxes whose containing block this box is; the others stay with the layout.
    func resolveAbsolutes(in layout: BoxLayout, of box: Box, _ space: ConstraintSpace) -> BoxLayout {
        let takesFixed = !box.style.decoration.transform.isEmpty
        guard !layout.absolutes.isEmpty, takesFixed || box.style.box.position != .static else { return layout }
        let fragment = layout.fragment
        let area = Rect(origin: Point(), size: fragment.size).inset(by: fragment.border)
        var parts = BoxFragment.Parts(fragment)
        var resolved = layout
        resolved.absolutes = []
        for absolute in layout.absolutes {
            if absolute.box.style.box.position == .fixed, !takesFixed {
                resolved.absolutes.append(absolute)
                continue
            }
            let place = AbsolutePlace(area: area, flowOrigin: space.origin, pages: space.pages)
            let (placed, rest) = layoutAbsolute(absolute, in: place)
            parts.children.append(placed)
            resolved.absolutes += rest
            if !fragment.style.box.clips, case .box(let inner) = placed.fragment {
                resolved.overflowRight = max(resolved.overflowRight, placed.origin.x + inner.size.width)
            }
        }
        resolved.fragment = BoxFragment(parts)
        return resolved
    }

    /// Lays out one positioned box; its place is relative to the fragment whose `area` is given.
    func layoutAbsolute(_ absolute: AbsoluteBox, in place: AbsolutePlace) -> (PlacedFragment, [AbsoluteBox]) {
        let box = absolute.box
        let area = place.area
        if box.style.box.isRunning { return (placeholder(absolute), []) }
        let edges = UsedEdges(box.style, base: area.width)
        let solver = InsetSolver(box.style.box, edges, area.size, absolute)
        var space = ConstraintSpace(
            origin: Point(), pages: place.pages, containingWidth: area.width, containingHeight: area.height)
        space.width = widthRule(box, edges, solver, area.width)
        if let height = solver.stretchedHeight, box.style.box.height == .auto, !box.isReplaced {
            let inner = edges.inner.vertical
            let clamped = clampHeight(max(height, inner), of: box, inner: inner, containing: area.height)
            space.height = .fixed(clamped, isDefinite: true)
        }
        let size = measure(box, space).size
        let local = Point(
            x: area.x + solver.x(width: size.width, areaX: area.x),
            y: area.y + solver.y(height: size.height, areaY: area.y))
        space.origin = place.flowOrigin + local
        space.width = .fixed(size.width)
        guard case .done(let layout) = self.layout(box, space) else { return (placeholder(absolute), []) }
        var rest = layout.absolutes
        for index in rest.indices { rest[index].staticPosition += local }
        return (PlacedFragment(.box(layout.fragment), at: local), rest)
    }

    private func widthRule(_ box: Box, _ edges: UsedEdges, _ solver: InsetSolver, _ containing: Double) -> WidthRule {
        guard !box.isReplaced else { return .shrinkToFit }
        let inner = edges.inner.horizontal
        if let width = definiteWidth(box.style.box.width, of: box, inner: inner, containing: containing) {
            return .fixed(clampWidth(width, of: box, inner: inner, containing: containing))
        }
        if let stretched = solver.stretchedWidth, !isTable(box) {
            return .fixed(clampWidth(max(stretched, inner), of: box, inner: inner, containing: containing))
        }
        let width = shrinkToFit(box, inner: inner, available: max(0, solver.availableWidth))
        return .fixed(clampWidth(width, of: box, inner: inner, containing: containing))
    }

    private func isTable(_ box: Box) -> Bool { if case .table = box.inside { true } else { false } }

    /// A running element leaves only a mark, by which its page is known.
    private func placeholder(_ absolute: AbsoluteBox) -> PlacedFragment {
        var parts = BoxFragment.Parts(role: .block, style: absolute.box.style)
        parts.node = absolute.box.node
        parts.order = absolute.box.order
        return PlacedFragment(.box(BoxFragment(parts)), at: absolute.staticPosition)
    }
}

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
    private let absolute: AbsoluteBox

    init(_ style: BoxStyle, _ edges: UsedEdges, _ area: Size, _ absolute: AbsoluteBox) {
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
        let start = left ?? (right == nil ? max(0, absolute.staticPosition.x) : 0)
        return area.width - start - (right ?? 0) - edges.margin.horizontal
    }

    /// The border box's left edge from the containing block's.
    func x(width: Double, areaX: Double) -> Double {
        switch (left, right) {
        case (let left?, let right?):
            let free = area.width - left - right - width
            if absolute.staticDirection == .rtl { return left + rightToLeft(free) }
            if free < 0, margin.left == .auto, margin.right == .auto { return left }
            return left + leading(free, margin.left, margin.right, edges.margin.left, edges.margin.right)
        case (let left?, nil): return left + edges.margin.left
        case (nil, let right?): return area.width - right - edges.margin.right - width
        case (nil, nil):
            let place = absolute.staticPosition.x - areaX
            return absolute.staticDirection == .rtl && absolute.isStaticPositionRight
                ? place - width - edges.margin.right : place + edges.margin.left
        }
    }

    func y(height: Double, areaY: Double) -> Double {
        switch (top, bottom) {
        case (let top?, let bottom?):
            let free = area.height - top - bottom - height
            return top + leading(free, margin.top, margin.bottom, edges.margin.top, edges.margin.bottom)
        case (let top?, nil): return top + edges.margin.top
        case (nil, let bottom?): return area.height - bottom - edges.margin.bottom - height
        case (nil, nil): return absolute.staticPosition.y - areaY + edges.margin.top
        }
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
