import Geometry
import Layout
import PDF
import Style
import Typography

/// What a page is drawn on: the few calls that PDF and PNG have in common. Coordinates are px of layout, y down.
protocol Canvas: AnyObject {
    func save()
    func restore()
    /// Where a rectangle stands on the page, in the page's own space.
    func pageArea(_ rect: Rect) -> PDF.Box
    func transform(_ matrix: Matrix)
    func clip(_ path: Path, evenOdd: Bool)
    /// What is drawn until `endGroup` is put on the page as one picture.
    func beginGroup()
    func endGroup(opacity: Double, blend: Style.BlendMode)

    func fill(_ rect: Rect, _ color: Color)
    func fill(_ path: Path, _ fill: Fill, evenOdd: Bool)
    func stroke(_ path: Path, _ stroke: Stroke, _ color: Color)
    /// Text that can be searched and copied.
    func show(_ run: GlyphRun, of text: [UInt8], at origin: Point, _ color: Color)
    /// The shapes of text only, for shadows.
    func fillOutlines(of run: GlyphRun, at origin: Point, _ color: Color)
    func draw(_ image: ImageID, in rect: Rect, smoothly: Bool)
    /// A colour through a mask.
    func fill(_ mask: PixelMask, in rect: Rect, _ color: Color)
    func draw(_ picture: PixelPicture, in rect: Rect)
    /// Repeats a cell, which `draw` paints from the origin on, over an area; the first cell's corner is `corner`.
    func tile(_ cell: Size, from corner: Point, over area: Rect, _ draw: (any Canvas) -> Void)
}

/// An affine map: x' = a x + c y + e, y' = b x + d y + f.
struct Matrix: Equatable {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    static func translation(_ x: Double, _ y: Double) -> Matrix { Matrix(e: x, f: y) }
    static func scale(_ x: Double, _ y: Double) -> Matrix { Matrix(a: x, d: y) }

    /// The map that does `other` first, then this.
    func after(_ other: Matrix) -> Matrix {
        Matrix(
            a: a * other.a + c * other.b, b: b * other.a + d * other.b, c: a * other.c + c * other.d,
            d: b * other.c + d * other.d, e: a * other.e + c * other.f + e, f: b * other.e + d * other.f + f)
    }

    /// Maps pixels to a rectangle.
    static func fitting(_ width: Double, _ height: Double, in rect: Rect) -> Matrix {
        Matrix.translation(rect.x, rect.y).after(.scale(rect.width / width, rect.height / height))
    }

    /// Maps stored pixels to a rectangle, turned and mirrored as EXIF says.
    static func upright(_ form: ImageLoan.Form, in rect: Rect) -> Matrix {
        let (width, height) = (form.width, form.height)
        let turn: Matrix
        switch form.orientation {
        case 2: turn = Matrix(a: -1, e: width)
        case 3: turn = Matrix(a: -1, d: -1, e: width, f: height)
        case 4: turn = Matrix(d: -1, f: height)
        case 5: turn = Matrix(a: 0, b: 1, c: 1, d: 0)
        case 6: turn = Matrix(a: 0, b: 1, c: -1, d: 0, e: height)
        case 7: turn = Matrix(a: 0, b: -1, c: -1, d: 0, e: height, f: width)
        case 8: turn = Matrix(a: 0, b: -1, c: 1, d: 0, f: width)
        default: turn = Matrix()
        }
        let isTurned = form.orientation >= 5
        return fitting(isTurned ? height : width, isTurned ? width : height, in: rect).after(turn)
    }

    var isInvertible: Bool {
        let determinant = a * d - b * c
        return determinant.isFinite && abs(determinant) > 1e-9 && e.isFinite && f.isFinite
    }
}

enum Fill {
    case color(Color)
    case gradient(Gradient)
}

/// A gradient with its stops in order from 0 to 1.
struct Gradient {
    enum Shape {
        case linear(from: Point, to: Point)
        /// An ellipse, the colours going from an inner to an outer share of its radii.
        case radial(center: Point, radii: Size, from: Double, to: Double)
    }

    struct Stop {
        var offset: Double
        var color: Color
    }

    var shape: Shape
    var stops: [Stop]
    var repeats: Bool
}

struct Stroke {
    var width: Double
    var dashes: [Double] = []
    var dashOffset: Double = 0
    var isRound = false
}

/// Coverage from 0 to 255, row by row.
final class PixelMask {
    let width: Int
    let height: Int
    let values: [UInt8]
    /// What a canvas made of the mask in a colour, for the next time that it is filled.
    var kept: (color: Color, made: AnyObject)?

    init(width: Int, height: Int, values: [UInt8]) {
        self.width = width
        self.height = height
        self.values = values
    }
}

/// Premultiplied colour, 0xAARRGGBB, row by row.
struct PixelPicture {
    var width: Int
    var height: Int
    var values: [UInt32]
}

extension Color {
    var isInvisible: Bool { alpha <= 0 }

    func withAlpha(_ factor: Double) -> Color {
        var copy = self
        copy.alpha *= Float(factor)
        return copy
    }

    /// Part of the way to black (below 0) or white (above 0).
    func shaded(_ amount: Float) -> Color {
        func part(_ value: Float) -> Float { amount < 0 ? value * (1 + amount) : value + (1 - value) * amount }
        return Color(red: part(red), green: part(green), blue: part(blue), alpha: alpha)
    }
}
