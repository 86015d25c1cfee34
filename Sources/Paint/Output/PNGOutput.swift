import CGraphics
import Geometry
import Layout
import Style
public import Typography

/// Writes the pages of a document as PNG files, on white.
public struct PNGOutput {
    private let document: PaintedDocument
    private let shaper: Shaper
    private let images: ImageStore
    /// Pixels to the inch: at 96 a px is a pixel.
    private let resolution: Double

    public init(_ document: PaintedDocument, resolution: Double = 96, shaper: Shaper, images: ImageStore) {
        self.document = document
        self.shaper = shaper
        self.images = images
        self.resolution = resolution
    }

    /// A file for each page.
    public func files() throws(PaintError) -> [[UInt8]] {
        var files: [[UInt8]] = []
        let shadows = ShadowMasks()
        for page in document.pages { files.append(try file(page, shadows)) }
        return files
    }

    private func file(_ page: PageFragment, _ shadows: ShadowMasks) throws(PaintError) -> [UInt8] {
        let scale = resolution / 96
        let size = page.turnedSize
        // A page that is whole but for the error of its sums gets no further row.
        let width = max(1, (size.width * scale - 0.01).rounded(.up))
        let height = max(1, (size.height * scale - 0.01).rounded(.up))
        guard width * height < 1e9,
            let surface = Surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)))
        else { throw PaintError(reason: "the picture would be too large; choose a lower resolution") }
        try surface.throwIfFailed()
        let canvas = CairoCanvas(surface: surface.handle, shaper: shaper, images: images)
        canvas.fill(Rect(width: width, height: height), .white)
        canvas.transform(Matrix.scale(scale, scale).after(page.turn))
        Painter(canvas: canvas, images: images, rootCanvas: document.rootCanvas, shadows: shadows).paint(page)
        try canvas.throwIfFailed()
        let sink = ByteSink()
        let status = cairo_surface_write_to_png_stream(surface.handle, ByteSink.write, sink.handle)
        withExtendedLifetime(sink) {}
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PaintError(reason: String(cString: cairo_status_to_string(status)))
        }
        return sink.bytes
    }
}
