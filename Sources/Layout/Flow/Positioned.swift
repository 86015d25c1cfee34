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
        guard takesFixed || box.style.box.position != .static else { return layout }
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
            let place = AbsolutePlace(
                area: absolute.containingArea ?? area, flowOrigin: space.origin, pages: space.pages)
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
        let solver = InsetSolver(box.style, edges, area.size, absolute)
        var space = ConstraintSpace(
            origin: Point(), pages: place.pages, containingWidth: area.width, containingHeight: area.height)
        let height = heightRule(box, edges, solver, area.size)
        space.width = widthRule(box, edges, solver, area.size, height: height)
        if let height { space.height = .fixed(height, isDefinite: true) }
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

    /// The border-box height between two given edges. A ratio decides it where the width is known (CSS Sizing 4 §5.1).
    private func heightRule(_ box: Box, _ edges: UsedEdges, _ solver: InsetSolver, _ area: Size) -> Double? {
        let style = box.style.box
        let inner = edges.inner.vertical
        guard !box.isReplaced else { return nil }
        var height = solver.stretchedHeight
        if style.height == .stretch { height = solver.availableHeight } else if style.height != .auto { return nil }
        let knowsWidth = style.width != .auto || solver.stretchedWidth != nil
        guard let height, style.height == .stretch || style.aspectRatio == nil || !knowsWidth else { return nil }
        return clampHeight(max(height, inner), of: box, inner: inner, containing: area.height)
    }

    private func widthRule(
        _ box: Box, _ edges: UsedEdges, _ solver: InsetSolver, _ area: Size, height: Double?
    ) -> WidthRule {
        guard !box.isReplaced else { return .shrinkToFit }
        let inner = edges.inner.horizontal
        let style = box.style.box
        func fixed(_ width: Double) -> WidthRule {
            .fixed(clampWidth(width, of: box, inner: inner, containing: area.width))
        }
        if style.width == .stretch { return fixed(max(inner, solver.availableWidth)) }
        if let width = definiteWidth(style.width, of: box, inner: inner, containing: area.width) {
            return fixed(width)
        }
        if let stretched = solver.stretchedWidth, !isTable(box) { return fixed(max(stretched, inner)) }
        let fitting = shrinkToFit(box, inner: inner, available: max(0, solver.availableWidth))
        guard style.aspectRatio != nil, let ratio = BoxRatio(box, edges.inner) else { return fixed(fitting) }
        if let height { return fixed(ratio.width(height: height)) }
        if let width = widthFromRatio(of: box, edges, containingHeight: area.height) { return fixed(width) }
        return fixed(transferredWidths(of: box, edges, containingHeight: area.height).clamp(fitting))
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
