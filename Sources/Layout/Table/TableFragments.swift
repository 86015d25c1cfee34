import Geometry
import Style

/// Makes the fragments of a table from its placed rows.
///
/// The grid box holds column backgrounds, then a piece of each row group for each page, which holds rows, which hold
/// cells. With captions a wrapper box without decoration holds them and the grid (CSS 2.2 §17.4).
struct TableFragments {
    private let placement: RowPlacement
    private let grid: TableGrid
    private let measured: MeasuredRows
    private let widths: TableWidths
    private let underlays: TableUnderlays
    private var result: BoxLayout

    init(_ placement: RowPlacement) {
        self.placement = placement
        grid = placement.grid
        measured = placement.measured
        widths = placement.widths
        underlays = TableUnderlays(placement.grid)
        result = BoxLayout(fragment: BoxFragment(BoxFragment.Parts(role: .block, style: placement.grid.style)))
    }

    consuming func layout() -> BoxLayout {
        let box = placement.box
        var parts = BoxFragment.Parts(role: box.fragmentRole, style: grid.style)
        parts.node = box.node
        parts.pseudo = box.pseudo
        parts.order = box.order
        parts.size = Size(width: widths.width, height: placement.gridBottom - placement.gridTop)
        parts.border = grid.border
        parts.padding = Edges(
            top: widths.edges.top - grid.border.top, right: widths.edges.right - grid.border.right,
            bottom: widths.edges.bottom - grid.border.bottom, left: widths.edges.left - grid.border.left)
        result.overflowRight = widths.width
        parts.children = columnFragments() + sectionFragments()
        if let borders = grid.collapsedBorders {
            parts.collapsedBorders = CollapsedBorderLines(borders, placement).segments()
        }
        result.dependsOnPages = placement.dependsOnPages
        setBaselines()
        result.fragment = wrap(parts)
        return result
    }

    // MARK: Rows and cells

    private mutating func sectionFragments() -> [PlacedFragment] {
        var pieces: [PlacedFragment] = []
        for index in grid.sections.indices {
            var start = grid.sections[index].rows.lowerBound
            let end = grid.sections[index].rows.upperBound
            while start < end {
                var next = start + 1
                while next < end, !placement.rows[next].startsPage { next += 1 }
                pieces.append(sectionFragment(index, rows: start..<next))
                start = next
            }
        }
        let copies = placement.copies.map { copy in
            let original = grid.sections[copy.section].rows
            return sectionFragment(copy.section, rows: original, at: copy.top)
        }
        return pieces + copies
    }

    private var rowLeft: Double { widths.edges.left + grid.spacing.width }
    private var rowWidth: Double { max(0, widths.contentWidth - 2 * grid.spacing.width) }

    /// - Parameter top: where the first row stands, when it is not where it was placed.
    private mutating func sectionFragment(
        _ index: Int, rows: Range<Int>, at top: Double? = nil
    ) -> PlacedFragment {
        let box = grid.sections[index].box
        let first = placement.rows[rows.lowerBound]
        let origin = Point(x: rowLeft, y: (top ?? first.top) - placement.gridTop)
        var parts = BoxFragment.Parts(role: .tableRowGroup, style: box.style)
        parts.node = top == nil ? box.node : nil
        parts.order = box.order
        parts.size = Size(width: rowWidth, height: placement.rows[rows.upperBound - 1].bottom - first.top)
        parts.hidesDecoration = underlays.replaceBoxes
        for row in rows where !measured.rows[row].isCollapsed {
            let place = Point(x: 0, y: placement.rows[row].top - first.top)
            parts.children.append(rowFragment(row, in: origin + place, isCopy: top != nil, at: place))
        }
        return PlacedFragment(.box(BoxFragment(parts)), at: origin)
    }

    /// How far a relatively positioned cell stands from its place (CSS Position 3 §2.1).
    private func offset(of style: ComputedStyle) -> Point {
        placement.context.relativeOffset(
            of: style, width: widths.contentWidth, height: nil, isRightToLeft: grid.isRightToLeft)
    }

