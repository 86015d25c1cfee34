import CGraphics
import Geometry
import Layout
import Style

extension CairoCanvas {
    func show(_ run: GlyphRun, of text: [UInt8], at origin: Point, _ color: Color) {
        guard !run.glyphs.isEmpty else { return }
        setFont(run.font)
        setSource(color)
        fillGlyphBuffer(run, origin)
        cairo_show_glyphs(context, glyphBuffer, Int32(glyphBuffer.count))
    }

    func fillOutlines(of run: GlyphRun, at origin: Point, _ color: Color) {
        guard !color.isInvisible else { return }
        setFont(run.font)
        setSource(color)
        fillGlyphBuffer(run, origin)
        cairo_new_path(context)
        cairo_glyph_path(context, glyphBuffer, Int32(glyphBuffer.count))
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        cairo_fill(context)
    }

    func fillGlyphBuffer(_ run: GlyphRun, _ origin: Point) {
        glyphBuffer.removeAll(keepingCapacity: true)
        var x = origin.x + run.x
        for glyph in run.glyphs {
            glyphBuffer.append(
                cairo_glyph_t(
                    index: UInt(glyph.id), x: x + Double(glyph.xOffset), y: origin.y + Double(glyph.yOffset)))
            x += Double(glyph.advance)
        }
    }
}
