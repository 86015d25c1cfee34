import Geometry
import Style

/// Puts the measured rows of a table on pages, from the top down (CSS Fragmentation 3 §3, §4).
///
/// Rows go to the next page whole; only a row taller than a page is cut, each of its cells for itself. The table's head
/// stands again at the top of each page; so does its foot at the bottom where it may not be broken inside, and else
/// once at the end.
struct RowPlacement {
    /// Where a row came to stand, in flow coordinates.
    struct Placed {
        var top: Double
        var bottom: Double
        /// A page begins with this row.
        var startsPage = false
    }

    /// A head or foot that stands once more.
    struct Copy {
        var section: Int
        var top: Double
    }

    let context: LayoutContext
    let box: Box
    let grid: TableGrid
    let space: ConstraintSpace
    let widths: TableWidths
    let measured: MeasuredRows
    let captions: [TableCaption]
    /// Where each row would stand under the first if no page ended.
    let unbroken: [Double]

    private(set) var rows: [Placed]
    private(set) var copies: [Copy] = []
    /// Cells that a page's end cuts, laid out where they stand.
    private(set) var brokenCells: [Int: BoxLayout] = [:]
    private(set) var captionTops: [Double] = []
    private(set) var gridTop: Double
    private(set) var gridBottom: Double = 0
    private(set) var bottom: Double = 0
    private(set) var dependsOnPages = false

    private var y: Double
    private var spacingDue = 0.0
    private var repeatedHead: Int?
    private var repeatedFoot: Int?
    private var pageBottoms: [Int: Double] = [:]
    /// Cells over several rows, by their last row.
    private var spanEnds: [Int: [Int]] = [:]

    private var pages: PageFlow { space.pages }

    init(
        _ context: LayoutContext, _ box: Box, _ space: ConstraintSpace, _ widths: TableWidths,
        _ measured: MeasuredRows, _ captions: [TableCaption]
    ) {
        self.context = context
        self.box = box
        grid = box.grid
        self.space = space
        self.widths = widths
        self.measured = measured
        self.captions = captions
        unbroken = Self.stack(measured.rows, spacing: grid.spacing.height)
        rows = []
        rows.reserveCapacity(measured.rows.count)
        y = space.origin.y
        gridTop = y
    }

    /// The tops of rows one under the other; collapsed rows have no spacing.
    private static func stack(_ rows: [RowHeight], spacing: Double) -> [Double] {
        var y = 0.0
        var isFirst = true
        return rows.map { row in
            if !row.isCollapsed {
                if !isFirst { y += spacing }
                isFirst = false
            }
            defer { y += row.usedHeight }
            return y
        }
    }

    private func height(of range: Range<Int>) -> Double {
        guard let first = range.first, let last = range.last else { return 0 }
        return unbroken[last] + measured.rows[last].usedHeight - unbroken[first]
    }

    mutating func place() -> LayoutOutcome {
        if grid.breaks.isForcedInside { dependsOnPages = true }
        let fits = pages.isEndless || !grid.breaks.isForcedInside && pages.fits(wholeHeight + space.followedBy, at: y)
        if !fits {
            if space.mayBreakBefore, space.avoidsBreaks || box.style.box.breakInside == .avoid || !beginFits {
                return .breakBefore
            }
            chooseRepeated()
        }
        placeCaptions(areTop: true)
        gridTop = y
        y += widths.edges.top
        spacingDue = rowsStand ? grid.spacing.height : 0
        guard fits ? placeAll() : placeOverPages() else { return .breakBefore }
        endGrid()
        placeCaptions(areTop: false)
        bottom = y
        if pages.crosses(from: space.origin.y, to: bottom) { dependsOnPages = true }
        return .done(TableFragments(self).layout())
    }

    private var rowsStand: Bool { measured.rows.contains { !$0.isCollapsed } }

    // MARK: What is known beforehand

    private var gridHeight: Double {
        let spacing = rowsStand ? 2 * grid.spacing.height : 0
        return max(height(of: rowRange) + spacing, measured.leastHeight) + widths.edges.vertical
    }

