import CGraphics

/// A face of a font file, ready for HarfBuzz (in font units) and for Cairo; of no size yet.
final class Face {
    /// The place in the store's list of faces.
    let index: Int
    /// OpenType weight and slant that the file really has.
    let weight: Int
    let isSlanted: Bool
    let unitsPerEm: Double
    let hbFont: OpaquePointer
    let cairoFace: OpaquePointer
    let cairoOptions: OpaquePointer
    let measures: FaceMeasures
    let spaceGlyph: UInt32
    let spaceAdvance: Int32
    /// In a collection.
    private let faceIndex: Int
    private let file: FontFile
    private let hbFace: OpaquePointer
    private let characters: OpaquePointer
    /// The characters below U+2200 as bits: the ones that are asked for all the time.
    private var lowCharacters = [UInt64](repeating: 0, count: 0x2200 / 64)
    /// The same outlines made bolder, for weights that no file has.
    private var emboldenedCairoFace: OpaquePointer?

    init?(file: FontFile, index: Int, pattern: FacePattern) {
        guard file.face.pointee.units_per_EM > 0, file.face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SFNT) != 0,
            let hbFace = hb_ft_face_create_referenced(file.face), let hbFont = hb_font_create(hbFace)
        else { return nil }
        self.file = file
        self.index = index
        self.hbFace = hbFace
        self.hbFont = hbFont
        faceIndex = pattern.key.index & 0xFFFF
        weight = pattern.weight
        isSlanted = pattern.isSlanted
        unitsPerEm = Double(file.face.pointee.units_per_EM)
        hb_ot_font_set_funcs(hbFont)
        hb_font_set_scale(hbFont, Int32(unitsPerEm), Int32(unitsPerEm))
        Self.apply(pattern, to: hbFont)
        cairoFace = Self.makeCairoFace(file, emboldened: false)
        cairoOptions = Self.makeOptions(variations: pattern.key.variations)
        characters = hb_set_create()
        hb_face_collect_unicodes(hbFace, characters)
        var code: UInt32 = 0xFFFF_FFFF
        while hb_set_next(characters, &code) != 0, code < 0x2200 { lowCharacters[Int(code / 64)] |= 1 << (code % 64) }
        var space: UInt32 = 0
        if hb_font_get_nominal_glyph(hbFont, 0x20, &space) == 0 { space = 0 }
        spaceGlyph = space
        spaceAdvance = hb_font_get_glyph_h_advance(hbFont, space)
        measures = FaceMeasures(face: file.face, hbFace: hbFace, hbFont: hbFont)
    }

    deinit {
        hb_set_destroy(characters)
        hb_font_destroy(hbFont)
        hb_face_destroy(hbFace)
        cairo_font_options_destroy(cairoOptions)
        if let emboldenedCairoFace { cairo_font_face_destroy(emboldenedCairoFace) }
        cairo_font_face_destroy(cairoFace)
    }

    /// Whether the face has a glyph for a character; the spaces count as had, for they are made from U+0020.
    func covers(_ code: UInt32) -> Bool {
        if code < 0x2200 {
            if lowCharacters[Int(code / 64)] & (1 << (code % 64)) != 0 { return true }
            return Self.isSpace(code) && spaceGlyph != 0
        }
        if code == 0x3000 { return spaceGlyph != 0 }
        return hb_set_has(characters, code) != 0
    }

    /// General category Zs (and the line and tab controls), for which HarfBuzz has widths when a font has none.
    static func isSpace(_ code: UInt32) -> Bool {
        switch code {
        case 0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    func cairoFace(emboldened: Bool) -> OpaquePointer {
        guard emboldened else { return cairoFace }
        if let emboldenedCairoFace { return emboldenedCairoFace }
        let made = Self.makeCairoFace(file, emboldened: true)
        emboldenedCairoFace = made
        return made
    }

    /// What another reader needs to open the same instance of the same font.
    var source: FaceSource {
        FaceSource(path: file.path, bytes: file.bytes, index: faceIndex, variations: variations)
    }

    /// The design coordinates of a variable font's instance.
    private var variations: [(tag: UInt32, value: Float)] {
        var count: UInt32 = 0
        guard let values = hb_font_get_var_coords_design(hbFont, &count), count > 0 else { return [] }
        var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
        hb_ot_var_get_axis_infos(hbFace, 0, &count, &axes)
        return (0..<Int(count)).map { (axes[$0].tag, values[$0]) }
    }

    /// Whether the font itself has an OpenType substitution feature.
    func hasSubstitution(_ tag: StaticString) -> Bool {
        let wanted = hb_tag_from_string(UnsafeRawPointer(tag.utf8Start).assumingMemoryBound(to: CChar.self), 4)
        let features = hb_set_create()
        defer { hb_set_destroy(features) }
        var tags: [hb_tag_t] = [wanted, 0]
        hb_ot_layout_collect_lookups(hbFace, hb_tag_from_string("GSUB", 4), nil, nil, &tags, features)
        return hb_set_is_empty(features) == 0
    }

    private static func makeCairoFace(_ file: FontFile, emboldened: Bool) -> OpaquePointer {
        // Not hinted: outlines as designed. The face keeps the file alive for as long as Cairo caches it.
        let face = cairo_ft_font_face_create_for_ft_face(file.face, Int32(FT_LOAD_NO_HINTING))
        guard let face else { preconditionFailure("Cairo never returns a null font face") }
        let key = UnsafeRawPointer(file.face).assumingMemoryBound(to: cairo_user_data_key_t.self)
        cairo_font_face_set_user_data(
            face, key, Unmanaged.passRetained(file).toOpaque(),
            { owner in if let owner { Unmanaged<FontFile>.fromOpaque(owner).release() } })
        if emboldened { cairo_ft_font_face_set_synthesize(face, UInt32(CAIRO_FT_SYNTHESIZE_BOLD.rawValue)) }
        return face
    }

    private static func makeOptions(variations: String) -> OpaquePointer {
        guard let options = cairo_font_options_create() else { preconditionFailure("Cairo never returns null options") }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        if !variations.isEmpty { cairo_font_options_set_variations(options, variations) }
        return options
    }

    private static func apply(_ pattern: FacePattern, to font: OpaquePointer) {
        let instance = pattern.key.index >> 16
        if instance > 0 { hb_font_set_var_named_instance(font, UInt32(instance - 1)) }
        var settings: [hb_variation_t] = []
        for part in pattern.key.variations.split(separator: ",") {
            var setting = hb_variation_t()
            if hb_variation_from_string(String(part), -1, &setting) != 0 { settings.append(setting) }
        }
        if !settings.isEmpty { hb_font_set_variations(font, settings, UInt32(settings.count)) }
    }
}
