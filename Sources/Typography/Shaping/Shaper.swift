import CGraphics
public import Diagnostics
import Geometry
public import Layout
public import Style

/// The fonts and the shaping of one press.
///
/// Text of plain left-to-right Latin in its first font is set word by word from a cache (`SimpleShaping`); all else is
/// itemized by Pango and set item by item (`ComplexShaping`). Both ways set glyphs with HarfBuzz in font units.
/// Not for more than one thread.
public final class Shaper: TextShaper {
    let store: FontStore
    var words = WordCache()
    let buffer: OpaquePointer
    /// Made for the first text that needs it.
    private var madeItemizer: Itemizer?
    private var missing = MissingCharacters()
    private var scanned = ScannedText()
    /// Of the spans of the text at hand; kept to spare allocations.
    private var styles: [ResolvedStyle] = []

    /// - Parameter memory: what fontconfig has answered before; nil asks it anew.
    public init(memory: FontMemory? = nil) {
        store = FontStore(memory: memory)
        guard let buffer = hb_buffer_create() else { preconditionFailure("HarfBuzz never returns a null buffer") }
        self.buffer = buffer
    }

    deinit { hb_buffer_destroy(buffer) }

    /// Forgets what belonged to the document before and takes on the `@font-face` rules of the next.
    public func beginDocument(fontFaces: [Style.FontFace] = [], access: ResourceAccess? = nil) {
        store.beginDocument(fontFaces, access: access)
        missing = MissingCharacters()
        madeItemizer?.forgetStyles()
    }

    /// Has what fontconfig has answered written down for the next run.
    public func keepMemory() { store.configuration.keepMemory() }

    var itemizer: Itemizer {
        if let madeItemizer { return madeItemizer }
        let made = Itemizer()
        madeItemizer = made
        return made
    }

    public func metrics(of style: Group<TextStyle>) -> FontMetrics { store.resolve(style).metrics }

    /// For `ex` and `ch` while styles are still computed.
    public func metrics(of style: TextStyle) -> FontMetrics { store.resolve(style).metrics }

    public func shape(_ text: ParagraphText) -> ShapedText {
        styles.removeAll(keepingCapacity: true)
        for span in text.spans { styles.append(store.resolve(span.style)) }
        if text.direction == .ltr, !text.takesDirectionFromText, scanned.scan(text, styles) {
            return shapeSimple(text, styles, needsPangoBreaks: scanned.needsUnicodeBreaks)
        }
        return shapeComplex(text, styles)
    }

    /// What the document asked of fonts in vain, since the last `beginDocument`.
    public func takeDiagnostics() -> [Diagnostic] {
        let faults = store.takeWebFontFaults().map { $0.fault.diagnostic("font") }
        defer { missing = MissingCharacters() }
        return faults + missing.diagnostics
    }

    /// Characters that no font has, with how often they stood and where first.
    public var missingCharacters: [MissingCharacter] { missing.list }

    func noteMissing(at offset: Int, in text: [UInt8]) { missing.note(at: offset, in: text) }
}

extension Shaper {
    /// Lends the Cairo face, its matrix and options of a font to painting.
    package func withFont<Answer>(_ font: FontID, _ body: (FontLoan) -> Answer) -> Answer {
        let entry = store.fonts[Int(font.raw)]
        let face = store.faces[entry.face]
        return body(
            FontLoan(
                cairoFace: face.cairoFace(emboldened: entry.isEmboldened), options: face.cairoOptions,
                size: entry.size, shear: entry.isSheared ? Self.shear : 0))
    }

    package func traits(of font: FontID) -> FontTraits {
        let entry = store.fonts[Int(font.raw)]
        return FontTraits(
            face: entry.face, size: entry.size, shear: entry.isSheared ? Self.shear : 0,
            isEmboldened: entry.isEmboldened)
    }

    /// What another reader needs to open a face; faces are numbered from 0, and keep their numbers.
    package func source(ofFace number: Int) -> FaceSource { store.faces[number].source }

    /// The slant of synthetic italics, as browsers have it.
    private static let shear = 0.25
}

/// A font as it is drawn: a face at a size, made bolder or slanted where no file is.
package struct FontTraits {
    package var face: Int
    /// In px.
    package var size: Double
    /// How far the top of an em square leans to the right, in em.
    package var shear: Double
    package var isEmboldened: Bool
}

/// An instance of a font file's face.
package struct FaceSource {
    /// nil for a font of a document's own.
    package var path: String?
    /// Of the file, where there is no path.
    package var bytes: [UInt8]
    /// In a collection.
    package var index: Int
    package var variations: [(tag: UInt32, value: Float)]
}

/// A font as Cairo takes it, valid while it is lent.
package struct FontLoan {
    package var cairoFace: OpaquePointer
    package var options: OpaquePointer
    /// In px.
    package var size: Double
    /// How far the top of an em square leans to the right, in em.
    package var shear: Double
}