    private var rowRange: Range<Int> { 0..<measured.rows.count }

    private var wholeHeight: Double { captions.reduce(gridHeight) { $0 + $1.outerHeight } }

    /// Whether captions, the head and the first row that belongs on a page with them fit.
    private var beginFits: Bool {
        var begin = widths.edges.top + grid.spacing.height
        for caption in captions where caption.isTop { begin += caption.outerHeight }
        var first = 0
        if let head = headRows {
            begin += height(of: head) + grid.spacing.height
            first = head.upperBound
        }
        guard first < measured.rows.count else { return pages.fits(begin, at: y) }
        let room = pageRoom - begin
        let breaks = grid.breaks
        let candidates = [breaks.avoidedEnd[first], breaks.boundEnd[first], first + 1].map { height(of: first..<$0) }
        // A row taller than a page begins where there is room for some of it.
        return pages.fits(begin + (candidates.first { $0 <= room + PageFlow.tolerance } ?? 0), at: y)
    }

    /// What a page has for rows, as far as can be known before it is there.
    private var pageRoom: Double {
        pages.isEndless ? .infinity : pages.spaces[pages.index(at: y)].height - pages.reservedTop - pages.reservedBottom
    }

    // MARK: Heads and feet

    /// The rows of a head that may repeat: not a high one (CSS Tables 3 §3.11, a quarter of a page as in browsers).
    private var headRows: Range<Int>? {
        guard let head = grid.sections.first, head.kind == .header, mayRepeat(head) else { return nil }
        return head.rows
    }

    private func mayRepeat(_ section: TableGrid.Section) -> Bool {
        !section.rows.isEmpty && section.rows.count < measured.rows.count && !pages.isEndless
            && height(of: section.rows) <= pageRoom / 4
    }

    private mutating func chooseRepeated() {
        var top = 0.0
        var bottom = 0.0
        if headRows != nil {
            repeatedHead = 0
            top = height(of: grid.sections[0].rows) + grid.spacing.height
            if grid.collapsedBorders != nil { top += widths.edges.top }
        }
        if let foot = grid.sections.last, foot.kind == .footer, foot.box.style.box.breakInside == .avoid,
            mayRepeat(foot)
        {
            repeatedFoot = grid.sections.count - 1
            bottom = height(of: foot.rows) + grid.spacing.height
            if grid.collapsedBorders != nil { bottom += widths.edges.bottom }
        }
        reservation = (top, bottom)
    }

    private var reservation = (top: 0.0, bottom: 0.0)

    // MARK: Rows

    /// All on one page.
    private mutating func placeAll() -> Bool {
        for row in rowRange { append(row) }
        return true
    }

    private mutating func placeOverPages() -> Bool {
        for (index, cell) in grid.cells.enumerated() where cell.rowSpan > 1 {
            spanEnds[cell.rows.upperBound - 1, default: []].append(index)
        }
        let head = repeatedHead.map { grid.sections[$0].rows } ?? 0..<0
        let foot = repeatedFoot.map { grid.sections[$0].rows }
        let flow = head.upperBound..<(foot?.lowerBound ?? measured.rows.count)
        for row in head { append(row) }
        let firstPage = pages.index(at: gridTop)
        pages.reserve(top: reservation.top, bottom: reservation.bottom)
        let isDone = placeFlow(flow, grid.breaks)
        pages.reserve(top: -reservation.top, bottom: -reservation.bottom)
        guard isDone else { return false }
        for row in foot ?? 0..<0 { append(row) }
        repeatSections(from: firstPage)
        return true
    }

