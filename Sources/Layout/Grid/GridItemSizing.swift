import Geometry
import Style

/// What grid items ask of their tracks, and what size and place they have in their areas (CSS Grid 1 §6, §10).
extension GridFlow {
    // MARK: Contributions

    func columnContribution(_ item: GridItem, available: Double?) -> GridContribution {
        let style = item.box.style.box
        let sizes = context.intrinsicContribution(of: item.box)
        let edges = UsedEdges(item.box.style, base: 0)
        let outside = edges.inner.horizontal + edges.margin.horizontal
        let tracks = GridSpannedTracks(columnSizes, item.area.column, gap: columnGap, available: available)
        var minimum = sizes.minContent
        if style.width == .auto || style.width.hasPercentage {
            if style.minWidth == .auto {
                minimum = style.scrolls ? outside : tracks.automaticMinimum(content: sizes.minContent, outside: outside)
            } else {
                let inner = edges.inner.horizontal
                let least = context.definiteWidth(style.minWidth, of: item.box, inner: inner, containing: 0) ?? 0
                minimum = max(least, inner) + edges.margin.horizontal
            }
        }
        return GridContribution(
            tracks: item.area.column, minimum: minimum, minContent: sizes.minContent, maxContent: sizes.maxContent,
            most: tracks.fixedMost ?? .infinity)
    }

    func rowContribution(_ item: GridItem, available: Double?) -> GridContribution {
        let style = item.box.style.box
        let edges = UsedEdges(item.box.style, base: areaSize(item).width)
        let content = (item.layout?.size.height ?? 0) + edges.margin.vertical + item.baselineShift
        let outside = edges.inner.vertical + edges.margin.vertical
        let tracks = GridSpannedTracks(rowSizes, item.area.row, gap: rowGap, available: available)
        var minimum = content
        if style.height == .auto || style.height.hasPercentage, !item.box.isReplaced {
            if style.minHeight == .auto {
                minimum = style.scrolls ? outside : tracks.automaticMinimum(content: content, outside: outside)
            } else {
                let inner = edges.inner.vertical
                let least = context.definiteHeight(style.minHeight, of: item.box, inner: inner, containing: nil)
                minimum = max(least ?? 0, inner) + edges.margin.vertical
            }
        }
        return GridContribution(
            tracks: item.area.row, minimum: min(minimum, content), minContent: content, maxContent: content,
            most: tracks.fixedMost ?? .infinity)
    }

    // MARK: Sizes and places

    func constraints(_ item: GridItem, height: Double?) -> ConstraintSpace {
        let area = areaSize(item)
        let edges = UsedEdges(item.box.style, base: area.width)
        var inner = ConstraintSpace(
            origin: Point(), pages: context.endless, containingWidth: area.width,
            containingHeight: rows.isEmpty ? nil : area.height)
        let margin = item.box.style.box.margin
        let isAuto = item.box.style.box.width == .auto && margin.left != .auto && margin.right != .auto
        if isAuto, justify(item).keyword == .stretch {
            let least = edges.inner.horizontal
            let fill = max(least, area.width - edges.margin.horizontal)
            inner.width = .fixed(context.clampWidth(fill, of: item.box, inner: least, containing: area.width))
        } else if isAuto, !item.box.isReplaced, justifyIsNormal(item) {
            // A box with a ratio is as wide as a block would be (§6.2).
            inner.width = .fill
        } else {
            inner.width = .shrinkToFit
        }
        if let height { inner.height = .fixed(height, isDefinite: true) }
        inner.subgrid = subgrid(for: item)
        return inner
    }

    func measure(_ item: GridItem, height: Double?) -> BoxLayout {
        context.measure(item.box, constraints(item, height: height))
    }

    private func justify(_ item: GridItem) -> Alignment {
        if subgridsColumns(item) { return Alignment(.stretch) }
        return resolve(item.box.style.arrangement.justifySelf, box.style.arrangement.justifyItems, item)
    }

    private func align(_ item: GridItem) -> Alignment {
        if subgridsRows(item) { return Alignment(.stretch) }
        return resolve(item.box.style.arrangement.alignSelf, box.style.arrangement.alignItems, item)
    }

    private func justifyIsNormal(_ item: GridItem) -> Bool {
        let own = item.box.style.arrangement.justifySelf.keyword
        return (own == .auto ? box.style.arrangement.justifyItems.keyword : own) == .normal
    }

    private func resolve(_ own: Alignment, _ container: Alignment, _ item: GridItem) -> Alignment {
        let alignment = own.keyword == .auto ? container : own
        guard alignment.keyword == .normal || alignment.keyword == .auto else { return alignment }
        return Alignment(item.box.isReplaced || item.box.style.box.aspectRatio != nil ? .start : .stretch)
    }

