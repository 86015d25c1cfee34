import Geometry
import Style

/// The margins at the top of a box that collapse with each other (CSS 2.2 §8.3.1), kept on the box.
struct LeadingMargins {
    var strut: MarginStrut
    /// Whether they go right through the box: it is empty, and its bottom margin is among them.
    var goThrough: Bool
    /// The containing width that they were found for; percentages may refer to it.
    var base: Double
}

extension LayoutContext {
    /// The margin of a box's top edge, with those of the first boxes in it that touch it.
    func leadingMargins(of box: Box, base: Double) -> LeadingMargins {
        if let kept = box.leadingMargins, kept.base == base { return kept }
        let edges = UsedEdges(box.style, base: base)
        var margins = LeadingMargins(strut: MarginStrut(), goThrough: false, base: base)
        margins.strut.add(edges.margin.top)
        if !box.establishesFormattingContext, edges.inner.top.isZero {
            margins.goThrough = addChildMargins(of: box, edges, base: base, to: &margins.strut)
        }
        box.leadingMargins = margins
        return margins
    }

    /// Answers whether nothing in the box keeps its top and bottom margins apart.
    private func addChildMargins(
        of box: Box, _ edges: UsedEdges, base: Double, to strut: inout MarginStrut
    ) -> Bool {
        if case .inlines(let content) = box.inside {
            guard content.makesNoLines else { return false }
        } else {
            let width = usedWidth(of: box, edges, .fill, containing: base) - edges.inner.horizontal
            for child in box.children where !child.style.box.isOutOfFlow {
                if child.style.box.clear != .none { return false }
                let margins = leadingMargins(of: child, base: width)
                strut.add(margins.strut)
                if !margins.goThrough { return false }
            }
        }
        guard edges.inner.bottom.isZero, box.marker == nil, box.isEmptyByStyle else { return false }
        strut.add(edges.margin.bottom)
        return true
    }
}

extension Box {
    /// Whether no height of its own keeps the box open.
    fileprivate var isEmptyByStyle: Bool {
        func isNothing(_ sizing: Sizing) -> Bool {
            switch sizing {
            case .auto: true
            case .length(let length): length == .zero
            default: false
            }
        }
        return isNothing(style.box.height) && isNothing(style.box.minHeight) && style.box.aspectRatio == nil
    }
}
