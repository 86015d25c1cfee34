import CGraphics
import Glibc

/// librsvg, loaded when the first picture needs it: it brings seven libraries along, and takes longer to load than a page
/// to print. Debian's package depends on it by name, as nothing in the program's head does.
package enum VectorLibrary {
    private struct Functions {
        typealias Fault = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
        typealias Handle = OpaquePointer

        let new: @convention(c) (UnsafePointer<guint8>?, gsize, Fault?) -> Handle?
        let setDPI: @convention(c) (Handle?, Double) -> Void
        let dimensions:
            @convention(c) (
                Handle?, UnsafeMutablePointer<gboolean>?, UnsafeMutablePointer<RsvgLength>?,
                UnsafeMutablePointer<gboolean>?, UnsafeMutablePointer<RsvgLength>?, UnsafeMutablePointer<gboolean>?,
                UnsafeMutablePointer<RsvgRectangle>?
            ) -> Void
        let render: @convention(c) (Handle?, OpaquePointer?, UnsafePointer<RsvgRectangle>?, Fault?) -> gboolean

        /// Nil where the library is not there.
        init?() {
            guard let library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL),
                let new = dlsym(library, "rsvg_handle_new_from_data"),
                let setDPI = dlsym(library, "rsvg_handle_set_dpi"),
                let dimensions = dlsym(library, "rsvg_handle_get_intrinsic_dimensions"),
                let render = dlsym(library, "rsvg_handle_render_document")
            else { return nil }
            // The types are those of librsvg's header, which its major version keeps.
            self.new = unsafeBitCast(new, to: type(of: self.new))
            self.setDPI = unsafeBitCast(setDPI, to: type(of: self.setDPI))
            self.dimensions = unsafeBitCast(dimensions, to: type(of: self.dimensions))
            self.render = unsafeBitCast(render, to: type(of: self.render))
        }
    }

    private static let functions = Functions()

    /// What the document says of its size.
    struct Dimensions {
        var width: RsvgLength?
        var height: RsvgLength?
        var viewBox: RsvgRectangle?
    }

    /// A document at 96 px an inch; nil where it cannot be read. `g_object_unref` frees it.
    static func open(_ bytes: [UInt8]) -> OpaquePointer? {
        guard let functions, let handle = functions.new(bytes, gsize(bytes.count), nil) else { return nil }
        functions.setDPI(handle, 96)
        return handle
    }

    static func dimensions(of handle: OpaquePointer) -> Dimensions {
        var has: (width: gboolean, height: gboolean, viewBox: gboolean) = (0, 0, 0)
        var width = RsvgLength()
        var height = RsvgLength()
        var viewBox = RsvgRectangle()
        functions?.dimensions(
            handle, &has.width, &width, &has.height, &height, &has.viewBox, &viewBox)
        return Dimensions(
            width: has.width != 0 ? width : nil, height: has.height != 0 ? height : nil,
            viewBox: has.viewBox != 0 ? viewBox : nil)
    }

    /// Paints a document into a place of a Cairo context.
    package static func render(
        _ handle: OpaquePointer, to context: OpaquePointer, x: Double, y: Double, width: Double, height: Double
    ) {
        var viewport = RsvgRectangle(x: x, y: y, width: width, height: height)
        _ = functions?.render(handle, context, &viewport, nil)
    }
}
