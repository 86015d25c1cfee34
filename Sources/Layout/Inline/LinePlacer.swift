import Geometry
import Style

/// Goes along a line's leaves from left to right and builds nested fragments.
struct LinePlacer {
    private let formatter: InlineFormatter
    private let line: Line
    private let heights: LineHeights
    private let leaves: [LineLeaf]
    /// Of the line, from the top left corner of the block container's content box.
    private let origin: Point
    /// What justification adds to each space.
    var spaceExtra: Double = 0
    private(set) var absolutes: [AbsoluteBox] = []
    private var pen = LinePen()
    /// Whether anything in the flow stands on the line yet.
    private var hasPlaced = false
    /// The inline boxes around this place, the line itself first.
    private var frames: [InlineFrame] = []
    /// How many leaves of each box are still to come, where a line is reordered; by box + 1.
    private var remaining: [Int] = []
    private var seen: [Bool] = []

    /// What stands in more boxes than these is counted.
    private static let deep = 8

    var rightmost: Double { pen.rightmost }

    init(
        _ formatter: InlineFormatter, _ line: Line, _ heights: LineHeights, _ leaves: [LineLeaf], origin: Point
    ) {
        self.formatter = formatter
        self.line = line
        self.heights = heights
        self.leaves = leaves
        self.origin = origin
    }

    mutating func run(from start: Double, isReordered: Bool) -> [PlacedFragment] {
        pen.x = start
        frames = [.line]
        if isReordered { countLeaves() }
        for leaf in leaves {
            enter(leaf.box)
            place(leaf)
            if leaf.kind != .absolute { hasPlaced = true }
            if isReordered { count(leaf.box, by: -1) }
        }
        while frames.count > 1 { leave() }
        pen.rightmost = max(pen.rightmost, pen.x)
        return frames[0].children
    }

    private mutating func countLeaves() {
        remaining = Array(repeating: 0, count: formatter.content.boxes.count + 1)
        seen = Array(repeating: false, count: remaining.count)
        for leaf in leaves { count(leaf.box, by: 1) }
    }

    private mutating func count(_ box: Int32, by step: Int) {
        var at = Int(box)
        while at >= 0 {
            remaining[at + 1] += step
            at = Int(formatter.inlines[at].parent)
        }
    }

    // MARK: Inline boxes

    /// Leaves and enters inline boxes until `box` is the innermost.
    private mutating func enter(_ box: Int32) {
        guard frames[frames.count - 1].box != box else { return }
        var path: [Int32] = []
        var at = box
        while at >= 0, !frames.contains(where: { $0.box == at }) {
            path.append(at)
            at = formatter.inlines[Int(at)].parent
        }
        while frames[frames.count - 1].box != at { leave() }
        for inner in path.reversed() {
            if frames.count > Self.deep {
                guard formatter.context.deepInlinesLeft > 0 else { return }
                formatter.context.deepInlinesLeft -= 1
            }
            push(inner)
        }
    }

    private mutating func push(_ box: Int32) {
        let inline = formatter.inlines[Int(box)]
        let isFirst = seen.isEmpty || !seen[Int(box) + 1]
        if !seen.isEmpty { seen[Int(box) + 1] = true }
        let hasLeft =
            isFirst
            && (inline.isLeftToRight
                ? inline.hasStart && formatter.opensHere(box) : inline.hasEnd && formatter.closesHere(box))
        let top = formatter.baseline(of: box) - formatter.text.metrics[Int(box) + 1].ascent
        var frame = InlineFrame(opening: box, inline, top: top, hasLeft: hasLeft, &pen)
        frame.absoluteCount = absolutes.count
        frames.append(frame)
    }

    private mutating func leave() {
        var frame = frames.removeLast()
        let inline = formatter.content.boxes[Int(frame.box)]
        let traits = formatter.inlines[Int(frame.box)]
        let isLast = remaining.isEmpty || remaining[Int(frame.box) + 1] == 0
        let hasRight =
            isLast
            && (traits.isLeftToRight
                ? inline.hasEnd && formatter.closesHere(frame.box) : inline.hasStart && formatter.opensHere(frame.box))
        var parts = frame.close(
            inline, traits, formatter.text.metrics[Int(frame.box) + 1], hasRight: hasRight, &pen)
        if traits.containsAbsolutes, absolutes.count > frame.absoluteCount {
            parts.children += takeAbsolutes(of: frame, size: parts.size)
        }
        append(.box(BoxFragment(parts)), at: frame.corner + traits.offset)
    }

