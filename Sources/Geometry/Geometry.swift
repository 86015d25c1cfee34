// Geometry: points, sizes, rectangles, edges. Plain values, in CSS pixels unless said otherwise; y points down.

/// A place.
public struct Point: Sendable, Hashable {
    public var x: Double
    public var y: Double

    @inlinable public init(x: Double = 0, y: Double = 0) {
        self.x = x
        self.y = y
    }

    @inlinable public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    @inlinable public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    @inlinable public static func += (a: inout Point, b: Point) { a = a + b }
}

/// A width and a height.
public struct Size: Sendable, Hashable {
    public var width: Double
    public var height: Double

    @inlinable public init(width: Double = 0, height: Double = 0) {
        self.width = width
        self.height = height
    }
}

/// An axis-parallel rectangle.
public struct Rect: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    @inlinable public init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    @inlinable public init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    @inlinable public var origin: Point { Point(x: x, y: y) }
    @inlinable public var size: Size { Size(width: width, height: height) }
    @inlinable public var minX: Double { x }
    @inlinable public var minY: Double { y }
    @inlinable public var maxX: Double { x + width }
    @inlinable public var maxY: Double { y + height }
    @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

    @inlinable public func offset(by delta: Point) -> Rect {
        Rect(x: x + delta.x, y: y + delta.y, width: width, height: height)
    }

    /// The rectangle without its edges; sides that cross meet at zero size.
    @inlinable public func inset(by edges: Edges<Double>) -> Rect {
        Rect(
            x: x + edges.left, y: y + edges.top,
            width: max(0, width - edges.left - edges.right), height: max(0, height - edges.top - edges.bottom))
    }

    /// The smallest rectangle that holds both.
    @inlinable public func union(_ other: Rect) -> Rect {
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    @inlinable public func intersects(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}

/// One value for each side of a box.
public struct Edges<Value> {
    public var top: Value
    public var right: Value
    public var bottom: Value
    public var left: Value

    @inlinable public init(top: Value, right: Value, bottom: Value, left: Value) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    @inlinable public init(_ all: Value) { self.init(top: all, right: all, bottom: all, left: all) }

    @inlinable public func map<T>(_ transform: (Value) -> T) -> Edges<T> {
        Edges<T>(top: transform(top), right: transform(right), bottom: transform(bottom), left: transform(left))
    }
}

extension Edges: Sendable where Value: Sendable {}
extension Edges: Equatable where Value: Equatable {}
extension Edges: Hashable where Value: Hashable {}

extension Edges where Value == Double {
    public static var zero: Edges { Edges(0) }
    @inlinable public var horizontal: Double { left + right }
    @inlinable public var vertical: Double { top + bottom }
    @inlinable public static func + (a: Edges, b: Edges) -> Edges {
        Edges(top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom, left: a.left + b.left)
    }
}

/// One value for each corner of a box.
public struct Corners<Value> {
    public var topLeft: Value
    public var topRight: Value
    public var bottomRight: Value
    public var bottomLeft: Value

    @inlinable public init(topLeft: Value, topRight: Value, bottomRight: Value, bottomLeft: Value) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    @inlinable public init(_ all: Value) {
        self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all)
    }
}

extension Corners: Sendable where Value: Sendable {}
extension Corners: Equatable where Value: Equatable {}
extension Corners: Hashable where Value: Hashable {}
