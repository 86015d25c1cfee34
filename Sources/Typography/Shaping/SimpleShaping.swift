import CGraphics
import Layout

extension Shaper {
    /// Sets text that `ScannedText` found simple: one run a span, word by word from the cache.
    func shapeSimple(_ text: ParagraphText, _ styles: [ResolvedStyle], needsPangoBreaks: Bool) -> ShapedText {
        var runs: [ShapedRun] = []
        runs.reserveCapacity(text.spans.count)
        text.utf8.withUnsafeBufferPointer { bytes in
            for (index, span) in text.spans.enumerated() where !span.range.isEmpty {
                let listed = styles[index].faces[0]
                let isPrimary = listed.face === styles[index].primary.face
                let metrics =
                    isPrimary ? styles[index].metrics : listed.face.measures.metrics(size: styles[index].size)
                runs.append(
                    ShapedRun(
                        range: span.range, span: index, level: 0, font: listed.font, ascent: metrics.ascent,
                        descent: metrics.descent, glyphs: simpleGlyphs(bytes, span.range, styles[index])))
            }
        }
        let language = styles.first?.pangoLanguage
        return ShapedText(
            runs: runs,
            breaks: LineBreaks.find(in: text.utf8, language: language ?? nil, needsPango: needsPangoBreaks),
            baseLevel: 0)
    }

    private func simpleGlyphs(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ style: ResolvedStyle
    ) -> [Glyph] {
        let face = style.faces[0].face
        let scale = style.size / face.unitsPerEm
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(range.count)
        var place = range.lowerBound
        while place < range.upperBound {
            let byte = bytes[place]
            if byte <= 0x20 {
                let advance = byte == 0x20 ? Double(face.spaceAdvance) * scale : 0
                glyphs.append(Glyph(id: face.spaceGlyph, cluster: Int32(place), advance: Float(advance)))
                place += 1
                continue
            }
            if isUnseen(bytes, place) {
                glyphs.append(Glyph(id: face.spaceGlyph, cluster: Int32(place), advance: 0))
                place += 3
                continue
            }
            var end = place + 1
            while end < range.upperBound, bytes[end] > 0x20, !isUnseen(bytes, end) { end += 1 }
            setWord(bytes, place..<end, in: range, style, scale, &glyphs)
            place = end
        }
        return glyphs
    }

    /// U+FFFC and isolations: nothing is drawn for them.
    @inline(__always)
    private func isUnseen(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        let byte = bytes[place]
        if byte == 0xEF { return bytes[place + 1] == 0xBF && bytes[place + 2] == 0xBC }
        return byte == 0xE2 && bytes[place + 1] == 0x81 && bytes[place + 2] >= 0xA6 && bytes[place + 2] <= 0xA9
    }

    private func setWord(
        _ bytes: UnsafeBufferPointer<UInt8>, _ word: Range<Int>, in span: Range<Int>, _ style: ResolvedStyle,
        _ scale: Double, _ glyphs: inout [Glyph]
    ) {
        let afterSpace = word.lowerBound > span.lowerBound && bytes[word.lowerBound - 1] == 0x20
        let beforeSpace = word.upperBound < span.upperBound && bytes[word.upperBound] == 0x20
        let context = WordCache.context(
            face: style.faces[0].face.index, settings: style.settings.index, afterSpace: afterSpace,
            beforeSpace: beforeSpace)
        let key = UnsafeBufferPointer(rebasing: bytes[word])
        let hash = WordCache.hash(key, context)
        let entry =
            words.find(key, context, hash: hash)
            ?? shapeWord(bytes, word, afterSpace, beforeSpace, style) { units, leadingSpace in
                words.add(key, context, hash: hash, glyphs: units, leadingSpace: leadingSpace)
            }
        if afterSpace { glyphs[glyphs.count - 1].advance = Float(Double(entry.leadingSpace) * scale) }
        for index in Int(entry.glyphStart)..<Int(entry.glyphStart + entry.glyphCount) {
            let unit = words.glyphs[index]
            glyphs.append(
                Glyph(
                    id: unit.id, cluster: Int32(word.lowerBound) + unit.offset,
                    advance: Float(Double(unit.advance) * scale), xOffset: Float(Double(unit.x) * scale),
                    yOffset: Float(-Double(unit.y) * scale)))
        }
    }

    /// Shapes a word together with the spaces that stand around it.
    private func shapeWord(
        _ bytes: UnsafeBufferPointer<UInt8>, _ word: Range<Int>, _ afterSpace: Bool, _ beforeSpace: Bool,
        _ style: ResolvedStyle, _ keep: ([WordCache.UnitGlyph], Int32) -> WordCache.Entry
    ) -> WordCache.Entry {
        let start = word.lowerBound - (afterSpace ? 1 : 0)
        let count = word.upperBound + (beforeSpace ? 1 : 0) - start
        let item = UnsafeBufferPointer(rebasing: bytes[start..<start + count])
        hb_buffer_clear_contents(buffer)
        item.withMemoryRebound(to: CChar.self) {
            hb_buffer_add_utf8(buffer, $0.baseAddress, Int32(count), 0, Int32(count))
        }
        hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, HB_SCRIPT_LATIN)
        hb_buffer_set_language(buffer, style.settings.language)
        let settings = style.settings.features
        hb_shape(style.faces[0].face.hbFont, buffer, settings, UInt32(settings.count))
        var length: UInt32 = 0
        let infos = hb_buffer_get_glyph_infos(buffer, &length)
        let places = hb_buffer_get_glyph_positions(buffer, &length)
        var units: [WordCache.UnitGlyph] = []
        var leadingSpace = style.faces[0].face.spaceAdvance
        guard let infos, let places else { return keep(units, leadingSpace) }
        for index in 0..<Int(length) {
            let offset = Int(infos[index].cluster) - (afterSpace ? 1 : 0)
            if offset < 0 {
                leadingSpace = places[index].x_advance
            } else if offset < word.count {
                units.append(
                    .init(
                        id: infos[index].codepoint, offset: Int32(offset), advance: places[index].x_advance,
                        x: places[index].x_offset, y: places[index].y_offset))
            }
        }
        return keep(units, leadingSpace)
    }
}
