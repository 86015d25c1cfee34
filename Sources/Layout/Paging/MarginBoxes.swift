import Geometry
import Style

/// The page-margin boxes of one page (CSS Paged Media 3 §5).
struct MarginBoxLayout {
    let context: LayoutContext
    let page: PageFlow.Space
    let style: PageStyle
    let content: MarginContent

    /// The fragments of all margin boxes that have content, from the page box's top left corner.
    func fragments() -> [PlacedFragment] {
        let margin = style.margin
        let size = style.size
        let across = size.width - margin.horizontal
        let down = size.height - margin.vertical
        let right = size.width - margin.right
        let bottom = size.height - margin.bottom
        var placed: [PlacedFragment] = []
        placed += corner(.topLeftCorner, Rect(x: 0, y: 0, width: margin.left, height: margin.top))
        placed += corner(.topRightCorner, Rect(x: right, y: 0, width: margin.right, height: margin.top))
        placed += corner(.bottomLeftCorner, Rect(x: 0, y: bottom, width: margin.left, height: margin.bottom))
        placed += corner(.bottomRightCorner, Rect(x: right, y: bottom, width: margin.right, height: margin.bottom))
        let top = Rect(x: margin.left, y: 0, width: across, height: margin.top)
        placed += row([.topLeft, .topCenter, .topRight], in: top)
        let foot = Rect(x: margin.left, y: bottom, width: across, height: margin.bottom)
        placed += row([.bottomLeft, .bottomCenter, .bottomRight], in: foot)
        let left = Rect(x: 0, y: margin.top, width: margin.left, height: down)
        placed += column([.leftTop, .leftMiddle, .leftBottom], in: left)
        let side = Rect(x: right, y: margin.top, width: margin.right, height: down)
        placed += column([.rightTop, .rightMiddle, .rightBottom], in: side)
        return placed
    }

    private func box(_ name: MarginBoxName) -> Box? {
        style.marginBoxes[name].flatMap { content.box(for: $0, page: page.traits.number) }
    }

    private func corner(_ name: MarginBoxName, _ area: Rect) -> [PlacedFragment] {
        box(name).map { [place($0, in: area)] } ?? []
    }

    /// The boxes of the top or bottom margin: widths by the rules of §5.3.2.
    private func row(_ names: [MarginBoxName], in area: Rect) -> [PlacedFragment] {
        let boxes = names.map(box)
        let wishes = boxes.map { $0.map { width(of: $0, available: area.width) } }
        return placeThree(boxes, MarginBoxSizes(wishes, available: area.width)) { start, length in
            Rect(x: area.x + start, y: area.y, width: length, height: area.height)
        }
    }

    /// The boxes of the left or right margin: heights by the same rules.
    private func column(_ names: [MarginBoxName], in area: Rect) -> [PlacedFragment] {
        let boxes = names.map(box)
        let wishes = boxes.map { $0.map { height(of: $0, width: area.width, available: area.height) } }
        return placeThree(boxes, MarginBoxSizes(wishes, available: area.height)) { start, length in
            Rect(x: area.x, y: area.y + start, width: area.width, height: length)
        }
    }

    private func placeThree(
        _ boxes: [Box?], _ sizes: MarginBoxSizes, area: (_ start: Double, _ length: Double) -> Rect
    ) -> [PlacedFragment] {
        var placed: [PlacedFragment] = []
        for (index, box) in boxes.enumerated() {
            guard let box else { continue }
            placed.append(place(box, in: area(sizes.starts[index], sizes.lengths[index])))
        }
        return placed
    }

    private func width(of box: Box, available: Double) -> MarginBoxSizes.Wish {
        let edges = UsedEdges(box.style, base: available)
        let inner = edges.inner.horizontal
        if let width = context.definiteWidth(box.style.box.width, of: box, inner: inner, containing: available) {
            let outer = width + edges.margin.horizontal
            return MarginBoxSizes.Wish(least: outer, most: outer, isFixed: true)
        }
        let sizes = context.intrinsicSizes(of: box)
        let around = inner + edges.margin.horizontal
        return MarginBoxSizes.Wish(least: sizes.minContent + around, most: sizes.maxContent + around, isFixed: false)
    }

