public import Geometry

/// The inherited properties.
public struct TextStyle: Sendable, Hashable {
    public var color = Color.black
    /// Names in order of wish; generic families are names too (`serif`, `sans-serif`, `monospace`, `system-ui`).
    public var fontFamily = ["serif"]
    public var fontSize: Double = 16
    /// 1 to 1000.
    public var fontWeight = 400
    public var fontStyle = FontStyle.normal
    /// As a percentage: 100 is normal.
    public var fontStretch: Double = 100
    public var fontVariantCaps = FontVariantCaps.normal
    /// OpenType features by tag, from `font-variant-*`, `font-kerning` and `font-feature-settings`, in that order.
    public var fontFeatures: [FontFeature] = []
    public var lineHeight = LineHeight.normal
    public var textAlign = TextAlign.start
    public var textAlignLast = TextAlignLast.auto
    public var textIndent = LengthPercentage.zero
    public var textTransform = TextTransform.none
    public var whiteSpace = WhiteSpace.normal
    /// In px; 0 is `normal`.
    public var letterSpacing: Double = 0
    public var wordSpacing: Double = 0
    public var tabSize = TabSize.spaces(8)
    public var overflowWrap = OverflowWrap.normal
    public var wordBreak = WordBreak.normal
    public var hyphens = Hyphens.manual
    public var direction = Direction.ltr
    /// BCP 47, from `lang` or `xml:lang`; empty when unknown.
    public var language = ""
    public var visibility = Visibility.visible
    public var textShadow: [Shadow] = []
    public var textUnderlineOffset: LengthPercentageAuto = .auto

    public var listStyleType = CounterStyle.disc
    public var listStylePosition = ListStylePosition.outside
    public var listStyleImage: CSSImage?

    public var borderCollapse = BorderCollapse.separate
    public var borderSpacing = Size()
    public var captionSide = CaptionSide.top
    public var emptyCells = EmptyCells.show

    public var orphans = 2
    public var widows = 2
    /// Pairs of opening and closing marks by depth; nil is `auto`, by language.
    public var quotes: [QuotePair]?
    public var imageRendering = ImageRendering.auto

    /// Where `fontSize` comes from, which decides what `font-family: monospace` does to it.
    var fontSizeOrigin = FontSizeOrigin.keyword(3)
    /// `fontFeatures` by the property that asked for them; empty when none did.
    var featureFamilies: [[FontFeature]] = []

    public init() {}
}

/// How a font size was given, inheritance included.
enum FontSizeOrigin: Sendable, Hashable {
    /// By keyword, 0 for `xx-small` to 7 for `xxx-large`.
    case keyword(Int)
    /// By a length.
    case absolute
    /// By a factor of a keyword.
    case relative
}

public enum FontStyle: UInt8, Sendable, Hashable { case normal, italic, oblique }
public enum FontVariantCaps: UInt8, Sendable, Hashable { case normal, smallCaps, allSmallCaps }
public enum TextAlign: UInt8, Sendable, Hashable {
    case start, end, left, right, center, justify, webkitCenter, webkitLeft, webkitRight
}
public enum TextAlignLast: UInt8, Sendable, Hashable { case auto, start, end, left, right, center, justify }
public enum TextTransform: UInt8, Sendable, Hashable { case none, uppercase, lowercase, capitalize, fullWidth }
public enum WhiteSpace: UInt8, Sendable, Hashable {
    case normal, nowrap, pre, preWrap, preLine, breakSpaces

    /// Whether runs of spaces and tabs become one space (CSS Text 3 §3).
    @inlinable public var collapsesSpaces: Bool { self == .normal || self == .nowrap || self == .preLine }
    @inlinable public var preservesNewlines: Bool { self != .normal && self != .nowrap }
    @inlinable public var wraps: Bool { self != .nowrap && self != .pre }
}
public enum OverflowWrap: UInt8, Sendable, Hashable { case normal, breakWord, anywhere }
public enum WordBreak: UInt8, Sendable, Hashable { case normal, breakAll, keepAll, breakWord }
public enum Hyphens: UInt8, Sendable, Hashable { case none, manual, auto }
public enum Direction: UInt8, Sendable, Hashable { case ltr, rtl }
public enum Visibility: UInt8, Sendable, Hashable { case visible, hidden, collapse }
public enum ListStylePosition: UInt8, Sendable, Hashable { case outside, inside }
public enum BorderCollapse: UInt8, Sendable, Hashable { case separate, collapse }
public enum CaptionSide: UInt8, Sendable, Hashable { case top, bottom }
public enum EmptyCells: UInt8, Sendable, Hashable { case show, hide }
public enum ImageRendering: UInt8, Sendable, Hashable { case auto, pixelated, crispEdges }

public enum LineHeight: Sendable, Hashable {
    case normal
    /// A factor of the font size; inherited as the factor.
    case number(Double)
    case px(Double)
}

public enum TabSize: Sendable, Hashable {
    case spaces(Double)
    case px(Double)
}

public struct FontFeature: Sendable, Hashable {
    /// Four ASCII letters: `tnum`.
    public var tag: String
    public var value: Int

    public init(tag: String, value: Int) {
        self.tag = tag
        self.value = value
    }
}

public struct QuotePair: Sendable, Hashable {
    public var open: String
    public var close: String

    public init(open: String, close: String) {
        self.open = open
        self.close = close
    }
}

/// How a counter's number is written (CSS Counter Styles 3).
public enum CounterStyle: Sendable, Hashable {
    case none, disc, circle, square
    case decimal, decimalLeadingZero, lowerRoman, upperRoman, lowerAlpha, upperAlpha, lowerGreek
    /// A style of another name, or `@counter-style`; unknown names count in decimal.
    case named(String)
    /// A fixed text in place of a number.
    case string(String)
}

/// One shadow of a text or a box, first on top.
public struct Shadow: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var blur: Double
    public var spread: Double
    public var color: Color
    public var isInset: Bool

    public init(x: Double, y: Double, blur: Double, spread: Double, color: Color, isInset: Bool) {
        self.x = x
        self.y = y
        self.blur = blur
        self.spread = spread
        self.color = color
        self.isInset = isInset
    }
}
