public import Geometry

/// What makes a box and where it goes; not inherited. Bits without references, as `LengthPercentage` is: names stand in
/// `GeneratedStyle`.
public struct BoxStyle: Sendable, Hashable {
    public var display = Display.inline
    /// Whether the box was inline-level before it was made a block: its static position is in its line then.
    public var wasInlineLevel = false
    /// `display: list-item` with an inline outer type, or any box that makes a marker.
    public var position = Position.static
    public var float = Float.none
    public var clear = Clear.none
    public var inset = Edges<LengthPercentageAuto>(.auto)
    public var zIndex: Int?
    public var width = Sizing.auto
    public var height = Sizing.auto
    public var minWidth = Sizing.auto
    public var minHeight = Sizing.auto
    public var maxWidth = Sizing.auto
    public var maxHeight = Sizing.auto
    public var boxSizing = BoxSizing.contentBox
    /// Width by height, `aspect-ratio`.
    public var aspectRatio: Double?
    /// Whether `auto` stands beside the ratio: then an image's natural ratio goes before it (CSS Sizing 4 §5.1).
    public var prefersNaturalRatio = false
    public var margin = Edges<LengthPercentageAuto>(.zero)
    public var padding = Edges<LengthPercentage>(.zero)
    public var overflowX = Overflow.visible
    public var overflowY = Overflow.visible
    public var verticalAlign = VerticalAlign.baseline
    public var tableLayout = TableLayout.auto
    public var unicodeBidi = UnicodeBidi.normal
    public var objectFit = ObjectFit.fill
    public var objectPosition = PositionValue(x: .percent(0.5), y: .percent(0.5))
    public var textDecoration = TextDecoration()
    public var textOverflow = TextOverflow.clip

    public var breakBefore = BreakBetween.auto
    public var breakAfter = BreakBetween.auto
    public var breakInside = BreakInside.auto
    public var boxDecorationBreak = BoxDecorationBreak.slice

    public init() {}

    public enum Float: UInt8, Sendable, Hashable { case none, left, right }
    public enum Clear: UInt8, Sendable, Hashable { case none, left, right, both }

    @inlinable public var isOutOfFlow: Bool { float != .none || isAbsolutelyPositioned || isRunning }
    @inlinable public var isAbsolutelyPositioned: Bool { position == .absolute || position == .fixed }
    @inlinable public var isRunning: Bool { position == .running }
    /// Whether `overflow` makes this box clip what it holds.
    @inlinable public var clips: Bool { overflowX != .visible || overflowY != .visible }
    /// Whether the box is a scroll container, though nothing scrolls on paper (CSS Overflow 3 §3.1).
    @inlinable public var scrolls: Bool {
        (overflowX != .visible && overflowX != .clip) || (overflowY != .visible && overflowY != .clip)
    }
}

public enum BoxSizing: UInt8, Sendable, Hashable { case contentBox, borderBox }
public enum Overflow: UInt8, Sendable, Hashable { case visible, hidden, clip, scroll, auto }
public enum TableLayout: UInt8, Sendable, Hashable { case auto, fixed }
public enum UnicodeBidi: UInt8, Sendable, Hashable {
    case normal, embed, isolate, bidiOverride, isolateOverride, plaintext
}
public enum ObjectFit: UInt8, Sendable, Hashable { case fill, contain, cover, none, scaleDown }
public enum TextOverflow: UInt8, Sendable, Hashable { case clip, ellipsis }
/// `break-before` and `break-after`; `always` computes to `page`.
public enum BreakBetween: UInt8, Sendable, Hashable { case auto, avoid, page, left, right, recto, verso, column }
public enum BreakInside: UInt8, Sendable, Hashable { case auto, avoid }
public enum BoxDecorationBreak: UInt8, Sendable, Hashable { case slice, clone }

public enum VerticalAlign: Sendable, Hashable {
    case baseline, sub, `super`, top, textTop, middle, bottom, textBottom
    /// A raise in px; percentages are of the line height.
    case length(LengthPercentage)
}

/// The decoration that an element adds to its text; it reaches descendants by propagation, not by inheritance
/// (CSS Text Decoration 3 §2).
public struct TextDecoration: Sendable, Hashable {
    public var underline = false
    public var overline = false
    public var lineThrough = false
    public var style = Style.solid
    public var color = Color.black
    /// In px; nil is `auto` or `from-font`.
    public var thickness: Double?

    public enum Style: UInt8, Sendable, Hashable { case solid, double, dotted, dashed, wavy }

    public init() {}
    @inlinable public var isNone: Bool { !underline && !overline && !lineThrough }
}
