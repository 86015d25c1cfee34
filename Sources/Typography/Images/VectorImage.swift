import CGraphics

/// An SVG document. Nothing it refers to is loaded: it is parsed without a base URL, which librsvg takes as a wall.
final class VectorImage {
    let handle: OpaquePointer
    /// In px; nil where the document gives a percentage or nothing.
    private(set) var width: Double?
    private(set) var height: Double?
    private(set) var aspectRatio: Double?
    let byteCount: Int

    init?(_ bytes: [UInt8]) {
        guard let handle = rsvg_handle_new_from_data(bytes, gsize(bytes.count), nil) else { return nil }
        self.handle = OpaquePointer(handle)
        byteCount = bytes.count * 8
        rsvg_handle_set_dpi(handle, 96)
        var hasWidth: gboolean = 0
        var hasHeight: gboolean = 0
        var hasViewBox: gboolean = 0
        var widthLength = RsvgLength()
        var heightLength = RsvgLength()
        var viewBox = RsvgRectangle()
        rsvg_handle_get_intrinsic_dimensions(
            handle, &hasWidth, &widthLength, &hasHeight, &heightLength, &hasViewBox, &viewBox)
        width = hasWidth != 0 ? Self.px(widthLength) : nil
        height = hasHeight != 0 ? Self.px(heightLength) : nil
        if let width, let height, width > 0, height > 0 {
            aspectRatio = width / height
        } else if hasViewBox != 0, viewBox.width > 0, viewBox.height > 0 {
            aspectRatio = viewBox.width / viewBox.height
        }
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

    private static func px(_ length: RsvgLength) -> Double? {
        switch length.unit {
        case RSVG_UNIT_PX: length.length
        case RSVG_UNIT_IN: length.length * 96
        case RSVG_UNIT_CM: length.length * 96 / 2.54
        case RSVG_UNIT_MM: length.length * 96 / 25.4
        case RSVG_UNIT_PT: length.length * 96 / 72
        case RSVG_UNIT_PC: length.length * 16
        case RSVG_UNIT_EM: length.length * 16
        case RSVG_UNIT_EX: length.length * 8
        default: nil
        }
    }
}
