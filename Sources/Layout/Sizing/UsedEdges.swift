import Geometry
import Style

/// The used padding and border widths of a box, and its margins where they are not `auto`.
struct UsedEdges {
    var border: Edges<Double>
    var padding: Edges<Double>
    /// `auto` margins count as 0 here; who distributes them looks at the style.
    var margin: Edges<Double>

    /// - Parameter base: the containing block's width, which percentages of every side refer to (CSS 2.2 §8.3).
    init(_ style: ComputedStyle, base: Double) {
        border = style.decoration.borderWidths
        padding = style.box.padding.map { max(0, $0.resolved(against: base)) }
        margin = style.box.margin.map { margin in
            switch margin {
            case .auto: 0
            case .length(let length): length.resolved(against: base)
            }
        }
    }

    /// Border and padding together.
    var inner: Edges<Double> { border + padding }
}

extension ComputedStyle {
    /// The border-box length that `width: length` means under `box-sizing`.
    func borderBox(_ length: Double, edges: Double) -> Double {
        box.boxSizing == .borderBox ? max(length, edges) : max(0, length) + edges
    }
}
