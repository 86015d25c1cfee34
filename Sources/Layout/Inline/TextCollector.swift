import Geometry
import Style

/// Collects the characters of an inline formatting context into one paragraph: white space is collapsed, also across
/// the edges of inline boxes (CSS Text 3 §4.1.1), `text-transform` applied, atomic boxes stand as U+FFFC and
/// `unicode-bidi` as control characters (CSS Writing Modes 3 §2.4.2).
struct TextCollector: ~Copyable {
    private(set) var utf8: [UInt8] = []
    private(set) var spans: [ParagraphText.Span] = []
    private(set) var items: [CollectedItem] = []
    private let content: InlineContent
    private let root: ComputedStyle
    /// Whether a collapsible space here would follow another one or begin a line.
    private var dropsSpace = true
    private var box: Int32 = -1
    /// Inline boxes around this place that embed, override or isolate.
    private var embedding: [ComputedStyle] = []

    init(_ content: InlineContent, root: ComputedStyle) {
        self.content = content
        self.root = root
    }

    mutating func collect() {
        if root.box.unicodeBidi == .bidiOverride || root.box.unicodeBidi == .isolateOverride {
            embedding.append(root)
            appendControls(BidiControls.opening(root), style: root.textGroup)
        }
        items.reserveCapacity(content.items.count)
        for index in content.items.indices { add(content.items[index], Int32(index)) }
    }

    /// The paragraph for the shaper.
    func paragraph() -> ParagraphText {
        ParagraphText(
            utf8: utf8, spans: spans, direction: root.text.direction,
            takesDirectionFromText: root.box.unicodeBidi == .plaintext)
    }

    private var boxStyle: ComputedStyle { box < 0 ? root : content.boxes[Int(box)].style }

    private mutating func add(_ item: InlineItem, _ index: Int32) {
        switch item {
        case .text(let text):
            add(text, index)
        case .open(let opened):
            box = Int32(opened)
            mark(.open, index)
            let style = content.boxes[opened].style
            guard style.box.unicodeBidi != .normal else { return }
            embedding.append(style)
            appendControls(BidiControls.opening(style), style: style.textGroup)
        case .close(let closed):
            let style = content.boxes[closed].style
            if style.box.unicodeBidi != .normal {
                embedding.removeLast()
                appendControls(BidiControls.closing(style), style: style.textGroup)
            }
            box = Int32(closed)
            mark(.close, index)
            box = Int32(content.boxes[closed].parent ?? -1)
        case .atomic:
            append([0xEF, 0xBF, 0xBC], as: .atomic, index)
            dropsSpace = false
        case .float:
            mark(.float, index)
        case .absolute:
            mark(.absolute, index)
        case .lineBreak(let element):
            appendLineFeed(.lineBreak, index, style: element.style.textGroup)
        case .breakOpportunity:
            append([0xE2, 0x80, 0x8B], as: .filler, index)
        }
    }

    private mutating func add(_ text: InlineText, _ index: Int32) {
        // Mostly it is all there is, but for the control characters around it.
        if spans.count <= 1 { utf8.reserveCapacity(utf8.count + text.text.utf8.count + 8) }
        if text.style.text.whiteSpace.collapsesSpaces {
            collapse(text.text.utf8.span, text: text, index)
        } else {
            preserve(text.text.utf8.span, text: text, index)
        }
    }

    // MARK: White space

    private mutating func collapse(_ bytes: borrowing Span<UInt8>, text: InlineText, _ index: Int32) {
        let keepsLineFeeds = text.style.text.whiteSpace.preservesNewlines
        var start = utf8.count
        var at = 0
        while at < bytes.count {
            var end = at
            guard Self.isSpace(bytes[at]) else {
                while end < bytes.count, !Self.isSpace(bytes[end]) {
                    utf8.append(bytes[end])
                    end += 1
                }
                dropsSpace = false
                at = end
                continue
            }
            var lineFeeds = 0
            while end < bytes.count, Self.isSpace(bytes[end]) {
                if bytes[end] == 0x0A { lineFeeds += 1 }
                end += 1
            }
            if lineFeeds > 0, keepsLineFeeds {
                finishText(text, from: start, index)
                for _ in 0..<lineFeeds { appendLineFeed(.newline, index, style: text.style.textGroup) }
                start = utf8.count
            } else if !dropsSpace {
                let vanishes = lineFeeds > 0 && WideCharacters.join(utf8, with: bytes, from: end)
                if !vanishes {
                    utf8.append(0x20)
                    dropsSpace = true
                }
            }
            at = end
        }
        finishText(text, from: start, index)
    }

