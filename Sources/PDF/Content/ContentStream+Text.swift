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
///
/// An object, so that whoever shows one text after the other fills the same one anew.
public final class ShownText {
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
    /// Whether a string was placed in it.
    var isPlaced = false
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
        applyMark(forText: true)
        var place = TextPlace(x: x, y: y)
        if TextSpans.sayThemselves(shown) { return emit(shown, shown.glyphs.indices, from: &place) }
        var next = 0
        for span in TextSpans.find(in: shown) {
            emit(shown, next..<span.glyphs.lowerBound, from: &place)
            out.put("/Span<</ActualText")
            out.put(text: String(decoding: shown.text[span.bytes], as: UTF8.self))
            out.put(">>BDC\n")
            emit(shown, span.glyphs, from: &place)
            out.put("EMC\n")
            next = span.glyphs.upperBound
        }
        emit(shown, next..<shown.glyphs.count, from: &place)
    }

    public func setTextRendering(_ rendering: TextRendering) {
        guard rendering != state.textRendering else { return }
        state.textRendering = rendering
        out.put(integer: rendering.rawValue)
        out.put(" Tr\n")
    }

    func openText() {
        guard !text.isOpen else { return }
        out.put("BT\n")
        text = TextObject(isOpen: true)
    }

    /// Makes font, size and the place of the next string current (§9.3, §9.4.2).
    private func beginString(_ shown: ShownText, x: Int, y: Int) {
        openText()
        setFont(shown)
        let isLine = text.isPlaced && text.shear == 0 && shown.shear == 0 && (x != text.lineX || y != text.lineY)
        guard isLine else { return putTextMatrix(shown.shear, x, y) }
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
        text.isPlaced = true
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

/// Where the next glyph of a text goes, in the units of the space.
private struct TextPlace {
    var x: Double
    let y: Double
}

/// Writes strings of glyphs, and moves where a glyph does not stand where the file's widths would put it (§9.4.3).
extension ContentStream {
    private func emit(_ shown: ShownText, _ range: Range<Int>, from place: inout TextPlace) {
        shown.glyphs.withUnsafeBufferPointer { glyphs in
            var index = range.lowerBound
            while index < range.upperBound {
                var end = index + 1
                while end < range.upperBound, glyphs[end].yOffset == glyphs[index].yOffset { end += 1 }
                emit(shown, UnsafeBufferPointer(rebasing: glyphs[index..<end]), from: &place)
                index = end
            }
        }
    }

    /// Glyphs of one height.
    private func emit(
        _ shown: ShownText, _ glyphs: UnsafeBufferPointer<ShownGlyph>, from place: inout TextPlace
    ) {
        let startX = Number.thousandths(place.x + Double(glyphs[0].xOffset))
        let startY = Number.thousandths(place.y + Double(glyphs[0].yOffset))
        beginString(shown, x: startX, y: startY)
        shown.font.use(glyphs)
        let origin = Double(startX) / 1000
        // From units of the space to tenths of a thousandth of the em.
        let scale = shown.size != 0 ? 10_000 / shown.size : 0
        let program = shown.font.program
        let cids = program.face.cids
        // Where the next glyph would go, from the start, in tenths of a thousandth of the em.
        var pen = 0
        var isArray = false
        let open = out.count
        out.append(0x28)
        for glyph in glyphs {
            let move = pen - Number.scaled(place.x + Double(glyph.xOffset) - origin, by: scale)
            if move >= Self.tolerance || move <= -Self.tolerance {
                let units = move >= 0 ? (move + 5) / 10 : (move - 5) / 10
                isArray = true
                out.append(0x29)
                out.put(integer: units)
                out.append(0x28)
                pen -= units * 10
            }
            let id = Int(glyph.id)
            let code = cids.map { id < $0.count ? $0[id] : 0 } ?? glyph.id
            out.reserve(4)
            out.put(stringByte: UInt8(truncatingIfNeeded: code >> 8))
            out.put(stringByte: UInt8(truncatingIfNeeded: code))
            if id < program.widths.count { pen += Int(program.widths[id]) }
            place.x += Double(glyph.advance)
        }
        out.append(0x29)
        if isArray {
            out.insert(0x5B, at: open)
            out.put("]TJ\n")
        } else {
            out.put("Tj\n")
        }
    }

    /// Two thousandths of the em: 0.02 of a point in text of 10 points.
    private static let tolerance = 20
}
