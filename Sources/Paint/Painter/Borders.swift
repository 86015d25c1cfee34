import Geometry
import Layout
import Style

/// A border to paint: its outer shape, its sides, and the used widths.
struct BorderShape {
    var outer: RoundedRect
    var sides: Edges<BorderSide>
    var widths: Edges<Double>

    init(_ outer: RoundedRect, _ sides: Edges<BorderSide>, _ widths: Edges<Double>) {
        self.outer = outer
        self.sides = sides
        self.widths = widths
    }

    enum Side: CaseIterable { case top, right, bottom, left }

    func side(_ side: Side) -> (side: BorderSide, width: Double) {
        switch side {
        case .top: (sides.top, widths.top)
        case .right: (sides.right, widths.right)
        case .bottom: (sides.bottom, widths.bottom)
        case .left: (sides.left, widths.left)
        }
    }

    /// The sides that paint something.
    var visibleSides: [Side] {
        Side.allCases.filter {
            let (side, width) = side($0)
            return width > 0 && side.style != .none && side.style != .hidden && !side.color.isInvisible
        }
    }

    /// A part of the ring between two shares of the widths, counted from outside.
    func ring(from start: Double, to end: Double) -> Path {
        var path = Path(outer.inset(by: widths.map { $0 * start }))
        path.add(outer.inset(by: widths.map { $0 * end }))
        return path
    }

    /// The part of the border box that belongs to a side: joints run from the outer to the inner corners and on.
    func wedge(_ side: Side) -> Path {
        let box = outer.rect
        let inner = box.inset(by: widths)
        /// Where the joints of two corners would meet, so that a wedge never reaches over to the other side.
        func mitre(_ corner: Point, _ innerCorner: Point) -> Point {
            let dx = innerCorner.x - corner.x
            let dy = innerCorner.y - corner.y
            guard outer.isRounded, dx != 0 || dy != 0 else { return innerCorner }
            let reach = min(
                dx == 0 ? .infinity : box.width / 2 / abs(dx), dy == 0 ? .infinity : box.height / 2 / abs(dy))
            return Point(x: corner.x + dx * max(1, reach), y: corner.y + dy * max(1, reach))
        }
        let topLeft = Point(x: box.minX, y: box.minY)
        let topRight = Point(x: box.maxX, y: box.minY)
        let bottomRight = Point(x: box.maxX, y: box.maxY)
        let bottomLeft = Point(x: box.minX, y: box.maxY)
        let innerTopLeft = mitre(topLeft, Point(x: inner.minX, y: inner.minY))
        let innerTopRight = mitre(topRight, Point(x: inner.maxX, y: inner.minY))
        let innerBottomRight = mitre(bottomRight, Point(x: inner.maxX, y: inner.maxY))
        let innerBottomLeft = mitre(bottomLeft, Point(x: inner.minX, y: inner.maxY))
        switch side {
        case .top: return Path(polygon: [topLeft, topRight, innerTopRight, innerTopLeft])
        case .right: return Path(polygon: [topRight, bottomRight, innerBottomRight, innerTopRight])
        case .bottom: return Path(polygon: [bottomRight, bottomLeft, innerBottomLeft, innerBottomRight])
        case .left: return Path(polygon: [bottomLeft, topLeft, innerTopLeft, innerBottomLeft])
        }
    }

    /// The middle line of a side, from end to end of the border box.
    func middle(_ side: Side) -> (start: Point, end: Point) {
        let box = outer.rect
        switch side {
        case .top:
            let y = box.minY + widths.top / 2
            return (Point(x: box.minX, y: y), Point(x: box.maxX, y: y))
        case .right:
            let x = box.maxX - widths.right / 2
            return (Point(x: x, y: box.minY), Point(x: x, y: box.maxY))
        case .bottom:
            let y = box.maxY - widths.bottom / 2
            return (Point(x: box.minX, y: y), Point(x: box.maxX, y: y))
        case .left:
            let x = box.minX + widths.left / 2
            return (Point(x: x, y: box.minY), Point(x: x, y: box.maxY))
        }
    }

    /// A side's own rectangle when no neighbour joins it.
    func band(_ side: Side) -> Rect {
        let box = outer.rect
        switch side {
        case .top: return Rect(x: box.x, y: box.y, width: box.width, height: widths.top)
        case .right: return Rect(x: box.maxX - widths.right, y: box.y, width: widths.right, height: box.height)
        case .bottom: return Rect(x: box.x, y: box.maxY - widths.bottom, width: box.width, height: widths.bottom)
        case .left: return Rect(x: box.x, y: box.y, width: widths.left, height: box.height)
        }
    }
}

