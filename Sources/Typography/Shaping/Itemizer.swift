import CGraphics
import Layout
import Style

/// Pango's itemization: a paragraph cut where script, bidi level, language, style or the font that has the characters
/// changes.
final class Itemizer {
    struct Item {
        var range: Range<Int>
        var level: UInt8
        var script: hb_script_t
        /// What Pango would show the text with; asked only where the faces of the style do not have a character.
        var fallback: FacePattern?
    }

    private let fontMap: UnsafeMutablePointer<PangoFontMap>
    private let context: OpaquePointer
    private var descriptions: [ObjectIdentifier: (style: ResolvedStyle, description: OpaquePointer)] = [:]

    init() {
        guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
            preconditionFailure("Cairo is built without FreeType")
        }
        // At 72 dpi a unit of Pango is a px of CSS; sizes are given as absolute anyway.
        pango_cairo_font_map_set_resolution(OpaquePointer(map), 72)
        guard let context = pango_font_map_create_context(map) else {
            preconditionFailure("Pango never returns a null context")
        }
        pango_context_set_round_glyph_positions(context, 0)
        fontMap = map
        self.context = context
    }

    deinit {
        forgetStyles()
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(fontMap)
    }

    func forgetStyles() {
        for entry in descriptions.values { pango_font_description_free(entry.description) }
        descriptions.removeAll(keepingCapacity: true)
    }

    func items(of text: ParagraphText, _ styles: [ResolvedStyle]) -> [Item] {
        guard let attributes = pango_attr_list_new() else { return [] }
        defer { pango_attr_list_unref(attributes) }
        for (span, style) in zip(text.spans, styles) {
            insert(pango_attr_font_desc_new(description(of: style)), span.range, attributes)
            if let language = style.pangoLanguage {
                insert(pango_attr_language_new(language), span.range, attributes)
            }
        }
        let direction = Self.direction(of: text)
        return BidiNesting.bounded(text.utf8).withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            var items: [Item] = []
            // FriBidi takes what it is given for one paragraph: isolates after a line feed would come out wrong.
            for range in Self.paragraphs(of: text.utf8) {
                let list = pango_itemize_with_base_dir(
                    context, direction, start, Int32(range.lowerBound), Int32(range.count), attributes, nil)
                defer { g_list_free(list) }
                items += Self.read(list)
            }
            return items
        }
    }

    /// The text cut after each line feed.
    private static func paragraphs(of text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }

    /// 0 for a paragraph from left to right, 1 for one from right to left.
    static func baseLevel(of text: ParagraphText) -> UInt8 {
        guard text.takesDirectionFromText else { return text.direction == .rtl ? 1 : 0 }
        let isRightToLeft = String(decoding: text.utf8, as: UTF8.self).unicodeScalars.first(where: isStrong)
            .map { isFromRightToLeftScript($0.value) }
        return isRightToLeft == true ? 1 : 0
    }

    /// Whether a character has a direction of its own: near enough, whether it is a letter (UAX 9 rule P2).
    private static func isStrong(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.value == 0x200E || scalar.value == 0x200F
    }

    private static func isFromRightToLeftScript(_ code: UInt32) -> Bool {
        switch code {
        case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    private static func direction(of text: ParagraphText) -> PangoDirection {
        baseLevel(of: text) == 1 ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
    }

    private func insert(
        _ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>, _ list: OpaquePointer
    ) {
        guard let attribute else { return }
        attribute.pointee.start_index = UInt32(range.lowerBound)
        attribute.pointee.end_index = UInt32(range.upperBound)
        pango_attr_list_insert(list, attribute)
    }

    private func description(of style: ResolvedStyle) -> OpaquePointer? {
        if let known = descriptions[ObjectIdentifier(style)] { return known.description }
        guard let description = pango_font_description_new() else { return nil }
        pango_font_description_set_family(description, style.families.joined(separator: ","))
        // Pango keeps sizes as 32-bit numbers.
        let size = min(max(0, style.size), 1_000_000)
        pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
        pango_font_description_set_weight(description, PangoWeight(UInt32(style.wish.weight)))
        pango_font_description_set_style(description, style.wish.isSlanted ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        descriptions[ObjectIdentifier(style)] = (style, description)
        return description
    }

    private static func read(_ list: UnsafeMutablePointer<GList>?) -> [Item] {
        var items: [Item] = []
        var link = list
        while let node = link {
            link = node.pointee.next
            guard let item = node.pointee.data?.assumingMemoryBound(to: PangoItem.self) else { continue }
            let analysis = item.pointee.analysis
            let start = Int(item.pointee.offset)
            let tag = g_unicode_script_to_iso15924(GUnicodeScript(Int32(analysis.script)))
            items.append(
                Item(
                    range: start..<start + Int(item.pointee.length), level: analysis.level,
                    script: hb_script_from_iso15924_tag(hb_tag_t(tag)), fallback: pattern(of: analysis.font)))
            pango_item_free(item)
        }
        return items
    }

    private static func pattern(of font: UnsafeMutablePointer<PangoFont>?) -> FacePattern? {
        guard let font else { return nil }
        return pango_fc_font_get_pattern(UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
            .flatMap(FontConfiguration.read)
    }
}
