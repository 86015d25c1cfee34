import CGraphics
import Geometry
import Layout
import PDF
import Style
import Typography

/// An image of pixels as PDFs embed it.
private final class EmbeddedPixels {
    let program: ImageProgram
    let form: ImageLoan.Form

    init(_ program: ImageProgram, _ form: ImageLoan.Form) {
        self.program = program
        self.form = form
    }
}

/// A vector image as PDFs embed it: painted once for each size that it is shown at.
private final class EmbeddedVectors {
    var pages: [Size: PageProgram] = [:]
}

extension PDFCanvas {
    func draw(_ image: ImageID, in rect: Rect, smoothly: Bool) {
        guard !rect.isEmpty else { return }
        mark()
        stream.setOpacity(1)
        if images[kept: image] == nil { embed(image) }
        switch images[kept: image] {
        case let pixels as EmbeddedPixels:
            let (width, height) = (pixels.form.width, pixels.form.height)
            let map = Matrix.upright(pixels.form, in: rect).after(Matrix(a: width, d: -height, f: height))
            stream.draw(pixels.program, Affine(map))
        case let vectors as EmbeddedVectors:
            guard let page = page(of: image, vectors, rect.size) else { return }
            stream.draw(page, x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        default: return
        }
    }

    private func embed(_ image: ImageID) {
        var made: AnyObject?
        images.withImage(image, takesJPEG: true) { loan in
            switch loan {
            case .vector: made = EmbeddedVectors()
            case .raster(let surface, let form):
                made = PixelPicture(surface).map { EmbeddedPixels(ImageProgram($0), form) }
            case .jpeg(let file, let form): made = (try? ImageProgram(jpeg: file)).map { EmbeddedPixels($0, form) }
            }
        }
        if made == nil {
            // A JPEG file of a kind that PDF does not take is embedded as its pixels.
            images.withImage(image) { loan in
                guard case .raster(let surface, let form) = loan else { return }
                made = PixelPicture(surface).map { EmbeddedPixels(ImageProgram($0), form) }
            }
        }
        images[kept: image] = made
    }

    private func page(of image: ImageID, _ vectors: EmbeddedVectors, _ size: Size) -> PageProgram? {
        if let known = vectors.pages[size] { return known }
        var made: PageProgram?
        images.withImage(image) { loan in
            if case .vector(let handle) = loan { made = VectorPage(handle, size).program }
        }
        vectors.pages[size] = made
        return made
    }

    func fill(_ mask: PixelMask, in rect: Rect, _ color: Color) {
        mark()
        stream.setOpacity(Double(color.alpha))
        stream.draw(program(of: mask, color), .image(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
    }

    private func program(of mask: PixelMask, _ color: Color) -> ImageProgram {
        if let kept = mask.kept, kept.color == color, let program = kept.made as? ImageProgram { return program }
        let program = ImageProgram(
            width: mask.width, height: mask.height, coverage: mask.values, color: RGB(color), deflater: stock.deflater)
        mask.kept = (color, program)
        return program
    }

    func draw(_ picture: PixelPicture, in rect: Rect) {
        mark()
        stream.setOpacity(1)
        stream.draw(
            ImageProgram(picture, deflater: stock.deflater),
            .image(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
    }

    func tile(_ cell: Size, from corner: Point, over area: Rect, _ draw: (any Canvas) -> Void) {
        mark()
        stream.setOpacity(1)
        push(stream.makeCell(width: cell.width, height: cell.height))
        draw(self)
        let tile = pop()
        stream.fill(PDF.Box(area), tiles: tile, x: corner.x, y: corner.y)
    }
}

extension ImageProgram {
    fileprivate convenience init(_ picture: PixelPicture, deflater: Deflater = Deflater(level: 9)) {
        self.init(
            width: picture.width, height: picture.height, premultiplied: picture.values, deflater: deflater)
    }
}

extension PixelPicture {
    /// The pixels of a surface of colour with or without alpha.
    init?(_ surface: OpaquePointer) {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return nil }
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        let hasAlpha = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32
        var values: [UInt32] = []
        values.reserveCapacity(width * height)
        for y in 0..<height {
            let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width { values.append(hasAlpha ? row[x] : row[x] | 0xFF00_0000) }
        }
        self.init(width: width, height: height, values: values)
    }
}

/// A vector image as Cairo paints it to a PDF page of its own.
private struct VectorPage {
    private(set) var program: PageProgram?

    /// - Parameter size: in px, which are the page's points.
    init(_ handle: OpaquePointer, _ size: Size) {
        let sink = ByteSink()
        defer { withExtendedLifetime(sink) {} }
        guard
            let surface = Surface(
                cairo_pdf_surface_create_for_stream(ByteSink.write, sink.handle, size.width, size.height))
        else { return }
        cairo_pdf_surface_restrict_to_version(surface.handle, CAIRO_PDF_VERSION_1_4)
        guard let context = cairo_create(surface.handle) else { return }
        VectorLibrary.render(handle, to: context, x: 0, y: 0, width: size.width, height: size.height)
        cairo_show_page(context)
        cairo_destroy(context)
        cairo_surface_finish(surface.handle)
        guard cairo_surface_status(surface.handle) == CAIRO_STATUS_SUCCESS else { return }
        program = try? PageProgram(pdf: sink.bytes)
    }
}
