import CGraphics
import Layout

/// What a face says about its lines, in font units, and what browsers make of it at a size.
struct FaceMeasures {
    private let unitsPerEm: Double
    private let ascender: Double
    private let descender: Double
    private let lineGap: Double
    /// 0 when the face does not say.
    private let xHeight: Double
    private let capHeight: Double
    private let xGlyphHeight: Double
    private let zeroAdvance: Double
    private let spaceAdvance: Double

    init(face: FT_Face, hbFace: OpaquePointer, hbFont: OpaquePointer) {
        let os2 = OS2Table(hbFace)
        unitsPerEm = Double(face.pointee.units_per_EM)
        if let os2, os2.usesTypographicMetrics {
            ascender = os2.ascender
            descender = os2.descender
            lineGap = os2.lineGap
        } else {
            // FreeType takes hhea, or OS/2 when hhea is empty.
            ascender = Double(face.pointee.ascender)
            descender = Double(face.pointee.descender)
            lineGap = Double(face.pointee.height) - ascender + descender
        }
        xHeight = os2?.xHeight ?? 0
        capHeight = os2?.capHeight ?? 0
        xGlyphHeight = Self.height(of: "x", hbFont)
        zeroAdvance = Self.advance(of: "0", hbFont)
        spaceAdvance = Self.advance(of: " ", hbFont)
    }

    /// Ascent, descent and line gap are whole, each rounded by itself, as Chromium has them.
    func metrics(size: Double) -> FontMetrics {
        let scale = size / unitsPerEm
        let ascent = (ascender * scale).rounded()
        let ex = xHeight > 0 ? xHeight * scale : (xGlyphHeight * scale).rounded(.up)
        let cap = capHeight > 0 ? capHeight * scale : ascent
        var metrics = FontMetrics(
            ascent: ascent, descent: (-descender * scale).rounded(), lineGap: max(0, (lineGap * scale).rounded()),
            xHeight: ex > 0 ? ex : ascent * 0.56, capHeight: cap,
            zeroWidth: zeroAdvance > 0 ? zeroAdvance * scale : size / 2, spaceWidth: spaceAdvance * scale)
        // Chromium draws lines of a tenth of the font size, at least 1 px, with a gap of half that below the baseline.
        let thickness = max(1, size / 10)
        metrics.underlineThickness = thickness
        metrics.underlineOffset = max(1, (thickness / 2).rounded(.up))
        metrics.strikeoutThickness = thickness
        metrics.strikeoutOffset = ascent / 3
        return metrics
    }

    private static func glyph(_ character: Unicode.Scalar, _ font: OpaquePointer) -> UInt32? {
        var glyph: UInt32 = 0
        return hb_font_get_nominal_glyph(font, character.value, &glyph) != 0 ? glyph : nil
    }

    private static func advance(of character: Unicode.Scalar, _ font: OpaquePointer) -> Double {
        glyph(character, font).map { Double(hb_font_get_glyph_h_advance(font, $0)) } ?? 0
    }

    private static func height(of character: Unicode.Scalar, _ font: OpaquePointer) -> Double {
        var extents = hb_glyph_extents_t()
        guard let glyph = glyph(character, font), hb_font_get_glyph_extents(font, glyph, &extents) != 0 else {
            return 0
        }
        return Double(extents.y_bearing)
    }
}

/// The few fields of the OpenType `OS/2` table that lines need.
private struct OS2Table {
    var usesTypographicMetrics: Bool
    var ascender: Double
    var descender: Double
    var lineGap: Double
    var xHeight: Double
    var capHeight: Double

    init?(_ face: OpaquePointer) {
        guard let blob = hb_face_reference_table(face, hb_tag_from_string("OS/2", 4)) else { return nil }
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let start = hb_blob_get_data(blob, &length), length >= 78 else { return nil }
        let data = UnsafeRawBufferPointer(start: start, count: Int(length))
        func field(_ offset: Int) -> Double {
            Double(Int16(bitPattern: UInt16(data[offset]) << 8 | UInt16(data[offset + 1])))
        }
        usesTypographicMetrics = data[63] & 0x80 != 0
        ascender = field(68)
        descender = field(70)
        lineGap = field(72)
        let version = field(0)
        xHeight = version >= 2 && length >= 90 ? field(86) : 0
        capHeight = version >= 2 && length >= 90 ? field(88) : 0
    }
}
