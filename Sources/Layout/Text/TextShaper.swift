public import Style

/// What layout asks of fonts. `Typography` answers with Pango and HarfBuzz; tests answer with a font whose every
/// character is one em square.
public protocol TextShaper: AnyObject {
    /// The metrics of the first available font of a style (CSS Inline 3 §4), in px.
    func metrics(of style: Group<TextStyle>) -> FontMetrics

    /// Shapes a paragraph and finds where its lines may break.
    func shape(_ text: ParagraphText) -> ShapedText
}

/// Sizes of images, by reference; nil when an image is missing or broken (the reader has said so by then).
public protocol ImageSizer: AnyObject {
    func image(for reference: ResourceReference) -> ImageInfo?
    /// An inline SVG element, by its own markup.
    func image(forSVG markup: [UInt8], key: Int) -> ImageInfo?
}

/// An image that can be painted, and what is known of its size.
public struct ImageInfo: Sendable, Hashable {
    public var id: ImageID
    /// Natural width and height in px; either may be missing in an SVG.
    public var width: Double?
    public var height: Double?
    /// Width by height.
    public var aspectRatio: Double?

    public init(id: ImageID, width: Double?, height: Double?, aspectRatio: Double?) {
        self.id = id
        self.width = width
        self.height = height
        self.aspectRatio = aspectRatio
    }
}

/// An image in the image store of the press that made it.
public struct ImageID: Sendable, Hashable {
    public var raw: Int32
    public init(raw: Int32) { self.raw = raw }
}

/// A font at a size in the font store of the press that made it; synthetic slant and weight included.
public struct FontID: Sendable, Hashable {
    public var raw: Int32
    public init(raw: Int32) { self.raw = raw }
}

/// Metrics of a font at its size, in px; ascent and descent are positive and, as in browsers, whole.
public struct FontMetrics: Sendable, Hashable {
    public var ascent: Double
    public var descent: Double
    public var lineGap: Double
    public var xHeight: Double
    public var capHeight: Double
    /// The advance of "0", for `ch`.
    public var zeroWidth: Double
    public var spaceWidth: Double
    /// Below the baseline, to the top of the line.
    public var underlineOffset: Double
    public var underlineThickness: Double
    /// Above the baseline, to the middle of the line.
    public var strikeoutOffset: Double
    public var strikeoutThickness: Double

    public init(
        ascent: Double, descent: Double, lineGap: Double = 0, xHeight: Double, capHeight: Double,
        zeroWidth: Double, spaceWidth: Double
    ) {
        self.ascent = ascent
        self.descent = descent
        self.lineGap = lineGap
        self.xHeight = xHeight
        self.capHeight = capHeight
        self.zeroWidth = zeroWidth
        self.spaceWidth = spaceWidth
        underlineOffset = descent / 3
        underlineThickness = (ascent + descent) / 16
        strikeoutOffset = xHeight / 2
        strikeoutThickness = (ascent + descent) / 16
    }

    /// What `line-height: normal` is: ascent, descent and line gap together.
    @inlinable public var normalLineHeight: Double { ascent + descent + lineGap }
}

/// The text of one inline formatting context: white space is collapsed and `text-transform` applied; boxes in it
/// stand as U+FFFC, `unicode-bidi` as bidi control characters.
public struct ParagraphText: Sendable {
    public var utf8: [UInt8]
    /// Without gaps, in order, covering all bytes.
    public var spans: [Span]
    public var direction: Direction
    /// `unicode-bidi: plaintext`: the first strong character decides.
    public var takesDirectionFromText: Bool

    public struct Span: Sendable {
        public var range: Range<Int>
        public var style: Group<TextStyle>

        public init(range: Range<Int>, style: Group<TextStyle>) {
            self.range = range
            self.style = style
        }
    }

    public init(utf8: [UInt8], spans: [Span], direction: Direction, takesDirectionFromText: Bool = false) {
        self.utf8 = utf8
        self.spans = spans
        self.direction = direction
        self.takesDirectionFromText = takesDirectionFromText
    }
}

/// A shaped paragraph: runs in logical order that cover all its bytes, and where lines may break.
public struct ShapedText: Sendable {
    public var runs: [ShapedRun]
    /// One for each byte: what may happen before it. The first byte of each character carries the answer.
    public var breaks: [BreakOpportunity]
    /// The level of the paragraph: 0 left to right, 1 right to left.
    public var baseLevel: UInt8

    public init(runs: [ShapedRun], breaks: [BreakOpportunity], baseLevel: UInt8) {
        self.runs = runs
        self.breaks = breaks
        self.baseLevel = baseLevel
    }
}

/// What a line break before a character would be (UAX 14).
public enum BreakOpportunity: UInt8, Sendable {
    /// Inside a character or where no break may be.
    case none
    /// A grapheme begins here: a break only in need (`overflow-wrap`, `word-break: break-all`).
    case grapheme
    case allowed
    case mandatory
}

/// Glyphs of one font, one direction, one style.
public struct ShapedRun: Sendable {
    public var range: Range<Int>
    /// Index into `ParagraphText.spans`.
    public var span: Int
    /// The bidi embedding level; odd runs are right to left.
    public var level: UInt8
    public var font: FontID
    /// Metrics of the font that was really used, for fallback fonts too.
    public var ascent: Double
    public var descent: Double
    /// In logical order of their clusters: for an odd level reversed from the order in which they are drawn.
    public var glyphs: [Glyph]

    public init(
        range: Range<Int>, span: Int, level: UInt8, font: FontID, ascent: Double, descent: Double, glyphs: [Glyph]
    ) {
        self.range = range
        self.span = span
        self.level = level
        self.font = font
        self.ascent = ascent
        self.descent = descent
        self.glyphs = glyphs
    }
}

/// One glyph; advances and offsets in px, y down.
public struct Glyph: Sendable, Hashable {
    public var id: UInt32
    /// The byte offset in the paragraph of the first character that the glyph stands for.
    public var cluster: Int32
    public var advance: Float
    public var xOffset: Float
    public var yOffset: Float

    public init(id: UInt32, cluster: Int32, advance: Float, xOffset: Float = 0, yOffset: Float = 0) {
        self.id = id
        self.cluster = cluster
        self.advance = advance
        self.xOffset = xOffset
        self.yOffset = yOffset
    }
}
