internal import CHarfBuzz
internal import Diagnostics

/// A font as HarfBuzz reads it: what descriptors, widths and text mappings need to know of it.
///
/// Owns its blob, face and font. Numbers are in the font's units unless said otherwise.
final class FontFace {
    enum Outlines { case trueType, cff }

    let face: OpaquePointer
    let font: OpaquePointer
    let outlines: Outlines
    let unitsPerEm: Int
    let glyphCount: Int
    /// By glyph id, where codes are not glyph ids.
    let cids: [UInt16]?
    /// The entries of the font descriptor that are the same for every subset (§9.8).
    private(set) lazy var description: [UInt8] = describe()
    private let blob: OpaquePointer

    init(_ source: FontSource) throws(DiagnosticError) {
        guard let blob = Self.blob(source.data) else {
            throw Self.fault("the font file cannot be read", source)
        }
        self.blob = blob
        guard let face = hb_face_create(blob, UInt32(source.face)), let font = hb_font_create(face) else {
            preconditionFailure("HarfBuzz never returns a null face or font")
        }
        self.face = face
        self.font = font
        unitsPerEm = Int(hb_face_get_upem(face))
        glyphCount = Int(hb_face_get_glyph_count(face))
        if Self.hasTable(face, "glyf") {
            outlines = .trueType
        } else if Self.hasTable(face, "CFF ") {
            outlines = .cff
        } else {
            // Nothing was stored before this line that deinit would not free.
            outlines = .cff
            cids = nil
            throw Self.fault(
                "the font has no outlines that PDF can hold (neither 'glyf' nor 'CFF ')", source,
                hint: "use a TrueType or OpenType/CFF font; bitmap, colour and CFF2 fonts cannot be embedded")
        }
        cids =
            outlines == .cff
            ? CharacterCollection.cids(ofCFF: Self.table(face, "CFF "), glyphCount: glyphCount) : nil
        hb_font_set_scale(font, Int32(unitsPerEm), Int32(unitsPerEm))
        setVariations(source.variations)
    }

    deinit {
        hb_font_destroy(font)
        hb_face_destroy(face)
        hb_blob_destroy(blob)
    }

    private func setVariations(_ variations: [FontSource.Variation]) {
        guard !variations.isEmpty else { return }
        let values = variations.map { hb_variation_t(tag: $0.tag, value: $0.value) }
        hb_font_set_variations(font, values, UInt32(values.count))
    }

