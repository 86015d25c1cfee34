/// A glyph and where it goes, as a shaper gives it.
public struct ShownGlyph: Sendable {
    public var id: UInt16
    /// Where the glyph's text begins: an offset into the bytes that `show` is given.
    public var cluster: UInt32
    /// To the next glyph's origin, in the units of the current space.
    public var advance: Float
    public var xOffset: Float
    /// Down positive.
    public var yOffset: Float

    public init(id: UInt16, cluster: UInt32, advance: Float, xOffset: Float = 0, yOffset: Float = 0) {
        self.id = id
        self.cluster = cluster
        self.advance = advance
        self.xOffset = xOffset
        self.yOffset = yOffset
    }
}

/// Glyphs of one font, size and direction, from left to right.
public struct ShownText {
    public var font: DocumentFont
    public var size: Double
    /// How far an upright line leans to the right, as a share of its height.
    public var shear: Double
    public var isRightToLeft: Bool
    public var glyphs: [ShownGlyph]
    /// UTF-8 in logical order, and the part of it that the glyphs show.
    public var text: [UInt8]
    public var range: Range<Int>

    public init(
        font: DocumentFont, size: Double, glyphs: [ShownGlyph], text: [UInt8], range: Range<Int>? = nil,
        shear: Double = 0, isRightToLeft: Bool = false
    ) {
        self.font = font
        self.size = size
        self.shear = shear
        self.isRightToLeft = isRightToLeft
        self.glyphs = glyphs
        self.text = text
        self.range = range ?? 0..<text.count
    }
}

/// How glyphs are drawn (§9.3.6).
public enum TextRendering: Int, Sendable {
    case fill = 0
    /// The outline is drawn with the line and colour of strokes, too: bolder.
    case fillAndStroke = 2
    /// Nothing is seen; the text is there to be found and copied.
    case invisible = 3
}

/// Where the text object stands that is open (§9.4.1).
struct TextObject {
    var isOpen = false
    var shear = 0.0
    /// The start of the line, in thousandths.
    var lineX = 0
    var lineY = 0
}

extension ContentStream {
    /// Shows glyphs with their text, upright in a space whose y points down.
    ///
    /// - Parameters:
    ///   - x: of the first glyph's origin.
    ///   - y: of the baseline.
    public func show(_ shown: ShownText, x: Double, y: Double) {
        guard !shown.glyphs.isEmpty else { return }
        if marks.isDue { beginObject() }
        let spans = TextSpans.find(in: shown)
        var emitter = GlyphEmitter(shown, x: x, y: y)
        if spans.isEmpty { return emitter.emit(shown.glyphs.indices, to: self) }
        var next = 0
        for span in spans {
            emitter.emit(next..<span.glyphs.lowerBound, to: self)
            out.put("/Span<</ActualText")
            out.put(text: String(decoding: shown.text[span.bytes], as: UTF8.self))
            out.put(">>BDC\n")
            emitter.emit(span.glyphs, to: self)
            out.put("EMC\n")
            next = span.glyphs.upperBound
        }
        emitter.emit(next..<shown.glyphs.count, to: self)
    }

    public func setTextRendering(_ rendering: TextRendering) {
        guard rendering != state.textRendering else { return }
        state.textRendering = rendering
        out.put(integer: rendering.rawValue)
        out.put(" Tr\n")
    }

    /// Makes font, size and the place of the next string current (§9.3, §9.4.2).
    func beginString(_ shown: ShownText, x: Int, y: Int) {
        if !text.isOpen {
            out.put("BT\n")
            text = TextObject(isOpen: true)
            setFont(shown)
            putTextMatrix(shown.shear, x, y)
            return
        }
        setFont(shown)
        if text.shear != shown.shear || shown.shear != 0 { return putTextMatrix(shown.shear, x, y) }
        guard x != text.lineX || y != text.lineY else { return putTextMatrix(shown.shear, x, y) }
        out.put(thousandths: x - text.lineX)
        out.append(0x20)
        out.put(thousandths: text.lineY - y)
        out.put(" Td\n")
        text.lineX = x
        text.lineY = y
    }

    private func putTextMatrix(_ shear: Double, _ x: Int, _ y: Int) {
        out.put("1 0 ")
        out.put(number: shear)
        out.put(" -1 ")
        out.put(thousandths: x)
        out.append(0x20)
        out.put(thousandths: y)
        out.put(" Tm\n")
        text.shear = shear
        text.lineX = x
        text.lineY = y
    }

    private func setFont(_ shown: ShownText) {
        let size = Number.thousandths(shown.size)
        guard state.font != shown.font.index || state.fontSize != size else { return }
        state.font = shown.font.index
        state.fontSize = size
        resources.use(.font, shown.font.index, shown.font.id)
        out.put("/F")
        out.put(integer: Int(shown.font.index))
        out.append(0x20)
        out.put(thousandths: size)
        out.put(" Tf\n")
    }
}

/// Writes strings of glyphs, and moves where a glyph does not stand where the file's widths would put it (§9.4.3).
private struct GlyphEmitter {
    private let shown: ShownText
    private let scale: Double
    private var x: Double
    private let y: Double

    init(_ shown: ShownText, x: Double, y: Double) {
        self.shown = shown
        self.x = x
        self.y = y
        // From units of the space to tenths of a thousandth of the em.
        scale = shown.size != 0 ? 10_000 / shown.size : 0
    }

    mutating func emit(_ range: Range<Int>, to stream: ContentStream) {
        var index = range.lowerBound
        while index < range.upperBound {
            var end = index + 1
            while end < range.upperBound, shown.glyphs[end].yOffset == shown.glyphs[index].yOffset { end += 1 }
            emitLine(index..<end, to: stream)
            index = end
        }
    }

    /// Glyphs of one height.
    private mutating func emitLine(_ range: Range<Int>, to stream: ContentStream) {
        let first = shown.glyphs[range.lowerBound]
        let startX = Number.thousandths(x + Double(first.xOffset))
        let startY = Number.thousandths(y + Double(first.yOffset))
        stream.beginString(shown, x: startX, y: startY)
        let origin = Double(startX) / 1000
        let font = shown.font
        let cids = font.program.face.cids
        // Where the next glyph would go, from the start, in tenths of a thousandth of the em.
        var pen = 0
        var isArray = false
        var out: [UInt8] = []
        swap(&out, &stream.out)
        let open = out.count
        out.append(0x28)
        let widths = font.program.widths
        font.use(shown.glyphs[range])
        for glyph in shown.glyphs[range] {
            let wanted = Number.scaled(x + Double(glyph.xOffset) - origin, by: scale)
            let move = pen - wanted
            if move >= Self.tolerance || move <= -Self.tolerance {
                let units = move >= 0 ? (move + 5) / 10 : (move - 5) / 10
                isArray = true
                out.append(0x29)
                out.put(integer: units)
                out.append(0x28)
                pen -= units * 10
            }
            let place = Int(glyph.id)
            let code = cids.map { place < $0.count ? $0[place] : 0 } ?? glyph.id
            out.put(stringByte: UInt8(truncatingIfNeeded: code >> 8))
            out.put(stringByte: UInt8(truncatingIfNeeded: code))
            pen += place < widths.count ? Int(widths[place]) : 0
            x += Double(glyph.advance)
        }
        out.append(0x29)
        if isArray {
            out.insert(0x5B, at: open)
            out.put("]TJ\n")
        } else {
            out.put("Tj\n")
        }
        swap(&out, &stream.out)
    }

    /// Two thousandths of the em: 0.02 of a point in text of 10 points.
    private static let tolerance = 20
}
