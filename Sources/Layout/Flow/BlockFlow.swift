import Geometry
import Style

/// Block-level boxes one under the other in one container (CSS 2.2 §9.4.1), over as many pages as it takes.
struct BlockFlow {
    let context: LayoutContext
    let box: Box
    let space: FlowSpace
    /// The container's height does not come from its content, so that its bottom margin touches no child's.
    let keepsOwnHeight: Bool

    /// The bottom of what stands so far, in flow coordinates, and the margins pending below it.
    var y: Double
    var strut = MarginStrut()
    /// Still at the container's top, whose leading margins the container's own place has taken in.
    var atTop: Bool
    /// The pending margins follow a box with clearance, and so stay in the container.
    var keepsMarginsInside = false
    /// Where the last child that takes room began.
    var lastTop: Double
    var result = FlowContent()
    /// Where each in-flow child began, for going back to an earlier break.
    var starts: [Start] = []
    /// Something in the flow stands before this place since the last break.
    var hasContentBefore = false
    /// The child that must begin on a new page, after going back to it.
    var pushed: Int?
    /// How much must find room below a child, by its index, since what follows may not be torn from it.
    var followers: [Int: Double] = [:]

    struct Start {
        var index: Int
        var flow: Checkpoint
        var page: Int
    }

    /// All that placing a child changes.
    struct Checkpoint {
        var y: Double
        var strut: MarginStrut
        var atTop: Bool
        var hasContentBefore: Bool
        var floats: Int
        var children: Int
        var absolutes: Int
        var starts: Int
        var firstBaseline: Double?
        var lastBaseline: Double?
    }

    init(_ context: LayoutContext, _ box: Box, _ space: FlowSpace, keepsOwnHeight: Bool) {
        self.context = context
        self.box = box
        self.space = space
        self.keepsOwnHeight = keepsOwnHeight
        y = space.origin.y
        lastTop = space.origin.y
        atTop = space.adjoinsTop
    }

    /// The content; nil when the container must begin on the next page.
    mutating func run() -> FlowContent? {
        var index = 0
        while index < box.children.count {
            let child = box.children[index]
            if child.style.box.isOutOfFlow {
                guard placeOutOfFlow(child) else { return nil }
                index += 1
                continue
            }
            switch placeInFlow(child, at: index) {
            case .placed: index += 1
            case .goBack(let earlier): index = earlier
            case .breakContainer: return nil
            }
        }
        end()
        return result
    }

    enum Step {
        case placed
        case goBack(Int)
        case breakContainer
    }

    // MARK: In the flow

    private mutating func placeInFlow(_ child: Box, at index: Int) -> Step {
        let edges = UsedEdges(child.style, base: space.width)
        let margins = context.leadingMargins(
            of: child, base: space.width, at: MarginPlace(y: y, floats: space.floats))
        starts.append(Start(index: index, flow: checkpoint(), page: space.pages.index(at: y)))
        let startsPage = breakIfForced(before: child, at: index)
        var place = topOfBorder(margins)
        let clearance = space.floats.clearance(child.style.box.clear).flatMap { $0 > place ? $0 : nil }
        if margins.goThrough {
            // Browsers part an empty box that clears from what is above it wherever floats are, above it or not.
            let parted = atTop ? clearance : space.floats.clearance(child.style.box.clear).map { max($0, place) }
            return placeEmpty(child, margins, edges, clearance: parted)
        }
        if let clearance { place = clearance }
        place = truncatingMarginAtBreak(place, startsPage: startsPage)
        if !startsPage, leavesPage(place), let step = shortenPrevious(before: index, child, gap: place - y) {
            return step
        }
        let slot = slot(for: child, edges, at: place)
        var inner = constraints(for: child, slot)
        inner.mayBreakBefore = mayBreak(before: slot.y)
        inner.followedBy = followers[index] ?? (isLastInFlow(index) ? space.followedBy : 0)
        switch context.layout(child, inner) {
        case .breakBefore:
            return shortenPrevious(before: index, child, gap: slot.y - y) ?? goBack(from: index, at: slot.y)
        case .done(let layout):
            commit(child, edges, layout, slot)
            return .placed
        }
    }