    private mutating func preserve(_ bytes: borrowing Span<UInt8>, text: InlineText, _ index: Int32) {
        var start = utf8.count
        for place in bytes.indices {
            let byte = bytes[place]
            switch byte {
            case 0x0A:
                finishText(text, from: start, index)
                appendLineFeed(.newline, index, style: text.style.textGroup)
                start = utf8.count
            case 0x0D: continue
            case 0x0C: utf8.append(0x20)
            default:
                utf8.append(byte)
                dropsSpace = false
            }
        }
        finishText(text, from: start, index)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte <= 0x0D && (byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C))
    }

    // MARK: Appending

    private mutating func finishText(_ text: InlineText, from start: Int, _ index: Int32) {
        guard utf8.count > start else { return }
        let transform = text.style.text.textTransform
        if transform != .none {
            TextTransformer(transform, language: text.style.text.language).apply(to: &utf8, from: start)
        }
        cover(from: start, text.style.textGroup)
        items.append(CollectedItem(kind: .word, item: index, box: box, bytes: start..<utf8.count))
    }

    private mutating func append(_ bytes: [UInt8], as kind: Piece.Kind, _ index: Int32) {
        let start = utf8.count
        utf8.append(contentsOf: bytes)
        cover(from: start, boxStyle.textGroup)
        items.append(CollectedItem(kind: kind, item: index, box: box, bytes: start..<utf8.count))
    }

    /// A forced break ends the bidi paragraph, so that embeddings are closed before and opened again after it.
    private mutating func appendLineFeed(_ kind: Piece.Kind, _ index: Int32, style: Group<TextStyle>) {
        for style in embedding.reversed() { appendControls(BidiControls.closing(style), style: style.textGroup) }
        let start = utf8.count
        utf8.append(0x0A)
        cover(from: start, style)
        items.append(CollectedItem(kind: kind, item: index, box: box, bytes: start..<utf8.count))
        for style in embedding { appendControls(BidiControls.opening(style), style: style.textGroup) }
        dropsSpace = true
    }

    private mutating func appendControls(_ bytes: [UInt8], style: Group<TextStyle>) {
        let start = utf8.count
        utf8.append(contentsOf: bytes)
        cover(from: start, style)
    }

    private mutating func mark(_ kind: Piece.Kind, _ index: Int32) {
        items.append(CollectedItem(kind: kind, item: index, box: box, bytes: utf8.count..<utf8.count))
    }

    private mutating func cover(from start: Int, _ style: Group<TextStyle>) {
        if let last = spans.last, last.style === style {
            spans[spans.count - 1].range = last.range.lowerBound..<utf8.count
        } else {
            spans.append(ParagraphText.Span(range: start..<utf8.count, style: style))
        }
    }
}

/// An item of inline content with the bytes that it became; text is cut where forced breaks stand in it.
struct CollectedItem {
    /// `word` for any text.
    var kind: Piece.Kind
    var item: Int32
    var box: Int32
    var bytes: Range<Int>
}

/// The control characters that do what `unicode-bidi` says (CSS Writing Modes 3 §2.4.2, table 2).
enum BidiControls {
    static func opening(_ style: ComputedStyle) -> [UInt8] {
        let isRTL = style.text.direction == .rtl
        return switch style.box.unicodeBidi {
        case .normal: []
        case .embed: isRTL ? [0xE2, 0x80, 0xAB] : [0xE2, 0x80, 0xAA]
        case .isolate: isRTL ? [0xE2, 0x81, 0xA7] : [0xE2, 0x81, 0xA6]
        case .bidiOverride: isRTL ? [0xE2, 0x80, 0xAE] : [0xE2, 0x80, 0xAD]
        case .isolateOverride:
            isRTL ? [0xE2, 0x81, 0xA7, 0xE2, 0x80, 0xAE] : [0xE2, 0x81, 0xA6, 0xE2, 0x80, 0xAD]
        case .plaintext: [0xE2, 0x81, 0xA8]
        }
    }

    static func closing(_ style: ComputedStyle) -> [UInt8] {
        switch style.box.unicodeBidi {
        case .normal: []
        case .embed, .bidiOverride: [0xE2, 0x80, 0xAC]
        case .isolate, .plaintext: [0xE2, 0x81, 0xA9]
        case .isolateOverride: [0xE2, 0x80, 0xAC, 0xE2, 0x81, 0xA9]
        }
    }
}

/// East Asian characters between which a line feed in the source is no space (CSS Text 3 §4.1.3).
enum WideCharacters {
    static func join(_ before: [UInt8], with after: borrowing Span<UInt8>, from index: Int) -> Bool {
        guard index < after.count, after[index] >= 0xE2, let last = before.last, last >= 0x80 else { return false }
        guard before.count >= 3, index + 2 < after.count else { return false }
        let lead = before[before.count - 3]
        return isWide(lead, before[before.count - 2], last) && isWide(after[index], after[index + 1], after[index + 2])
    }

    /// Three UTF-8 bytes: CJK punctuation, kana, ideographs, fullwidth forms; not Hangul.
    private static func isWide(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Bool {
        guard a >= 0xE2, a <= 0xEF else { return false }
        let scalar = UInt32(a & 0x0F) << 12 | UInt32(b & 0x3F) << 6 | UInt32(c & 0x3F)
        return isWide(scalar)
    }

    static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2E80...0x2FDF, 0x3001...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
