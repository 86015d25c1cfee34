import CGraphics

/// A picture of pixels: decoded when it is first drawn, and a JPEG file for a PDF not at all.
final class RasterImage {
    /// As stored, before the orientation is applied.
    let width: Int
    let height: Int
    /// EXIF orientation, 1 to 8.
    let orientation: Int
    private let encoded: [UInt8]
    private let isEmbeddable: Bool
    private var pixels: OpaquePointer?

    /// nil when gdk-pixbuf cannot read it.
    init?(_ bytes: [UInt8]) {
        encoded = bytes
        if let header = JPEGHeader(bytes), header.canBeEmbedded {
            width = header.width
            height = header.height
            orientation = header.orientation
            isEmbeddable = true
        } else {
            guard let surface = Self.decode(bytes, appliesOrientation: true) else { return nil }
            width = Int(cairo_image_surface_get_width(surface))
            height = Int(cairo_image_surface_get_height(surface))
            orientation = 1
            isEmbeddable = false
            pixels = surface
        }
    }

    deinit {
        if let pixels { cairo_surface_destroy(pixels) }
    }

    var byteCount: Int { encoded.count + (pixels == nil ? 0 : width * height * 4) }

    /// A JPEG file that other programs show as it is.
    var embeddableFile: [UInt8]? { isEmbeddable ? encoded : nil }

    /// The image as a surface of its stored size.
    func surface() -> OpaquePointer? {
        if pixels == nil { pixels = Self.decode(encoded, appliesOrientation: false) }
        return pixels
    }

    private static func decode(_ bytes: [UInt8], appliesOrientation: Bool) -> OpaquePointer? {
        guard let loader = gdk_pixbuf_loader_new() else { return nil }
        defer { g_object_unref(loader) }
        // Broken ends are common; what was read until then is shown.
        _ = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil)
        _ = gdk_pixbuf_loader_close(loader, nil)
        guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { return nil }
        guard appliesOrientation, let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf) else {
            return surface(of: pixbuf)
        }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        return surface(of: upright)
    }

    /// gdk-pixbuf's RGB(A) rows as Cairo's, premultiplied.
    private static func surface(of pixbuf: OpaquePointer) -> OpaquePointer? {
        let width = Int(gdk_pixbuf_get_width(pixbuf))
        let height = Int(gdk_pixbuf_get_height(pixbuf))
        let hasAlpha = gdk_pixbuf_get_has_alpha(pixbuf) != 0
        let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
        let isTranslucent = hasAlpha && !isOpaque(pixbuf, width, height)
        guard let source = gdk_pixbuf_read_pixels(pixbuf),
            let surface = cairo_image_surface_create(
                isTranslucent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
            let target = cairo_image_surface_get_data(surface)
        else { return nil }
        let sourceStride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let targetStride = Int(cairo_image_surface_get_stride(surface))
        cairo_surface_flush(surface)
        for y in 0..<height {
            let row = UnsafeMutableRawPointer(target + y * targetStride).assumingMemoryBound(to: UInt32.self)
            var pixel = source + y * sourceStride
            for x in 0..<width {
                let alpha = isTranslucent ? UInt32(pixel[3]) : 255
                row[x] =
                    alpha << 24 | premultiplied(pixel[0], alpha) << 16 | premultiplied(pixel[1], alpha) << 8
                    | premultiplied(pixel[2], alpha)
                pixel += channels
            }
        }
        cairo_surface_mark_dirty(surface)
        return surface
    }

    @inline(__always)
    private static func premultiplied(_ value: UInt8, _ alpha: UInt32) -> UInt32 {
        alpha == 255 ? UInt32(value) : (UInt32(value) * alpha + 127) / 255
    }

    private static func isOpaque(_ pixbuf: OpaquePointer, _ width: Int, _ height: Int) -> Bool {
        guard let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return true }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        for y in 0..<height {
            for x in 0..<width where pixels[y * stride + x * 4 + 3] != 255 { return false }
        }
        return true
    }
}