    /// - Parameter inGrid: the row's place in the grid box.
    private mutating func rowFragment(
        _ index: Int, in inGrid: Point, isCopy: Bool, at place: Point
    ) -> PlacedFragment {
        let row = grid.rows[index]
        var parts = BoxFragment.Parts(role: .tableRow, style: row.box.style)
        parts.node = isCopy ? nil : row.box.node
        parts.order = row.box.order
        parts.size = Size(width: rowWidth, height: placement.rows[index].bottom - placement.rows[index].top)
        parts.hidesDecoration = underlays.replaceBoxes
        for cell in row.cells where !isHidden(grid.cells[cell]) {
            let fragment = cellFragment(cell, isCopy: isCopy)
            let x = widths.x(of: grid.cells[cell].columns, isRightToLeft: grid.isRightToLeft) - rowLeft
            let origin = Point(x: x, y: 0)
            let rect = Rect(origin: origin, size: fragment.layout.size)
            parts.children += underlays.below(grid.cells[cell], rect, rowSize: parts.size)
            let moved = origin + offset(of: grid.cells[cell].box.style)
            parts.children.append(PlacedFragment(.box(fragment.layout.fragment), at: moved))
            if !isCopy { hand(up: fragment, from: inGrid + moved) }
        }
        return PlacedFragment(.box(BoxFragment(parts)), at: place)
    }

    /// A cell in collapsed columns alone is not shown (CSS 2.2 §17.5.5).
    private func isHidden(_ cell: TableGrid.Cell) -> Bool {
        cell.columns.allSatisfy { widths.columns[$0].isCollapsed }
    }

    private mutating func hand(up cell: PlacedCell, from place: Point) {
        for var absolute in cell.layout.absolutes {
            absolute.staticPosition += place + Point(x: 0, y: cell.shift + placement.gridTop - placement.space.origin.y)
            result.absolutes.append(absolute)
        }
        result.overflowRight = max(result.overflowRight, place.x + cell.layout.overflowRight)
    }

    // MARK: Cells

    private struct PlacedCell {
        var layout: BoxLayout
        /// How far the content stands below where it was laid out.
        var shift: Double
    }

    private func cellFragment(_ index: Int, isCopy: Bool) -> PlacedCell {
        let cell = grid.cells[index]
        let top = placement.rows[cell.row].top
        let bottom = placement.rows[cell.rows.upperBound - 1].bottom
        let height = max(0, bottom - top)
        if let broken = placement.brokenCells[index] {
            return finished(broken, of: cell, height: max(height, broken.size.height), shift: 0)
        }
        var layout = measured.cells[index].layout
        var natural = layout.size.height
        if needsItsHeight(cell, layout, height) {
            layout = stretched(cell, to: height)
            natural = layout.contentBottom
        }
        // Where a page's end cuts the cell but not its content, the content stands in the cell's first part.
        var free = height - natural
        let pages = placement.space.pages
        if !isCopy, pages.crosses(from: top, to: bottom) { free = max(0, pages.end(at: top) - top - natural) }
        return finished(layout, of: cell, height: height, shift: shift(of: cell, layout, free: free, natural: natural))
    }

    private func shift(of cell: TableGrid.Cell, _ layout: BoxLayout, free: Double, natural: Double) -> Double {
        guard !layout.fragment.children.isEmpty || !layout.absolutes.isEmpty else { return 0 }
        switch cell.box.style.cellAlignment {
        case .top: return 0
        case .middle: return max(0, free) / 2
        case .bottom: return max(0, free)
        case .baseline:
            let edges = layout.fragment.border.bottom + layout.fragment.padding.bottom
            let own = layout.firstBaseline ?? natural - edges
            return max(0, measured.baselines[cell.row] - own)
        }
    }

    private func finished(
        _ layout: BoxLayout, of cell: TableGrid.Cell, height: Double, shift: Double
    ) -> PlacedCell {
        var layout = layout
        let isEmpty = layout.fragment.children.isEmpty
        let hides = isEmpty && grid.collapsedBorders == nil && cell.box.style.text.emptyCells == .hide
        // In fixed layout a column may be narrower than its cells' padding.
        let size = Size(width: widths.width(of: cell.columns), height: height)
        guard hides || shift != 0 || size != layout.size || layout.fragment.role != .tableCell else {
            return PlacedCell(layout: layout, shift: 0)
        }
        var parts = BoxFragment.Parts(layout.fragment)
        parts.role = .tableCell
        parts.size = size
        parts.hidesDecoration = hides
        // Not even by nothing where there is no shift: that would copy the children.
        if shift != 0 {
            for child in parts.children.indices where !parts.children[child].standsByInset {
                parts.children[child].origin.y += shift
            }
        }
        layout.fragment = BoxFragment(consume parts)
        layout.firstBaseline = layout.firstBaseline.map { $0 + shift }
        return PlacedCell(layout: layout, shift: shift)
    }

