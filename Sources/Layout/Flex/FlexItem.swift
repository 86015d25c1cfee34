import Geometry
import Style

/// A child of a flex container while it is laid out. Main and cross are lengths along the container's axes; sizes are
/// of the border box.
struct FlexItem {
    let box: Box
    let edges: UsedEdges
    let align: Alignment.Keyword
    /// Falls back to the start where it would overflow.
    let isSafe: Bool
    /// §9.2: the size before flexing, and what clamping makes of it.
    var base: Double = 0
    var hypothetical: Double = 0
    var minMain: Double = 0
    var maxMain: Double = .infinity
    /// The used main size.
    var main: Double = 0
    var isFrozen = false
    /// Padding and border along the main axis.
    var mainInner: Double = 0
    var cross: Double = 0
    var layout: BoxLayout?
    /// From the line's start, of the border box.
    var mainPosition: Double = 0
    var crossPosition: Double = 0
    /// From the cross start of the border box.
    var baseline: Double = 0

    /// Whether the item takes part in baseline alignment: an auto margin across the line comes before it (§8.1, §9.6).
    var sharesBaseline = false

    var clampedMain: Double { max(minMain, min(maxMain, main)) }
}

/// The axes of a flex container (CSS Flexbox 1 §2).
struct FlexAxes {
    let isColumn: Bool
    /// The main axis runs against left-to-right or top-to-bottom.
    let mainIsReversed: Bool
    let crossIsReversed: Bool
    /// Whether main start is not where the physical axis starts only because of the text direction.
    let isRightToLeft: Bool

    init(_ style: ComputedStyle) {
        let arrangement = style.arrangement
        isColumn = arrangement.flexDirection.isColumn
        isRightToLeft = style.text.direction == .rtl
        let isReverse = arrangement.flexDirection.isReverse
        let wrapsBack = arrangement.flexWrap.isReverse
        mainIsReversed = isColumn ? isReverse : isReverse != isRightToLeft
        crossIsReversed = isColumn ? wrapsBack != isRightToLeft : wrapsBack
    }

    /// How far from the cross start an item stands that has `free` space across.
    ///
    /// - Parameter direction: the item's own, which `self-start` and `self-end` go by.
    func crossOffset(_ align: Alignment.Keyword, free: Double, direction: Direction) -> Double {
        switch align {
        case .center: return free / 2
        case .flexEnd: return free
        case .end, .lastBaseline: return endOffset(free)
        case .start: return free - endOffset(free)
        case .selfStart, .selfEnd:
            guard isColumn else { return align == .selfEnd ? endOffset(free) : free - endOffset(free) }
            let goesRight = (direction == .rtl) == (align == .selfStart)
            return goesRight == crossIsReversed ? 0 : free
        default: return 0
        }
    }

    /// Where the end of the writing mode is, which `wrap-reverse` does not turn round.
    private func endOffset(_ free: Double) -> Double {
        let isTurned = isColumn ? crossIsReversed != isRightToLeft : crossIsReversed
        return isTurned ? 0 : free
    }

    func main(_ edges: Edges<Double>) -> Double { isColumn ? edges.vertical : edges.horizontal }
    func cross(_ edges: Edges<Double>) -> Double { isColumn ? edges.horizontal : edges.vertical }
    func main(_ size: Size) -> Double { isColumn ? size.height : size.width }
    func cross(_ size: Size) -> Double { isColumn ? size.width : size.height }

    /// The margins at an item's main start and end, cross start and end.
    func mainStart<T>(_ edges: Edges<T>) -> T {
        if isColumn { return mainIsReversed ? edges.bottom : edges.top }
        return mainIsReversed ? edges.right : edges.left
    }

    func mainEnd<T>(_ edges: Edges<T>) -> T {
        if isColumn { return mainIsReversed ? edges.top : edges.bottom }
        return mainIsReversed ? edges.left : edges.right
    }

    func crossStart<T>(_ edges: Edges<T>) -> T {
        if isColumn { return crossIsReversed ? edges.right : edges.left }
        return crossIsReversed ? edges.bottom : edges.top
    }

    func crossEnd<T>(_ edges: Edges<T>) -> T {
        if isColumn { return crossIsReversed ? edges.left : edges.right }
        return crossIsReversed ? edges.top : edges.bottom
    }
}

/// One line of a flex container.
struct FlexLine {
    var items: [FlexItem]
    var crossSize: Double = 0
    var crossPosition: Double = 0
    /// From the line's cross start to the baseline that its items share.
    var baseline: Double = 0
}
