import Geometry
import Style

/// The intrinsic widths of flex containers (CSS Flexbox 1 §9.9), as browsers find them: a row's items stand side by
/// side, a column's one over the other.
extension LayoutContext {
    func flexIntrinsicSizes(of box: Box) -> IntrinsicSizes {
        let arrangement = box.style.arrangement
        let items = box.children.filter { !$0.style.box.isAbsolutelyPositioned && !$0.style.box.isRunning }
        let isColumn = arrangement.flexDirection.isColumn
        let parts = items.map { isColumn ? intrinsicContribution(of: $0) : rowContribution(of: $0) }
        let widest = IntrinsicSizes(
            minContent: parts.map(\.minContent).max() ?? 0, maxContent: parts.map(\.maxContent).max() ?? 0)
        if isColumn {
            return IntrinsicSizes(
                minContent: widest.minContent, maxContent: widthOfColumns(box, items.count) ?? widest.maxContent)
        }
        let gap = arrangement.columnGap?.resolved(against: 0) ?? 0
        if arrangement.flexWrap.balances, arrangement.flexLineCount > 1 {
            let sizes = parts.map(\.maxContent)
            let lines = BalancedLines(sizes: sizes, gap: gap, limit: .infinity, count: arrangement.flexLineCount)
            return IntrinsicSizes(minContent: widest.minContent, maxContent: lines.longest)
        }
        let gaps = gap * Double(max(0, items.count - 1))
        let maxContent = parts.reduce(gaps) { $0 + $1.maxContent }
        if arrangement.flexWrap != .nowrap {
            return IntrinsicSizes(minContent: widest.minContent, maxContent: maxContent)
        }
        return IntrinsicSizes(minContent: parts.reduce(gaps) { $0 + $1.minContent }, maxContent: maxContent)
    }

    /// §9.9.2: the flex base size bounds what an item that cannot grow asks for, and is the least of one that cannot
    /// shrink.
    private func rowContribution(of item: Box) -> IntrinsicSizes {
        let part = intrinsicContribution(of: item)
        let arrangement = item.style.arrangement
        guard case .length(let basis) = arrangement.flexBasis, !basis.hasPercentage else { return part }
        let edges = UsedEdges(item.style, base: 0)
        let margins = edges.margin.horizontal
        let base = item.style.borderBox(basis.resolved(against: 0), edges: edges.inner.horizontal) + margins
        let limits = rowLimits(of: item, edges)
        func bounded(_ size: Double) -> Double {
            var size = size - margins
            if arrangement.flexGrow == 0 { size = min(size, base - margins) }
            if arrangement.flexShrink == 0 { size = max(size, base - margins) }
            return limits.clamp(size) + margins
        }
        return IntrinsicSizes(minContent: bounded(part.minContent), maxContent: bounded(part.maxContent))
    }

    private func rowLimits(of item: Box, _ edges: UsedEdges) -> SizeLimits {
        let style = item.style.box
        let inner = edges.inner.horizontal
        func stated(_ sizing: Sizing) -> Double? {
            sizing.hasPercentage ? nil : definiteWidth(sizing, of: item, inner: inner, containing: 0)
        }
        var least = stated(style.minWidth) ?? inner
        if style.minWidth == .auto, !style.scrolls {
            let content = intrinsicSizes(of: item).minContent + inner
            least = stated(style.width).map { min($0, content) } ?? content
        }
        return SizeLimits(least: least, most: max(least, stated(style.maxWidth) ?? .infinity))
    }

    /// The lines of a column that wraps stand side by side; how many there are is known when they are laid out.
    private func widthOfColumns(_ box: Box, _ count: Int) -> Double? {
        guard box.style.arrangement.flexWrap != .nowrap, count > 1 else { return nil }
        var space = ConstraintSpace(origin: Point(), pages: endless, containingWidth: 0)
        space.width = .fixed(Self.unlimited)
        var flow = FlexFlow(self, box, space)
        guard flow.height != nil || flow.mostMain != nil || box.style.arrangement.flexLineCount > 1 else { return nil }
        return flow.widthOfLines()
    }

    /// Wider than any content, and small enough to reckon with.
    private static let unlimited = 1e7
}

extension FlexFlow {
    /// What all lines take across, when nothing stretches them.
    fileprivate mutating func widthOfLines() -> Double {
        measureLines()
        return lines.reduce(0) { $0 + $1.crossSize } + crossGap * Double(max(0, lines.count - 1))
    }
}
