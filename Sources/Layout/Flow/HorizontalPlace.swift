import Geometry
import Style

/// Where block-level boxes stand from left to right (CSS 2.2 §10.3.3, §9.5).
extension BlockFlow {
    /// The place of a child's border box in flow coordinates; the width is nil for a box that finds its own.
    struct Slot {
        var x: Double
        var y: Double
        var width: Double?
    }

    func slot(for child: Box, _ edges: UsedEdges, at place: Double) -> Slot {
        if child.establishesFormattingContext, !space.floats.isEmpty {
            return slotBesideFloats(for: child, edges, at: place)
        }
        if case .table = child.inside { return Slot(x: space.origin.x + edges.margin.left, y: place) }
        if child.isReplaced { return Slot(x: space.origin.x + edges.margin.left, y: place) }
        let width = context.usedWidth(
            of: child, edges, .fill, containing: space.width, height: space.containingHeight)
        return Slot(x: horizontalPlace(child, edges, width: width), y: place, width: width)
    }

    /// The left edge of a border box of known width: auto margins, direction, and the alignment of `<center>`.
    func horizontalPlace(_ child: Box, _ edges: UsedEdges, width: Double) -> Double {
        let free = space.width - width - edges.margin.horizontal
        let left = space.origin.x + edges.margin.left
        let margin = child.style.box.margin
        switch (margin.left, margin.right) {
        case _ where free < 0 && box.style.text.direction == .rtl: break
        case (.auto, .auto): return left + max(0, free) / 2
        case (.auto, _): return left + max(0, free)
        case (_, .auto): return left
        default: break
        }
        switch box.style.text.textAlign {
        case .webkitCenter: return left + max(0, free) / 2
        case .webkitRight: return left + max(0, free)
        case .webkitLeft: return left
        default: return box.style.text.direction == .rtl ? left + free : left
        }
    }

    /// A box with a formatting context of its own stands beside floats where it fits, else below them.
    private func slotBesideFloats(for child: Box, _ edges: UsedEdges, at place: Double) -> Slot {
        let left = space.origin.x
        let right = left + space.width
        var y = place
        while true {
            let band = space.floats.band(at: y, height: 1, left: left, right: right)
            let taken = max(edges.margin.left, band.left - left) + max(edges.margin.right, right - band.right)
            let room = space.width - taken
            let fills = child.style.box.width == .auto && !child.isReplaced
            let width = fitWidth(of: child, edges, room: room)
            if width <= room + 0.01 || (band.left <= left && band.right >= right) {
                if band.left <= left, band.right >= right { return slotWithoutFloats(child, edges, at: y) }
                let start = left + max(edges.margin.left, band.left - left)
                let isTable = if case .table = child.inside { true } else { false }
                let x = alignedBesideFloats(child, start: start, room: room, width: width)
                return Slot(x: x, y: y, width: fills && !isTable ? max(room, 0) : width)
            }
            guard let edge = space.floats.nextEdge(below: y), edge > y else {
                return slotWithoutFloats(child, edges, at: y)
            }
            y = edge
        }
    }

    private func alignedBesideFloats(_ child: Box, start: Double, room: Double, width: Double) -> Double {
        let margin = child.style.box.margin
        let free = max(0, room - width)
        switch (margin.left, margin.right) {
        case (.auto, .auto): return start + free / 2
        case (.auto, _): return start + free
        default: return box.style.text.direction == .rtl ? start + free : start
        }
    }

    private func slotWithoutFloats(_ child: Box, _ edges: UsedEdges, at y: Double) -> Slot {
        if child.isReplaced { return Slot(x: space.origin.x + edges.margin.left, y: y) }
        if case .table = child.inside { return Slot(x: space.origin.x + edges.margin.left, y: y) }
        let width = context.usedWidth(
            of: child, edges, .fill, containing: space.width, height: space.containingHeight)
        return Slot(x: horizontalPlace(child, edges, width: width), y: y, width: width)
    }

    /// The width with which a box would stand in a band: what it must have at the least.
    private func fitWidth(of child: Box, _ edges: UsedEdges, room: Double) -> Double {
        if case .replaced(let replaced) = child.inside {
            return context.replacedSize(child, replaced, edges, containing: space.width, height: space.containingHeight)
                .width
        }
        let inner = edges.inner.horizontal
        let style = child.style.box
        if let width = context.definiteWidth(style.width, of: child, inner: inner, containing: space.width) {
            return context.clampWidth(width, of: child, inner: inner, containing: space.width)
        }
        let sizes = context.intrinsicSizes(of: child)
        if case .table = child.inside { return min(max(sizes.minContent + inner, room), sizes.maxContent + inner) }
        return context.clampWidth(sizes.minContent + inner, of: child, inner: inner, containing: space.width)
    }
}
