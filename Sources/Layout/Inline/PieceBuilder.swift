import Geometry
import Style

/// Cuts shaped text into pieces: at spaces, at the edges of runs and boxes, and wherever a line may break.
struct PieceBuilder: ~Copyable {
    private let content: InlineContent
    private let root: ComputedStyle
    let collected: TextCollector
    private let baseLevel: UInt8
    private(set) var runs: [ShapedRun]
    private(set) var breaks: [BreakOpportunity]
    private(set) var pieces: [Piece] = []
    /// The run and the glyph in it that come next; pieces are made in the order of bytes.
    private var run = 0
    private var glyph = 0

    init(_ content: InlineContent, root: ComputedStyle, collected: consuming TextCollector, shaped: ShapedText) {
        self.content = content
        self.root = root
        baseLevel = shaped.baseLevel
        runs = shaped.runs
        breaks = shaped.breaks
        pieces.reserveCapacity(collected.utf8.count / 3 + collected.items.count)
        self.collected = collected
    }

    mutating func build() {
        let utf8 = collected.utf8
        if breaks.count < utf8.count {
            breaks.append(contentsOf: repeatElement(.none, count: utf8.count - breaks.count))
        }
        TextSpacing.apply(to: &runs, spans: collected.spans, utf8: utf8)
        for item in collected.items {
            switch item.kind {
            case .word: addText(item, utf8)
            default: addSingle(item)
            }
        }
        markBreaks()
    }

    // MARK: Pieces

    private mutating func addSingle(_ item: CollectedItem) {
        let bytes = Int32(item.bytes.lowerBound)..<Int32(item.bytes.upperBound)
        var reference = item.item
        switch item.kind {
        case .open, .close: reference = item.box
        default: break
        }
        if !item.bytes.isEmpty { advanceRun(to: item.bytes.lowerBound) }
        let level = item.bytes.isEmpty || run >= runs.count ? baseLevel : runs[run].level
        pieces.append(Piece(kind: item.kind, box: item.box, item: reference, bytes: bytes, level: level))
    }

    private mutating func addText(_ item: CollectedItem, _ utf8: [UInt8]) {
        guard case .text(let text) = content.items[Int(item.item)] else { return }
        let traits = TextTraits(text.style)
        if traits.changesBreaks { BreakRules.apply(text.style.text, to: &breaks, utf8: utf8, in: item.bytes) }
        var at = item.bytes.lowerBound
        while at < item.bytes.upperBound {
            advanceRun(to: at)
            guard run < runs.count else { return }
            let end = min(item.bytes.upperBound, max(runs[run].range.upperBound, at + 1))
            addPieces(at..<end, item, traits, utf8)
            at = end
        }
    }

    private mutating func advanceRun(to byte: Int) {
        while run < runs.count, runs[run].range.upperBound <= byte {
            run += 1
            glyph = 0
        }
        guard run < runs.count else { return }
        skipGlyphs(before: byte)
    }

    private mutating func skipGlyphs(before byte: Int) {
        while glyph < runs[run].glyphs.count, Int(runs[run].glyphs[glyph].cluster) < byte { glyph += 1 }
    }

    private mutating func addPieces(_ range: Range<Int>, _ item: CollectedItem, _ traits: TextTraits, _ utf8: [UInt8]) {
        var start = range.lowerBound
        var at = start
        var kind = Piece.Kind.word
        while at < range.upperBound {
            let byte = utf8[at]
            let own: Piece.Kind = byte == 0x20 ? .space : byte == 0x09 ? .tab : .word
            let isSoftHyphen = byte == 0xC2 && at + 1 < range.upperBound && utf8[at + 1] == 0xAD
            let cut =
                at > start
                && (own != kind || own == .tab || isSoftHyphen || (breaks[at] == .allowed && beginsCluster(at)))
            if cut {
                add(kind, start..<at, item, traits)
                start = at
            }
            kind = own
            at += 1
            if isSoftHyphen {
                if let last = pieces.last, last.kind == .word, Int(last.bytes.upperBound) == start {
                    pieces[pieces.count - 1].endsInSoftHyphen = true
                }
                at += 1
                skipGlyphs(before: at)
                start = at
                kind = .word
            }
        }
        if start < range.upperBound { add(kind, start..<range.upperBound, item, traits) }
    }

