import Geometry
import Style

/// The flex base size of an item and its limits (CSS Flexbox 1 §9.2, §4.5). All sizes are of the border box.
struct FlexBaseSize {
    private let flow: FlexFlow
    private let item: FlexItem
    private var context: LayoutContext { flow.context }
    private var style: ComputedStyle { item.box.style }
    private var isColumn: Bool { flow.axes.isColumn }

    init(_ flow: FlexFlow, _ item: FlexItem) {
        self.flow = flow
        self.item = item
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
        if isColumn ? style.box.overflowY != .visible : style.box.overflowX != .visible {
            return (inner, max(most, inner))
        }
        return (max(inner, min(automaticMinimum(), most)), max(most, inner))
    }

    /// §4.5: the smaller of the specified and the content-based size.
    private func automaticMinimum() -> Double {
        let specified = definite(isColumn ? style.box.height : style.box.width)
        var content = isColumn ? contentSize() : context.intrinsicSizes(of: item.box).minContent + inner
        if item.box.isReplaced, let ratio = fromRatio() { content = min(content, ratio) }
        return specified.map { min($0, content) } ?? content
    }

    private var inner: Double { flow.axes.main(item.edges.inner) }

    private func definite(_ sizing: Sizing) -> Double? {
        if isColumn {
            return context.definiteHeight(sizing, of: item.box, inner: inner, containing: flow.height)
        }
        return context.definiteWidth(sizing, of: item.box, inner: inner, containing: flow.width)
    }

    /// An aspect ratio and a definite cross size make the main size.
    private func fromRatio() -> Double? {
        guard let ratio = ratio, ratio > 0 else { return nil }
        let cross: Double?
        if isColumn {
            cross = context.definiteWidth(
                style.box.width, of: item.box, inner: item.edges.inner.horizontal, containing: flow.width)
        } else {
            cross =
                context.definiteHeight(
                    style.box.height, of: item.box, inner: item.edges.inner.vertical, containing: flow.height)
                ?? stretchedHeight
        }
        guard let cross else { return nil }
        let content = cross - flow.axes.cross(item.edges.inner)
        return (isColumn ? content / ratio : content * ratio) + inner
    }

    private var stretchedHeight: Double? {
        guard flow.isSingleLine, let height = flow.height, flow.stretches(item) else { return nil }
        return height - item.edges.margin.vertical
    }

    private var ratio: Double? {
        guard case .replaced(let replaced) = item.box.inside, let image = replaced.image else {
            return style.box.aspectRatio
        }
        return style.box.ratio(of: image)
    }

    private func contentSize() -> Double {
        if isColumn {
            var space = ConstraintSpace(
                origin: Point(), pages: context.endless, containingWidth: flow.width, containingHeight: flow.height)
            space.width = flow.columnWidth(item)
            space.height = .content
            return context.measure(item.box, space).size.height
        }
        if case .replaced(let replaced) = item.box.inside {
            return context.replacedSize(
                item.box, replaced, item.edges, containing: flow.width, height: flow.height
            ).width
        }
        return context.intrinsicSizes(of: item.box).maxContent + inner
    }
}
