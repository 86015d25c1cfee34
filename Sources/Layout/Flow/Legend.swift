import Geometry
import Style

/// The rendered legend of a `fieldset`, laid out.
struct PlacedLegend {
    var layout: BoxLayout
    /// Its border box, from the top left corner of the fieldset's.
    var area: Rect
    /// Where the room that it takes ends, from the fieldset's top.
    var bottom: Double
}

/// `fieldset` and `legend` (HTML §15.3.13): the legend stands in the top border, which it may push down.
extension LayoutContext {
    /// - Parameter width: of the fieldset's border box.
    func placeLegend(of box: Box, _ edges: UsedEdges, width: Double) -> PlacedLegend? {
        guard let legend = box.legend else { return nil }
        let content = max(0, width - edges.inner.horizontal)
        var space = ConstraintSpace(origin: Point(), pages: endless, containingWidth: content)
        space.width = .shrinkToFit
        let layout = measure(legend, space)
        let margin = UsedEdges(legend.style, base: content).margin
        let free = content - layout.size.width - margin.horizontal
        let x: Double
        switch legendAlignment(legend, in: box) {
        case .start: x = 0
        case .center: x = free / 2
        case .end: x = free
        }
        // In the middle of a border that is higher; the margin above takes no room, as in browsers.
        let y = max(0, (edges.border.top - layout.size.height) / 2)
        let area = Rect(
            x: edges.inner.left + margin.left + x, y: y, width: layout.size.width, height: layout.size.height)
        return PlacedLegend(layout: layout, area: area, bottom: area.maxY + margin.bottom)
    }

    private enum LegendAlignment { case start, center, end }

    /// By the margins that are `auto`, else at the start of the line.
    private func legendAlignment(_ legend: Box, in box: Box) -> LegendAlignment {
        let margin = legend.style.box.margin
        let isRightToLeft = box.style.text.direction == .rtl
        switch (margin.left == .auto, margin.right == .auto) {
        case (true, true): return .center
        case (true, false): return .end
        case (false, true): return .start
        case (false, false): return isRightToLeft ? .end : .start
        }
    }
}

extension FlowContent {
    /// Adds the legend to what the fieldset holds.
    mutating func add(_ placed: PlacedLegend, in edges: UsedEdges) {
        let inner = Point(x: edges.inner.left, y: edges.inner.top)
        let place = placed.area.origin - inner
        children.insert(PlacedFragment(.box(placed.layout.fragment), at: place), at: 0)
        for var absolute in placed.layout.absolutes {
            absolute.staticPosition += place
            absolutes.append(absolute)
        }
        legend = placed.area
    }
}