    /// Percentage heights in a cell refer to its final height when that does not come from the content alone, and
    /// positioned boxes are placed in the final cell.
    private func needsItsHeight(_ cell: TableGrid.Cell, _ layout: BoxLayout, _ height: Double) -> Bool {
        if height != layout.size.height, layout.fragment.children.contains(where: \.isPositioned) { return true }
        guard cell.box.hasChildOfPercentHeight else { return false }
        if case .length(let length) = cell.source.style.box.height, !length.hasPercentage { return true }
        return measured.hasGivenHeight && height > layout.size.height
    }

    private func stretched(_ cell: TableGrid.Cell, to height: Double) -> BoxLayout {
        let context = placement.context
        var space = ConstraintSpace(
            origin: Point(), pages: context.endless, containingWidth: widths.contentWidth)
        space.width = .fixed(widths.width(of: cell.columns))
        space.height = .fixed(height, isDefinite: true)
        return context.measure(cell.box, space)
    }

    // MARK: Columns

    private func columnFragments() -> [PlacedFragment] {
        guard !underlays.replaceBoxes else {
            return underlays.columnBoxes(widths, placement)
        }
        var fragments: [PlacedFragment] = []
        for column in grid.columnBoxes where column.box.style.paintsBackground {
            let rect = underlays.rect(of: column.columns, widths, placement)
            var parts = BoxFragment.Parts(role: .tableColumn, style: column.box.style)
            parts.node = column.box.node
            parts.order = column.box.order
            parts.size = rect.size
            fragments.append(PlacedFragment(.box(BoxFragment(parts)), at: rect.origin))
        }
        return fragments
    }

    // MARK: Captions and baselines

    private func wrap(_ grid: BoxFragment.Parts) -> BoxFragment {
        guard !placement.captions.isEmpty else { return BoxFragment(grid) }
        let box = placement.box
        let top = placement.space.origin.y
        var parts = BoxFragment.Parts(role: grid.role, style: box.style.anonymous(.block))
        parts.order = box.order
        parts.size = Size(width: widths.width, height: placement.bottom - top)
        var inner = grid
        inner.role = .block
        let sorted = placement.captions.filter(\.isTop) + placement.captions.filter { !$0.isTop }
        let captions = zip(sorted, placement.captionTops).map { caption, y in
            PlacedFragment(.box(caption.layout.fragment), at: Point(x: caption.margin.left, y: y - top))
        }
        let topCount = placement.captions.count { $0.isTop }
        parts.children = Array(captions[..<topCount])
        parts.children.append(PlacedFragment(.box(BoxFragment(inner)), at: Point(x: 0, y: placement.gridTop - top)))
        parts.children += captions[topCount...]
        return BoxFragment(parts)
    }

    /// The baseline of a table is that of its first row (CSS 2.2 §17.5.3).
    private mutating func setBaselines() {
        guard let first = placement.rows.first, let last = placement.rows.last else { return }
        let top = placement.space.origin.y
        result.firstBaseline = first.top - top + measured.baselines[0]
        result.lastBaseline = last.top - top + measured.baselines[placement.rows.count - 1]
    }
}

extension BoxLayout {
    /// The bottom of what stands in the box, with its lower padding and border.
    fileprivate var contentBottom: Double {
        let edges = fragment.border.bottom + fragment.padding.bottom
        let bottoms = fragment.children.lazy.filter { !$0.isPositioned }.compactMap { child -> Double? in
            guard case .box(let box) = child.fragment else { return nil }
            return child.origin.y + box.size.height
        }
        return min(size.height, (bottoms.max() ?? fragment.border.top + fragment.padding.top) + edges)
    }
}

extension PlacedFragment {
    fileprivate var isPositioned: Bool {
        guard case .box(let box) = fragment else { return false }
        return box.style.box.isAbsolutelyPositioned
    }

    /// Whether `top` or `bottom` say where the fragment stands, and not the content before it.
    fileprivate var standsByInset: Bool {
        guard case .box(let box) = fragment, isPositioned else { return false }
        return box.style.box.inset.top != .auto || box.style.box.inset.bottom != .auto
    }
}

extension Box {
    /// Whether a box directly in this one has a height in per cent.
    fileprivate var hasChildOfPercentHeight: Bool {
        if case .inlines(let content) = inside {
            return content.items.contains { item in
                guard case .atomic(let box) = item else { return false }
                return box.style.box.hasPercentHeight
            }
        }
        return children.contains { child in
            child.style.box.hasPercentHeight
                || child.node == nil && child.pseudo == nil && child.hasChildOfPercentHeight
        }
    }
}

extension BoxStyle {
    fileprivate var hasPercentHeight: Bool {
        for sizing in [height, minHeight, maxHeight] {
            if case .length(let length) = sizing, length.hasPercentage { return true }
        }
        return false
    }
}
