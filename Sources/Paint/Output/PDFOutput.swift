import CGraphics
import Geometry
import Layout
public import Typography

/// Writes a document as PDF.
public struct PDFOutput {
    private let document: PaintedDocument
    private let shaper: Shaper
    private let images: ImageStore

    /// CSS px to points.
    private static let pointsPerPixel = 0.75

    public init(_ document: PaintedDocument, shaper: Shaper, images: ImageStore) {
        self.document = document
        self.shaper = shaper
        self.images = images
    }

    public func bytes() throws(PaintError) -> [UInt8] {
        let sink = ByteSink()
        // Held until the surface, which writes to it when it is finished, is gone.
        defer { withExtendedLifetime(sink) {} }
        let first = document.pages.first?.turnedSize ?? Size(width: 1, height: 1)
        let surface = Surface(
            cairo_pdf_surface_create_for_stream(
                ByteSink.write, sink.handle, first.width * Self.pointsPerPixel, first.height * Self.pointsPerPixel))
        guard let surface else { throw PaintError(reason: "no surface") }
        setInformation(surface)
        let canvas = CairoCanvas(surface: surface.handle, shaper: shaper, images: images, isPDF: true)
        for (index, page) in document.pages.enumerated() { paint(page, index, on: canvas, surface) }
        addOutline(to: surface)
        try canvas.throwIfFailed()
        cairo_surface_finish(surface.handle)
        try surface.throwIfFailed()
        return sink.bytes
    }

    private func paint(_ page: PageFragment, _ index: Int, on canvas: CairoCanvas, _ surface: Surface) {
        let size = page.turnedSize
        cairo_pdf_surface_set_size(
            surface.handle, size.width * Self.pointsPerPixel, size.height * Self.pointsPerPixel)
        let matrix = pointMatrix(page)
        canvas.save()
        canvas.transform(matrix)
        Painter(canvas: canvas, images: images, rootCanvas: document.rootCanvas).paint(page)
        canvas.restore()
        addDestinations(on: index, matrix, canvas)
        addLinks(on: index, matrix, canvas)
        cairo_show_page(canvas.context)
    }

    private func pointMatrix(_ page: PageFragment) -> Matrix {
        Matrix.scale(Self.pointsPerPixel, Self.pointsPerPixel).after(page.turn)
    }

    private func setInformation(_ surface: Surface) {
        let information = document.information
        let entries: [(cairo_pdf_metadata_t, String)] = [
            (CAIRO_PDF_METADATA_TITLE, information.title), (CAIRO_PDF_METADATA_AUTHOR, information.author),
            (CAIRO_PDF_METADATA_SUBJECT, information.subject), (CAIRO_PDF_METADATA_KEYWORDS, information.keywords),
            (CAIRO_PDF_METADATA_CREATOR, "Hotpress"), (CAIRO_PDF_METADATA_CREATE_DATE, information.creationDate),
            (CAIRO_PDF_METADATA_MOD_DATE, information.creationDate),
        ]
        for (name, text) in entries where !text.isEmpty {
            cairo_pdf_surface_set_metadata(surface.handle, name, withoutNulls(text))
        }
    }

    // MARK: - Links, destinations, outline

    private func addDestinations(on page: Int, _ matrix: Matrix, _ canvas: CairoCanvas) {
        for destination in document.destinations where destination.page == page {
            let place = matrix.apply(destination.place)
            let attributes = "name='\(plainName(destination.name))' x=\(number(place.x)) y=\(number(place.y))"
            cairo_tag_begin(canvas.context, "cairo.dest", attributes)
            cairo_tag_end(canvas.context, "cairo.dest")
        }
    }

    private func addLinks(on page: Int, _ matrix: Matrix, _ canvas: CairoCanvas) {
        let links = document.links.filter { $0.page == page }
        guard !links.isEmpty else { return }
        let names = Set(document.destinations.lazy.filter { document.pages.indices.contains($0.page) }.map(\.name))
        for link in links {
            let area = matrix.apply(link.area)
            let rect =
                "rect=[\(number(area.x)) \(number(area.y)) \(number(area.width)) \(number(area.height))]"
            switch link.target {
            case .url(let url): tag(canvas, "\(rect) uri='\(plainURL(url))'")
            case .destination(let name) where names.contains(name): tag(canvas, "\(rect) dest='\(plainName(name))'")
            case .destination: continue
            }
        }
    }

    private func tag(_ canvas: CairoCanvas, _ attributes: String) {
        cairo_tag_begin(canvas.context, "Link", attributes)
        cairo_tag_end(canvas.context, "Link")
    }

    private func addOutline(to surface: Surface) {
        var open: [(level: Int, id: Int32)] = []
        for entry in document.outline where document.pages.indices.contains(entry.page) {
            while let last = open.last, last.level >= entry.level { open.removeLast() }
            let place = pointMatrix(document.pages[entry.page]).apply(entry.place)
            let id = cairo_pdf_surface_add_outline(
                surface.handle, open.last?.id ?? CAIRO_PDF_OUTLINE_ROOT, withoutNulls(entry.title),
                "page=\(entry.page + 1) pos=[\(number(place.x)) \(number(place.y))]", CAIRO_PDF_OUTLINE_FLAG_OPEN)
            open.append((entry.level, id))
        }
    }
}

/// A URL that neither Cairo's tag attributes nor a PDF string would take for syntax: Cairo 1.16 escapes neither.
private func plainURL(_ url: String) -> String {
    escaped(url, by: "%") { byte in byte > 0x20 && byte < 0x7F && !unsafeInURL.contains(byte) }
}

private let unsafeInURL: Set<UInt8> = Set("'()\\<>\"".utf8)

/// A destination's name in letters that every reader takes for a name.
private func plainName(_ name: String) -> String {
    escaped(name, by: "_") { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D || byte == 0x2E
    }
}

private func escaped(_ text: String, by mark: String, where isPlain: (UInt8) -> Bool) -> String {
    var result = ""
    for byte in text.utf8 {
        if isPlain(byte) {
            result.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            result += mark + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
    return result
}

private func withoutNulls(_ text: String) -> String { text.filter { $0 != "\0" } }

/// A number with three decimals at most and no exponent.
private func number(_ value: Double) -> String {
    let thousandths = Int((value.isFinite ? min(max(value, -1e9), 1e9) : 0) * 1000)
    let sign = thousandths < 0 ? "-" : ""
    let fraction = String(abs(thousandths) % 1000)
    return "\(sign)\(abs(thousandths) / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
}
