public import Diagnostics

/// A font that documents embed, kept between them: a subset that was made is embedded again as it stands.
///
/// So that documents need few subsets, a subset holds whole kinds of letters: a document that shows one capital embeds
/// all of A to Z. Which kinds these are depends on the document alone, and so do its bytes.
public final class FontProgram {
    let source: FontSource
    let face: FontFace
    let deflater: Deflater
    /// The last used last.
    private var subsets: [FontSubset] = []
    private lazy var kinds: [GlyphSet] = Self.kinds.map { kind in
        var glyphs = GlyphSet()
        for range in kind {
            for code in range {
                if let scalar = Unicode.Scalar(code), let glyph = face.glyph(of: scalar) { glyphs.insert(glyph) }
            }
        }
        return glyphs
    }

    /// By glyph id; 0 where only a document's text can say.
    let characters: [UInt32]
    /// By glyph id, as files state them, in tenths of a thousandth of the em.
    let widths: [Int32]

    /// - Parameter deflater: for the font's own streams, which are made seldom.
    public init(_ source: FontSource, deflater: Deflater = Deflater(level: 9)) throws(DiagnosticError) {
        self.source = source
        self.deflater = deflater
        let face = try FontFace(source)
        self.face = face
        characters = face.characters()
        widths = (0..<min(face.glyphCount, 65_536)).map { Int32((face.width(UInt16($0)) * 10).rounded()) }
    }

    /// The glyph that stands for a character; nil where the font has none.
    public func glyph(of character: Unicode.Scalar) -> UInt16? { face.glyph(of: character) }

    /// A subset that holds these glyphs: one at hand, or a new one.
    func subset(covering wanted: GlyphSet) -> FontSubset {
        var glyphs = wanted
        glyphs.insert(0)
        for kind in kinds where kind.intersects(wanted) { glyphs = glyphs.union(kind) }
        if let index = subsets.lastIndex(where: { $0.glyphs == glyphs }) {
            let found = subsets.remove(at: index)
            subsets.append(found)
            return found
        }
        let made = FontSubset(of: face, glyphs, variations: source.variations, deflater: deflater)
        if subsets.count == Self.keptSubsets { subsets.removeFirst() }
        subsets.append(made)
        return made
    }

    private static let keptSubsets = 32

    /// Capitals; small letters with their ligatures; digits and the signs of sums and addresses; what western European
    /// languages add.
    private static let kinds: [[ClosedRange<UInt32>]] = [
        [0x41...0x5A], [0x61...0x7A, 0xFB01...0xFB02],
        [0x20...0x20, 0x25...0x29, 0x2B...0x3B],
        [
            0xB7...0xB7, 0xC4...0xC4, 0xD6...0xD6, 0xDC...0xDC, 0xDF...0xE0, 0xE4...0xE4, 0xE7...0xE9, 0xF1...0xF1,
            0xF6...0xF6, 0xFC...0xFC, 0x2013...0x2014, 0x2019...0x2019, 0x201C...0x201E, 0x20AC...0x20AC,
        ],
    ]
}