    private mutating func placeFlow(_ flow: Range<Int>, _ breaks: RowBreaks) -> Bool {
        var row = flow.lowerBound
        var boundUntil = row
        // What no page can hold together breaks where its page ends, and is not asked again.
        var looseUntil = [row, row]
        while row < flow.upperBound {
            if breaks.forced[row] != .auto, row > 0 {
                startPage(mustBeRight: breaks.forced[row].rightSide)
            }
            skipReserved()
            if row >= boundUntil {
                boundUntil = row
                for level in 0...1 where row >= looseUntil[level] {
                    let end = min(level == 0 ? breaks.avoidedEnd[row] : breaks.boundEnd[row], flow.upperBound)
                    if fits(height(of: row..<end, upTo: flow.upperBound)) {
                        boundUntil = end
                        break
                    }
                    looseUntil[level] = end
                }
                if boundUntil == row, !fits(height(of: row..<(row + 1), upTo: flow.upperBound)) {
                    guard placeBroken(row, isFirst: row == flow.lowerBound) else { return false }
                    row += 1
                    continue
                }
            }
            append(row)
            row += 1
        }
        return true
    }

    /// The height of rows, with what must stand below the last one where a page has room for both.
    private func height(of rows: Range<Int>, upTo end: Int) -> Double {
        let height = height(of: rows)
        guard rows.upperBound == end, space.followedBy > 0 else { return height }
        let together = height + widths.edges.bottom + space.followedBy
        return together <= pageRoom ? together : height
    }

    /// Whether rows of this height fit here or, after a break, on the next page; makes the break then.
    private mutating func fits(_ height: Double) -> Bool {
        if pages.fits(spacingDue + height, at: y) { return true }
        guard !pages.isStart(y + spacingDue), height <= pageRoom + PageFlow.tolerance else { return false }
        startPage(mustBeRight: nil)
        return pages.fits(height, at: y)
    }

    private mutating func startPage(mustBeRight side: Bool?) {
        dependsOnPages = true
        guard !pages.isEndless else { return }
        let inside = max(gridTop, y - 2 * PageFlow.tolerance)
        pageBottoms[pages.index(at: inside)] = y
        y = pages.next(after: inside, mustBeRight: side)
        spacingDue = 0
    }

    /// A row that ended just where its page does leaves the next one under the repeated head.
    private mutating func skipReserved() {
        guard !pages.isEndless, pages.reservedTop > 0, pages.crosses(from: gridTop, to: y) else { return }
        let space = pages.space(at: y)
        guard y < space.start + pages.reservedTop, y > gridTop + widths.edges.top + spacingDue else { return }
        guard pages.index(at: y) > pages.index(at: gridTop) else { return }
        pageBottoms[pages.index(at: y) - 1] = y
        y = space.start + pages.reservedTop
        spacingDue = 0
        dependsOnPages = true
    }

    private mutating func append(_ row: Int) {
        let height = measured.rows[row].usedHeight
        if !measured.rows[row].isCollapsed {
            y += spacingDue
            spacingDue = grid.spacing.height
        }
        var placed = Placed(top: y, bottom: y + height)
        placed.startsPage = startsPage(at: y)
        rows.append(placed)
        y = placed.bottom
        finishSpanning(endingIn: row)
    }

    private func startsPage(at y: Double) -> Bool {
        guard let last = rows.last, !pages.isEndless else { return false }
        return pages.index(at: y) != pages.index(at: last.top)
    }

    /// A row taller than a page: its cells break where they stand.
    private mutating func placeBroken(_ row: Int, isFirst: Bool) -> Bool {
        y += spacingDue
        spacingDue = grid.spacing.height
        dependsOnPages = true
        var mayMove = !pages.isStart(y) && context.attemptsLeft > 0
        while true {
            if let bottom = layOutCells(of: row, mayMove: mayMove) {
                var placed = Placed(top: y, bottom: max(bottom, y + measured.rows[row].usedHeight))
                placed.startsPage = startsPage(at: y)
                rows.append(placed)
                y = placed.bottom
                finishSpanning(endingIn: row)
                return true
            }
            if isFirst, space.mayBreakBefore { return false }
            mayMove = false
            startPage(mustBeRight: nil)
            spacingDue = grid.spacing.height
        }
    }