    private func beginsCluster(_ byte: Int) -> Bool {
        let glyphs = runs[run].glyphs
        var index = glyph
        while index < glyphs.count, Int(glyphs[index].cluster) < byte { index += 1 }
        return index == glyphs.count || Int(glyphs[index].cluster) == byte
    }

    private mutating func add(_ kind: Piece.Kind, _ bytes: Range<Int>, _ item: CollectedItem, _ traits: TextTraits) {
        let first = glyph
        var width = 0.0
        while glyph < runs[run].glyphs.count, Int(runs[run].glyphs[glyph].cluster) < bytes.upperBound {
            width += Double(runs[run].glyphs[glyph].advance)
            glyph += 1
        }
        var piece = Piece(
            kind: kind, box: item.box, item: item.item, bytes: Int32(bytes.lowerBound)..<Int32(bytes.upperBound),
            level: runs[run].level)
        piece.run = Int32(run)
        piece.glyphs = Int32(first)..<Int32(glyph)
        piece.width = width
        piece.spaceRule = traits.spaceRule
        piece.breaksAnywhere = traits.breaksAnywhere
        piece.cutsCountInMinContent = traits.cutsCountInMinContent
        pieces.append(piece)
    }

    // MARK: Breaks

    /// Gives each break opportunity to the piece that a line would end with: after the edges that close behind a
    /// word and the floats there, before the edges that open. The box that holds both sides says whether lines wrap.
    private mutating func markBreaks() {
        let rootWraps = root.text.whiteSpace.wraps
        var previous: Int?
        var target = 0
        var isTargetOpen = true
        var governing: Int32 = -1
        for index in pieces.indices {
            let piece = pieces[index]
            guard piece.isCharacters else {
                switch piece.kind {
                case .close:
                    if governing == piece.box { governing = Int32(content.boxes[Int(piece.box)].parent ?? -1) }
                    if isTargetOpen { target = index }
                case .float: if isTargetOpen { target = index }
                default: isTargetOpen = false
                }
                continue
            }
            if let previous {
                let last = pieces[previous]
                let isWrapping = governing < 0 ? rootWraps : content.boxes[Int(governing)].style.text.whiteSpace.wraps
                if isWrapping, allowsBreak(from: last.bytes.upperBound, through: piece.bytes.lowerBound) {
                    pieces[target].breakAfter = last.endsInSoftHyphen ? .hyphen : .allowed
                }
            }
            previous = index
            target = index
            isTargetOpen = true
            governing = piece.box
        }
    }

    private func allowsBreak(from first: Int32, through last: Int32) -> Bool {
        if first == last { return breaks[Int(first)] == .allowed || breaks[Int(first)] == .mandatory }
        guard first < last else { return false }
        for byte in Int(first)...Int(last) where breaks[byte] == .allowed || breaks[byte] == .mandatory { return true }
        return false
    }
}

/// What of a text's style decides how its pieces behave.
struct TextTraits {
    var spaceRule: Piece.SpaceRule
    var breaksAnywhere: Bool
    var cutsCountInMinContent: Bool
    var changesBreaks: Bool

    init(_ style: ComputedStyle) {
        let whiteSpace = style.text.whiteSpace
        let wordBreak = style.text.wordBreak
        let overflowWrap = style.text.overflowWrap
        spaceRule =
            switch whiteSpace {
            case .normal, .nowrap, .preLine: .collapses
            case .preWrap: .hangs
            case .pre, .breakSpaces: .stays
            }
        cutsCountInMinContent = whiteSpace.wraps && (overflowWrap == .anywhere || wordBreak == .breakWord)
        breaksAnywhere = cutsCountInMinContent || (whiteSpace.wraps && overflowWrap == .breakWord)
        changesBreaks =
            wordBreak == .breakAll || wordBreak == .keepAll || style.text.hyphens == .none
            || whiteSpace == .breakSpaces
    }
}

