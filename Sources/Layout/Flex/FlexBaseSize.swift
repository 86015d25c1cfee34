import Geometry
import Style

/// The flex base size of an item and its limits (CSS Flexbox 1 §9.2, §4.5). All sizes are of the border box.
struct FlexBaseSize {
    private let flow: FlexFlow
    private let item: FlexItem
    private let ratio: BoxRatio?
    private var context: LayoutContext { flow.context }
    private var style: ComputedStyle { item.box.style }
    private var isColumn: Bool { flow.axes.isColumn }

    init(_ flow: FlexFlow, _ item: FlexItem) {
        self.flow = flow
        self.item = item
        ratio = BoxRatio(item.box, item.edges.inner)
    }

    func base() -> Double {
        let basis = style.arrangement.flexBasis
        if basis != .auto, let size = definite(basis) { return size }
        if basis == .auto, let size = definite(isColumn ? style.box.height : style.box.width) { return size }
        return fromRatio() ?? contentSize()
    }

    /// The least and the most main size.
    func limits() -> (Double, Double) {
        let most = definite(isColumn ? style.box.maxHeight : style.box.maxWidth) ?? .infinity
        let inner = flow.axes.main(item.edges.inner)
        let stated = isColumn ? style.box.minHeight : style.box.minWidth
        guard stated == .auto else { return (max(inner, definite(stated) ?? 0), max(most, inner)) }
        if style.box.scrolls { return (inner, max(most, inner)) }
        return (max(inner, min(automaticMinimum(), most)), max(most, inner))
    }

    /// §4.5: the smaller of the specified and the content-based size.
    private func automaticMinimum() -> Double {
        let specified = definite(isColumn ? style.box.height : style.box.width)
        if item.box.isReplaced, specified == nil, let ratio = fromRatio() { return min(leastContent(), ratio) }
        let content = leastContent()
        return specified.map { min($0, content) } ?? content
    }

    /// The min-content size, which a ratio bounds by the limits of the other side.
    private func leastContent() -> Double {
        guard !isColumn else { return transferredLimits().clamp(contentSize()) }
        if !item.box.isReplaced, let ratio = fromRatio() { return ratio }
        return transferredLimits().clamp(context.intrinsicSizes(of: item.box).minContent + inner)
    }

    private var inner: Double { flow.axes.main(item.edges.inner) }

    private func definite(_ sizing: Sizing) -> Double? {
        if isColumn {
            return context.definiteHeight(sizing, of: item.box, inner: inner, containing: flow.percentageHeight)
        }
        return context.definiteWidth(sizing, of: item.box, inner: inner, containing: flow.width)
    }

    /// An aspect ratio and a definite cross size make the main size.
    private func fromRatio() -> Double? {
        guard let ratio, let cross = definiteCross() else { return nil }
        return isColumn ? ratio.height(width: cross) : ratio.width(height: cross)
    }

    private func definiteCross() -> Double? {
        let box = item.box
        let inner = flow.axes.cross(item.edges.inner)
        if isColumn {
            if let stated = context.definiteWidth(style.box.width, of: box, inner: inner, containing: flow.width) {
                return context.clampWidth(stated, of: box, inner: inner, containing: flow.width)
            }
            if case .fixed(let width) = flow.columnWidth(item) { return width }
            return nil
        }
        let containing = flow.percentageHeight
        return
            (context.definiteHeight(style.box.height, of: box, inner: inner, containing: containing)
            ?? stretchedHeight).map { context.clampHeight($0, of: box, inner: inner, containing: containing) }
    }

    private var stretchedHeight: Double? {
        guard flow.isSingleLine, let height = flow.height, flow.stretches(item) else { return nil }
        return height - item.edges.margin.vertical
    }

    private func transferredLimits() -> SizeLimits {
        guard ratio != nil, !item.box.isReplaced else { return SizeLimits() }
        if isColumn { return context.transferredHeights(of: item.box, item.edges, containing: flow.width) }
        return context.transferredWidths(of: item.box, item.edges, containingHeight: flow.percentageHeight)
    }

    private func contentSize() -> Double {
        if isColumn {
            var space = ConstraintSpace(
                origin: Point(), pages: context.endless, containingWidth: flow.availableWidth,
                containingHeight: flow.percentageHeight)
            space.width = flow.columnWidth(item)
            space.height = .content
            let size = context.measure(item.box, space).size
            guard let ratio, !item.box.isReplaced else { return size.height }
            return ratio.height(width: size.width)
        }
        if case .replaced(let replaced) = item.box.inside {
            return context.replacedSize(
                item.box, replaced, item.edges, containing: flow.width, height: flow.percentageHeight
            ).width
        }
        return transferredLimits().clamp(context.intrinsicSizes(of: item.box).maxContent + inner)
    }
}
