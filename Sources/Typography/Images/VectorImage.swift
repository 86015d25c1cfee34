import CGraphics

/// An SVG document. Nothing it refers to is loaded: it is parsed without a base URL, which librsvg takes as a wall.
final class VectorImage {
    /// Nil for a document that shows nothing.
    let handle: OpaquePointer?
    /// In px; nil where the document gives a percentage or nothing.
    private(set) var width: Double?
    private(set) var height: Double?
    private(set) var aspectRatio: Double?
    let byteCount: Int

    init?(_ bytes: [UInt8]) {
        byteCount = bytes.count * 8
        if let blank = BlankVector(bytes) {
            handle = nil
            (width, height, aspectRatio) = (blank.width, blank.height, blank.width / blank.height)
            return
        }
        guard let handle = VectorLibrary.open(bytes) else { return nil }
        self.handle = handle
        let size = VectorLibrary.dimensions(of: handle)
        width = size.width.flatMap(Self.px)
        height = size.height.flatMap(Self.px)
        if let width, let height, width > 0, height > 0 {
            aspectRatio = width / height
        } else if let viewBox = size.viewBox, viewBox.width > 0, viewBox.height > 0 {
            aspectRatio = viewBox.width / viewBox.height
        }
    }

    deinit { if let handle { g_object_unref(UnsafeMutableRawPointer(handle)) } }

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
