import Geometry

/// Lines and curves in px, y down.
struct Path {
    enum Element {
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    private(set) var elements: [Element] = []

    /// A quarter of an ellipse as one cubic curve.
    private static let quarter = 0.5522847498307936

    init() {}

    init(_ rect: Rect) {
        add(rect)
    }

    init(_ rounded: RoundedRect) {
        add(rounded)
    }

    init(polygon points: [Point]) {
        add(polygon: points)
    }

    mutating func move(_ point: Point) { elements.append(.move(point)) }
    mutating func line(_ point: Point) { elements.append(.line(point)) }
    mutating func curve(_ first: Point, _ second: Point, _ end: Point) { elements.append(.curve(first, second, end)) }
    mutating func close() { elements.append(.close) }

    mutating func add(polygon points: [Point]) {
        guard let first = points.first else { return }
        move(first)
        for point in points.dropFirst() { line(point) }
        close()
    }

    mutating func add(_ rect: Rect) {
        add(polygon: [
            Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
            Point(x: rect.minX, y: rect.maxY),
        ])
    }

    mutating func add(_ rounded: RoundedRect) {
        guard rounded.isRounded else { return add(rounded.rect) }
        let rect = rounded.rect
        let radii = rounded.radii
        let rest = 1 - Self.quarter
        func corner(_ corner: Point, _ from: Point, _ to: Point) {
            line(from)
            guard from != to else { return }
            elements.append(
                .curve(
                    Point(x: corner.x + (from.x - corner.x) * rest, y: corner.y + (from.y - corner.y) * rest),
                    Point(x: corner.x + (to.x - corner.x) * rest, y: corner.y + (to.y - corner.y) * rest), to))
        }
        move(Point(x: rect.minX + radii.topLeft.width, y: rect.minY))
        corner(
            Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX - radii.topRight.width, y: rect.minY),
            Point(x: rect.maxX, y: rect.minY + radii.topRight.height))
        corner(
            Point(x: rect.maxX, y: rect.maxY), Point(x: rect.maxX, y: rect.maxY - radii.bottomRight.height),
            Point(x: rect.maxX - radii.bottomRight.width, y: rect.maxY))
        corner(
            Point(x: rect.minX, y: rect.maxY), Point(x: rect.minX + radii.bottomLeft.width, y: rect.maxY),
            Point(x: rect.minX, y: rect.maxY - radii.bottomLeft.height))
        corner(
            rect.origin, Point(x: rect.minX, y: rect.minY + radii.topLeft.height),
            Point(x: rect.minX + radii.topLeft.width, y: rect.minY))
        close()
    }
}

/// A rectangle with elliptic corners.
struct RoundedRect {
    var rect: Rect
    var radii: Corners<Size>

    init(_ rect: Rect, radii: Corners<Size> = Corners(Size())) {
        self.rect = rect
        self.radii = radii
    }

    var isRounded: Bool {
        Self.isRound(radii.topLeft) || Self.isRound(radii.topRight) || Self.isRound(radii.bottomRight)
            || Self.isRound(radii.bottomLeft)
    }

    /// The curve inside a border of these widths: radii less the widths (CSS Backgrounds 3 §5.2).
    func inset(by edges: Edges<Double>) -> RoundedRect {
        func less(_ radius: Size, _ x: Double, _ y: Double) -> Size {
            Self.isRound(radius) ? Size(width: max(0, radius.width - x), height: max(0, radius.height - y)) : Size()
        }
        return RoundedRect(
            rect.inset(by: edges),
            radii: Corners(
                topLeft: less(radii.topLeft, edges.left, edges.top),
                topRight: less(radii.topRight, edges.right, edges.top),
                bottomRight: less(radii.bottomRight, edges.right, edges.bottom),
                bottomLeft: less(radii.bottomLeft, edges.left, edges.bottom)))
    }

    /// The shape grown by a distance on all sides; sharp corners stay sharp.
    func expanded(by distance: Double) -> RoundedRect { inset(by: Edges(-distance)).clamped }

    /// The shape with its size not below zero.
    private var clamped: RoundedRect {
        var copy = self
        copy.rect.width = max(0, copy.rect.width)
        copy.rect.height = max(0, copy.rect.height)
        return copy.fitted
    }

    /// Radii scaled down so that neighbours do not overlap (CSS Backgrounds 3 §5.5).
    var fitted: RoundedRect {
        guard isRounded else { return self }
        func share(_ room: Double, _ a: Double, _ b: Double) -> Double {
            a + b > room && a + b > 0 ? room / (a + b) : 1
        }
        let factor = min(
            share(rect.width, radii.topLeft.width, radii.topRight.width),
            share(rect.width, radii.bottomLeft.width, radii.bottomRight.width),
            share(rect.height, radii.topLeft.height, radii.bottomLeft.height),
            share(rect.height, radii.topRight.height, radii.bottomRight.height))
        guard factor < 1 else { return self }
        func scaled(_ size: Size) -> Size { Size(width: size.width * factor, height: size.height * factor) }
        return RoundedRect(
            rect,
            radii: Corners(
                topLeft: scaled(radii.topLeft), topRight: scaled(radii.topRight),
                bottomRight: scaled(radii.bottomRight), bottomLeft: scaled(radii.bottomLeft)))
    }

    func offset(by delta: Point) -> RoundedRect { RoundedRect(rect.offset(by: delta), radii: radii) }

    private static func isRound(_ radius: Size) -> Bool { radius.width > 0 && radius.height > 0 }
}
