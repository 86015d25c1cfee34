import Geometry
import Layout
import PDF
import Style
public import Typography

/// Writes a document as PDF.
///
/// It is tagged where its elements are known, and declares PDF/A-3b and PDF/UA-1 where it keeps what they demand.
public struct PDFOutput {
    private let document: PaintedDocument
    private let shaper: Shaper
    private let images: ImageStore
    private let stock: PDFStock

    /// CSS px to points.
    private static let pointsPerPixel = 0.75

    /// - Parameter stock: what is shared with other documents; nil shares nothing.
    public init(_ document: PaintedDocument, shaper: Shaper, images: ImageStore, stock: PDFStock? = nil) {
        self.document = document
        self.shaper = shaper
        self.images = images
        self.stock = stock ?? PDFStock(shaper: shaper)
    }

    public func bytes() -> [UInt8] {
        let options = PDFOptions(PDFMetadata(document.information), isTagged: document.elements != nil)
        let pdf = PDFDocument(options, deflater: stock.deflater)
        let tagger = document.elements.map { Tagger(pdf.structure, $0) }
        var painting = PagePainting(document, pdf, tagger)
        var canvas: PDFCanvas?
        for (index, page) in document.pages.enumerated() {
            let size = page.turnedSize
            let sheet = pdf.addPage(
                width: size.width * Self.pointsPerPixel, height: size.height * Self.pointsPerPixel)
            let painted =
                canvas
                ?? PDFCanvas(pdf, page: sheet, shaper: shaper, images: images, stock: stock, tagger: tagger)
            canvas = painted
            painted.turn(to: sheet)
            sheet.content.concatenate(
                Affine(
                    a: Self.pointsPerPixel, d: -Self.pointsPerPixel, f: size.height * Self.pointsPerPixel))
            painted.transform(page.turn)
            tagger?.prepare(page)
            painted.save()
            Painter(
                canvas: painted, images: images, rootCanvas: document.rootCanvas, shadows: stock.shadows,
                tagger: tagger
            ).paint(page)
            painted.restore()
            painting.annotate(sheet, index)
            pdf.end(sheet)
        }
        painting.finish()
        pdf.declare(conformance(of: pdf, tagger))
        return pdf.finish()
    }

    private func conformance(of pdf: PDFDocument, _ tagger: Tagger?) -> PDFConformance {
        var conformance: PDFConformance = []
        if !pdf.showsMissingGlyphs { conformance.insert(.archive) }
        let information = document.information
        if let tagger, tagger.isAccessible, !pdf.showsMissingGlyphs, !information.title.isEmpty,
            !information.language.isEmpty
        {
            conformance.insert(.accessible)
        }
        return conformance
    }
}

/// What stands around the pages: links, destinations, outline, numbers.
private struct PagePainting {
    private let document: PaintedDocument
    private let pdf: PDFDocument
    private let tagger: Tagger?
    private var outline: [(place: Int, item: OutlineItem)] = []
    private var linksByPage: [Int: [Link]]
    private var destinationsByPage: [Int: [Destination]]
    private var outlineByPage: [Int: [(place: Int, entry: OutlineEntry)]]

    init(_ document: PaintedDocument, _ pdf: PDFDocument, _ tagger: Tagger?) {
        self.document = document
        self.pdf = pdf
        self.tagger = tagger
        linksByPage = Dictionary(grouping: document.links, by: \.page)
        destinationsByPage = Dictionary(grouping: document.destinations, by: \.page)
        outlineByPage = Dictionary(
            grouping: document.outline.enumerated().map { (place: $0.offset, entry: $0.element) }, by: \.entry.page)
    }

    /// Adds what belongs to a page, whose space is px of layout.
    mutating func annotate(_ page: PDFPage, _ index: Int) {
        for destination in destinationsByPage[index] ?? [] {
            pdf.addDestination(
                destination.name, page.destination(x: destination.place.x, y: destination.place.y))
        }
        for link in linksByPage[index] ?? [] { add(link, to: page) }
        for (place, entry) in outlineByPage[index] ?? [] {
            let destination = page.destination(x: entry.place.x, y: entry.place.y)
            outline.append((place, OutlineItem(entry.title, level: entry.level, destination: destination)))
        }
    }

    private func add(_ link: Link, to page: PDFPage) {
        let target: LinkTarget
        var title = link.title
        switch link.target {
        case .url(let url):
            target = .uri(plainURL(url))
            if title.isEmpty { title = url }
        case .destination(let name):
            target = .name(name)
            if title.isEmpty { title = name }
        }
        page.addLink(
            PDF.Box(link.area), to: target, element: link.node.flatMap { tagger?.link($0) }, description: title)
    }

    func finish() {
        for entry in outline.sorted(by: { $0.place < $1.place }) { pdf.addOutlineItem(entry.item) }
        var expected = 1
        for (index, page) in document.pages.enumerated() {
            if page.number != expected {
                let label = PageLabel(firstPage: index, start: page.number)
                pdf.pageLabels.append(page.number > 0 ? label : PageLabel(firstPage: index, style: .none))
            }
            expected = page.number + 1
        }
    }
}

extension PDFMetadata {
    fileprivate init(_ information: DocumentInformation) {
        func text(_ value: String) -> String? {
            let clean = value.filter { $0 != "\0" }
            return clean.isEmpty ? nil : clean
        }
        self.init(
            title: text(information.title), language: text(information.language),
            creationDate: PDFDate(iso: information.creationDate))
        author = text(information.author)
        subject = text(information.subject)
        keywords = text(information.keywords)
        creator = "Hotpress"
        producer = "Hotpress"
    }
}

/// A URL of the characters that URLs have (RFC 3986): PDF takes ASCII alone (ISO 32000-1 §12.6.4.7).
private func plainURL(_ url: String) -> String {
    var result = ""
    for byte in url.utf8 {
        if byte > 0x20, byte < 0x7F, !unsafeInURL.contains(byte) {
            result.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
    return result
}

private let unsafeInURL: Set<UInt8> = Set("\\<>\"^`{|}".utf8)
