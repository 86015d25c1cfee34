// Press: HTML in, PDF, PNG or a list of boxes out; the one door to the targets that read, style, lay out and paint.
//
// A `Press` is made once for a worker and prints one document after the other; it keeps parsed style sheets, fonts,
// shaped words and decoded images between them. It is of one thread.
//
// In: `PressInput` (bytes of HTML and what may be read beside them), `PressOptions`. Out: `PressResult`. The HTML is not
// trusted: whatever it says, printing ends with pages, and what could not be done as asked is a diagnostic. It throws
// `PaintError` alone, when memory is short. The same input and options give the same bytes.

import Diagnostics
import Geometry
import Layout
import Markup
public import Paint
import Style
import Typography

public final class Press {
    private let shaper: Shaper
    private let images = ImageStore()
    private let engines = StyleEngines()
    private let stock: PDFStock

    /// - Parameter fontMemory: a file that keeps what is known of fonts for the next run, for a program that prints one
    ///   page; nil has fontconfig asked, which is as well for many.
    public init(fontMemory: String? = nil) {
        shaper = Shaper(memory: fontMemory.map { FontMemory(path: $0) })
        stock = PDFStock(shaper: shaper)
    }

    public func print(_ input: PressInput, _ options: PressOptions = PressOptions()) throws(PaintError) -> PressResult {
        let access = ResourceAccess(baseDirectory: input.baseDirectory, allowedRoots: input.allowedRoots)
        shaper.beginDocument()
        images.beginDocument(access: access)
        let (document, parseFindings) = parseHTML(input.html, name: input.name)
        let styled = engines.engine(for: input, options, access, shaper).style(document)
        shaper.beginDocument(fontFaces: styled.fontFaces, access: access)
        let layout = layOut(styled, shaper: shaper, images: images)
        let files = try paint(layout, styled, options)
        var findings = DiagnosticBag(file: input.name)
        findings.add(contentsOf: parseFindings)
        findings.add(contentsOf: styled.diagnostics)
        findings.add(contentsOf: layout.diagnostics)
        findings.add(contentsOf: images.takeFindings().map { $0.located(in: document) })
        findings.add(contentsOf: shaper.takeDiagnostics())
        return PressResult(files: files, pageCount: layout.pages.count, diagnostics: findings.sorted)
    }

    /// Where a user's programs keep what they know of fonts; nil where this user has no place for it.
    public static var fontMemoryOfUser: String? { FontMemory.standardPath }

    /// Writes down what was learned of fonts, if anything was.
    public func keepFontMemory() { shaper.keepMemory() }

    private func paint(
        _ layout: LayoutResult, _ styled: StyledDocument, _ options: PressOptions
    ) throws(PaintError) -> [[UInt8]] {
        switch options.output {
        case .boxes: return [boxList(layout.pages, styled.document)]
        case .pdf:
            let painted = annotated(layout.pages, styled, creationDate: options.creationDate)
            return [PDFOutput(painted, shaper: shaper, images: images, stock: stock).bytes()]
        case .png(let resolution):
            let painted = PaintedDocument(pages: layout.pages, rootCanvas: RootCanvas(styled))
            return try PNGOutput(painted, resolution: resolution, shaper: shaper, images: images).files()
        }
    }
}

extension ImageFinding {
    /// With the place in the document where the image is asked for, if an attribute does.
    fileprivate func located(in document: Document) -> Diagnostic {
        var located = diagnostic
        if let key, document.nodes.indices.contains(key) {
            located.location.position = document.nodes[key].position
        } else if let url = reference?.url {
            for node in document.nodes where node.kind == .element {
                guard let attribute = node.attributes.first(where: { $0.value == url }) else { continue }
                located.location.position = attribute.position
                break
            }
        }
        return located
    }
}
