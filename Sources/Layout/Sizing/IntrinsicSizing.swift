import Geometry
import Style

/// Intrinsic widths: what content needs at the least, and what it takes when nothing holds it back (CSS Sizing 3 §5).
extension LayoutContext {
    /// The min-content and max-content width of a box's content box, kept on the box: the one door for all algorithms.
    func intrinsicSizes(of box: Box) -> IntrinsicSizes {
        if let kept = box.intrinsicSizes { return kept }
        var sizes: IntrinsicSizes
        switch box.inside {
        case .blocks, .tableRowGroup, .tableRow, .tableColumnGroup, .tableColumn: sizes = blockIntrinsicSizes(of: box)
        case .inlines(let content): sizes = intrinsicSizes(of: content, in: box)
        case .table: sizes = tableIntrinsicSizes(of: box)
        case .flex: sizes = flexIntrinsicSizes(of: box)
        case .grid: sizes = gridIntrinsicSizes(of: box)
        case .replaced(let replaced):
            let edges = UsedEdges(box.style, base: 0)
            let size = replacedSize(box, replaced, edges, containing: nil, height: nil)
            let width = size.width - edges.inner.horizontal
            sizes = IntrinsicSizes(minContent: width, maxContent: width)
        }
        sizes = spread(sizes, over: box)
        if let legend = box.legend.map(intrinsicContribution) {
            sizes.minContent = max(sizes.minContent, legend.minContent)
            sizes.maxContent = max(sizes.maxContent, legend.maxContent)
        }
        box.intrinsicSizes = sizes
        return sizes
    }

    /// A multi-column container asks for its columns side by side (CSS Multi-column 1 §3).
    private func spread(_ sizes: IntrinsicSizes, over box: Box) -> IntrinsicSizes {
        guard let count = box.style.arrangement.columnCount, count > 1 else { return sizes }
        switch box.inside {
        case .blocks, .inlines: break
        default: return sizes
        }
        let gap = box.style.arrangement.columnGap?.resolved(against: 0) ?? box.style.text.fontSize
        let gaps = gap * Double(count - 1)
        // Columns in columns multiply: what no length may be is clamped, as lengths are.
        let longest = 33_554_432.0
        return IntrinsicSizes(
            minContent: min(longest, sizes.minContent * Double(count) + gaps),
            maxContent: min(longest, sizes.maxContent * Double(count) + gaps))
    }

    /// The widest child; floats beside each other count together for max-content.
    private func blockIntrinsicSizes(of box: Box) -> IntrinsicSizes {
        var sizes = IntrinsicSizes.zero
        var floatRun: Double = 0
        for child in box.children {
            let style = child.style.box
            if style.isAbsolutelyPositioned || style.isRunning { continue }
            let contribution = intrinsicContribution(of: child)
            sizes.minContent = max(sizes.minContent, contribution.minContent)
            if style.float != .none {
                if style.clear != .none { floatRun = 0 }
                floatRun += contribution.maxContent
                sizes.maxContent = max(sizes.maxContent, floatRun)
            } else {
                if !child.establishesFormattingContext { floatRun = 0 }
                sizes.maxContent = max(sizes.maxContent, floatRun + contribution.maxContent)
                floatRun = 0
            }
        }
        return sizes
    }

    /// What a box contributes to its container's intrinsic widths: the width of its margin box under its own width, min-
    /// and max-width (CSS Sizing 3 §5.2).
    func intrinsicContribution(of box: Box) -> IntrinsicSizes {
        // Percentages refer to the width that is being asked for: they count as nothing here.
        let edges = UsedEdges(box.style, base: 0)
        let inner = edges.inner.horizontal
        let style = box.style.box
        var sizes: IntrinsicSizes
        if let fixed = fixedBorderBox(style.width, box, inner) {
            sizes = IntrinsicSizes(minContent: fixed, maxContent: fixed)
        } else if let byRatio = widthFromRatio(of: box, edges, containingHeight: nil) {
            sizes = IntrinsicSizes(minContent: byRatio, maxContent: byRatio)
        } else {
            sizes = intrinsicSizes(of: box)
            sizes.minContent += inner
            sizes.maxContent += inner
            if box.isReplaced, style.width.hasPercentage || style.maxWidth.hasPercentage { sizes.minContent = inner }
        }
        if style.aspectRatio != nil, style.width == .auto {
            let limits = transferredWidths(of: box, edges, containingHeight: nil)
            sizes.minContent = limits.clamp(sizes.minContent)
            sizes.maxContent = limits.clamp(sizes.maxContent)
        }
        if let most = fixedBorderBox(style.maxWidth, box, inner) {
            sizes.minContent = min(sizes.minContent, most)
            sizes.maxContent = min(sizes.maxContent, most)
        }
        if let least = fixedBorderBox(style.minWidth, box, inner) {
            sizes.minContent = max(sizes.minContent, least)
            sizes.maxContent = max(sizes.maxContent, least)
        }
        if case .table = box.inside {
            let least = intrinsicSizes(of: box).minContent + inner
            sizes.minContent = max(sizes.minContent, least)
            sizes.maxContent = max(sizes.maxContent, least)
        }
        let margins = edges.margin.horizontal
        return IntrinsicSizes(
            minContent: max(0, sizes.minContent + margins), maxContent: max(0, sizes.maxContent + margins))
    }

    private func fixedBorderBox(_ sizing: Sizing, _ box: Box, _ inner: Double) -> Double? {
        switch sizing {
        case .length(let length) where !length.hasPercentage:
            return box.style.borderBox(length.resolved(against: 0), edges: inner)
        case .minContent: return intrinsicSizes(of: box).minContent + inner
        case .maxContent: return intrinsicSizes(of: box).maxContent + inner
        default: return nil
        }
    }
}

extension Sizing {
    var hasPercentage: Bool {
        if case .length(let length) = self { length.hasPercentage } else { false }
    }
}