    private func height(of box: Box, width: Double, available: Double) -> MarginBoxSizes.Wish {
        let edges = UsedEdges(box.style, base: width)
        var space = ConstraintSpace(
            origin: Point(), pages: context.endless, containingWidth: width, containingHeight: available)
        space.width = .fixed(max(0, width - edges.margin.horizontal))
        let height = context.measure(box, space).size.height + edges.margin.vertical
        let isFixed = box.style.box.height != .auto
        return MarginBoxSizes.Wish(least: height, most: height, isFixed: isFixed)
    }

    /// Lays a margin box out in its area; `vertical-align` places its content in what is left over.
    private func place(_ box: Box, in area: Rect) -> PlacedFragment {
        let edges = UsedEdges(box.style, base: area.width)
        var space = ConstraintSpace(
            origin: Point(), pages: context.endless, containingWidth: area.width, containingHeight: area.height)
        space.width = .fixed(max(0, area.width - edges.margin.horizontal))
        let natural = context.measure(box, space)
        let height = max(0, area.height - edges.margin.vertical)
        var parts = BoxFragment.Parts(natural.fragment)
        parts.role = .marginBox
        let free = height - natural.size.height
        let shift: Double
        switch box.style.box.verticalAlign {
        case .top, .textTop: shift = 0
        case .bottom, .textBottom: shift = free
        default: shift = free / 2
        }
        parts.size.height = height
        for index in parts.children.indices { parts.children[index].origin.y += shift }
        let origin = Point(x: area.x + edges.margin.left, y: area.y + edges.margin.top)
        return PlacedFragment(.box(BoxFragment(parts)), at: origin)
    }
}

/// Divides a side of the page among three margin boxes (CSS Paged Media 3 §5.3.2).
struct MarginBoxSizes {
    struct Wish {
        var least: Double
        var most: Double
        var isFixed: Bool

        static let none = Wish(least: 0, most: 0, isFixed: true)
    }

    private(set) var starts: [Double]
    private(set) var lengths: [Double]

    /// - Parameter wishes: start, middle and end box; nil where there is none.
    init(_ wishes: [Wish?], available: Double) {
        let start = wishes[0] ?? .none
        let end = wishes[2] ?? .none
        if let middle = wishes[1] {
            // The middle box is centred, so what is beside it must be alike: both sides as wide as the wider one.
            let sides = Wish(
                least: 2 * max(start.least, end.least), most: 2 * max(start.most, end.most),
                isFixed: start.isFixed && end.isFixed)
            let center = Self.share(available, middle, sides).0
            let side = (available - center) / 2
            lengths = [start.isFixed ? start.most : side, center, end.isFixed ? end.most : side]
            starts = [0, side, available - lengths[2]]
        } else {
            let (first, last) = Self.share(available, start, end)
            lengths = [first, 0, last]
            starts = [0, first, available - last]
        }
    }

    /// Gives two boxes their part: what they wish, and what is left or lacking in proportion.
    private static func share(_ available: Double, _ a: Wish, _ b: Wish) -> (Double, Double) {
        if a.isFixed, b.isFixed { return (a.most, b.most) }
        if a.isFixed { return (a.most, max(0, available - a.most)) }
        if b.isFixed { return (max(0, available - b.most), b.most) }
        let free = available - a.most - b.most
        if free >= 0 {
            let sum = a.most + b.most
            let part = sum > 0 ? a.most / sum : 0.5
            return (a.most + free * part, b.most + free * (1 - part))
        }
        let room = available - a.least - b.least
        if room >= 0 {
            let sum = (a.most - a.least) + (b.most - b.least)
            let part = sum > 0 ? (a.most - a.least) / sum : 0.5
            return (a.least + room * part, b.least + room * (1 - part))
        }
        let sum = a.least + b.least
        let part = sum > 0 ? a.least / sum : 0.5
        return (available * part, available * (1 - part))
    }
}
