import Geometry
import Style

/// Used widths and heights of boxes that are not replaced (CSS 2.2 §10.3, §10.4, §10.6, §10.7).
extension LayoutContext {
    /// The used border-box width under a width rule. Auto margins count as 0.
    func usedWidth(
        of box: Box, _ edges: UsedEdges, _ rule: WidthRule, containing: Double, height: Double? = nil
    ) -> Double {
        let inner = edges.inner.horizontal
        if case .fixed(let fixed) = rule { return max(fixed, inner) }
        var width: Double
        if let stated = definiteWidth(box.style.box.width, of: box, inner: inner, containing: containing) {
            width = stated
        } else if let byRatio = widthFromRatio(of: box, edges, containingHeight: height) {
            width = byRatio
        } else {
            let available = containing - edges.margin.horizontal
            width = rule == .fill ? max(inner, available) : shrinkToFit(box, inner: inner, available: available)
            if box.style.box.aspectRatio != nil {
                width = transferredWidths(of: box, edges, containingHeight: height).clamp(width)
            }
        }
        return clampWidth(width, of: box, inner: inner, containing: containing)
    }

    /// The width of a box whose height and preferred aspect ratio are given (CSS Sizing 4 §5.1).
    func widthFromRatio(of box: Box, _ edges: UsedEdges, containingHeight: Double?) -> Double? {
        guard box.style.box.aspectRatio != nil, !box.isReplaced, let ratio = BoxRatio(box, edges.inner) else {
            return nil
        }
        let inner = edges.inner.vertical
        let stated = definiteHeight(box.style.box.height, of: box, inner: inner, containing: containingHeight)
        guard let stated else { return nil }
        return ratio.width(height: clampHeight(stated, of: box, inner: inner, containing: containingHeight))
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
        case .stretch: return max(inner, containing - UsedEdges(box.style, base: containing).margin.horizontal)
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
        if sizing == .stretch {
            return containing.map { max(inner, $0 - UsedEdges(box.style, base: 0).margin.vertical) }
        }
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
    ) -> KnownHeight? {
        let inner = edges.inner.vertical
        if case .fixed(let height, let isDefinite) = space.height {
            return KnownHeight(height: max(height, inner), isDefinite: isDefinite)
        }
        if space.height == .content { return nil }
        let style = box.style.box
        if let stated = definiteHeight(style.height, of: box, inner: inner, containing: space.containingHeight) {
            let clamped = clampHeight(stated, of: box, inner: inner, containing: space.containingHeight)
            return KnownHeight(height: clamped, isDefinite: true)
        }
        guard style.aspectRatio != nil, !box.isReplaced, let ratio = BoxRatio(box, edges.inner) else { return nil }
        let height = clampHeight(
            ratio.height(width: width), of: box, inner: inner, containing: space.containingHeight)
        return KnownHeight(height: height, isDefinite: true, growsWithContent: style.minHeight == .auto && !style.clips)
    }
}

/// A border-box height that is known before the content is.
struct KnownHeight {
    var height: Double
    /// Whether percentages of what is inside may refer to it.
    var isDefinite: Bool
    /// A height that came from the width by an aspect ratio does not cut its content (CSS Sizing 4 §5.1.1).
    var growsWithContent = false
}
