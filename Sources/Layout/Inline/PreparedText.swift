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
    /// The decoration lines that reach text directly in the block container, then in each inline box; empty where
    /// nothing is decorated.
    private let decorations: [[PropagatedLine]]
    /// Whether any piece stands on another level than 0, so that lines must be reordered.
    let isBidirectional: Bool
    /// Whether a font that stood in for the first one may make a line higher.
    let hasTallFallback: Bool
    let hasAtomics: Bool
    /// Whether there are but words, spaces that collapse, and inline boxes, from left to right in fonts of their own.
    let isPlain: Bool
    /// The run of all of the text, where its glyphs and bytes can be taken as they are.
    let wholeRun: ShapedRun?
    /// Shaped "‐" and "…" by style, made when first needed.
    var marks: [MarkKey: ShapedMark] = [:]

    init(_ parts: consuming Parts) {
        utf8 = parts.utf8
        spans = parts.spans
        runs = parts.runs
        breaks = parts.breaks
        baseLevel = parts.baseLevel
        pieces = parts.pieces
        metrics = parts.metrics
        decorations = parts.decorations
        let traits = Traits(pieces, baseLevel: baseLevel, metrics: metrics, runs: runs)
        isBidirectional = traits.isBidirectional
        hasAtomics = traits.hasAtomics
        hasTallFallback = traits.hasTallFallback
        isPlain = traits.isPlain
        wholeRun = Self.isWhole(runs, utf8) ? runs[0] : nil
    }

    /// Whether one run covers all bytes, none of which is a soft hyphen or a mark of direction that is not shown.
    private static func isWhole(_ runs: [ShapedRun], _ utf8: [UInt8]) -> Bool {
        guard runs.count == 1, runs[0].range == utf8.indices else { return false }
        for place in utf8.indices where utf8[place] >= 0xC2 {
            if utf8[place] == 0xE2, DirectionMarks.stands(at: place, in: utf8) { return false }
            if utf8[place] == 0xC2, place + 1 < utf8.count, utf8[place + 1] == 0xAD { return false }
        }
        return true
    }

    func decorations(of box: Int32) -> [PropagatedLine] { decorations.isEmpty ? [] : decorations[Int(box) + 1] }

    /// What the pieces say of the whole.
    private struct Traits {
        var isBidirectional: Bool
        var hasAtomics = false
        var hasTallFallback = false
        var isPlain = true

        init(_ pieces: [Piece], baseLevel: UInt8, metrics: [InlineMetrics], runs: [ShapedRun]) {
            isBidirectional = baseLevel != 0
            for index in pieces.indices {
                if pieces[index].level != 0 { isBidirectional = true }
                switch pieces[index].kind {
                case .word where pieces[index].run >= 0:
                    let own = metrics[Int(pieces[index].box) + 1]
                    let run = Int(pieces[index].run)
                    if own.isNormal, runs[run].ascent > own.above || runs[run].descent > own.below {
                        hasTallFallback = true
                    }
                case .space: if pieces[index].spaceRule != .collapses { isPlain = false }
                case .open, .close: break
                case .atomic:
                    hasAtomics = true
                    isPlain = false
                default: isPlain = false
                }
            }
            if isBidirectional || hasTallFallback { isPlain = false }
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