    /// Where the child's border box begins, its leading margins collapsed with what is pending.
    private func topOfBorder(_ margins: LeadingMargins) -> Double {
        if atTop { return y }
        var all = strut
        all.add(margins.top)
        return y + all.sum
    }

    /// A margin is cut off at an unforced break; one that would reach into the next page ends at its start
    /// (CSS Fragmentation 3 §5.2).
    private func truncatingMarginAtBreak(_ place: Double, startsPage: Bool) -> Double {
        guard !space.pages.isEndless, !startsPage, hasContentBefore || pushed != nil else { return place }
        if space.pages.isStart(y), lastTop < y - PageFlow.tolerance, place > y { return y }
        if space.pages.index(at: place) > space.pages.index(at: y) { return space.pages.next(after: y) }
        return place
    }

    /// Whether a place is on a later page than what stands before it.
    private func leavesPage(_ place: Double) -> Bool {
        guard !space.pages.isEndless, hasContentBefore else { return false }
        let before = max(space.origin.y, y - 2 * PageFlow.tolerance)
        return space.pages.index(at: place) > space.pages.index(at: before)
    }

    private func mayBreak(before place: Double) -> Bool {
        guard !space.pages.isEndless, context.attemptsLeft > 0, !space.pages.isStart(place) else { return false }
        if space.avoidsBreaks, space.mayBreakBefore { return true }
        return hasContentBefore || space.mayBreakBefore
    }

    private func constraints(for child: Box, _ slot: Slot) -> ConstraintSpace {
        var inner = ConstraintSpace(
            origin: Point(x: slot.x, y: slot.y), pages: space.pages, containingWidth: space.width,
            containingHeight: space.containingHeight)
        inner.width = slot.width.map { .fixed($0) } ?? .fill
        inner.avoidsBreaks = space.avoidsBreaks && space.mayBreakBefore
        inner.floats = space.floats
        return inner
    }

    /// An empty box stands where its top margin has collapsed to, and takes no room. One that clearance moves takes
    /// its margins with it, and they do not touch its parent's bottom margin any more (CSS 2.2 §8.3.1).
    private mutating func placeEmpty(
        _ child: Box, _ margins: LeadingMargins, _ edges: UsedEdges, clearance: Double?
    ) -> Step {
        let slot = slot(for: child, edges, at: clearance ?? topOfBorder(margins))
        if let clearance {
            y = clearance - margins.top.sum
            strut = margins.strut
            atTop = false
            keepsMarginsInside = true
        } else if !atTop {
            strut.add(margins.strut)
        }
        guard case .done(let layout) = context.layout(child, constraints(for: child, slot)) else { return .placed }
        add(child, edges, layout, slot)
        hasContentBefore = true
        return .placed
    }

    private mutating func commit(_ child: Box, _ edges: UsedEdges, _ layout: BoxLayout, _ slot: Slot) {
        add(child, edges, layout, slot)
        if layout.dependsOnPages { result.dependsOnPages = true }
        y = slot.y + layout.size.height
        if space.pages.index(at: slot.y) != (starts.last?.page ?? 0), hasContentBefore {
            result.dependsOnPages = true
            result.crossesPages = true
        }
        strut = layout.trailingMargins
        strut.add(edges.margin.bottom)
        lastTop = slot.y
        keepsMarginsInside = false
        atTop = false
        hasContentBefore = true
        pushed = nil
    }

