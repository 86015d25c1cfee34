public import Diagnostics

/// A font that documents embed, kept between them: a subset that was made is embedded again as it stands.
public final class FontProgram {
    /// Which glyphs a subset holds beyond those that a document shows.
    public enum Sharing: Sendable {
        /// The seed and what the document shows: the bytes of a document depend on nothing but itself.
        case byDocument
        /// Also what documents before showed, within a limit: fewer subsets are made, and the bytes of a document
        /// depend on which were written before.
        case growing
    }

    let source: FontSource
    let face: FontFace
    let deflater: Deflater
    private let sharing: Sharing
    private var seed = GlyphSet()
    /// The last used last.
    private var subsets: [FontSubset] = []

    /// By glyph id; 0 where only a document's text can say.
    private(set) lazy var characters: [UInt32] = face.characters()
    /// By glyph id, as files state them, in tenths of a thousandth of the em.
    private(set) lazy var widths: [Int32] = (0..<min(face.glyphCount, 65_536)).map {
        Int32((face.width(UInt16($0)) * 10).rounded())
    }

    /// - Parameter deflater: for the font's own streams, which are made seldom.
    public init(
        _ source: FontSource, sharing: Sharing = .byDocument, deflater: Deflater = Deflater(level: 9)
    ) throws(DiagnosticError) {
        self.source = source
        self.sharing = sharing
        self.deflater = deflater
        face = try FontFace(source)
        seed.insert(0)
    }

    /// Adds the glyphs of some characters to every subset: those that nearly all documents need.
    public func seed(with text: String) {
        for scalar in text.unicodeScalars {
            if let glyph = face.glyph(of: scalar) { seed.insert(glyph) }
        }
    }

    /// The glyph that stands for a character; nil where the font has none.
    public func glyph(of character: Unicode.Scalar) -> UInt16? { face.glyph(of: character) }

    /// A subset that holds these glyphs: one at hand, or a new one.
    func subset(covering wanted: GlyphSet) -> FontSubset {
        let needed = wanted.union(seed)
        if let index = bestSubset(for: needed) {
            let found = subsets.remove(at: index)
            subsets.append(found)
            return found
        }
        var glyphs = needed
        if sharing == .growing, let last = subsets.last {
            let union = last.glyphs.union(needed)
            if union.count <= Self.largestCount(for: needed.count) {
                glyphs = union
                subsets.removeLast()
            }
        }
        let made = FontSubset(of: face, glyphs, variations: source.variations, deflater: deflater)
        if subsets.count == Self.keptSubsets { subsets.removeFirst() }
        subsets.append(made)
        return made
    }

    private func bestSubset(for needed: GlyphSet) -> Int? {
        if sharing == .byDocument { return subsets.lastIndex { $0.glyphs == needed } }
        let limit = Self.largestCount(for: needed.count)
        return subsets.indices.filter { subsets[$0].glyphCount <= limit && subsets[$0].glyphs.isSuperset(of: needed) }
            .min { subsets[$0].cost < subsets[$1].cost }
    }

    /// How many glyphs a subset may have that is embedded where this many are needed.
    private static func largestCount(for needed: Int) -> Int { needed + max(needed / 2, 64) }

    private static let keptSubsets = 8
}
