import Geometry
import Style

/// The margins at the top of a box that collapse with each other (CSS 2.2 §8.3.1), kept on the box.
struct LeadingMargins {
    var strut: MarginStrut
    /// Those above the box's own bottom edge: an empty box stands where they put it, as if it had a bottom border.
    var top: MarginStrut
    /// Whether they go right through the box: it is empty, and its bottom margin is among them.
    var goThrough: Bool
    /// The containing width that they were found for; percentages may refer to it.
    var base: Double
    /// Whether a box was met that clears floats: then the answer is good only at the place it was asked for.
    var dependsOnFloats = false
}

/// Where margins are asked for: what boxes that clear floats need to know.
struct MarginPlace {
    /// The bottom of what stands above.
    var y: Double
    var floats: FloatContext
    /// Whether the boxes walked through hold a float of their own.
    var hasOwnFloats = false

    /// Whether a box that clears will be moved below a float, so that its margin touches nothing above it
    /// (CSS 2.2 §9.5.2).
    func needsClearance(_ clear: BoxStyle.Clear) -> Bool {
        guard clear != .none else { return false }
        return hasOwnFloats || floats.clearance(clear).map { $0 > y } ?? false
    }
}

extension LayoutContext {
    /// The margin of a box's top edge, with those of the first boxes in it that touch it.
    func leadingMargins(of box: Box, base: Double, at place: MarginPlace) -> LeadingMargins {
        if let kept = box.leadingMargins, kept.base == base { return kept }
        let edges = UsedEdges(box.style, base: base)
        var margins = LeadingMargins(strut: MarginStrut(), top: MarginStrut(), goThrough: false, base: base)
        margins.strut.add(edges.margin.top)
        var isOpen = !box.establishesFormattingContext && edges.inner.top.isZero
        if isOpen { isOpen = addChildMargins(of: box, edges, at: place, to: &margins) }
        margins.top = margins.strut
        if isOpen, edges.inner.bottom.isZero, box.marker == nil, box.isEmptyByStyle {
            margins.strut.add(edges.margin.bottom)
            margins.goThrough = true
        }
        if !margins.dependsOnFloats { box.leadingMargins = margins }
        return margins
    }

    /// Adds the margins of the first boxes inside; answers whether nothing inside parts the box's top from its bottom.
    private func addChildMargins(
        of box: Box, _ edges: UsedEdges, at place: MarginPlace, to margins: inout LeadingMargins
    ) -> Bool {
        if case .inlines(let content) = box.inside { return content.makesNoLines }
        let width = usedWidth(of: box, edges, .fill, containing: margins.base) - edges.inner.horizontal
        var place = place
        for child in box.children {
            if child.style.box.isOutOfFlow {
                if child.style.box.float != .none { place.hasOwnFloats = true }
                continue
            }
            if child.style.box.clear != .none {
                margins.dependsOnFloats = true
                if place.needsClearance(child.style.box.clear) { return false }
            }
            let inner = leadingMargins(of: child, base: width, at: place)
            margins.strut.add(inner.strut)
            if inner.dependsOnFloats { margins.dependsOnFloats = true }
            if !inner.goThrough { return false }
        }
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