    private mutating func add(_ child: Box, _ edges: UsedEdges, _ layout: BoxLayout, _ slot: Slot) {
        var x = slot.x
        if slot.width == nil { x = horizontalPlace(child, edges, width: layout.size.width) }
        let flowPlace = Point(x: x, y: slot.y) - space.origin
        let place =
            flowPlace
            + context.relativeOffset(
                of: child.style, width: space.width, height: space.containingHeight,
                isRightToLeft: box.style.text.direction == .rtl)
        result.children.append(PlacedFragment(.box(layout.fragment), at: place))
        for var absolute in layout.absolutes {
            absolute.staticPosition += place
            result.absolutes.append(absolute)
        }
        if let first = layout.firstBaseline {
            if result.firstBaseline == nil { result.firstBaseline = flowPlace.y + first }
            result.lastBaseline = flowPlace.y + (layout.lastBaseline ?? first)
        }
        result.overflowRight = max(result.overflowRight, place.x + layout.overflowRight)
    }

    private mutating func end() {
        let touches = !space.ownsFloats && !keepsOwnHeight && !atTop && !keepsMarginsInside && touchesBottom
        if touches || atTop {
            result.trailingMargins = strut
            result.height = y - space.origin.y
        } else {
            var bottom = y + max(0, strut.sum)
            if strut.sum < 0 { bottom = max(space.origin.y, y + strut.sum) }
            if !space.pages.isEndless, hasContentBefore, space.pages.crosses(from: y, to: bottom) {
                bottom = max(y, space.pages.end(at: y))
            }
            result.height = bottom - space.origin.y
        }
    }

    private var touchesBottom: Bool {
        let edges = UsedEdges(box.style, base: space.width)
        return edges.inner.bottom.isZero
    }

    // MARK: Out of the flow

    private mutating func placeOutOfFlow(_ child: Box) -> Bool {
        let top = atTop ? y : y + strut.sum
        guard child.style.box.float != .none, !child.style.box.isAbsolutelyPositioned, !child.style.box.isRunning else {
            let isRight = box.style.text.direction == .rtl
            let place = Point(x: isRight ? space.width : 0, y: top - space.origin.y)
            var absolute = AbsoluteBox(
                box: child, staticPosition: place, staticDirection: box.style.text.direction)
            absolute.isStaticPositionRight = isRight
            result.absolutes.append(absolute)
            return true
        }
        var inner = space.inlineSpace
        inner.mayBreakBefore = mayBreak(before: top)
        let right = space.origin.x + space.width
        if let float = context.placeFloat(child, below: top, left: space.origin.x, right: right, in: inner) {
            add(float: child, float)
            return true
        }
        if !hasContentBefore, space.mayBreakBefore || space.avoidsBreaks { return false }
        inner.mayBreakBefore = false
        let next = space.pages.next(after: top)
        if let float = context.placeFloat(child, below: next, left: space.origin.x, right: right, in: inner) {
            add(float: child, float)
            result.dependsOnPages = true
        }
        return true
    }

    private mutating func add(float child: Box, _ float: PlacedFloat) {
        let place = float.origin - space.origin
        result.children.append(PlacedFragment(.box(float.layout.fragment), at: place))
        for var absolute in float.layout.absolutes {
            absolute.staticPosition += place
            result.absolutes.append(absolute)
        }
        result.overflowRight = max(result.overflowRight, place.x + float.layout.overflowRight)
        if float.layout.dependsOnPages { result.dependsOnPages = true }
    }
}

extension BlockFlow {
    // MARK: Breaks

    func checkpoint() -> Checkpoint {
        Checkpoint(
            y: y, strut: strut, atTop: atTop, hasContentBefore: hasContentBefore, floats: space.floats.mark,
            children: result.children.count, absolutes: result.absolutes.count, starts: starts.count,
            firstBaseline: result.firstBaseline, lastBaseline: result.lastBaseline)
    }