    /// Lays the row's own cells out at `y`, over pages; nil when one of them would rather begin on the next.
    private mutating func layOutCells(of row: Int, mayMove: Bool) -> Double? {
        var bottom = y
        for index in grid.rows[row].cells where grid.cells[index].rowSpan == 1 {
            var inner = cellSpace(index, top: y)
            inner.mayBreakBefore = mayMove
            guard case .done(let layout) = context.layout(grid.cells[index].box, inner) else { return nil }
            brokenCells[index] = layout
            bottom = max(bottom, y + layout.size.height)
        }
        return bottom
    }

    private func cellSpace(_ index: Int, top: Double) -> ConstraintSpace {
        let cell = grid.cells[index]
        let x = space.origin.x + widths.x(of: cell.columns, isRightToLeft: grid.isRightToLeft)
        var inner = ConstraintSpace(
            origin: Point(x: x, y: top), pages: pages, containingWidth: widths.contentWidth)
        inner.width = .fixed(widths.width(of: cell.columns))
        return inner
    }

    /// Cells over several rows that a page's end cuts are laid out when their last row stands, which makes room for
    /// what they need.
    private mutating func finishSpanning(endingIn row: Int) {
        for index in spanEnds[row] ?? [] {
            let top = rows[grid.cells[index].row].top
            let natural = measured.cells[index].layout.size.height
            guard pages.crosses(from: top, to: top + natural) else { continue }
            guard case .done(let layout) = context.layout(grid.cells[index].box, cellSpace(index, top: top)) else {
                continue
            }
            brokenCells[index] = layout
            rows[row].bottom = max(rows[row].bottom, top + layout.size.height)
            y = max(y, rows[row].bottom)
        }
    }

    // MARK: The end

    private mutating func endGrid() {
        let last = y
        let edges = widths.edges.bottom + (rowsStand ? grid.spacing.height : 0)
        y += edges
        if copies.isEmpty, !dependsOnPages {
            y = max(y, gridTop + measured.leastHeight + widths.edges.vertical)
        }
        // The table's lower edge makes no page of its own.
        if !pages.isEndless, !rows.isEmpty, last > gridTop {
            let end = pages.end(at: max(gridTop, last - 2 * PageFlow.tolerance))
            if last <= end + PageFlow.tolerance, y > end, y - last <= edges + PageFlow.tolerance { y = max(last, end) }
        }
        gridBottom = y
    }

    private mutating func placeCaptions(areTop: Bool) {
        for caption in captions where caption.isTop == areTop {
            if !areTop, !pages.fits(caption.outerHeight, at: y), !pages.isStart(y), caption.outerHeight <= pageRoom {
                dependsOnPages = true
                y = pages.next(after: max(gridTop, y - 2 * PageFlow.tolerance))
            }
            y += caption.margin.top
            captionTops.append(y)
            y += caption.layout.size.height + caption.margin.bottom
        }
    }

    /// Puts the head on every page after the first, and the foot on every page before the last.
    private mutating func repeatSections(from firstPage: Int) {
        guard let last = rows.last, repeatedHead != nil || repeatedFoot != nil else { return }
        let lastPage = pages.index(at: max(gridTop, last.bottom - 2 * PageFlow.tolerance))
        guard firstPage < lastPage else { return }
        for page in firstPage...lastPage {
            let place = pages.spaces[page]
            guard !place.traits.isBlank else { continue }
            if let repeatedHead, page > firstPage {
                let border = grid.collapsedBorders == nil ? 0 : widths.edges.top
                copies.append(Copy(section: repeatedHead, top: place.start + pages.reservedTop + border))
            }
            if let repeatedFoot, page < lastPage {
                let end = pageBottoms[page] ?? place.end - pages.reservedBottom - reservation.bottom
                copies.append(Copy(section: repeatedFoot, top: end + grid.spacing.height))
            }
        }
    }
}

extension RowHeight {
    var usedHeight: Double { isCollapsed ? 0 : height }
}

extension TableWidths {
    /// The left edge of a cell from the table's left border edge.
    func x(of columns: Range<Int>, isRightToLeft: Bool) -> Double {
        let first = self.columns[columns.lowerBound]
        guard isRightToLeft else { return edges.left + first.offset }
        return width - edges.right - first.offset - width(of: columns)
    }
}
