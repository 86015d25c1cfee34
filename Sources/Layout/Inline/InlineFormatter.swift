import Geometry
import Style

/// Lays out the lines of one inline formatting context.
final class InlineFormatter {
    let context: LayoutContext
    let content: InlineContent
    let text: PreparedText
    let box: Box
    let space: InlineSpace
    let isRightToLeft: Bool
    /// Used edges of the inline boxes.
    let edges: [UsedEdges]
    private(set) var atomics: [Int32: AtomicInline] = [:]
    /// The distance of tab stops.
    private(set) lazy var tabDistance = tabStop()

    var layout = InlineLayout()
    /// Inline boxes open where the next line begins, outermost first.
    var openBoxes: [Int32] = []
    /// Floats before this piece have their place.
    var floatsPlaced = 0

    // Scratch of the line at hand, kept to spare allocations; indexed by inline box + 1, the block container first.
    var subtrees: [AlignedSubtree] = []
    var places: [BaselinePlace]
    /// The lines, by number, on which each inline box opens and closes.
    private var openingLine: [Int32]
    private var closingLine: [Int32]
    private var lineNumber: Int32 = 0

    init(_ context: LayoutContext, _ content: InlineContent, of box: Box, in space: InlineSpace) {
        self.context = context
        self.content = content
        self.box = box
        self.space = space
        text = context.prepare(content, in: box)
        isRightToLeft = text.baseLevel % 2 == 1
        edges = content.boxes.map { UsedEdges($0.style, base: space.width) }
        places = Array(repeating: BaselinePlace(), count: content.boxes.count + 1)
        openingLine = Array(repeating: 0, count: content.boxes.count)
        closingLine = openingLine
    }

    // MARK: What stands on lines

    /// The width that an inline box's start edge takes: margin, border and padding of the side where it begins.
    func startEdge(_ index: Int32) -> Double {
        let inline = content.boxes[Int(index)]
        guard inline.hasStart else { return 0 }
        return inline.style.text.direction == .ltr ? leftEdge(Int(index)) : rightEdge(Int(index))
    }

    func endEdge(_ index: Int32) -> Double {
        let inline = content.boxes[Int(index)]
        guard inline.hasEnd else { return 0 }
        return inline.style.text.direction == .ltr ? rightEdge(Int(index)) : leftEdge(Int(index))
    }

    func beginLine() { lineNumber += 1 }

    func open(_ box: Int32) {
        openBoxes.append(box)
        openingLine[Int(box)] = lineNumber
    }

    func close(_ box: Int32) {
        openBoxes.removeLast()
        closingLine[Int(box)] = lineNumber
    }

    func opensHere(_ box: Int32) -> Bool { openingLine[Int(box)] == lineNumber }
    func closesHere(_ box: Int32) -> Bool { closingLine[Int(box)] == lineNumber }

    private func leftEdge(_ index: Int) -> Double {
        edges[index].margin.left + edges[index].border.left + edges[index].padding.left
    }

    private func rightEdge(_ index: Int) -> Double {
        edges[index].margin.right + edges[index].border.right + edges[index].padding.right
    }

    /// The box of an atomic, float or absolute piece.
    func innerBox(_ piece: Piece) -> Box? {
        switch content.items[Int(piece.item)] {
        case .atomic(let box), .float(let box), .absolute(let box), .lineBreak(let box): box
        default: nil
        }
    }

    func atomic(_ piece: Piece) -> AtomicInline? {
        if let known = atomics[piece.item] { return known }
        guard let inner = innerBox(piece) else { return nil }
        let atomic = layOutAtomic(inner)
        atomics[piece.item] = atomic
        return atomic
    }

    func keep(_ atomic: AtomicInline, for piece: Piece) { atomics[piece.item] = atomic }

    private func layOutAtomic(_ inner: Box) -> AtomicInline {
        var constraint = ConstraintSpace(
            origin: space.origin, pages: context.endless, containingWidth: space.width,
            containingHeight: space.containingHeight)
        constraint.width = .shrinkToFit
        let layout = context.measure(inner, constraint)
        let margin = UsedEdges(inner.style, base: space.width).margin
        let outerHeight = margin.top + layout.size.height + margin.bottom
        let above = atomicBaseline(inner, layout).map { margin.top + $0 } ?? outerHeight
        let metrics = InlineMetrics(inner.style, font: context.shaper.metrics(of: inner.style.textGroup))
        return AtomicInline(
            layout: layout, margin: margin, above: above, below: outerHeight - above, lineHeight: metrics.lineHeight,
            offset: relativeOffset(inner.style))
    }

    /// The baseline from the top of the border box: an inline-block's is that of its last line, a table's, flex or
    /// grid container's that of its first; nil stands for the bottom margin edge (CSS 2.2 §10.8.1).
    private func atomicBaseline(_ inner: Box, _ layout: BoxLayout) -> Double? {
        switch inner.inside {
        case .replaced: nil
        case .table, .flex, .grid: layout.firstBaseline
        default: inner.style.box.clips ? nil : layout.lastBaseline
        }
    }

    func relativeOffset(_ style: ComputedStyle) -> Point {
        context.relativeOffset(of: style, width: space.width, height: space.containingHeight)
    }

    private func tabStop() -> Double {
        let style = box.style.text
        switch style.tabSize {
        case .px(let px): return px
        case .spaces(let count):
            let advance = context.shaper.metrics(of: box.style.textGroup).spaceWidth
            return count * (advance + style.letterSpacing + style.wordSpacing)
        }
    }

    // MARK: Marks

    func hyphen(after piece: Piece) -> ShapedMark? { context.hyphen(after: piece, in: text) }

    func ellipsis() -> ShapedMark {
        context.mark(.ellipsis, style: box.style.textGroup, level: text.baseLevel, in: text)
    }
}
