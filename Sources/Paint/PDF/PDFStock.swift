import Geometry
import Layout
import PDF
import Style
public import Typography

/// What PDFs of one press share: fonts with their subsets, compressors, and shadows that are drawn again and again.
/// Not for more than one thread.
public final class PDFStock {
    /// Higher levels take several times as long for a tenth of the bytes.
    let deflater = Deflater(level: 1)
    let shadows = ShadowMasks()
    private let fontDeflater = Deflater(level: 9)
    /// By the shaper's numbers of faces; nil where a face cannot be embedded.
    private var fonts: [Int: FontProgram?] = [:]
    private let shaper: Shaper

    /// - Parameter shaper: whose fonts the documents are set in.
    public init(shaper: Shaper) { self.shaper = shaper }

    /// A face ready for embedding; nil for one of bitmaps, say.
    func font(face number: Int) -> FontProgram? {
        if let known = fonts[number] { return known }
        let source = shaper.source(ofFace: number)
        let made = try? FontProgram(
            FontSource(
                source.path.map(FontSource.Data.file) ?? .bytes(source.bytes), face: source.index,
                variations: source.variations.map { FontSource.Variation(tag: $0.tag, value: $0.value) }),
            deflater: fontDeflater)
        fonts[number] = .some(made)
        return made
    }

    /// A face that has the space, for text that is only to be found and copied.
    func anyFont() -> FontProgram? {
        let style = Group(TextStyle())
        let text = ParagraphText(utf8: [0x20], spans: [.init(range: 0..<1, style: style)], direction: .ltr)
        return shaper.shape(text).runs.first.flatMap { font(face: shaper.traits(of: $0.font).face) }
    }
}
