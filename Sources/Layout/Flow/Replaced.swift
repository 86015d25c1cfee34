import Geometry
import Style

/// Replaced elements (CSS 2.2 §10.3.2, §10.6.2; CSS Images 3 §4, §5.5).
extension LayoutContext {
    func layoutReplaced(_ box: Box, _ replaced: ReplacedBox, _ space: ConstraintSpace) -> LayoutOutcome {
        let edges = UsedEdges(box.style, base: space.containingWidth)
        var size = replacedSize(
            box, replaced, edges, containing: space.containingWidth, height: space.containingHeight)
        if case .fixed(let width) = space.width { size = fixed(width: width, box, replaced, edges, size, space) }
        if case .fixed(let height, _) = space.height { size.height = max(height, edges.inner.vertical) }
        if space.mayBreakBefore, space.pages.crosses(from: space.origin.y, to: space.origin.y + size.height) {
            return .breakBefore
        }
        var parts = BoxFragment.Parts(box, edges)
        parts.size = size
        if let image = replaced.image, image.id.raw >= 0 {
            let content = Size(
                width: max(0, size.width - edges.inner.horizontal), height: max(0, size.height - edges.inner.vertical))
            parts.content = ReplacedContent(
                image: image.id, rect: objectRect(image, in: content, box.style.box),
                alternativeText: replaced.alternativeText)
        }
        var layout = BoxLayout(fragment: BoxFragment(parts))
        layout.overflowRight = size.width
        layout.dependsOnPages = space.pages.crosses(from: space.origin.y, to: space.origin.y + size.height)
        return .done(layout)
    }

    /// The used border-box size from the style and the image's natural size.
    ///
    /// - Parameter containing: the containing block's width; nil while that is not known, and percentages say nothing.
    func replacedSize(
        _ box: Box, _ replaced: ReplacedBox, _ edges: UsedEdges, containing: Double?, height containingHeight: Double?
    ) -> Size {
        let style = box.style.box
        let inner = edges.inner
        func contentWidth(_ sizing: Sizing) -> Double? {
            guard case .length(let length) = sizing, containing != nil || !length.hasPercentage else { return nil }
            let width = length.resolved(against: containing ?? 0)
            return box.style.borderBox(width, edges: inner.horizontal) - inner.horizontal
        }
        func contentHeight(_ sizing: Sizing) -> Double? {
            definiteHeight(sizing, of: box, inner: inner.vertical, containing: containingHeight).map {
                $0 - inner.vertical
            }
        }
        let bounds = SizeBounds(
            minWidth: contentWidth(style.minWidth) ?? 0, maxWidth: contentWidth(style.maxWidth) ?? .infinity,
            minHeight: contentHeight(style.minHeight) ?? 0, maxHeight: contentHeight(style.maxHeight) ?? .infinity)
        let natural = naturalSize(replaced.image, style)
        let content = natural.resolved(
            width: contentWidth(style.width), height: contentHeight(style.height), bounds: bounds,
            available: (containing ?? 0) - inner.horizontal - edges.margin.horizontal)
        return Size(width: content.width + inner.horizontal, height: content.height + inner.vertical)
    }

    private func naturalSize(_ image: ImageInfo?, _ style: BoxStyle) -> NaturalSize {
        guard let image else { return NaturalSize(width: 0, height: 0, ratio: style.aspectRatio) }
        return NaturalSize(width: image.width, height: image.height, ratio: style.ratio(of: image))
    }

    /// A flex or grid item, or a box whose width the container has decided: the height follows by the ratio.
    private func fixed(
        width: Double, _ box: Box, _ replaced: ReplacedBox, _ edges: UsedEdges, _ size: Size, _ space: ConstraintSpace
    ) -> Size {
        let inner = edges.inner
        let hasHeight =
            definiteHeight(
                box.style.box.height, of: box, inner: inner.vertical, containing: space.containingHeight) != nil
        let width = max(width, inner.horizontal)
        guard !hasHeight, width != size.width, let ratio = naturalSize(replaced.image, box.style.box).ratio,
            ratio > 0
        else { return Size(width: width, height: size.height) }
        let height = (width - inner.horizontal) / ratio + inner.vertical
        let clamped = clampHeight(height, of: box, inner: inner.vertical, containing: space.containingHeight)
        return Size(width: width, height: clamped)
    }

