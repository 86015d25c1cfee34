import Geometry
import Style

/// One line while it is found: which pieces stand on it, and in what room.
struct Line {
    /// Where it begins, and where the next one does.
    var start: LineCursor
    var end: LineCursor
    /// Spaces at or behind this piece end the line: they are removed or hang.
    var solidEnd: Int
    /// Of what stands on the line, without spaces that are removed or hang.
    var width: Double = 0
    /// The room that floats leave, in flow coordinates.
    var left: Double = 0
    var right: Double = 0
    var indent: Double = 0
    /// Ends with a forced break, or ends the paragraph: `text-align-last` applies.
    var isForced = false
    var isLast = false
    /// Whether there is anything that makes it a line (CSS 2.2 §9.4.2).
    var hasContent = false
    var hasBoxes = false
    var endsWithHyphen = false
    /// A float of the line found no room on this page.
    var lacksPage = false
    /// Widths of tabs by piece, in order.
    var tabs: [TabWidth] = []
    /// Floats, by piece, that go below the line.
    var pendingFloats: [Int] = []
    var clear = BoxStyle.Clear.none

    var available: Double { right - left - indent }
    var overflows: Bool { width > available + LineBreaking.tolerance }

    /// The width of a tab on the line.
    func tabWidth(_ piece: Int) -> Double {
        var low = 0
        var high = tabs.count
        while low < high {
            let middle = (low + high) / 2
            if tabs[middle].piece < piece { low = middle + 1 } else { high = middle }
        }
        return low < tabs.count && tabs[low].piece == piece ? tabs[low].width : 0
    }

    struct TabWidth {
        var piece: Int
        var width: Double
    }
}

enum LineBreaking {
    /// Sums of fractions do not meet exactly: so much more still fits.
    static let tolerance = 0.02
}

/// A line and its vertical measures.
struct LineHeights {
    var height: Double = 0
    /// Of the block container's own baseline.
    var baseline: Double = 0
}

/// An atomic inline, laid out.
struct AtomicInline {
    var layout: BoxLayout
    var margin: Edges<Double>
    /// The margin box from the baseline.
    var above: Double
    var below: Double
    var lineHeight: Double
    /// `position: relative`.
    var offset: Point
    var verticalAlign: VerticalAlign
    /// On the line at hand.
    var place = BaselinePlace()

    var width: Double { margin.left + layout.size.width + margin.right }
}
