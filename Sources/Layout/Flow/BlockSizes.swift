import Geometry
import Style

/// Used widths and heights of boxes that are not replaced (CSS 2.2 §10.3, §10.4, §10.6, §10.7).
extension LayoutContext {
    /// The used border-box width under a width rule. Auto margins count as 0.
    func usedWidth(of box: Box, _ edges: UsedEdges, _ rule: WidthRule, containing: Double) -> Double {
        let inner = edges.inner.horizontal
        let width: Double
        switch rule {
        case .fixed(let fixed): return max(fixed, inner)
        case .fill:
            width =
                definiteWidth(box.style.box.width, of: box, inner: inner, containing: containing)
                ?? widthFromRatio(of: box, edges)
                ?? max(inner, containing - edges.margin.horizontal)
        case .shrinkToFit:
            width =
                definiteWidth(box.style.box.width, of: box, inner: inner, containing: containing)
                ?? widthFromRatio(of: box, edges)
                ?? shrinkToFit(box, inner: inner, available: containing - edges.margin.horizontal)
        }
        return clampWidth(width, of: box, inner: inner, containing: containing)
    }

    /// The width of a box whose height and preferred aspect ratio are given (CSS Sizing 4 §5.1).
    private func widthFromRatio(of box: Box, _ edges: UsedEdges) -> Double? {
        guard let ratio = box.style.box.aspectRatio, ratio > 0, !box.isReplaced,
            let height = definiteHeight(box.style.box.height, of: box, inner: edges.inner.vertical, containing: nil)
        else { return nil }
        if box.style.box.boxSizing == .borderBox { return height * ratio }
        return (height - edges.inner.vertical) * ratio + edges.inner.horizontal
    }

    /// CSS 2.2 §10.3.5.
    func shrinkToFit(_ box: Box, inner: Double, available: Double) -> Double {
        let sizes = intrinsicSizes(of: box)
        return min(max(sizes.minContent + inner, available), sizes.maxContent + inner)
    }

    /// The border-box width that a sizing value means; nil for `auto`.
    func definiteWidth(_ sizing: Sizing, of box: Box, inner: Double, containing: Double) -> Double? {
        switch sizing {
        case .auto, .content: return nil
        case .length(let length): return box.style.borderBox(length.resolved(against: containing), edges: inner)
        case .minContent: return intrinsicSizes(of: box).minContent + inner
        case .maxContent: return intrinsicSizes(of: box).maxContent + inner
        case .fitContent(let limit):
            let available = limit.map { $0.resolved(against: containing) + inner } ?? containing
            return shrinkToFit(box, inner: inner, available: available)
        }
    }

    func clampWidth(_ width: Double, of box: Box, inner: Double, containing: Double) -> Double {
        var width = width
        if let most = definiteWidth(box.style.box.maxWidth, of: box, inner: inner, containing: containing) {
            width = min(width, most)
        }
        if let least = definiteWidth(box.style.box.minWidth, of: box, inner: inner, containing: containing) {
            width = max(width, least)
        }
        return max(width, inner)
    }

    /// The border-box height that a sizing value means; nil for `auto` and for a percentage of nothing definite.
    func definiteHeight(_ sizing: Sizing, of box: Box, inner: Double, containing: Double?) -> Double? {
        guard case .length(let length) = sizing else { return nil }
        if length.hasPercentage, containing == nil { return nil }
        return box.style.borderBox(length.resolved(against: containing ?? 0), edges: inner)
    }

    func clampHeight(_ height: Double, of box: Box, inner: Double, containing: Double?) -> Double {
        var height = height
        if let most = definiteHeight(box.style.box.maxHeight, of: box, inner: inner, containing: containing) {
            height = min(height, most)
        }
        if let least = definiteHeight(box.style.box.minHeight, of: box, inner: inner, containing: containing) {
            height = max(height, least)
        }
        return max(height, inner)
    }

    /// The border-box height that is known before the content is laid out; nil when the content decides.
    func heightBeforeContent(
        of box: Box, _ edges: UsedEdges, _ space: ConstraintSpace, width: Double
    ) -> (height: Double, isDefinite: Bool)? {
        let inner = edges.inner.vertical
        if case .fixed(let height, let isDefinite) = space.height { return (max(height, inner), isDefinite) }
        if space.height == .content { return nil }
        var height = definiteHeight(box.style.box.height, of: box, inner: inner, containing: space.containingHeight)
        if height == nil, let ratio = box.style.box.aspectRatio, ratio > 0, !box.isReplaced {
            height = heightFromRatio(ratio, of: box, edges, width: width)
        }
        guard let height else { return nil }
        return (clampHeight(height, of: box, inner: inner, containing: space.containingHeight), true)
    }

    private func heightFromRatio(_ ratio: Double, of box: Box, _ edges: UsedEdges, width: Double) -> Double {
        if box.style.box.boxSizing == .borderBox { return width / ratio }
        return (width - edges.inner.horizontal) / ratio + edges.inner.vertical
    }
}
