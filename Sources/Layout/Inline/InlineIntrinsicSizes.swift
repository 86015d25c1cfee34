import Geometry
import Style

/// The min-content and max-content width of prepared text, in one pass (CSS Sizing 3 §5.1).
struct InlineIntrinsicSizing {
    private let context: LayoutContext
    private let content: InlineContent
    private let text: PreparedText
    private let box: Box
    private var sizes = IntrinsicSizes.zero
    /// The unbreakable stretch and the line at hand, and how much of their ends are spaces that do not count.
    private var segment: Double = 0
    private var line: Double = 0
    private var trailing: Double = 0
    private var hasContent = false
    /// Floats beside the lines.
    private var floats: Double = 0

    init(_ context: LayoutContext, _ content: InlineContent, in box: Box) {
        self.context = context
        self.content = content
        self.box = box
        text = context.prepare(content, in: box)
        let indent = box.style.text.textIndent
        let start = indent.hasPercentage ? 0 : indent.resolved(against: 0)
        segment = start
        line = start
    }

    mutating func run() -> IntrinsicSizes {
        var word: Piece?
        for piece in text.pieces {
            add(piece)
            if piece.kind == .word { word = piece }
            if piece.breakAfter == .hyphen, let word { segment += context.hyphen(after: word, in: text)?.width ?? 0 }
            if piece.breakAfter != .none { endSegment() }
        }
        endLine()
        sizes.maxContent = max(sizes.maxContent, sizes.minContent)
        return sizes
    }

    private mutating func add(_ piece: Piece) {
        switch piece.kind {
        case .word: piece.cutsCountInMinContent ? takeCut(piece) : take(piece.width)
        case .space: takeSpace(piece, piece.width)
        case .tab:
            let tabDistance = context.tabDistance(box)
            guard tabDistance > 0 else { return }
            takeSpace(piece, ((line / tabDistance).rounded(.down) + 1) * tabDistance - line)
        case .newline, .lineBreak: endLine()
        case .open: takeEdge(piece, isStart: true)
        case .close: takeEdge(piece, isStart: false)
        case .atomic:
            guard case .atomic(let box) = content.items[Int(piece.item)] else { return }
            let inner = context.intrinsicContribution(of: box)
            line += inner.maxContent - inner.minContent
            take(inner.minContent)
        case .float:
            guard case .float(let box) = content.items[Int(piece.item)] else { return }
            let inner = context.intrinsicContribution(of: box)
            sizes.minContent = max(sizes.minContent, inner.minContent)
            floats += inner.maxContent
        case .absolute, .filler: break
        }
    }

    private mutating func take(_ width: Double) {
        segment += width
        line += width
        trailing = 0
        hasContent = true
    }

    /// A word that may be cut anywhere counts grapheme by grapheme.
    private mutating func takeCut(_ piece: Piece) {
        let glyphs = text.runs[Int(piece.run)].glyphs
        var grapheme = 0.0
        for index in Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound) {
            let glyph = glyphs[index]
            let begins = glyph.cluster > piece.bytes.lowerBound && text.breaks[Int(glyph.cluster)] != .none
            if begins {
                take(grapheme)
                endSegment()
                grapheme = 0
            }
            grapheme += Double(glyph.advance)
        }
        take(grapheme)
    }

    private mutating func takeSpace(_ piece: Piece, _ width: Double) {
        if piece.spaceRule == .stays {
            take(width)
        } else if hasContent || piece.spaceRule == .hangs {
            segment += width
            line += width
            trailing += width
        }
    }

    private mutating func takeEdge(_ piece: Piece, isStart: Bool) {
        let inline = content.boxes[Int(piece.box)]
        guard isStart ? inline.hasStart : inline.hasEnd else { return }
        let edges = UsedEdges(inline.style, base: 0)
        let isLeft = isStart == (inline.style.text.direction == .ltr)
        let width =
            isLeft
            ? edges.margin.left + edges.border.left + edges.padding.left
            : edges.margin.right + edges.border.right + edges.padding.right
        segment += width
        line += width
    }

    private mutating func endSegment() {
        sizes.minContent = max(sizes.minContent, segment - trailing)
        segment = 0
    }

    private mutating func endLine() {
        endSegment()
        sizes.maxContent = max(sizes.maxContent, line - trailing + floats)
        line = 0
        trailing = 0
        hasContent = false
    }
}