    func sharesBaseline(_ item: GridItem) -> Bool {
        let margin = item.box.style.box.margin
        return align(item).keyword == .baseline && margin.top != .auto && margin.bottom != .auto
    }

    /// From the top of the margin box.
    func baseline(of item: GridItem) -> Double {
        let top = UsedEdges(item.box.style, base: areaSize(item).width).margin.top
        return top + (item.layout.map { $0.firstBaseline ?? $0.size.height } ?? 0)
    }

    /// Stretches and places an item in its area.
    func settled(_ item: GridItem) -> GridItem {
        var item = item
        let area = areaSize(item)
        let edges = UsedEdges(item.box.style, base: area.width)
        let margin = item.box.style.box.margin
        let height = item.box.style.box.height
        if align(item).keyword == .stretch, height == .auto, margin.top != .auto, margin.bottom != .auto {
            let inner = edges.inner.vertical
            let fill = max(inner, area.height - edges.margin.vertical)
            let used = context.clampHeight(fill, of: item.box, inner: inner, containing: area.height)
            item.layout = measure(item, height: used)
        } else if dependsOnHeight(item) {
            item.layout = measure(item, height: nil)
        }
        let size = item.layout?.size ?? Size()
        let isTurned = box.style.text.direction == .rtl
        let freeWidth = area.width - size.width - edges.margin.horizontal
        let freeHeight = area.height - size.height - edges.margin.vertical
        let x =
            autoMargins(freeWidth, margin.left, margin.right, isTurned: isTurned)
            ?? BoxAlignment.offset(
                justify(item), free: freeWidth, isTurned: isTurned,
                isOwnTurned: item.box.style.text.direction == .rtl)
        let y =
            autoMargins(freeHeight, margin.top, margin.bottom, isTurned: false)
            ?? BoxAlignment.offset(align(item), free: freeHeight)
        var columnStart = columns[item.area.column.lowerBound].start
        if isTurned { columnStart = width - columnStart - area.width }
        item.origin = Point(
            x: columnStart + edges.margin.left + x,
            y: rows[item.area.row.lowerBound].start + edges.margin.top + y + item.baselineShift)
        return item
    }

    private func dependsOnHeight(_ item: GridItem) -> Bool {
        let style = item.box.style.box
        return [style.height, style.minHeight, style.maxHeight].contains { $0.hasPercentage || $0 == .stretch }
    }

    private func autoMargins(
        _ free: Double, _ start: LengthPercentageAuto, _ end: LengthPercentageAuto, isTurned: Bool
    ) -> Double? {
        guard start == .auto || end == .auto else { return nil }
        guard free > 0 else { return isTurned ? free : 0 }
        if start == .auto, end == .auto { return free / 2 }
        return start == .auto ? free : 0
    }
}

/// The tracks that an item spans, as its automatic minimum size sees them (CSS Grid 1 §6.6).
struct GridSpannedTracks {
    private let sizes: ArraySlice<TrackSize>
    private let gaps: Double
    private let available: Double?

    init(_ sizes: [TrackSize], _ range: Range<Int>, gap: Double, available: Double?) {
        self.sizes = sizes[range.clamped(to: sizes.indices)]
        gaps = gap * Double(max(0, range.count - 1))
        self.available = available
    }

    /// What the tracks come to at the most, where all of them say so by a length.
    var fixedMost: Double? {
        var sum = gaps
        for size in sizes {
            guard case .length(let length) = size.functions.max, available != nil || !length.hasPercentage else {
                return nil
            }
            sum += length.resolved(against: available ?? 0)
        }
        return sum
    }

    /// The content's size counts where a track takes its minimum from content, but not over several tracks of which one
    /// is flexible.
    func automaticMinimum(content: Double, outside: Double) -> Double {
        let takesContent = sizes.contains { size in
            switch size.functions.min {
            case .auto: true
            case .length(let length): length.hasPercentage && available == nil
            default: false
            }
        }
        let isFlexible = sizes.contains { $0.fraction > 0 || $0.isFraction }
        guard takesContent, sizes.count == 1 || !isFlexible else { return outside }
        return max(outside, min(content, fixedMost ?? .infinity))
    }
}

extension TrackSize {
    var isFraction: Bool { if case .fraction = functions.max { true } else { false } }

    /// The flex factor.
    var fraction: Double { if case .fraction(let factor) = functions.max { factor } else { 0 } }

    var hasPercentage: Bool {
        switch self {
        case .length(let length), .fitContent(let length): length.hasPercentage
        case .minmax(let low, let high): low.hasPercentage || high.hasPercentage
        default: false
        }
    }
}
