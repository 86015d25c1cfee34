import CGraphics
import Geometry
import Layout
import PDF
import Style
import Typography

/// The canvas of PNG pages. Owns its cairo_t; the surface is its maker's.
final class CairoCanvas: Canvas {
    let context: OpaquePointer
    let shaper: Shaper
    let images: ImageStore
    private var currentFont: FontID?
    var glyphBuffer: [cairo_glyph_t] = []

    init(surface: OpaquePointer, shaper: Shaper, images: ImageStore) {
        guard let context = cairo_create(surface) else { preconditionFailure("Cairo never returns a null context") }
        self.context = context
        self.shaper = shaper
        self.images = images
    }

    deinit { cairo_destroy(context) }

    func save() { cairo_save(context) }

    func restore() {
        cairo_restore(context)
        currentFont = nil
    }

    func pageArea(_ rect: Rect) -> PDF.Box { PDF.Box(rect) }

    func transform(_ matrix: Matrix) {
        var cairo = cairo_matrix_t(xx: matrix.a, yx: matrix.b, xy: matrix.c, yy: matrix.d, x0: matrix.e, y0: matrix.f)
        cairo_transform(context, &cairo)
        currentFont = nil
    }

    func clip(_ path: Path, evenOdd: Bool) {
        trace(path)
        cairo_set_fill_rule(context, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_clip(context)
    }

    func beginGroup() {
        cairo_push_group(context)
        currentFont = nil
    }

    func endGroup(opacity: Double, blend: Style.BlendMode) {
        cairo_pop_group_to_source(context)
        if blend != .normal { cairo_set_operator(context, Self.operation(blend)) }
        cairo_paint_with_alpha(context, opacity)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        currentFont = nil
    }

    func fill(_ rect: Rect, _ color: Color) {
        guard !rect.isEmpty, !color.isInvisible else { return }
        setSource(color)
        cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
        cairo_fill(context)
    }

    func fill(_ path: Path, _ fill: Fill, evenOdd: Bool) {
        switch fill {
        case .color(let color):
            guard !color.isInvisible else { return }
            setSource(color)
        case .gradient(let gradient): setSource(gradient)
        }
        trace(path)
        cairo_set_fill_rule(context, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_fill(context)
    }

    func stroke(_ path: Path, _ stroke: Stroke, _ color: Color) {
        guard !color.isInvisible, stroke.width > 0 else { return }
        setSource(color)
        trace(path)
        cairo_set_line_width(context, stroke.width)
        cairo_set_dash(context, stroke.dashes, Int32(stroke.dashes.count), stroke.dashOffset)
        cairo_set_line_cap(context, stroke.isRound ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_stroke(context)
    }

    func setSource(_ color: Color) {
        cairo_set_source_rgba(
            context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    }

    /// Makes a font current, unless it is already.
    func setFont(_ font: FontID) {
        guard font != currentFont else { return }
        currentFont = font
        shaper.withFont(font) { loan in
            cairo_set_font_face(context, loan.cairoFace)
            cairo_set_font_options(context, loan.options)
            var matrix = cairo_matrix_t(
                xx: loan.size, yx: 0, xy: -loan.shear * loan.size, yy: loan.size, x0: 0, y0: 0)
            cairo_set_font_matrix(context, &matrix)
        }
    }

    private func trace(_ path: Path) {
        cairo_new_path(context)
        for element in path.elements {
            switch element {
            case .move(let point): cairo_move_to(context, point.x, point.y)
            case .line(let point): cairo_line_to(context, point.x, point.y)
            case .curve(let a, let b, let end): cairo_curve_to(context, a.x, a.y, b.x, b.y, end.x, end.y)
            case .close: cairo_close_path(context)
            }
        }
    }

    private func setSource(_ gradient: Gradient) {
        let pattern: OpaquePointer?
        switch gradient.shape {
        case .linear(let from, let to): pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
        case .radial(let center, let radii, let from, let to):
            // A circle of the ellipse's width, squeezed to its height.
            pattern = cairo_pattern_create_radial(0, 0, radii.width * from, 0, 0, radii.width * to)
            var matrix = cairo_matrix_t()
            cairo_matrix_init_scale(&matrix, 1, radii.height > 0 ? radii.width / radii.height : 1)
            cairo_matrix_translate(&matrix, -center.x, -center.y)
            cairo_pattern_set_matrix(pattern, &matrix)
        }
        for stop in gradient.stops {
            cairo_pattern_add_color_stop_rgba(
                pattern, stop.offset, Double(stop.color.red), Double(stop.color.green), Double(stop.color.blue),
                Double(stop.color.alpha))
        }
        cairo_pattern_set_extend(pattern, gradient.repeats ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
    }

    private static func operation(_ blend: Style.BlendMode) -> cairo_operator_t {
        switch blend {
        case .normal: CAIRO_OPERATOR_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        }
    }
}