extension Painter {
    func paintBorder(_ shape: BorderShape) {
        let visible = shape.visibleSides
        guard let first = visible.first else { return }
        if let uniform = uniformSide(shape, visible) { return paintUniform(uniform, shape) }
        if visible.count == 1, !shape.outer.isRounded {
            return paintLine(
                shape.side(first).side, LineBand(shape.band(first)), isTopOrLeft: first == .top || first == .left)
        }
        for side in visible { paintSide(side, shape) }
    }

    /// The side that all four are equal to, when they can be painted as one ring.
    private func uniformSide(_ shape: BorderShape, _ visible: [BorderShape.Side]) -> BorderSide? {
        let top = shape.sides.top
        let isSame =
            visible.count == 4
            && visible.allSatisfy { shape.side($0).side.color == top.color && shape.side($0).side.style == top.style }
        guard isSame else { return nil }
        switch top.style {
        case .solid: return top
        case .double: return shape.widths.top >= 3 ? top : nil
        case .dotted, .dashed:
            let isEven = visible.allSatisfy { shape.side($0).width == shape.widths.top }
            return isEven && shape.outer.isRounded ? top : nil
        default: return nil
        }
    }

    private func paintUniform(_ side: BorderSide, _ shape: BorderShape) {
        switch side.style {
        case .double:
            canvas.fill(shape.ring(from: 0, to: 1 / 3.0), .color(side.color), evenOdd: true)
            canvas.fill(shape.ring(from: 2 / 3.0, to: 1), .color(side.color), evenOdd: true)
        case .dotted, .dashed:
            let line = shape.outer.inset(by: shape.widths.map { $0 / 2 })
            let length = 2 * (line.rect.width + line.rect.height)
            canvas.stroke(
                Path(line), Stroke(side.style, width: shape.widths.top, length: length, isClosed: true), side.color)
        default: canvas.fill(shape.ring(from: 0, to: 1), .color(side.color), evenOdd: true)
        }
    }

    private func paintSide(_ side: BorderShape.Side, _ shape: BorderShape) {
        let (border, width) = shape.side(side)
        let isLight = side == .top || side == .left
        if border.style == .solid, !shape.outer.isRounded {
            return canvas.fill(shape.wedge(side), .color(border.color), evenOdd: false)
        }
        canvas.save()
        canvas.clip(shape.wedge(side), evenOdd: false)
        switch border.style {
        case .double where width >= 3:
            canvas.fill(shape.ring(from: 0, to: 1 / 3.0), .color(border.color), evenOdd: true)
            canvas.fill(shape.ring(from: 2 / 3.0, to: 1), .color(border.color), evenOdd: true)
        case .groove, .ridge:
            let isOuterDark = (border.style == .groove) == isLight
            canvas.fill(shape.ring(from: 0, to: 0.5), .color(border.color.relief(isDark: isOuterDark)), evenOdd: true)
            canvas.fill(shape.ring(from: 0.5, to: 1), .color(border.color.relief(isDark: !isOuterDark)), evenOdd: true)
        case .inset, .outset:
            let isDark = (border.style == .inset) == isLight
            canvas.fill(shape.ring(from: 0, to: 1), .color(border.color.relief(isDark: isDark)), evenOdd: true)
        case .dotted, .dashed:
            let (start, end) = shape.middle(side)
            strokeLine(border, width, start, end)
        default: canvas.fill(shape.ring(from: 0, to: 1), .color(border.color), evenOdd: true)
        }
        canvas.restore()
    }

    private func strokeLine(_ side: BorderSide, _ width: Double, _ start: Point, _ end: Point) {
        var path = Path()
        path.move(start)
        path.line(end)
        let length = abs(end.x - start.x) + abs(end.y - start.y)
        canvas.stroke(path, Stroke(side.style, width: width, length: length, isClosed: false), side.color)
    }

    /// A straight line without joints, in any border style.
    func paintLine(_ side: BorderSide, _ band: LineBand, isTopOrLeft: Bool = true) {
        let rect = band.rect
        switch side.style {
        case .none, .hidden: return
        case .double where band.thickness >= 3:
            canvas.fill(band.part(from: 0, to: 1 / 3.0), side.color)
            canvas.fill(band.part(from: 2 / 3.0, to: 1), side.color)
        case .groove, .ridge:
            // A groove is dark above or left of its middle, on whichever side of a box it stands.
            let isFirstDark = side.style == .groove
            canvas.fill(band.part(from: 0, to: 0.5), side.color.relief(isDark: isFirstDark))
            canvas.fill(band.part(from: 0.5, to: 1), side.color.relief(isDark: !isFirstDark))
        case .inset, .outset:
            canvas.fill(rect, side.color.relief(isDark: (side.style == .inset) == isTopOrLeft))
        case .dotted, .dashed: strokeLine(side, band.thickness, band.start, band.end)
        case .solid, .double: canvas.fill(rect, side.color)
        }
    }

