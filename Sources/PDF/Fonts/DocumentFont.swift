/// A font in one document: which glyphs it shows there, and what text they stand for.
public final class DocumentFont {
    public let program: FontProgram
    let id: ObjectID
    /// Of its resource name.
    let index: Int32
    private(set) var glyphs = GlyphSet()
    /// UTF-8 of glyphs that the font's own characters do not name; the first use in the document decides.
    private(set) var added: [UInt16: [UInt8]] = [:]

    init(_ program: FontProgram, id: ObjectID, index: Int32) {
        self.program = program
        self.id = id
        self.index = index
    }

    /// Notes that glyphs are shown.
    func use(_ shown: UnsafeBufferPointer<ShownGlyph>) {
        for glyph in shown { glyphs.insert(glyph.id) }
    }

    /// Whether copying the glyph gives this text; a glyph that nobody named yet is named by it.
    func stands(_ glyph: UInt16, for text: ArraySlice<UInt8>) -> Bool {
        if let known = added[glyph] { return known.elementsEqual(text) }
        guard Int(glyph) < program.characters.count, program.characters[Int(glyph)] == 0, glyph != 0 else {
            return false
        }
        added[glyph] = Array(text)
        return true
    }

    // MARK: Objects (§9.7)

    /// Writes the Type 0 font, its descendant, descriptor, file and text mapping.
    func write(to objects: ObjectTable) {
        let subset = program.subset(covering: glyphs)
        let isTrueType = program.face.outlines == .trueType
        let file = objects.allocate()
        objects.setStream(file, kept: subset.file) {
            $0.entry("Filter", name: "FlateDecode")
            if isTrueType { $0.entry("Length1", subset.fileLength) } else { $0.entry("Subtype", name: "CIDFontType0C") }
        }
        let toUnicode = objects.allocate()
        objects.setStream(toUnicode, kept: subset.toUnicode(of: program, added: added)) {
            $0.entry("Filter", name: "FlateDecode")
        }
        let descriptor = objects.addDictionary { program.face.writeDescriptor(&$0, name: subset.name, file: file) }
        let descendant = objects.addDictionary {
            $0.entry("Type", name: "Font")
            $0.entry("Subtype", name: isTrueType ? "CIDFontType2" : "CIDFontType0")
            $0.key("BaseFont")
            $0.value(name: subset.name)
            $0.dictionary("CIDSystemInfo") {
                $0.entry("Registry", text: "Adobe")
                $0.entry("Ordering", text: "Identity")
                $0.entry("Supplement", 0)
            }
            $0.entry("FontDescriptor", descriptor)
            $0.entry("DW", 0)
            $0.key("W")
            $0.bytes.append(contentsOf: subset.widths)
            if isTrueType { $0.entry("CIDToGIDMap", name: "Identity") }
        }
        objects.setDictionary(id) {
            $0.entry("Type", name: "Font")
            $0.entry("Subtype", name: "Type0")
            $0.key("BaseFont")
            // A CFF descendant adds the name of the CMap (§9.7.6.2).
            $0.value(name: isTrueType ? subset.name : subset.name + Array("-Identity-H".utf8))
            $0.entry("Encoding", name: "Identity-H")
            $0.entry("DescendantFonts", [descendant])
            $0.entry("ToUnicode", toUnicode)
        }
    }
}

extension FontFace {
    /// The font descriptor (§9.8).
    fileprivate func writeDescriptor(_ writer: inout ObjectWriter, name: [UInt8], file: ObjectID) {
        writer.entry("Type", name: "FontDescriptor")
        writer.key("FontName")
        writer.value(name: name)
        writer.bytes.append(contentsOf: description)
        writer.entry(outlines == .trueType ? "FontFile2" : "FontFile3", file)
    }
}
