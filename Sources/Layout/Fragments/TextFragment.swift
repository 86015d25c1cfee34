public import Style

/// Text of one style on one line.
///
/// Its origin is the left end of its baseline; `runs` go from left to right.
public struct TextFragment: Sendable {
    public var style: Group<TextStyle>
    /// The characters in logical order, for searching and copying.
    public var text: [UInt8]
    public var runs: [GlyphRun]
    public var width: Double
    /// Above and below the baseline, of the style's first font: the text's own area, where decorations go.
    public var ascent: Double
    public var descent: Double
    /// Lines under, over and through, outermost first, as they reach this text from its ancestors.
    public var decorations: [DecorationLine]

    public init(
        style: Group<TextStyle>, text: [UInt8], runs: [GlyphRun], width: Double, ascent: Double, descent: Double,
        decorations: [DecorationLine] = []
    ) {
        self.style = style
        self.text = text
        self.runs = runs
        self.width = width
        self.ascent = ascent
        self.descent = descent
        self.decorations = decorations
    }
}

/// Glyphs of one font and direction in the order they are drawn, left to right.
public struct GlyphRun: Sendable {
    public var font: FontID
    /// From the text fragment's origin to the run's left end.
    public var x: Double
    public var isRightToLeft: Bool
    /// `cluster` is a byte offset into `TextFragment.text`.
    public var glyphs: [Glyph]
    /// The part of `TextFragment.text` that the run shows.
    public var range: Range<Int>

    public init(font: FontID, x: Double, isRightToLeft: Bool, glyphs: [Glyph], range: Range<Int>) {
        self.font = font
        self.x = x
        self.isRightToLeft = isRightToLeft
        self.glyphs = glyphs
        self.range = range
    }
}

/// One line of text decoration; places in px from the baseline, down positive, to the line's middle.
public struct DecorationLine: Sendable, Hashable {
    public enum Kind: UInt8, Sendable { case underline, overline, lineThrough }

    public var kind: Kind
    public var offset: Double
    public var thickness: Double
    public var style: TextDecoration.Style
    public var color: Color

    public init(kind: Kind, offset: Double, thickness: Double, style: TextDecoration.Style, color: Color) {
        self.kind = kind
        self.offset = offset
        self.thickness = thickness
        self.style = style
        self.color = color
    }
}
