internal import CHarfBuzz

/// The part of a font that some glyphs need, ready to be embedded: nothing of it depends on one document.
///
/// Content written before the subset was made fits it: glyph ids stay as they are (the gaps deflate to nothing), or the
/// font has CIDs, which stay with its glyphs.
final class FontSubset {
    let glyphs: GlyphSet
    /// Tag and name (§9.6.4).
    let name: [UInt8]
    /// The font file, deflated.
    let file: KeptStream
    let fileLength: Int
    /// The array of widths (§9.7.4.3).
    let widths: [UInt8]
    private var toUnicode: (added: [UInt16: [UInt8]], stream: KeptStream)?

    /// A font so broken that HarfBuzz cannot subset it is taken whole.
    init(of face: FontFace, _ glyphs: GlyphSet, variations: [FontSource.Variation], deflater: Deflater) {
        let file = Self.subset(face, glyphs, variations) ?? Self.whole(face)
        self.glyphs = glyphs
        name = Self.tag(Fingerprint(file)) + face.postScriptName
        fileLength = file.count
        self.file = KeptStream(deflater.deflated(file))
        widths = Self.widths(of: face, glyphs)
    }

    /// The mapping to text, with what a document adds to the font's own characters; kept for the next with the same.
    func toUnicode(of program: FontProgram, added: [UInt16: [UInt8]]) -> KeptStream {
        if let toUnicode, toUnicode.added == added { return toUnicode.stream }
        let stream = KeptStream(program.deflater.deflated(ToUnicode.map(program, glyphs, added: added)))
        toUnicode = (added, stream)
        return stream
    }

    /// Six letters and a plus sign.
    private static func tag(_ fingerprint: Fingerprint) -> [UInt8] {
        var rest = fingerprint.high
        var tag: [UInt8] = []
        for _ in 0..<6 {
            tag.append(0x41 + UInt8(rest % 26))
            rest /= 26
        }
        tag.append(0x2B)
        return tag
    }

    /// Hinting is left out: what shows a PDF today does not use it, and it is half of many fonts.
    private static func subset(
        _ face: FontFace, _ glyphs: GlyphSet, _ variations: [FontSource.Variation]
    ) -> [UInt8]? {
        guard let input = hb_subset_input_create_or_fail() else { return nil }
        defer { hb_subset_input_destroy(input) }
        let ids = face.cids == nil ? HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue : 0
        hb_subset_input_set_flags(
            input, HB_SUBSET_FLAGS_NO_HINTING.rawValue | HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue | ids)
        let wanted = hb_subset_input_glyph_set(input)
        for glyph in glyphs.glyphs { hb_set_add(wanted, UInt32(glyph)) }
        let dropped = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
        for table in unusedTables { hb_set_add(dropped, FontFace.tag(table)) }
        for axis in variations { hb_subset_input_pin_axis_location(input, face.face, axis.tag, axis.value) }
        guard let subset = hb_subset_or_fail(face.face, input) else { return nil }
        defer { hb_face_destroy(subset) }
        if face.outlines == .cff {
            let table = FontFace.table(subset, "CFF ")
            return table.isEmpty ? nil : table
        }
        let blob = hb_face_reference_blob(subset)
        defer { hb_blob_destroy(blob) }
        return FontFace.bytes(of: blob)
    }

    private static func whole(_ face: FontFace) -> [UInt8] {
        if face.outlines == .cff { return FontFace.table(face.face, "CFF ") }
        let builder = hb_face_builder_create()
        defer { hb_face_destroy(builder) }
        for name in ["glyf", "loca", "head", "hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep"]
        where FontFace.hasTable(face.face, name) {
            let table = hb_face_reference_table(face.face, FontFace.tag(name))
            defer { hb_blob_destroy(table) }
            hb_face_builder_add_table(builder, FontFace.tag(name), table)
        }
        let blob = hb_face_reference_blob(builder)
        defer { hb_blob_destroy(blob) }
        return FontFace.bytes(of: blob)
    }

    /// A CIDFontType2 needs glyf, loca, head, hhea, hmtx and maxp alone (§9.9).
    private static let unusedTables = [
        "name", "OS/2", "post", "cmap", "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "kern", "DSIG", "gasp", "vhea",
        "vmtx", "VORG", "LTSH", "hdmx", "VDMX", "PCLT", "meta", "STAT", "FFTM", "COLR", "CPAL", "SVG ", "sbix", "CBDT",
        "CBLC", "EBDT", "EBLC", "EBSC", "feat", "morx", "prop", "trak", "kerx", "lcar", "opbd", "bsln", "Silf", "Glat",
        "Gloc", "Feat", "Sill",
    ]

    /// `c [w w …]` for each run of neighbouring codes, in thousandths of the em.
    private static func widths(of face: FontFace, _ glyphs: GlyphSet) -> [UInt8] {
        var writer = ObjectWriter()
        writer.array { writer in
            var expected = -1
            for (code, glyph) in glyphs.glyphs.map({ (Int(face.code(of: $0)), $0) }).sorted(by: { $0.0 < $1.0 }) {
                if code != expected {
                    if expected >= 0 { writer.bytes.append(0x5D) }
                    writer.value(code)
                    writer.bytes.append(0x5B)
                }
                writer.value(face.width(glyph))
                expected = code + 1
            }
            if expected >= 0 { writer.bytes.append(0x5D) }
        }
        return writer.bytes.bytes
    }
}

extension FontFace {
    /// The width that the file states: thousandths of the em with one decimal.
    func width(_ glyph: UInt16) -> Double {
        (Double(advance(glyph)) * 10_000 / Double(max(unitsPerEm, 1))).rounded() / 10
    }
}
