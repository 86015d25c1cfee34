import CGraphics
import Layout
import Style

extension Shaper {
    /// A stretch of one item in one face.
    private struct Stretch {
        var range: Range<Int>
        var span: Int
        var level: UInt8
        var script: hb_script_t
        var face: Face
        var font: FontID
        var size: Double
        /// Lower case shown as small capitals that the font does not have: set as capitals of a smaller size.
        var isSynthesizedCaps: Bool
    }

    /// Small capitals made from capitals are this much smaller, as browsers have it.
    private static let smallCapsScale = 0.7

    /// Sets any text: items by Pango, the faces of the style before Pango's fallback, glyphs by HarfBuzz.
    func shapeComplex(_ text: ParagraphText, _ styles: [ResolvedStyle]) -> ShapedText {
        let baseLevel = Itemizer.baseLevel(of: text)
        guard !text.utf8.isEmpty else { return ShapedText(runs: [], breaks: [], baseLevel: baseLevel) }
        var stretches: [Stretch] = []
        text.utf8.withUnsafeBufferPointer { bytes in
            for item in itemizer.items(of: text, styles) { cut(item, bytes, text, styles, into: &stretches) }
        }
        let runs = stretches.map { stretch in
            let metrics = stretch.face.measures.metrics(size: styles[stretch.span].size)
            return ShapedRun(
                range: stretch.range, span: stretch.span, level: stretch.level, font: stretch.font,
                ascent: metrics.ascent, descent: metrics.descent,
                glyphs: set(stretch, text.utf8, styles[stretch.span]))
        }
        let language = styles.first?.pangoLanguage ?? nil
        return ShapedText(
            runs: runs, breaks: LineBreaks.find(in: text.utf8, language: language, needsPango: true),
            baseLevel: baseLevel)
    }

    // MARK: - Which face has which characters

    private func cut(
        _ item: Itemizer.Item, _ bytes: UnsafeBufferPointer<UInt8>, _ text: ParagraphText, _ styles: [ResolvedStyle],
        into stretches: inout [Stretch]
    ) {
        var place = item.range.lowerBound
        var span = text.spans.firstIndex { $0.range.contains(place) } ?? 0
        while place < item.range.upperBound {
            while span + 1 < text.spans.count, place >= text.spans[span].range.upperBound { span += 1 }
            let (code, length) = decode(bytes, at: place, end: bytes.count) ?? (0xFFFD, 1)
            let end = min(place + length, item.range.upperBound)
            let last = stretches.last.flatMap { isContinued($0, by: item, span, at: place) ? $0 : nil }
            let found = choose(code, last, item, styles[span])
            let caps = smallCaps(code, found.face, styles[span])
            let next = stretch(place..<end, span, item, found, styles[span], isSynthesizedCaps: caps)
            if let last, last.face === next.face, last.isSynthesizedCaps == caps {
                stretches[stretches.count - 1].range = last.range.lowerBound..<end
            } else {
                stretches.append(next)
            }
            place = end
        }
    }

    private func isContinued(_ stretch: Stretch, by item: Itemizer.Item, _ span: Int, at place: Int) -> Bool {
        stretch.range.upperBound == place && stretch.span == span && stretch.level == item.level
            && stretch.script == item.script
    }

    private func choose(
        _ code: UInt32, _ last: Stretch?, _ item: Itemizer.Item, _ style: ResolvedStyle
    ) -> (face: Face, font: FontID) {
        if let last, !last.isSynthesizedCaps, Self.followsItsBase(code), last.face.covers(code) || Self.isUnseen(code) {
            return (last.face, last.font)
        }
        if let listed = style.faces.first(where: { $0.covers(code) }) { return (listed.face, listed.font) }
        if !Self.isUnseen(code), let face = item.fallback.flatMap(store.face), face.covers(code) {
            return (face, store.font(face, size: style.size, for: style.wish))
        }
        return (style.primary.face, style.primary.font)
    }

    private func stretch(
        _ range: Range<Int>, _ span: Int, _ item: Itemizer.Item, _ found: (face: Face, font: FontID),
        _ style: ResolvedStyle, isSynthesizedCaps: Bool
    ) -> Stretch {
        let size = isSynthesizedCaps ? style.size * Self.smallCapsScale : style.size
        let font = isSynthesizedCaps ? store.font(found.face, size: size, for: style.wish) : found.font
        return Stretch(
            range: range, span: span, level: item.level, script: item.script, face: found.face, font: font, size: size,
            isSynthesizedCaps: isSynthesizedCaps)
    }