    func paintCollapsedBorders(of box: BoxFragment, at origin: Point) {
        guard !box.collapsedBorders.isEmpty, box.style.text.visibility == .visible else { return }
        for segment in box.collapsedBorders where segment.side.width > 0 && !segment.side.color.isInvisible {
            let half = segment.side.width / 2
            let start = segment.start + origin
            let end = segment.end + origin
            let isHorizontal = start.y == end.y
            let rect =
                isHorizontal
                ? Rect(x: start.x, y: start.y - half, width: end.x - start.x, height: half * 2)
                : Rect(x: start.x - half, y: start.y, width: half * 2, height: end.y - start.y)
            paintLine(segment.side.inCollapsedTable, LineBand(rect, isHorizontal: isHorizontal))
        }
    }
}

/// The rectangle that a straight border or rule fills.
struct LineBand {
    var rect: Rect
    var isHorizontal: Bool

    init(_ rect: Rect) { self.init(rect, isHorizontal: rect.width >= rect.height) }

    init(_ rect: Rect, isHorizontal: Bool) {
        self.rect = rect
        self.isHorizontal = isHorizontal
    }

    var thickness: Double { isHorizontal ? rect.height : rect.width }
    var start: Point {
        isHorizontal
            ? Point(x: rect.minX, y: rect.y + rect.height / 2) : Point(x: rect.x + rect.width / 2, y: rect.minY)
    }
    var end: Point {
        isHorizontal
            ? Point(x: rect.maxX, y: rect.y + rect.height / 2) : Point(x: rect.x + rect.width / 2, y: rect.maxY)
    }

    func part(from: Double, to: Double) -> Rect {
        isHorizontal
            ? Rect(x: rect.x, y: rect.y + rect.height * from, width: rect.width, height: rect.height * (to - from))
            : Rect(x: rect.x + rect.width * from, y: rect.y, width: rect.width * (to - from), height: rect.height)
    }
}

extension Stroke {
    /// Dashes and dots as Chromium spaces them: gaps stretch so that a line begins and ends with a whole dash.
    init(_ style: BorderStyle, width: Double, length: Double, isClosed: Bool) {
        self.init(width: width)
        switch style {
        case .dashed:
            let dash = width * (width >= 3 ? 2 : 3)
            dashes = [dash, Self.gap(length, dash, width * (width >= 3 ? 1 : 2), isClosed)]
        case .dotted where width <= 3: dashes = [width, Self.gap(length, width, width, isClosed)]
        case .dotted:
            // A dot is a dash without length with a round cap; half a dot stands out at either end.
            isRound = true
            dashes = [0, width + Self.gap(length, width, width, isClosed)]
            dashOffset = -width / 2
        default: break
        }
    }

    private static func gap(_ length: Double, _ dash: Double, _ wanted: Double, _ isClosed: Bool) -> Double {
        let room = isClosed ? length : length + wanted
        let few = (room / (dash + wanted)).rounded(.down)
        func gap(_ count: Double) -> Double {
            let gaps = isClosed ? count : count - 1
            return gaps > 0 ? (length - count * dash) / gaps : 0
        }
        let wide = gap(few)
        let narrow = gap(few + 1)
        let best = narrow <= 0 || abs(wide - wanted) < abs(narrow - wanted) ? wide : narrow
        return best > 0 ? best : wanted
    }
}

extension Color {
    /// The light and the dark side of a relief; black has a light side that can be told from it.
    fileprivate func relief(isDark: Bool) -> Color {
        let isBlack = max(red, green, blue) < 0.2
        if isBlack { return isDark ? self : shaded(0.33) }
        return isDark ? shaded(-0.33) : self
    }
}

extension BorderSide {
    /// `inset` and `outset` borders are ridges and grooves where they collapse (CSS 2.2 §17.6.3).
    fileprivate var inCollapsedTable: BorderSide {
        switch style {
        case .inset: BorderSide(width: width, style: .ridge, color: color)
        case .outset: BorderSide(width: width, style: .groove, color: color)
        default: self
        }
    }
}
