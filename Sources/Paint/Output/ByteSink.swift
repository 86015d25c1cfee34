import CGraphics

/// Gathers what a Cairo surface writes.
final class ByteSink {
    private(set) var bytes: [UInt8] = []

    /// For Cairo, together with `handle`: valid while this object lives.
    static let write: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> cairo_status_t = {
        closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
        sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return CAIRO_STATUS_SUCCESS
    }

    var handle: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

/// A Cairo surface with one owner.
final class Surface {
    let handle: OpaquePointer

    init?(_ handle: OpaquePointer?) {
        guard let handle else { return nil }
        self.handle = handle
    }

    deinit { cairo_surface_destroy(handle) }

    func throwIfFailed() throws(PaintError) {
        let status = cairo_surface_status(handle)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PaintError(reason: String(cString: cairo_status_to_string(status)))
        }
    }
}

extension CairoCanvas {
    func throwIfFailed() throws(PaintError) {
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PaintError(reason: String(cString: cairo_status_to_string(status)))
        }
    }
}