    /// Where the image goes in the content box (CSS Images 3 §5.5, §5.6).
    private func objectRect(_ image: ImageInfo, in content: Size, _ style: BoxStyle) -> Rect {
        let natural = Size(width: image.width ?? content.width, height: image.height ?? content.height)
        let ratio = image.aspectRatio ?? (natural.height > 0 ? natural.width / natural.height : 1)
        let contained = NaturalSize.contain(ratio, in: content)
        let size: Size
        switch style.objectFit {
        case .fill: size = content
        case .contain: size = contained
        case .cover: size = NaturalSize.cover(ratio, over: content)
        case .none: size = natural
        case .scaleDown: size = natural.width <= contained.width ? natural : contained
        }
        return Rect(
            x: style.objectPosition.x.resolved(against: content.width - size.width),
            y: style.objectPosition.y.resolved(against: content.height - size.height),
            width: size.width, height: size.height)
    }
}

extension BoxStyle {
    /// The ratio that an image is shown in: the preferred one, or its own (CSS Sizing 4 §5.1).
    func ratio(of image: ImageInfo) -> Double? {
        prefersNaturalRatio ? image.aspectRatio ?? aspectRatio : aspectRatio ?? image.aspectRatio
    }
}

struct SizeBounds {
    var minWidth: Double
    var maxWidth: Double
    var minHeight: Double
    var maxHeight: Double

    func clamp(width: Double) -> Double { max(minWidth, min(maxWidth, width)) }
    func clamp(height: Double) -> Double { max(minHeight, min(maxHeight, height)) }
}

/// What an image knows of its size.
struct NaturalSize {
    var width: Double?
    var height: Double?
    /// Width by height.
    var ratio: Double?

    static func contain(_ ratio: Double, in area: Size) -> Size {
        let width = min(area.width, area.height * ratio)
        return Size(width: width, height: ratio > 0 ? width / ratio : 0)
    }

    static func cover(_ ratio: Double, over area: Size) -> Size {
        let width = max(area.width, area.height * ratio)
        return Size(width: width, height: ratio > 0 ? width / ratio : 0)
    }

    /// The used content size; `width` and `height` are what the style says, nil for `auto`.
    func resolved(width: Double?, height: Double?, bounds: SizeBounds, available: Double) -> Size {
        let ratio = ratio.flatMap { $0 > 0 ? $0 : nil }
        switch (width, height) {
        case (let width?, let height?):
            return Size(width: bounds.clamp(width: width), height: bounds.clamp(height: height))
        case (let width?, nil):
            let used = bounds.clamp(width: width)
            return Size(width: used, height: bounds.clamp(height: ratio.map { used / $0 } ?? self.height ?? 150))
        case (nil, let height?):
            let used = bounds.clamp(height: height)
            return Size(width: bounds.clamp(width: ratio.map { used * $0 } ?? self.width ?? 300), height: used)
        case (nil, nil):
            return unspecified(ratio, bounds, available: available)
        }
    }

    private func unspecified(_ ratio: Double?, _ bounds: SizeBounds, available: Double) -> Size {
        var size: Size
        switch (width, height, ratio) {
        case (let width?, let height?, _): size = Size(width: width, height: height)
        case (let width?, nil, let ratio?): size = Size(width: width, height: width / ratio)
        case (nil, let height?, let ratio?): size = Size(width: height * ratio, height: height)
        case (nil, nil, let ratio?):
            let width = available > 0 ? available : 300
            size = Size(width: width, height: width / ratio)
        default: size = Size(width: width ?? 300, height: height ?? 150)
        }
        guard let ratio else {
            return Size(width: bounds.clamp(width: size.width), height: bounds.clamp(height: size.height))
        }
        // The table of CSS 2.2 §10.4: one violated bound moves both sides in proportion.
        let width = bounds.clamp(width: size.width)
        if width != size.width { size = Size(width: width, height: width / ratio) }
        let height = bounds.clamp(height: size.height)
        if height != size.height { size = Size(width: bounds.clamp(width: height * ratio), height: height) }
        return size
    }
}
