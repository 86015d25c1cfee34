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
        fillClusterBuffer(run)
        text.withUnsafeBufferPointer { bytes in
            let part = UnsafeBufferPointer(rebasing: bytes[run.range])
            part.withMemoryRebound(to: CChar.self) {
                cairo_show_text_glyphs(
                    context, $0.baseAddress, Int32($0.count), glyphBuffer, Int32(glyphBuffer.count), clusterBuffer,
                    Int32(clusterBuffer.count),
                    run.isRightToLeft ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
            }
        }
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

    private func fillGlyphBuffer(_ run: GlyphRun, _ origin: Point) {
        glyphBuffer.removeAll(keepingCapacity: true)
        var x = origin.x + run.x
        for glyph in run.glyphs {
            glyphBuffer.append(
                cairo_glyph_t(
                    index: UInt(glyph.id), x: x + Double(glyph.xOffset), y: origin.y + Double(glyph.yOffset)))
            x += Double(glyph.advance)
        }
    }

    /// Which bytes belong to which glyphs, in the order of the text, so that copied text is whole and in its order.
    private func fillClusterBuffer(_ run: GlyphRun) {
        clusterBuffer.removeAll(keepingCapacity: true)
        let count = run.glyphs.count
        var start = run.range.lowerBound
        var index = 0
        while index < count {
            var next = index + 1
            let cluster = logicalGlyph(run, index).cluster
            while next < count, logicalGlyph(run, next).cluster == cluster { next += 1 }
            let following = next < count ? Int(logicalGlyph(run, next).cluster) : run.range.upperBound
            let end = max(start, min(following, run.range.upperBound))
            clusterBuffer.append(
                cairo_text_cluster_t(num_bytes: Int32(end - start), num_glyphs: Int32(next - index)))
            start = end
            index = next
        }
    }

    @inline(__always)
    private func logicalGlyph(_ run: GlyphRun, _ index: Int) -> Glyph {
        run.glyphs[run.isRightToLeft ? run.glyphs.count - 1 - index : index]
    }
}