    private mutating func restore(_ point: Checkpoint) {
        y = point.y
        strut = point.strut
        atTop = point.atTop
        hasContentBefore = point.hasContentBefore
        space.floats.rewind(to: point.floats)
        result.children.removeSubrange(point.children...)
        result.absolutes.removeSubrange(point.absolutes...)
        starts.removeSubrange(point.starts...)
        result.firstBaseline = point.firstBaseline
        result.lastBaseline = point.lastBaseline
    }

    /// Goes to a new page where a break is forced between the child and what stands before it. A forced break before
    /// a first child is its container's (CSS Fragmentation 3 §3.1).
    mutating func breakIfForced(before child: Box, at index: Int) -> Bool {
        guard hasContentBefore, let previous = previousInFlow(before: index) else { return false }
        let before = context.forcedBreakBefore(child, inColumns: space.pages.isColumns)
        let after = context.forcedBreakAfter(previous, inColumns: space.pages.isColumns)
        let name = context.pageChange(from: previous, to: child)
        guard let side = before ?? after ?? name.map({ _ in BreakBetween.page }) else { return false }
        result.dependsOnPages = true
        guard !space.pages.isEndless else { return false }
        if !(space.pages.isStart(y) && result.children.isEmpty) {
            y = space.pages.next(
                after: max(space.origin.y, y - PageFlow.tolerance * 2), name: name, mustBeRight: side.mustBeRight)
        }
        if let name { space.pages.rename(pageAt: y, to: name) }
        strut = MarginStrut()
        atTop = false
        result.crossesPages = true
        return true
    }

    private func previousInFlow(before index: Int) -> Box? {
        box.children[..<index].last { !$0.style.box.isOutOfFlow }
    }

    /// The child at `index` does not fit on its page: finds the last place before it where a break may be, and goes
    /// back there.
    mutating func goBack(from index: Int, at place: Double) -> Step {
        if space.avoidsBreaks, space.mayBreakBefore { return .breakContainer }
        var target = starts.count - 1
        let page = space.pages.index(at: place)
        while target > 0, avoidsBreak(before: starts[target].index) {
            guard starts[target - 1].page == page || starts[target - 1].flow.hasContentBefore else { break }
            target -= 1
        }
        let isFirst = !starts[target].flow.hasContentBefore
        if isFirst, space.mayBreakBefore { return .breakContainer }
        // No better place on this page: break where the space ran out, though it should be avoided.
        if isFirst || starts[target].page < page || space.pages.isStart(starts[target].flow.y) {
            target = starts.count - 1
        }
        let start = starts[target]
        restore(start.flow)
        starts.removeSubrange(target...)
        y = space.pages.next(after: place)
        strut = MarginStrut()
        atTop = true
        hasContentBefore = false
        pushed = start.index
        result.dependsOnPages = true
        result.crossesPages = true
        return .goBack(start.index)
    }

    private func isLastInFlow(_ index: Int) -> Bool {
        space.followedBy > 0 && !box.children[(index + 1)...].contains { !$0.style.box.isOutOfFlow }
    }

    /// Where the break before a child is to be avoided and the box before it can be cut, the end of that box comes along
    /// to the next page: it is laid out again, to leave room for the child below its last piece.
    private mutating func shortenPrevious(before index: Int, _ child: Box, gap: Double) -> Step? {
        guard starts.count > 1, avoidsBreak(before: index) else { return nil }
        let previous = starts[starts.count - 2]
        guard followers[previous.index] == nil, box.children[previous.index].endsInTable else { return nil }
        var inner = ConstraintSpace(origin: Point(), pages: context.endless, containingWidth: space.width)
        inner.containingHeight = space.containingHeight
        followers[previous.index] = max(0, gap) + context.measure(child, inner).size.height
        restore(previous.flow)
        result.dependsOnPages = true
        return .goBack(previous.index)
    }

    private func avoidsBreak(before index: Int) -> Bool {
        guard let previous = previousInFlow(before: index) else { return false }
        return context.avoidsBreak(between: previous, and: box.children[index])
    }
}
