import Geometry
import Style

/// Cuts what was laid out in one flow into pages (CSS Fragmentation 3 §5).
///
/// One walk: a fragment that stands on one page goes there whole, as it is; one that reaches over a page's end is cut
/// into a part for each page, and its children are handed to the parts. So the work grows with the fragments, not with
/// fragments times pages.
struct PageCutter {
    private let context: LayoutContext
    private let pages: PageFlow
    /// For each page what stands on it, from the top left corner of the page's area.
    private(set) var parts: [[PlacedFragment]] = []

    init(_ context: LayoutContext, pages: PageFlow) {
        self.context = context
        self.pages = pages
    }

    /// Cuts a fragment whose place is given in flow coordinates.
    mutating func cut(_ placed: PlacedFragment) {
        for part in split(placed.fragment, at: placed.origin) {
            while parts.count <= part.page { parts.append([]) }
            var local = part.fragment
            local.origin.y -= pages.spaces[part.page].start
            parts[part.page].append(local)
        }
    }

    /// A part of a fragment with its place in flow coordinates.
    private struct Part {
        var page: Int
        var fragment: PlacedFragment
    }

    private func split(_ fragment: Fragment, at origin: Point) -> [Part] {
        guard case .box(let box) = fragment else {
            return [Part(page: pages.index(at: origin.y), fragment: PlacedFragment(fragment, at: origin))]
        }
        let range = pagesTouched(from: origin.y + box.reach.lowerBound, to: origin.y + box.reach.upperBound)
        if range.count == 1 {
            return [Part(page: range.lowerBound, fragment: PlacedFragment(fragment, at: origin))]
        }
        if box.content != nil || box.role == .line { return repeated(box, at: origin, on: range) }
        return cut(box, at: origin, touching: range)
    }

    private func pagesTouched(from top: Double, to bottom: Double) -> ClosedRange<Int> {
        let first = pages.index(at: top)
        return first...max(first, pages.index(at: max(top, bottom - 2 * PageFlow.tolerance)))
    }

    /// Content that cannot be cut stands on each page that it reaches, clipped to what the page shows of it.
    private func repeated(_ box: BoxFragment, at origin: Point, on range: ClosedRange<Int>) -> [Part] {
        let cost = range.count * box.weight
        return (range.count <= 2 || affords(cost) ? range : range.lowerBound...range.lowerBound).map { page in
            let space = pages.spaces[page]
            var parts = BoxFragment.Parts(box)
            parts.clip = Rect(
                x: -Self.farAway, y: space.start - origin.y, width: 2 * Self.farAway, height: space.height)
            return Part(page: page, fragment: PlacedFragment(.box(BoxFragment(parts)), at: origin))
        }
    }

    /// Beyond any page: a clip that limits height alone.
    private static let farAway = 100_000.0

    /// Whether so many parts may still be made: heights without measure, and many of them, would make more than memory
    /// holds.
    private func affords(_ cost: Int) -> Bool {
        guard context.partsLeft >= cost else {
            context.partsLeft = -1
            return false
        }
        context.partsLeft -= cost
        return true
    }

    private func cut(_ box: BoxFragment, at origin: Point, touching range: ClosedRange<Int>) -> [Part] {
        let own = pagesTouched(from: origin.y, to: origin.y + box.size.height)
        var children: [Int: [PlacedFragment]] = [:]
        let isWhole = range.count <= 2 || affords(range.count)
        for page in isWhole ? own : own.lowerBound...own.lowerBound { children[page] = [] }
        for child in box.children {
            for part in split(child.fragment, at: origin + child.origin) {
                children[part.page, default: []].append(part.fragment)
            }
        }
        guard isWhole else { return withoutBox(children, box, at: origin, own) }
        return children.sorted { $0.key < $1.key }.map { page, children in
            let slice = Slice(of: box, at: origin, own: own, page: page, space: pages.spaces[page])
            return Part(page: page, fragment: slice.fragment(children))
        }
    }

    /// The box where it begins, and behind that page what stands in it, without it.
    private func withoutBox(
        _ children: [Int: [PlacedFragment]], _ box: BoxFragment, at origin: Point, _ own: ClosedRange<Int>
    ) -> [Part] {
        children.sorted { $0.key < $1.key }.flatMap { page, children in
            guard page == own.lowerBound else { return children.map { Part(page: page, fragment: $0) } }
            let slice = Slice(of: box, at: origin, own: own, page: page, space: pages.spaces[page])
            return [Part(page: page, fragment: slice.fragment(children))]
        }
    }
}

extension BoxFragment {
    /// The fragment and all in it, counted.
    fileprivate var weight: Int {
        children.reduce(1) { sum, child in
            if case .box(let box) = child.fragment { sum + box.weight } else { sum + 1 }
        }
    }
}

/// The part of a box that stands on one page.
private struct Slice {
    let box: BoxFragment
    /// The whole box's place, and where the slice begins and ends, in flow coordinates.
    let origin: Point
    let top: Double
    let bottom: Double
    let isFirst: Bool
    let isLast: Bool
    /// Only what overflows the box is on this page, nothing of the box.
    let isOverflow: Bool

    init(of box: BoxFragment, at origin: Point, own: ClosedRange<Int>, page: Int, space: PageFlow.Space) {
        self.box = box
        self.origin = origin
        isOverflow = !own.contains(page)
        isFirst = page <= own.lowerBound
        isLast = page >= own.upperBound
        let boxBottom = origin.y + box.size.height
        top = isOverflow ? (isFirst ? origin.y : boxBottom) : max(origin.y, space.start)
        bottom = isOverflow ? top : max(top, min(boxBottom, isLast ? boxBottom : space.end))
    }

    func fragment(_ children: [PlacedFragment]) -> PlacedFragment {
        var parts = BoxFragment.Parts(box)
        let place = Point(x: origin.x, y: top)
        parts.size.height = bottom - top
        parts.children = children.map { PlacedFragment($0.fragment, at: $0.origin - place) }
        parts.hidesDecoration = box.hidesDecoration || isOverflow
        if box.style.box.boxDecorationBreak == .slice || isOverflow { openSides(&parts) }
        parts.collapsedBorders = box.collapsedBorders.compactMap(cut)
        return PlacedFragment(.box(BoxFragment(parts)), at: place)
    }

    private func openSides(_ parts: inout BoxFragment.Parts) {
        parts.unbrokenBox = Rect(x: 0, y: origin.y - top, width: box.size.width, height: box.size.height)
        if !isFirst || isOverflow {
            parts.openSides.insert(.top)
            parts.border.top = 0
            parts.padding.top = 0
        }
        if !isLast || isOverflow {
            parts.openSides.insert(.bottom)
            parts.border.bottom = 0
            parts.padding.bottom = 0
        }
    }

    /// A line between cells at a page's end shows on both pages; one that runs down is cut to length.
    private func cut(_ segment: BorderSegment) -> BorderSegment? {
        let shift = origin.y - top
        let height = bottom - top
        var segment = segment
        segment.start.y += shift
        segment.end.y += shift
        let reach = PageFlow.tolerance
        guard segment.end.y >= -reach, segment.start.y <= height + reach else { return nil }
        guard segment.start.x == segment.end.x else { return segment }
        segment.start.y = max(segment.start.y, 0)
        segment.end.y = min(segment.end.y, height)
        return segment.end.y > segment.start.y ? segment : nil
    }
}
