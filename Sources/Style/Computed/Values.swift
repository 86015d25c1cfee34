/// A number brought into the range that lengths may have, so that sums of them stay finite: infinities are clamped, and
/// NaN is 0 (CSS Values 4 §10.12).
@usableFromInline func used(_ value: Double) -> Double {
    value.isNaN ? 0 : Swift.min(Swift.max(value, -33_554_432), 33_554_432)
}

/// A length in CSS px, a percentage of something that only layout knows, or a calculation over both.
///
/// Bits without references: the groups of computed values hold dozens of lengths, and are copied as memory.
public enum LengthPercentage: Sendable, Hashable {
    case px(Double)
    /// As a fraction: 50 % is 0.5.
    case percent(Double)
    case calc(KeptCalculation)

    public static let zero = LengthPercentage.px(0)

    /// The used length in px; `base` is what a percentage refers to.
    @inlinable public func resolved(against base: Double) -> Double {
        switch self {
        case .px(let px): px
        case .percent(let fraction): used(fraction * base)
        case .calc(let calculation): used(calculation.resolved(against: base))
        }
    }

    /// Whether the value cannot be known without a base.
    public var hasPercentage: Bool {
        switch self {
        case .px: false
        case .percent: true
        case .calc(let calculation): calculation.hasPercentage
        }
    }
}

/// A math function that survives computation because percentages take part (CSS Values 4 §10).
public indirect enum Calculation: Sendable, Hashable {
    case value(LengthPercentage)
    case sum([Calculation])
    case product(Calculation, Double)
    case min([Calculation])
    case max([Calculation])
    /// Minimum, value, maximum.
    case clamp(Calculation, Calculation, Calculation)

    public func resolved(against base: Double) -> Double {
        switch self {
        case .value(let value): value.resolved(against: base)
        case .sum(let terms): terms.reduce(0) { $0 + $1.resolved(against: base) }
        case .product(let term, let factor): term.resolved(against: base) * factor
        case .min(let terms): terms.map { $0.resolved(against: base) }.min() ?? 0
        case .max(let terms): terms.map { $0.resolved(against: base) }.max() ?? 0
        case .clamp(let low, let value, let high):
            Swift.max(
                low.resolved(against: base),
                Swift.min(value.resolved(against: base), high.resolved(against: base)))
        }
    }

    var hasPercentage: Bool {
        switch self {
        case .value(let value): value.hasPercentage
        case .sum(let terms), .min(let terms), .max(let terms): terms.contains { $0.hasPercentage }
        case .product(let term, _): term.hasPercentage
        case .clamp(let low, let value, let high): low.hasPercentage || value.hasPercentage || high.hasPercentage
        }
    }
}

/// A margin or an inset.
public enum LengthPercentageAuto: Sendable, Hashable {
    case auto
    case length(LengthPercentage)

    public static let zero = LengthPercentageAuto.length(.zero)
}

/// `width`, `height` and their `min-` and `max-` kin; `auto` is `none` for a maximum.
public enum Sizing: Sendable, Hashable {
    case auto
    case length(LengthPercentage)
    case minContent
    case maxContent
    case fitContent(LengthPercentage?)
    /// `flex-basis: content`.
    case content
    /// The margin box fills the containing block (CSS Sizing 4 §6.2).
    case stretch
}

/// A colour in sRGB, each part from 0 to 1, not premultiplied.
public struct Color: Sendable, Hashable {
    public var red: Float
    public var green: Float
    public var blue: Float
    public var alpha: Float

    public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let white = Color(red: 1, green: 1, blue: 1)
    public static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)
}

/// CSS Display 3, one word for each combination of outer and inner display type that layout tells apart.
public enum Display: UInt8, Sendable, Hashable {
    case none, contents
    case block, flowRoot, listItem, table, flex, grid
    case inline, inlineBlock, inlineTable, inlineFlex, inlineGrid
    case tableRowGroup, tableHeaderGroup, tableFooterGroup, tableRow, tableCell
    case tableColumnGroup, tableColumn, tableCaption

    /// Whether a box of this kind takes part in an inline formatting context.
    @inlinable public var isInlineLevel: Bool {
        rawValue >= Display.inline.rawValue && rawValue <= Display.inlineGrid.rawValue
    }
    @inlinable public var isTablePart: Bool { rawValue >= Display.tableRowGroup.rawValue }
}

public enum Position: UInt8, Sendable, Hashable {
    case `static`, relative, absolute, fixed, sticky
    /// `running(name)`: taken out of the flow for a page margin box (CSS GCPM 3 §1.2). The name is
    /// `GeneratedStyle.runningName`.
    case running
}

/// A reference to an image file, or an image that CSS describes.
public enum CSSImage: Sendable, Hashable {
    /// As written, with the folder or file that it is relative to.
    case url(ResourceReference)
    case linearGradient(LinearGradient)
    case radialGradient(RadialGradient)
    case conicGradient(ConicGradient)
}

/// A URL as the author wrote it, with what it is relative to; nothing is read in `Style` but style sheets.
public struct ResourceReference: Sendable, Hashable {
    public var url: String
    /// The folder of the style sheet or document that names it; nil for the document's own.
    public var base: String?

    public init(url: String, base: String? = nil) {
        self.url = url
        self.base = base
    }
}

/// A colour and its place; a place left out is spread between its neighbours (CSS Images 3 §3.4).
public struct ColorStop: Sendable, Hashable {
    public var color: Color
    /// Along the gradient line; a fraction of a turn for conic gradients, where percent is of a full turn.
    public var position: LengthPercentage?

    public init(color: Color, position: LengthPercentage? = nil) {
        self.color = color
        self.position = position
    }
}

public struct LinearGradient: Sendable, Hashable {
    public enum Direction: Sendable, Hashable {
        /// In degrees clockwise from "to top".
        case angle(Double)
        /// Towards a corner: -1, 0 or 1 for each axis, x to the right, y down.
        case corner(x: Int, y: Int)
    }

    public var direction: Direction
    public var stops: [ColorStop]
    public var repeats: Bool

    public init(direction: Direction, stops: [ColorStop], repeats: Bool) {
        self.direction = direction
        self.stops = stops
        self.repeats = repeats
    }
}

public struct RadialGradient: Sendable, Hashable {
    public enum Extent: Sendable, Hashable {
        case closestSide, closestCorner, farthestSide, farthestCorner
        case explicit(x: LengthPercentage, y: LengthPercentage)
    }

    public var isCircle: Bool
    public var extent: Extent
    public var center: PositionValue
    public var stops: [ColorStop]
    public var repeats: Bool

    public init(isCircle: Bool, extent: Extent, center: PositionValue, stops: [ColorStop], repeats: Bool) {
        self.isCircle = isCircle
        self.extent = extent
        self.center = center
        self.stops = stops
        self.repeats = repeats
    }
}

public struct ConicGradient: Sendable, Hashable {
    /// In degrees.
    public var from: Double
    public var center: PositionValue
    public var stops: [ColorStop]
    public var repeats: Bool

    public init(from: Double, center: PositionValue, stops: [ColorStop], repeats: Bool) {
        self.from = from
        self.center = center
        self.stops = stops
        self.repeats = repeats
    }
}

/// A `<position>`: where in the free space something stands; percentages are of the space left over.
public struct PositionValue: Sendable, Hashable {
    public var x: LengthPercentage
    public var y: LengthPercentage

    public init(x: LengthPercentage, y: LengthPercentage) {
        self.x = x
        self.y = y
    }
}