    /// A positioned inline box contains the absolutely positioned boxes in it: against the padding box of its part on
    /// this line (CSS 2.2 §10.1 leaves open what several lines come to).
    private mutating func takeAbsolutes(of frame: InlineFrame, size: Size) -> [PlacedFragment] {
        let corner = origin + frame.corner
        let place = AbsolutePlace(
            area: Rect(origin: Point(), size: size).inset(by: frame.border),
            flowOrigin: formatter.space.origin + corner, pages: formatter.space.pages)
        var placed: [PlacedFragment] = []
        let inside = absolutes[frame.absoluteCount...]
        absolutes.removeSubrange(frame.absoluteCount...)
        for var absolute in inside {
            guard absolute.box.style.box.position == .absolute else {
                absolutes.append(absolute)
                continue
            }
            absolute.staticPosition = absolute.staticPosition - corner
            let (fragment, rest) = formatter.context.layoutAbsolute(absolute, in: place)
            placed.append(fragment)
            for var other in rest {
                other.staticPosition += corner
                absolutes.append(other)
            }
        }
        return placed
    }

    private mutating func append(_ fragment: Fragment, at point: Point) {
        let last = frames.count - 1
        frames[last].children.append(PlacedFragment(fragment, at: point - frames[last].corner))
    }

    // MARK: Leaves

    private mutating func place(_ leaf: LineLeaf) {
        switch leaf.kind {
        case .empty: break
        case .text:
            place(formatter.textFragment(leaf, in: line, spaceExtra: spaceExtra), in: leaf.box)
        case .hyphen:
            guard let mark = formatter.hyphen(after: formatter.text.pieces[leaf.pieces.upperBound - 1]) else { return }
            place(formatter.markFragment(mark, like: leaf), in: leaf.box)
        case .ellipsis:
            place(formatter.markFragment(formatter.ellipsis(), like: leaf), in: -1)
        case .tab:
            pen.x += line.tabWidth(leaf.pieces.lowerBound)
        case .atomic: placeAtomic(leaf)
        case .absolute: handUp(leaf)
        }
    }

    private mutating func place(_ fragment: TextFragment, in box: Int32) {
        append(.text(fragment), at: Point(x: pen.x, y: formatter.baseline(of: box)))
        pen.x += fragment.width
    }

    private mutating func placeAtomic(_ leaf: LineLeaf) {
        guard let atomic = formatter.atomic(formatter.text.pieces[leaf.pieces.lowerBound]) else { return }
        let baseline = formatter.subtrees[atomic.place.subtree].baseline + atomic.place.shift
        let corner =
            Point(x: pen.x + atomic.margin.left, y: baseline - atomic.above + atomic.margin.top) + atomic.offset
        append(.box(atomic.layout.fragment), at: corner)
        for var absolute in atomic.layout.absolutes {
            absolute.staticPosition += corner + origin
            absolutes.append(absolute)
        }
        pen.rightmost = max(pen.rightmost, corner.x + max(atomic.layout.size.width, atomic.layout.overflowRight))
        pen.x += atomic.width
    }

    /// An absolutely positioned box would have stood here: its static position. What was a block would have begun a
    /// line of its own (CSS 2.2 §10.3.7, §10.6.4).
    private mutating func handUp(_ leaf: LineLeaf) {
        guard let box = formatter.innerBox(formatter.text.pieces[leaf.pieces.lowerBound]) else { return }
        var place = Point(x: pen.x, y: 0) + origin
        if !box.style.box.wasInlineLevel {
            let startsLine = line.start.piece == leaf.pieces.lowerBound || !hasPlaced
            place = Point(
                x: formatter.isRightToLeft ? formatter.space.width : 0,
                y: origin.y + (startsLine ? 0 : heights.height))
        }
        var absolute = AbsoluteBox(box: box, staticPosition: place, staticDirection: formatter.block.direction)
        absolute.isStaticPositionRight = formatter.isRightToLeft
        absolutes.append(absolute)
    }
}
