import Geometry
import Style

/// How an inline box and its text stand on a baseline (CSS 2.2 §10.8.1); everything positive, in px.
struct InlineMetrics {
    /// Of the first available font: the content area.
    var ascent: Double
    var descent: Double
    var xHeight: Double
    var fontSize: Double
    var lineHeight: Double
    /// `line-height: normal`: fonts that stand in may make the line higher.
    var isNormal: Bool
    /// The inline box with its half-leadings.
    var above: Double
    var below: Double

    /// The half above is rounded down to a whole pixel and the rest goes below: a baseline stays on whole pixels when
    /// the line's top does, as in browsers.
    init(_ style: ComputedStyle, font: FontMetrics) {
        ascent = font.ascent
        descent = font.descent
        xHeight = font.xHeight
        fontSize = style.text.fontSize
        switch style.text.lineHeight {
        case .normal:
            lineHeight = font.normalLineHeight
            isNormal = true
        case .number(let factor):
            lineHeight = max(0, factor * style.text.fontSize)
            isNormal = false
        case .px(let px):
            lineHeight = max(0, px)
            isNormal = false
        }
        let leading = lineHeight - (ascent + descent)
        above = ascent + (leading / 2).rounded(.down)
        below = lineHeight - above
    }
}

/// The extents of what is aligned together on a line: the boxes on its baseline, or a `top` or `bottom` aligned box
/// with all that is aligned to it.
struct AlignedSubtree {
    enum Alignment: UInt8 { case baseline, top, bottom }

    var alignment: Alignment
    /// Without end downwards while nothing counts.
    var above = -Double.infinity
    var below = -Double.infinity
    /// From the top of the line, when that is known.
    var baseline: Double = 0

    var height: Double { above + below }
    var isEmpty: Bool { above == -.infinity }

    mutating func unite(above: Double, below: Double) {
        self.above = max(self.above, above)
        self.below = max(self.below, below)
    }
}

/// How far a box that stands on a line reaches from its baseline, and the line height that `vertical-align` percentages
/// refer to.
struct InlineExtent {
    var above: Double
    var below: Double
    var lineHeight: Double

    init(above: Double, below: Double, lineHeight: Double) {
        self.above = above
        self.below = below
        self.lineHeight = lineHeight
    }

    init(_ metrics: InlineMetrics) {
        self.init(above: metrics.above, below: metrics.below, lineHeight: metrics.lineHeight)
    }
}

/// Where an inline box's baseline stands.
struct BaselinePlace {
    var subtree = 0
    /// Downwards from the subtree's baseline.
    var shift: Double = 0
}

extension VerticalAlign {
    /// How far down from its parent's baseline a box's baseline goes; nil for `top` and `bottom`, which wait for the
    /// line. Sub and super take the browsers' shares of the parent's font size.
    func shift(above: Double, below: Double, lineHeight: Double, parent: InlineMetrics) -> Double? {
        switch self {
        case .baseline: 0
        case .sub: parent.fontSize / 5 + 1
        case .super: -(parent.fontSize / 3 + 1)
        case .middle: (above - below) / 2 - parent.xHeight / 2
        case .textTop: above - parent.ascent
        case .textBottom: parent.descent - below
        case .length(let length): -length.resolved(against: lineHeight)
        case .top, .bottom: nil
        }
    }
}
