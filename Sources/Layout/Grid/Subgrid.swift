import Geometry
import Style

/// What a grid item with `subgrid` takes from its container along each axis (CSS Grid 2 §9).
struct Subgrid: Equatable {
    var columns: Axis?
    var rows: Axis?

    /// The tracks that the item spans, from the start of its content box.
    struct Axis: Equatable {
        var sizes: [TrackSize]
        var lineNames: [[String]]
        var gap: Double
        /// Start and length of each; none while they are not known.
        var starts: [Double] = []
        var lengths: [Double] = []

        var places: [(start: Double, size: Double)] { zip(starts, lengths).map { ($0, $1) } }
    }

    /// Leading and trailing edges that lie between the item's area and its content.
    struct Ends {
        var start: Double
        var end: Double
    }
}

extension GridFlow {
    func subgridsColumns(_ item: GridItem) -> Bool { item.box.isGrid && item.style.gridTemplateColumns.isSubgrid }
    func subgridsRows(_ item: GridItem) -> Bool { item.box.isGrid && item.style.gridTemplateRows.isSubgrid }

    /// The tracks of an item's area as it sees them, with their places where those are known.
    func subgrid(for item: GridItem) -> Subgrid {
        var subgrid = Subgrid()
        guard item.box.isGrid else { return subgrid }
        let edges = UsedEdges(item.box.style, base: areaSize(item).width)
        if subgridsColumns(item) {
            let gap = item.style.columnGap?.resolved(against: areaSize(item).width)
            subgrid.columns = axis(
                item.area.column, of: columnSizes, at: columns, gaps: (own: gap, outer: columnGap),
                ends: columnEnds(edges), names: columnLines)
        }
        if subgridsRows(item) {
            let gap = item.style.rowGap?.resolved(against: areaSize(item).height)
            subgrid.rows = axis(
                item.area.row, of: rowSizes, at: rows, gaps: (own: gap, outer: rowGap), ends: rowEnds(edges),
                names: rowLines)
        }
        return subgrid
    }

    private func columnEnds(_ edges: UsedEdges) -> Subgrid.Ends {
        let all = edges.inner + edges.margin
        return box.style.text.direction == .rtl
            ? Subgrid.Ends(start: all.right, end: all.left) : Subgrid.Ends(start: all.left, end: all.right)
    }

    private func rowEnds(_ edges: UsedEdges) -> Subgrid.Ends {
        let all = edges.inner + edges.margin
        return Subgrid.Ends(start: all.top, end: all.bottom)
    }

    /// A gap of the item's own is half taken from the tracks on either side.
    private func axis(
        _ range: Range<Int>, of sizes: [TrackSize], at places: [(start: Double, size: Double)],
        gaps: (own: Double?, outer: Double), ends: Subgrid.Ends, names: GridLineNumbers
    ) -> Subgrid.Axis {
        var axis = Subgrid.Axis(
            sizes: Array(sizes[range]), lineNames: names.names(range), gap: gaps.own ?? gaps.outer)
        guard places.count >= range.upperBound, let first = range.first, let last = range.last else { return axis }
        let half = (axis.gap - gaps.outer) / 2
        for index in range {
            var start = places[index].start - places[first].start - ends.start
            var end = start + places[index].size
            if index == first { start += ends.start } else { start += half }
            if index == last { end -= ends.end } else { end -= half }
            axis.starts.append(start)
            axis.lengths.append(max(0, end - start))
        }
        return axis
    }

    // MARK: Contributions

    /// What all items ask of the columns; those of a subgrid ask for themselves (CSS Grid 2 §9).
    func columnContributions(available: Double?) -> [GridContribution] {
        items.flatMap { item in
            guard subgridsColumns(item) else { return [columnContribution(item, available: available)] }
            var space = ConstraintSpace(origin: Point(), pages: context.endless, containingWidth: 0)
            space.subgrid = subgrid(for: item)
            let nested = GridFlow(context, item.box, space, isMeasuring: true)
            let ends = columnEnds(UsedEdges(item.box.style, base: 0))
            return nested.columnContributions(available: nil).map {
                outer($0, of: item.area.column, ends: ends, gap: nested.columnGap - columnGap)
            }
        }
    }

    func rowContributions(available: Double?) -> [GridContribution] {
        items.flatMap { item in
            guard subgridsRows(item) else { return [rowContribution(item, available: available)] }
            var nested = GridFlow(context, item.box, constraints(item, height: nil))
            nested.layOutColumns()
            let ends = rowEnds(UsedEdges(item.box.style, base: areaSize(item).width))
            return nested.rowContributions(available: nil).map {
                outer($0, of: item.area.row, ends: ends, gap: nested.rowGap - rowGap)
            }
        }
    }

    private func outer(
        _ part: GridContribution, of range: Range<Int>, ends: Subgrid.Ends, gap: Double
    ) -> GridContribution {
        var part = part
        let isFirst = part.tracks.lowerBound == 0
        let isLast = part.tracks.upperBound == range.count
        let extra = (isFirst ? ends.start : gap / 2) + (isLast ? ends.end : gap / 2)
        part.tracks = part.tracks.shifted(by: range.lowerBound)
        part.minimum += extra
        part.minContent += extra
        part.maxContent += extra
        return part
    }
}

extension GridItem {
    var style: ArrangementStyle { box.style.arrangement }
}

extension Box {
    fileprivate var isGrid: Bool { if case .grid = inside { true } else { false } }
}

extension Range where Bound == Int {
    /// A subgrid has no tracks but those it spans: what lies beyond stands in the last one.
    func within(_ count: Int) -> Range<Int> {
        let lower = Swift.max(0, Swift.min(lowerBound, count - 1))
        return lower..<Swift.max(lower + 1, Swift.min(upperBound, count))
    }
}