    /// Marks, joiners and variation selectors stay with the character before them; so do spaces.
    private static func followsItsBase(_ code: UInt32) -> Bool {
        if Face.isSpace(code) || isUnseen(code) { return true }
        guard code >= 0x300, let scalar = Unicode.Scalar(code) else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return true
        default: return false
        }
    }

    /// Controls, joiners and the place-holder of boxes: nothing is drawn for them.
    private static func isUnseen(_ code: UInt32) -> Bool {
        if code < 0x20 || code == 0xFFFC || code == 0x2028 || code == 0x2029 { return true }
        guard code >= 0xAD, let scalar = Unicode.Scalar(code) else { return false }
        return scalar.properties.isDefaultIgnorableCodePoint
    }

    private func smallCaps(_ code: UInt32, _ face: Face, _ style: ResolvedStyle) -> Bool {
        guard style.caps != .normal, let scalar = Unicode.Scalar(code), !face.hasSubstitution("smcp") else {
            return false
        }
        return scalar.properties.isLowercase || style.caps == .allSmallCaps && scalar.properties.isUppercase
    }

    // MARK: - Glyphs

    private func set(_ stretch: Stretch, _ text: [UInt8], _ style: ResolvedStyle) -> [Glyph] {
        fillBuffer(stretch, text)
        hb_buffer_set_direction(buffer, stretch.level & 1 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, stretch.script)
        hb_buffer_set_language(buffer, style.settings.language)
        var features = style.settings.features
        if style.caps != .normal, !stretch.isSynthesizedCaps {
            for tag in style.caps == .smallCaps ? ["smcp"] : ["smcp", "c2sc"] {
                features.append(hb_feature_t(tag: hb_tag_from_string(tag, 4), value: 1, start: 0, end: .max))
            }
        }
        hb_shape(stretch.face.hbFont, buffer, features, UInt32(features.count))
        let glyphs = readBuffer(stretch, text)
        return stretch.level & 1 == 1 ? glyphs.reversed() : glyphs
    }

    private func fillBuffer(_ stretch: Stretch, _ text: [UInt8]) {
        hb_buffer_clear_contents(buffer)
        if stretch.isSynthesizedCaps {
            var offset = stretch.range.lowerBound
            for scalar in String(decoding: text[stretch.range], as: UTF8.self).unicodeScalars {
                for capital in scalar.properties.uppercaseMapping.unicodeScalars {
                    hb_buffer_add(buffer, capital.value, UInt32(offset))
                }
                offset += UTF8.width(scalar)
            }
            hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
        } else {
            // The whole paragraph, so that letters at the ends of an item still join across them.
            text.withUnsafeBytes { bytes in
                hb_buffer_add_utf8(
                    buffer, bytes.bindMemory(to: CChar.self).baseAddress, Int32(text.count),
                    UInt32(stretch.range.lowerBound), Int32(stretch.range.count))
            }
        }
    }

    private func readBuffer(_ stretch: Stretch, _ text: [UInt8]) -> [Glyph] {
        var length: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &length),
            let places = hb_buffer_get_glyph_positions(buffer, &length)
        else { return [] }
        let scale = stretch.size / stretch.face.unitsPerEm
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(Int(length))
        for index in 0..<Int(length) {
            let cluster = Int(infos[index].cluster)
            var glyph = Glyph(
                id: infos[index].codepoint, cluster: Int32(cluster),
                advance: Float(Double(places[index].x_advance) * scale),
                xOffset: Float(Double(places[index].x_offset) * scale),
                yOffset: Float(-Double(places[index].y_offset) * scale))
            if hasNoWidth(text, cluster) {
                glyph = Glyph(id: stretch.face.spaceGlyph, cluster: Int32(cluster), advance: 0)
            } else if glyph.id == 0 {
                noteMissing(at: cluster, in: text)
            }
            glyphs.append(glyph)
        }
        return glyphs
    }

    /// Tabs, line ends and U+FFFC, which layout gives their widths.
    private func hasNoWidth(_ text: [UInt8], _ place: Int) -> Bool {
        let byte = text[place]
        if byte < 0x20 { return true }
        guard byte >= 0xE2, place + 2 < text.count else { return false }
        return byte == 0xEF && text[place + 1] == 0xBF && text[place + 2] == 0xBC
            || byte == 0xE2 && text[place + 1] == 0x80 && (text[place + 2] == 0xA8 || text[place + 2] == 0xA9)
    }
}
