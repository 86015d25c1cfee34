import Geometry
import Style

/// The preferred aspect ratio of a box, as it turns one of its border-box sizes into the other (CSS Sizing 4 §5).
struct BoxRatio {
    /// Width by height.
    private let ratio: Double
    /// What is not part of the box that the ratio is of.
    private let outside: Size

    init?(_ box: Box, _ inner: Edges<Double>) {
        let style = box.style.box
        var ratio = style.aspectRatio
        var isNatural = false
        if case .replaced(let replaced) = box.inside, let image = replaced.image {
            ratio = style.ratio(of: image)
            isNatural = style.prefersNaturalRatio || style.aspectRatio == nil
        }
        guard let ratio, ratio > 0, ratio.isFinite else { return nil }
        self.ratio = ratio
        let ofBorderBox = style.boxSizing == .borderBox && !isNatural
        outside = ofBorderBox ? Size() : Size(width: inner.horizontal, height: inner.vertical)
    }

    func width(height: Double) -> Double { max(0, height - outside.height) * ratio + outside.width }
    func height(width: Double) -> Double { max(0, width - outside.width) / ratio + outside.height }
}

/// The least and the most that a size may be.
struct SizeLimits {
    var least: Double = 0
    var most: Double = .infinity

    func clamp(_ size: Double) -> Double { max(least, min(most, size)) }
}

extension LayoutContext {
    /// What `min-height` and `max-height` make of the width of a box with a ratio and an automatic height
    /// (CSS Sizing 4 §5.2).
    func transferredWidths(of box: Box, _ edges: UsedEdges, containingHeight: Double?) -> SizeLimits {
        guard box.style.box.height == .auto, let ratio = BoxRatio(box, edges.inner) else { return SizeLimits() }
        let inner = edges.inner.vertical
        let style = box.style.box
        let least = definiteHeight(style.minHeight, of: box, inner: inner, containing: containingHeight)
        let most = definiteHeight(style.maxHeight, of: box, inner: inner, containing: containingHeight)
        return SizeLimits(
            least: least.map { ratio.width(height: $0) } ?? 0, most: most.map { ratio.width(height: $0) } ?? .infinity)
    }

    /// The same of the height, from `min-width` and `max-width`.
    func transferredHeights(of box: Box, _ edges: UsedEdges, containing: Double) -> SizeLimits {
        guard let ratio = BoxRatio(box, edges.inner) else { return SizeLimits() }
        let inner = edges.inner.horizontal
        let style = box.style.box
        let least = definiteWidth(style.minWidth, of: box, inner: inner, containing: containing)
        let most = definiteWidth(style.maxWidth, of: box, inner: inner, containing: containing)
        return SizeLimits(
            least: least.map { ratio.height(width: $0) } ?? 0,
            most: most.map { ratio.height(width: $0) } ?? .infinity)
    }
}
