/// What a style says of how its boxes are painted, in one word: the part of each box's traits that is found once for all
/// boxes that share the style.
public struct PaintAnswers: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `position` is neither `static` nor `running()`.
    public static let isPositioned = PaintAnswers(rawValue: 1)
    public static let hasZIndex = PaintAnswers(rawValue: 2)
    /// A stacking context whatever kind of box it is.
    public static let isStackingContext = PaintAnswers(rawValue: 4)
    public static let clips = PaintAnswers(rawValue: 8)
    public static let hasOutline = PaintAnswers(rawValue: 16)
    /// A background or a shadow; borders are the box's own.
    public static let hasBackground = PaintAnswers(rawValue: 32)
    public static let isVisible = PaintAnswers(rawValue: 64)

    init(text: Group<TextStyle>, box: Group<BoxStyle>, decoration: Group<DecorationStyle>) {
        self = []
        switch box.values.position {
        case .fixed, .sticky: formUnion([.isPositioned, .isStackingContext])
        case .relative, .absolute: insert(.isPositioned)
        case .static, .running: break
        }
        if box.values.zIndex != nil { insert(.hasZIndex) }
        if contains([.isPositioned, .hasZIndex]) || decoration.values.makesStackingContext {
            insert(.isStackingContext)
        }
        if box.values.clips { insert(.clips) }
        if decoration.values.outline.width > 0, decoration.values.outline.style.isLine { insert(.hasOutline) }
        if decoration.values.hasBackground { insert(.hasBackground) }
        if text.values.visibility == .visible { insert(.isVisible) }
    }
}

extension BorderStyle {
    fileprivate var isLine: Bool { self != .none && self != .hidden }
}

extension DecorationStyle {
    fileprivate var makesStackingContext: Bool {
        opacity < 1 || !transform.isEmpty || clipPath != nil || mixBlendMode != .normal || isolates
    }

    fileprivate var hasBackground: Bool {
        backgroundColor.alpha > 0 || !backgroundLayers.isEmpty || !boxShadow.isEmpty
    }
}