/// How `word-break`, `hyphens: none` and `white-space: break-spaces` change where lines may break (CSS Text 3 §5.2).
enum BreakRules {
    static func apply(_ style: TextStyle, to breaks: inout [BreakOpportunity], utf8: [UInt8], in range: Range<Int>) {
        for at in range where at > 0 && breaks[at] != .none && breaks[at] != .mandatory {
            let before = utf8[at - 1]
            let after = utf8[at]
            if style.wordBreak == .breakAll, breaks[at] == .grapheme, joinsLetters(before, after) {
                breaks[at] = .allowed
            } else if style.wordBreak == .keepAll, breaks[at] == .allowed, before >= 0x80, after >= 0x80,
                !endsInSpace(utf8, at), isWide(utf8, at)
            {
                breaks[at] = .grapheme
            }
            if style.hyphens == .none, at > 1, before == 0xAD, utf8[at - 2] == 0xC2 { breaks[at] = .grapheme }
            if style.whiteSpace == .breakSpaces, before == 0x20 || before == 0x09 { breaks[at] = .allowed }
        }
    }

    /// `break-all` treats letters, digits and the symbols of their class like ideographs (UAX 14 §6, LB 13 and 14 stay):
    /// no line begins with closing punctuation, none ends with opening punctuation.
    private static func joinsLetters(_ before: UInt8, _ after: UInt8) -> Bool {
        isAlphabetic(after) && (isAlphabetic(before) || closing.contains(before))
    }

    private static let symbols = Set("=&#*@^_~|<>".utf8)
    private static let closing = Set("/?!)]},.:;-%".utf8)

    private static func isAlphabetic(_ byte: UInt8) -> Bool { isLetter(byte) || symbols.contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
    }

    /// Ideographic and zero width spaces.
    private static func endsInSpace(_ utf8: [UInt8], _ at: Int) -> Bool {
        at >= 3
            && (utf8[at - 3..<at].elementsEqual([0xE3, 0x80, 0x80])
                || utf8[at - 3..<at].elementsEqual([0xE2, 0x80, 0x8B]))
    }

    private static func isWide(_ utf8: [UInt8], _ at: Int) -> Bool {
        WideCharacters.join(Array(utf8[max(0, at - 3)..<at]), with: utf8.span, from: at)
    }
}

/// `letter-spacing` and `word-spacing`, added to the advances of shaped glyphs (CSS Text 3 §8).
enum TextSpacing {
    static func apply(to runs: inout [ShapedRun], spans: [ParagraphText.Span], utf8: [UInt8]) {
        let isSpaced = spans.contains { $0.style.values.letterSpacing != 0 || $0.style.values.wordSpacing != 0 }
        guard isSpaced else { return }
        for index in runs.indices {
            guard spans.indices.contains(runs[index].span) else { continue }
            let style = spans[runs[index].span].style.values
            guard style.letterSpacing != 0 || style.wordSpacing != 0 else { continue }
            space(&runs[index].glyphs, letter: Float(style.letterSpacing), word: Float(style.wordSpacing), utf8)
        }
    }

    private static func space(_ glyphs: inout [Glyph], letter: Float, word: Float, _ utf8: [UInt8]) {
        for index in glyphs.indices {
            let cluster = Int(glyphs[index].cluster)
            let isLast = index + 1 == glyphs.count || glyphs[index + 1].cluster != glyphs[index].cluster
            guard isLast, cluster < utf8.count else { continue }
            glyphs[index].advance += letter
            if separatesWords(utf8, cluster) { glyphs[index].advance += word }
        }
    }

    /// The spaces that `word-spacing` and justification widen: U+0020 and U+00A0.
    static func separatesWords(_ utf8: [UInt8], _ at: Int) -> Bool {
        utf8[at] == 0x20 || (utf8[at] == 0xC2 && at + 1 < utf8.count && utf8[at + 1] == 0xA0)
    }
}
