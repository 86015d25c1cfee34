/// CMaps from codes to text (§9.10.3, Adobe TN 5014).
enum ToUnicode {
    /// The CMap of a subset's glyphs.
    ///
    /// - Parameter added: UTF-8 of glyphs that the font's own characters do not name.
    static func map(_ program: FontProgram, _ glyphs: GlyphSet, added: [UInt16: [UInt8]]) -> [UInt8] {
        let characters = program.characters
        var entries: [(code: UInt16, text: [UInt16])] = []
        for glyph in glyphs.glyphs {
            let character = Int(glyph) < characters.count ? characters[Int(glyph)] : 0
            if character != 0, let scalar = Unicode.Scalar(character) {
                entries.append((program.face.code(of: glyph), Array(UTF16.encode(scalar) ?? .init())))
            } else if let text = added[glyph], !text.isEmpty {
                entries.append((program.face.code(of: glyph), Array(String(decoding: text, as: UTF8.self).utf16)))
            }
        }
        entries.sort { $0.code < $1.code }
        return cmap(entries)
    }

    private static func cmap(_ entries: [(code: UInt16, text: [UInt16])]) -> [UInt8] {
        let out = ByteBuffer(capacity: 400 + entries.count * 16)
        out.put(
            """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000> <FFFF>
            endcodespacerange

            """)
        // A block holds at most 100 entries.
        for start in stride(from: 0, to: entries.count, by: 100) {
            let block = entries[start..<min(start + 100, entries.count)]
            out.put(integer: block.count)
            out.put(" beginbfchar\n")
            for entry in block {
                out.put("<")
                out.put(hex: UInt32(entry.code), digits: 4)
                out.put("> <")
                for unit in entry.text { out.put(hex: UInt32(unit), digits: 4) }
                out.put(">\n")
            }
            out.put("endbfchar\n")
        }
        out.put("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
        return out.bytes
    }
}
