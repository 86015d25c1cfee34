import CGraphics
import Geometry
import Layout
import Style
import Typography

/// The shapes of text as Cairo draws them, for what PDF cannot show as text.
final class GlyphOutlines {
    private let surface: Surface
    private let canvas: CairoCanvas
    /// Pixels to a px, for glyphs that are pictures.
    private static let scale = 4.0

    init(shaper: Shaper, images: ImageStore) {
        // One without bounds: Cairo leaves out glyphs that lie outside.
        guard let surface = Surface(cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)) else {
            preconditionFailure("Cairo never returns a null surface")
        }
        self.surface = surface
        canvas = CairoCanvas(surface: surface.handle, shaper: shaper, images: images)
    }

    /// Empty where the glyphs have no outlines.
    func path(of run: GlyphRun, at origin: Point) -> Path {
        canvas.setFont(run.font)
        canvas.fillGlyphBuffer(run, origin)
        cairo_new_path(canvas.context)
        cairo_glyph_path(canvas.context, canvas.glyphBuffer, Int32(canvas.glyphBuffer.count))
        guard let raw = cairo_copy_path(canvas.context) else { return Path() }
        defer { cairo_path_destroy(raw) }
        return Path(raw.pointee)
    }

    /// The text as pixels, and where they go.
    func picture(of run: GlyphRun, at origin: Point, _ color: Color) -> (PixelPicture, Rect)? {
        canvas.setFont(run.font)
        canvas.fillGlyphBuffer(run, origin)
        var extents = cairo_text_extents_t()
        cairo_glyph_extents(canvas.context, canvas.glyphBuffer, Int32(canvas.glyphBuffer.count), &extents)
        let left = (origin.x + run.x + extents.x_bearing).rounded(.down)
        let top = (origin.y + extents.y_bearing).rounded(.down)
        let area = Rect(
            x: left, y: top, width: extents.width.rounded(.up) + 1, height: extents.height.rounded(.up) + 1)
        guard !area.isEmpty, area.width * area.height < 1e6,
            let surface = Surface(
                cairo_image_surface_create(
                    CAIRO_FORMAT_ARGB32, Int32(area.width * Self.scale), Int32(area.height * Self.scale)))
        else { return nil }
        let target = CairoCanvas(surface: surface.handle, shaper: canvas.shaper, images: canvas.images)
        target.transform(Matrix.scale(Self.scale, Self.scale).after(.translation(-left, -top)))
        target.setFont(run.font)
        target.setSource(color)
        cairo_show_glyphs(target.context, canvas.glyphBuffer, Int32(canvas.glyphBuffer.count))
        return PixelPicture(surface.handle).map { ($0, area) }
    }
}

extension Path {
    fileprivate init(_ raw: cairo_path_t) {
        self.init()
        guard let data = raw.data else { return }
        var place = 0
        func point(_ offset: Int) -> Point { Point(x: data[place + offset].point.x, y: data[place + offset].point.y) }
        while place < Int(raw.num_data) {
            switch data[place].header.type {
            case CAIRO_PATH_MOVE_TO: move(point(1))
            case CAIRO_PATH_LINE_TO: line(point(1))
            case CAIRO_PATH_CURVE_TO: curve(point(1), point(2), point(3))
            default: close()
            }
            place += max(1, Int(data[place].header.length))
        }
    }
}
