import Geometry
import Layout
import PDF
import Style
import Typography

/// A font of the document at a size.
final class PDFCanvasFont {
    let traits: FontTraits
    /// What is shown in it, filled anew for each text; nil where the face cannot be embedded.
    let shown: ShownText?

    init(_ traits: FontTraits, _ font: DocumentFont?) {
        self.traits = traits
        shown = font.map { ShownText(font: $0, size: traits.size, glyphs: [], text: [], shear: traits.shear) }
    }
}

extension PDFCanvas {
    func show(_ run: GlyphRun, of text: [UInt8], at origin: Point, _ color: Color) {
        guard !run.glyphs.isEmpty else { return }
        mark()
        let entry = font(run.font)
        guard let shown = entry.shown else { return showDrawn(run, of: text, at: origin, color) }
        use(color)
        var place = Point(x: origin.x + run.x, y: origin.y)
        if entry.traits.isEmboldened {
            // As FreeType makes a face bolder: a line of a 24th of the size around the outline, whose left and lower
            // edges stay where they are.
            let line = entry.traits.size / 24
            place += Point(x: line / 2, y: -line / 2)
            stream.setStroke(RGB(color))
            stream.setLine(LineStyle(width: line))
        }
        stream.setTextRendering(entry.traits.isEmboldened ? .fillAndStroke : .fill)
        shown.fill(with: run, of: text)
        stream.show(shown, x: place.x, y: place.y)
    }

    func fillOutlines(of run: GlyphRun, at origin: Point, _ color: Color) {
        fill(outlines.path(of: run, at: origin), .color(color), evenOdd: false)
    }

    private func font(_ id: FontID) -> PDFCanvasFont {
        let index = Int(id.raw)
        if index < fonts.count, let known = fonts[index] { return known }
        while fonts.count <= index { fonts.append(nil) }
        let traits = shaper.traits(of: id)
        let made = PDFCanvasFont(traits, stock.font(face: traits.face).map(document.font))
        fonts[index] = made
        return made
    }

    /// Text in a face that a PDF cannot hold: its shapes or pictures, and over them text that is not seen.
    private func showDrawn(_ run: GlyphRun, of text: [UInt8], at origin: Point, _ color: Color) {
        let path = outlines.path(of: run, at: origin)
        if !path.elements.isEmpty {
            fill(path, .color(color), evenOdd: false)
        } else if let (picture, area) = outlines.picture(of: run, at: origin, color) {
            draw(picture, in: area)
        }
        guard let substitute = stock.anyFont().map(document.font),
            let space = substitute.program.glyph(of: " ")
        else { return }
        let width = run.glyphs.reduce(Float(0)) { $0 + $1.advance }
        let glyph = ShownGlyph(id: space, cluster: UInt32(run.range.lowerBound), advance: width)
        stream.setTextRendering(.invisible)
        stream.show(
            ShownText(
                font: substitute, size: shaper.traits(of: run.font).size, glyphs: [glyph], text: text,
                range: run.range), x: origin.x + run.x, y: origin.y)
    }
}

extension ShownText {
    fileprivate func fill(with run: GlyphRun, of text: [UInt8]) {
        self.text = text
        range = run.range
        isRightToLeft = run.isRightToLeft
        glyphs.removeAll(keepingCapacity: true)
        for glyph in run.glyphs {
            glyphs.append(
                ShownGlyph(
                    id: UInt16(truncatingIfNeeded: glyph.id), cluster: UInt32(truncatingIfNeeded: glyph.cluster),
                    advance: glyph.advance, xOffset: glyph.xOffset, yOffset: glyph.yOffset))
        }
    }
}
