/// An affine map (§8.3.3): x' = a x + c y + e, y' = b x + d y + f.
public struct Affine: Sendable, Equatable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var e: Double
    public var f: Double

    public init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, e: Double = 0, f: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }

    public static let identity = Affine()

    /// The map that does `other` first, then this.
    public func after(_ other: Affine) -> Affine {
        Affine(
            a: a * other.a + c * other.b, b: b * other.a + d * other.b, c: a * other.c + c * other.d,
            d: b * other.c + d * other.d, e: a * other.e + c * other.f + e, f: b * other.e + d * other.f + f)
    }

    /// nil where all points fall on a line.
    public var inverse: Affine? {
        let determinant = a * d - b * c
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
        return Affine(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            e: (c * f - d * e) / determinant, f: (b * e - a * f) / determinant)
    }

    func applied(x: Double, y: Double) -> (x: Double, y: Double) { (a * x + c * y + e, b * x + d * y + f) }

    /// The map of the unit square, in which images are painted (§8.9.5), to a rectangle with its top at `y`, y down.
    public static func image(x: Double, y: Double, width: Double, height: Double) -> Affine {
        Affine(a: width, d: -height, e: x, f: y + height)
    }
}

/// A rectangle by two corners.
public struct Box: Sendable, Equatable {
    public var minX: Double
    public var minY: Double
    public var maxX: Double
    public var maxY: Double

    public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }

    public var width: Double { maxX - minX }
    public var height: Double { maxY - minY }

    var numbers: [Double] { [minX, minY, maxX, maxY] }

    var corners: [(x: Double, y: Double)] { [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)] }

    /// The smallest box around this one's image.
    public func mapped(by map: Affine) -> Box {
        let points = corners.map { map.applied(x: $0.x, y: $0.y) }
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        return Box(
            minX: xs.min() ?? 0, minY: ys.min() ?? 0, maxX: xs.max() ?? 0, maxY: ys.max() ?? 0)
    }
}

/// A colour of the device, which the output intent of a document says is sRGB; parts from 0 to 1.
public struct RGB: Sendable, Hashable {
    public var red: Float
    public var green: Float
    public var blue: Float

    public init(_ red: Float, _ green: Float, _ blue: Float) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let black = RGB(0, 0, 0)

    var isGray: Bool { red == green && green == blue }
    var numbers: [Double] { [Double(red), Double(green), Double(blue)] }
}