    private static func blob(_ data: FontSource.Data) -> OpaquePointer? {
        switch data {
        case .file(let path): hb_blob_create_from_file_or_fail(path)
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                hb_blob_create_or_fail(
                    $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32($0.count), HB_MEMORY_MODE_DUPLICATE,
                    nil,
                    nil)
            }
        }
    }

    static func fault(_ message: String, _ source: FontSource, hint: String? = nil) -> DiagnosticError {
        DiagnosticError(.error(message, at: SourceLocation(file: source.name), hint: hint))
    }

    // MARK: Tables

    static func hasTable(_ face: OpaquePointer, _ name: String) -> Bool {
        let table = hb_face_reference_table(face, tag(name))
        defer { hb_blob_destroy(table) }
        return hb_blob_get_length(table) > 0
    }

    static func table(_ face: OpaquePointer, _ name: String) -> [UInt8] {
        let table = hb_face_reference_table(face, tag(name))
        defer { hb_blob_destroy(table) }
        return bytes(of: table)
    }

    static func bytes(of blob: OpaquePointer?) -> [UInt8] {
        var length: UInt32 = 0
        guard let data = hb_blob_get_data(blob, &length) else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
    }

    static func tag(_ name: String) -> UInt32 {
        name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: Measures

    func advance(_ glyph: UInt16) -> Int { Int(hb_font_get_glyph_h_advance(font, UInt32(glyph))) }

    func metric(_ tag: hb_ot_metrics_tag_t) -> Int? {
        var position: Int32 = 0
        return hb_ot_metrics_get_position(font, tag, &position) != 0 ? Int(position) : nil
    }

    func style(_ tag: hb_style_tag_t) -> Double { Double(hb_style_get_value(font, tag)) }

    /// The box around all glyphs: 'head', xMin to yMax.
    var box: [Int] {
        let head = Self.table(face, "head")
        guard head.count >= 44 else { return [0, 0, unitsPerEm, unitsPerEm] }
        return stride(from: 36, to: 44, by: 2).map {
            Int(Int16(bitPattern: UInt16(head[$0]) << 8 | UInt16(head[$0 + 1])))
        }
    }

    /// 'post', isFixedPitch.
    var isFixedPitch: Bool {
        let post = Self.table(face, "post")
        return post.count >= 16 && post[12..<16].contains { $0 != 0 }
    }

    /// The PostScript name, of the characters that names of fonts may have.
    var postScriptName: [UInt8] {
        var length: UInt32 = 128
        var text = [CChar](repeating: 0, count: 128)
        _ = hb_ot_name_get_utf8(face, hb_ot_name_id_t(HB_OT_NAME_ID_POSTSCRIPT_NAME), nil, &length, &text)
        let name = text.prefix(Int(min(length, 127))).map { UInt8(bitPattern: $0) }
            .filter { (0x21...0x7E).contains($0) && $0 != 0x2B && $0 != 0x2F }
        return name.isEmpty ? Array("Unnamed".utf8) : name
    }

    /// What content streams write for a glyph.
    @inline(__always)
    func code(of glyph: UInt16) -> UInt16 {
        guard let cids else { return glyph }
        return Int(glyph) < cids.count ? cids[Int(glyph)] : 0
    }

    private func describe() -> [UInt8] {
        func thousandths(_ value: Int) -> Int { value * 1000 / max(unitsPerEm, 1) }
        let slant = style(HB_STYLE_TAG_SLANT_ANGLE)
        let weight = style(HB_STYLE_TAG_WEIGHT)
        let ascent = metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER) ?? unitsPerEm * 4 / 5
        let descent = metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER) ?? -unitsPerEm / 5
        var writer = ObjectWriter()
        // Table 123: fixed pitch 1, symbolic 4 (not the standard Latin set alone), italic 64.
        writer.entry("Flags", (isFixedPitch ? 1 : 0) | 4 | (slant != 0 ? 64 : 0))
        writer.entry("FontBBox", numbers: box.map { Double(thousandths($0)) })
        writer.entry("ItalicAngle", number: slant)
        writer.entry("Ascent", thousandths(ascent))
        writer.entry("Descent", thousandths(descent))
        writer.entry("CapHeight", thousandths(metric(HB_OT_METRICS_TAG_CAP_HEIGHT) ?? ascent))
        // Fonts do not state it; stems of common families follow their weight about so.
        writer.entry("StemV", Int(50 + weight * weight / 4225))
        return writer.bytes.bytes
    }

    // MARK: Characters

    /// The character of each glyph by the font's own 'cmap', 0 where it has none.
    ///
    /// Of several characters the lowest counts. Presentation forms do not: their glyphs stand for the letters that the
    /// text has, which only the text knows.
    func characters() -> [UInt32] {
        var result = [UInt32](repeating: 0, count: glyphCount)
        let unicodes = hb_set_create()
        defer { hb_set_destroy(unicodes) }
        hb_face_collect_unicodes(face, unicodes)
        var character: hb_codepoint_t = .max
        while hb_set_next(unicodes, &character) != 0 {
            var glyph: hb_codepoint_t = 0
            guard !Self.isPresentationForm(character), Unicode.Scalar(character) != nil,
                hb_font_get_nominal_glyph(font, character, &glyph) != 0, glyph > 0, Int(glyph) < glyphCount,
                result[Int(glyph)] == 0
            else { continue }
            result[Int(glyph)] = character
        }
        return result
    }

    func glyph(of character: Unicode.Scalar) -> UInt16? {
        var glyph: hb_codepoint_t = 0
        guard hb_font_get_nominal_glyph(font, character.value, &glyph) != 0, glyph <= UInt16.max else { return nil }
        return UInt16(glyph)
    }

    private static func isPresentationForm(_ character: UInt32) -> Bool {
        (0xFB00...0xFDFF).contains(character) || (0xFE70...0xFEFC).contains(character) || character < 0x20
    }
}
