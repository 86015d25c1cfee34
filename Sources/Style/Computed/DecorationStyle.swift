public import Geometry

/// What is painted around and behind a box; not inherited, and without influence on layout but for border widths.
public struct DecorationStyle: Sendable, Hashable {
    public var border = Edges<BorderSide>(BorderSide())
    public var radius = Corners<CornerRadius>(CornerRadius())
    public var backgroundColor = Color.transparent
    /// First on top.
    public var backgroundLayers: [BackgroundLayer] = []
    public var boxShadow: [Shadow] = []
    public var outline = BorderSide()
    public var outlineOffset: Double = 0
    public var opacity: Double = 1
    /// Applied in order, first outermost; empty is `none`.
    public var transform: [TransformFunction] = []
    public var transformOrigin = PositionValue(x: .percent(0.5), y: .percent(0.5))
    public var clipPath: ClipShape?
    public var mixBlendMode = BlendMode.normal
    public var isolates = false

    public init() {}

    /// The widths that take room; a side of style none or hidden has width 0.
    @inlinable public var borderWidths: Edges<Double> { border.map(\.width) }
}

/// One side of a border, or an outline. `width` is the used width: 0 where the style is none or hidden.
public struct BorderSide: Sendable, Hashable {
    public var width: Double = 0
    public var style = BorderStyle.none
    public var color = Color.black

    public init() {}
    public init(width: Double, style: BorderStyle, color: Color) {
        self.width = width
        self.style = style
        self.color = color
    }
}

public enum BorderStyle: UInt8, Sendable, Hashable {
    case none, hidden, dotted, dashed, solid, double, groove, ridge, inset, outset
}

/// The two radii of one corner.
public struct CornerRadius: Sendable, Hashable {
    public var x = LengthPercentage.zero
    public var y = LengthPercentage.zero

    public init() {}
    public init(x: LengthPercentage, y: LengthPercentage) {
        self.x = x
        self.y = y
    }

    public var isZero: Bool { x == .zero || y == .zero }
}

public struct BackgroundLayer: Sendable, Hashable {
    public var image: CSSImage?
    public var position = PositionValue(x: .percent(0), y: .percent(0))
    public var size = BackgroundSize.lengths(nil, nil)
    public var repeatX = BackgroundRepeat.repeat
    public var repeatY = BackgroundRepeat.repeat
    public var clip = BackgroundBox.borderBox
    public var origin = BackgroundBox.paddingBox
    public var isFixed = false

    public init() {}
}

public enum BackgroundSize: Sendable, Hashable {
    case cover, contain
    /// Width and height; nil is `auto`.
    case lengths(LengthPercentage?, LengthPercentage?)
}

public enum BackgroundRepeat: UInt8, Sendable, Hashable { case `repeat`, noRepeat, space, round }
public enum BackgroundBox: UInt8, Sendable, Hashable { case borderBox, paddingBox, contentBox, text }
public enum BlendMode: UInt8, Sendable, Hashable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference
    case exclusion, hue, saturation, color, luminosity
}

public enum TransformFunction: Sendable, Hashable {
    case matrix(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)
    case translate(LengthPercentage, LengthPercentage)
    case scale(Double, Double)
    /// In degrees.
    case rotate(Double)
    case skew(Double, Double)
}

/// A basic shape of CSS Shapes 1 §3, against the border box.
public enum ClipShape: Sendable, Hashable {
    case inset(Edges<LengthPercentage>, Corners<CornerRadius>)
    case circle(radius: LengthPercentage?, center: PositionValue)
    case ellipse(radiusX: LengthPercentage?, radiusY: LengthPercentage?, center: PositionValue)
    case polygon([PositionValue], evenOdd: Bool)
}
