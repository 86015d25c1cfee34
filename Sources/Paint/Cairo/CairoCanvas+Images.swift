import CGraphics
import Geometry
import Layout
import Style
import Typography

extension CairoCanvas {
    func draw(_ image: ImageID, in rect: Rect, smoothly: Bool) {
        guard !rect.isEmpty else { return }
        images.withImage(image) { loan in
            save()
            defer { restore() }
            switch loan {
            case .vector(let handle):
                VectorLibrary.render(
                    handle, to: context, x: rect.x, y: rect.y, width: rect.width, height: rect.height)
            case .raster(let surface, let form):
                transform(.upright(form, in: rect))
                paint(surface, form.width, form.height, smoothly: smoothly)
            case .jpeg: return
            }
        }
    }

    func fill(_ mask: PixelMask, in rect: Rect, _ color: Color) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(mask.width), Int32(mask.height)),
            let data = cairo_image_surface_get_data(surface)
        else { return }
        defer { cairo_surface_destroy(surface) }
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        for y in 0..<mask.height {
            for x in 0..<mask.width { data[y * stride + x] = mask.values[y * mask.width + x] }
        }
        cairo_surface_mark_dirty(surface)
        save()
        transform(.fitting(Double(mask.width), Double(mask.height), in: rect))
        setSource(color)
        cairo_mask_surface(context, surface, 0, 0)
        restore()
    }

    func draw(_ picture: PixelPicture, in rect: Rect) {
        guard
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(picture.width), Int32(picture.height)),
            let data = cairo_image_surface_get_data(surface)
        else { return }
        defer { cairo_surface_destroy(surface) }
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        for y in 0..<picture.height {
            let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<picture.width { row[x] = picture.values[y * picture.width + x] }
        }
        cairo_surface_mark_dirty(surface)
        save()
        transform(.fitting(Double(picture.width), Double(picture.height), in: rect))
        paint(surface, Double(picture.width), Double(picture.height), smoothly: true)
        restore()
    }

    func tile(_ cell: Size, from corner: Point, over area: Rect, _ draw: (any Canvas) -> Void) {
        var extents = cairo_rectangle_t(x: 0, y: 0, width: cell.width, height: cell.height)
        guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents) else { return }
        defer { cairo_surface_destroy(surface) }
        draw(CairoCanvas(surface: surface, shaper: shaper, images: images))
        guard let pattern = cairo_pattern_create_for_surface(surface) else { return }
        defer { cairo_pattern_destroy(pattern) }
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
        var matrix = cairo_matrix_t()
        cairo_matrix_init_translate(&matrix, -corner.x, -corner.y)
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_set_source(context, pattern)
        cairo_rectangle(context, area.x, area.y, area.width, area.height)
        cairo_fill(context)
    }

    private func paint(_ surface: OpaquePointer, _ width: Double, _ height: Double, smoothly: Bool) {
        cairo_set_source_surface(context, surface, 0, 0)
        // The edge of an enlarged picture would else fade into nothing.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(cairo_get_source(context), smoothly ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)
        cairo_rectangle(context, 0, 0, width, height)
        cairo_fill(context)
    }
}
