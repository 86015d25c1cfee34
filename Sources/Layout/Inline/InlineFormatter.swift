import Geometry
import Markup
import Style

/// Lays out the lines of one inline formatting context.
final class InlineFormatter {
    let context: LayoutContext
    let content: InlineContent
    let text: PreparedText
    let box: Box
    let space: InlineSpace
    let isRightToLeft: Bool
    /// What lines ask of the block container and of the inline boxes, taken out of their styles once.
    let block: BlockTraits
    let inlines: [InlineTraits]
    /// Quirks and limited-quirks mode: lines are only as high as what stands on them.
    let hasShrinkingLines: Bool
    private(set) var atomics: [Int32: AtomicInline] = [:]
    /// The distance of tab stops.
    private(set) lazy var tabDistance = context.tabDistance(box)

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
        block = BlockTraits(box.style, width: space.width)
        hasShrinkingLines = context.styled.document.mode != .standard
        inlines = content.boxes.isEmpty ? [] : context.traits(of: content, in: space)
        places = Array(repeating: BaselinePlace(), count: content.boxes.count + 1)
        openingLine = Array(repeating: 0, count: content.boxes.count)
        closingLine = openingLine
    }

    // MARK: What stands on lines

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
            offset: context.relativeOffset(of: inner.style, width: space.width, height: space.containingHeight),
            verticalAlign: inner.style.box.verticalAlign)
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

    // MARK: Marks

    func hyphen(after piece: Piece) -> ShapedMark? { context.hyphen(after: piece, in: text) }

    func ellipsis() -> ShapedMark {
        context.mark(.ellipsis, style: box.style.textGroup, level: text.baseLevel, in: text)
    }
}
