public import Geometry
public import Layout
public import Markup

/// All that is painted: pages, and what a PDF says besides.
public struct PaintedDocument: Sendable {
    public var pages: [PageFragment]
    public var rootCanvas: RootCanvas
    public var information: DocumentInformation
    /// Clickable areas; places that no page has are left out.
    public var links: [Link]
    /// Places that links and the outline lead to, by name.
    public var destinations: [Destination]
    public var outline: [OutlineEntry]
    /// The elements that the boxes were made of; nil makes a PDF without tags.
    public var elements: Document?

    public init(pages: [PageFragment], rootCanvas: RootCanvas = RootCanvas()) {
        self.pages = pages
        self.rootCanvas = rootCanvas
        information = DocumentInformation()
        links = []
        destinations = []
        outline = []
    }
}

/// What a PDF's information dictionary says; empty texts are left out.
public struct DocumentInformation: Sendable, Hashable {
    public var title = ""
    public var author = ""
    public var subject = ""
    public var keywords = ""
    /// ISO 8601, `2026-11-30T12:00:00Z`; the caller's, so that the same document has the same bytes.
    public var creationDate = ""
    /// A language tag (RFC 5646).
    public var language = ""

    public init() {}
}

/// A clickable area; coordinates are px of layout from its page's top left corner.
public struct Link: Sendable, Hashable {
    public enum Target: Sendable, Hashable {
        case url(String)
        /// The name of a destination; one that does not exist makes no link.
        case destination(String)
    }

    /// From 0.
    public var page: Int
    public var area: Rect
    public var target: Target
    /// The element that the link is made of.
    public var node: NodeID?
    /// What is read aloud; empty says where the link leads.
    public var title = ""

    public init(page: Int, area: Rect, target: Target) {
        self.page = page
        self.area = area
        self.target = target
    }
}

public struct Destination: Sendable, Hashable {
    public var name: String
    /// From 0.
    public var page: Int
    public var place: Point

    public init(name: String, page: Int, place: Point) {
        self.name = name
        self.page = page
        self.place = place
    }
}

/// An entry of the outline, in document order; a deeper level stands within the entry before it.
public struct OutlineEntry: Sendable, Hashable {
    /// From 1.
    public var level: Int
    public var title: String
    /// From 0.
    public var page: Int
    public var place: Point

    public init(level: Int, title: String, page: Int, place: Point) {
        self.level = level
        self.title = title
        self.page = page
        self.place = place
    }
}

/// An output could not be finished.
public struct PaintError: Error, Hashable, CustomStringConvertible {
    public var reason: String

    public var description: String { "the page cannot be painted: \(reason)" }
}

extension PageFragment {
    /// The page box as it is turned, in px.
    var turnedSize: Size { quarterTurns % 2 == 1 ? Size(width: size.height, height: size.width) : size }

    /// Maps px of layout to px of the turned page.
    var turn: Matrix {
        switch quarterTurns {
        case 1: Matrix(a: 0, b: 1, c: -1, d: 0, e: size.height)
        case 2: Matrix(a: -1, d: -1, e: size.width, f: size.height)
        case 3: Matrix(a: 0, b: -1, c: 1, d: 0, f: size.width)
        default: Matrix()
        }
    }

    private var quarterTurns: Int { ((rotation / 90) % 4 + 4) % 4 }
}

extension Matrix {
    func apply(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
    }

    /// The smallest upright rectangle around a mapped one.
    func apply(_ rect: Rect) -> Rect {
        let first = apply(rect.origin)
        let second = apply(Point(x: rect.maxX, y: rect.maxY))
        return Rect(
            x: min(first.x, second.x), y: min(first.y, second.y), width: abs(second.x - first.x),
            height: abs(second.y - first.y))
    }
}
