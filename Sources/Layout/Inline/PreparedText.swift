import Geometry
import Style

/// The shaped text of an inline formatting context, cut into the pieces that line breaking goes through; made once and
/// good for every width.
final class PreparedText {
    let utf8: [UInt8]
    let spans: [ParagraphText.Span]
    let runs: [ShapedRun]
    /// One for each byte, after `word-break` and its kin had their say.
    let breaks: [BreakOpportunity]
    let baseLevel: UInt8
    let pieces: [Piece]
    /// Line metrics of the block container, then of each inline box.
    let metrics: [InlineMetrics]
    /// The decoration lines that reach text directly in the block container, then in each inline box.
    let decorations: [[PropagatedLine]]
    /// Whether any piece stands on another level than 0, so that lines must be reordered.
    let isBidirectional: Bool
    /// Whether a font that stood in for the first one may make a line higher.
    let hasTallFallback: Bool
    let hasAtomics: Bool
    /// Shaped "‐" and "…" by style, made when first needed.
    var marks: [MarkKey: ShapedMark] = [:]

    init(_ parts: Parts) {
        utf8 = parts.utf8
        spans = parts.spans
        runs = parts.runs
        breaks = parts.breaks
        baseLevel = parts.baseLevel
        pieces = parts.pieces
        metrics = parts.metrics
        decorations = parts.decorations
        isBidirectional = parts.baseLevel != 0 || parts.pieces.contains { $0.level != 0 }
        hasAtomics = parts.pieces.contains { $0.kind == .atomic }
        let ownMetrics = parts.metrics
        let ownRuns = parts.runs
        hasTallFallback = parts.pieces.contains { piece in
            guard piece.kind == .word, piece.run >= 0 else { return false }
            let own = ownMetrics[Int(piece.box) + 1]
            let run = ownRuns[Int(piece.run)]
            return own.isNormal && (run.ascent > own.above || run.descent > own.below)
        }
    }

    struct Parts {
        var utf8: [UInt8]
        var spans: [ParagraphText.Span]
        var runs: [ShapedRun]
        var breaks: [BreakOpportunity]
        var baseLevel: UInt8
        var pieces: [Piece]
        var metrics: [InlineMetrics]
        var decorations: [[PropagatedLine]]
    }

    struct MarkKey: Hashable {
        var style: ObjectIdentifier
        var kind: ShapedMark.Kind
    }
}

/// A word, a run of spaces, the edge of an inline box, an atomic box: what a line takes whole, as long as it can.
struct Piece {
    enum Kind: UInt8 {
        case word, space, tab
        /// A preserved line feed, and `<br>`.
        case newline, lineBreak
        case open, close
        case atomic, float, absolute
        /// A place without width: `<wbr>`.
        case filler
    }

    enum Break: UInt8 {
        case none, allowed
        /// Allowed, and shown by a hyphen.
        case hyphen
    }

    /// What becomes of a space at the end of a line (CSS Text 3 §4.1.2).
    enum SpaceRule: UInt8 { case collapses, hangs, stays }

    var kind: Kind
    var breakAfter = Break.none
    var spaceRule = SpaceRule.collapses
    /// Whether the piece may be cut between any two graphemes when it does not fit.
    var breaksAnywhere = false
    /// Whether such cuts count in the min-content width (`overflow-wrap: anywhere`).
    var cutsCountInMinContent = false
    var endsInSoftHyphen = false
    var level: UInt8
    /// The inline box that it stands in; -1 directly in the block container. For `open` and `close` the box itself.
    var box: Int32
    /// Index into `InlineContent.items`.
    var item: Int32
    var run: Int32 = -1
    var glyphs: Range<Int32> = 0..<0
    var bytes: Range<Int32>
    var width: Double = 0

    init(kind: Kind, box: Int32, item: Int32, bytes: Range<Int32>, level: UInt8) {
        self.kind = kind
        self.box = box
        self.item = item
        self.bytes = bytes
        self.level = level
    }

    /// Whether a line may break between this and the next of its kind; the others stand between characters.
    var isCharacters: Bool {
        switch kind {
        case .word, .space, .tab, .newline, .lineBreak, .atomic, .filler: true
        case .open, .close, .float, .absolute: false
        }
    }
}

/// A short text that layout adds to a line: the hyphen at a break, the ellipsis.
struct ShapedMark {
    enum Kind: UInt8 {
        case hyphen, ellipsis

        /// U+2010 and U+2026.
        var utf8: [UInt8] { self == .hyphen ? [0xE2, 0x80, 0x90] : [0xE2, 0x80, 0xA6] }
    }

    var utf8: [UInt8]
    var runs: [ShapedRun]
    var width: Double
}

/// A place in the pieces: a piece, and for a piece that was cut how many of its glyphs are behind.
struct LineCursor: Equatable {
    var piece = 0
    var glyph: Int32 = 0
    /// The width of those glyphs.
    var behind: Double = 0
}
