internal import CHarfBuzz

/// A part of an outline, in ems, y up.
public enum OutlineElement: Sendable {
    case move(x: Double, y: Double)
    case line(x: Double, y: Double)
    case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
    case close
}

extension FontProgram {
    /// The shape of a glyph, for what is drawn with text's form but is not text.
    public func outline(of glyph: UInt16) -> [OutlineElement] {
        let collector = OutlineCollector(scale: 1 / Double(max(face.unitsPerEm, 1)))
        hotpress_hb_draw_glyph(
            face.font, UInt32(glyph), OutlineCollector.functions.pointer, Unmanaged.passUnretained(collector).toOpaque()
        )
        return collector.elements
    }
}

private final class OutlineCollector {
    var elements: [OutlineElement] = []
    let scale: Double

    init(scale: Double) { self.scale = scale }

    static func of(_ data: UnsafeMutableRawPointer?) -> OutlineCollector? {
        data.map { Unmanaged<OutlineCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    func scaled(_ x: Float, _ y: Float) -> (x: Double, y: Double) { (Double(x) * scale, Double(y) * scale) }

    static let functions = DrawFunctions()
}

/// The callbacks, made once and never changed after: HarfBuzz freezes them.
private struct DrawFunctions: @unchecked Sendable {
    // Immutable after init; HarfBuzz reads it from any thread.
    let pointer: OpaquePointer?

    init() {
        pointer = hb_draw_funcs_create()
        hb_draw_funcs_set_move_to_func(
            pointer,
            { _, data, _, x, y, _ in
                guard let collector = OutlineCollector.of(data) else { return }
                let point = collector.scaled(x, y)
                collector.elements.append(.move(x: point.x, y: point.y))
            }, nil, nil)
        hb_draw_funcs_set_line_to_func(
            pointer,
            { _, data, _, x, y, _ in
                guard let collector = OutlineCollector.of(data) else { return }
                let point = collector.scaled(x, y)
                collector.elements.append(.line(x: point.x, y: point.y))
            }, nil, nil)
        // Quadratic curves come as cubic ones, as no function for them is set.
        hb_draw_funcs_set_cubic_to_func(
            pointer,
            { _, data, _, x1, y1, x2, y2, x, y, _ in
                guard let collector = OutlineCollector.of(data) else { return }
                let (a, b, end) = (collector.scaled(x1, y1), collector.scaled(x2, y2), collector.scaled(x, y))
                collector.elements.append(.curve(x1: a.x, y1: a.y, x2: b.x, y2: b.y, x: end.x, y: end.y))
            }, nil, nil)
        hb_draw_funcs_set_close_path_func(
            pointer, { _, data, _, _ in OutlineCollector.of(data)?.elements.append(.close) }, nil, nil)
        hb_draw_funcs_make_immutable(pointer)
    }
}
