public import Geometry

/// What page selectors ask about a page (CSS Paged Media 3 §4).
public struct PageTraits: Sendable, Hashable {
    /// The used `page` name; empty when none.
    public var name: String
    public var isFirst: Bool
    public var isRight: Bool
    public var isBlank: Bool
    /// From 1, for `:nth()`.
    public var number: Int

    public init(name: String = "", isFirst: Bool, isRight: Bool, isBlank: Bool = false, number: Int) {
        self.name = name
        self.isFirst = isFirst
        self.isRight = isRight
        self.isBlank = isBlank
        self.number = number
    }
}

/// The computed page box of one page.
public struct PageStyle: Sendable {
    /// Width and height of the page box in px.
    public var size: Size
    public var margin: Edges<Double>
    /// Borders, padding, background and text of the page context itself.
    public var style: ComputedStyle
    /// The margin boxes that generate a box: those with `content`.
    public var marginBoxes: [MarginBoxName: ComputedStyle]
    /// Degrees clockwise of `page-orientation`.
    public var rotation: Int

    public init(size: Size, margin: Edges<Double>, style: ComputedStyle) {
        self.size = size
        self.margin = margin
        self.style = style
        marginBoxes = [:]
        rotation = 0
    }
}

public enum MarginBoxName: UInt8, Sendable, Hashable, CaseIterable {
    case topLeftCorner, topLeft, topCenter, topRight, topRightCorner
    case leftTop, leftMiddle, leftBottom
    case rightTop, rightMiddle, rightBottom
    case bottomLeftCorner, bottomLeft, bottomCenter, bottomRight, bottomRightCorner
}

/// All `@page` rules of a document, asked one page at a time; answers are kept by traits that matter.
public protocol PageStyleSource: Sendable {
    func style(for page: PageTraits) -> PageStyle
}

public struct PageRules: Sendable {
    let source: any PageStyleSource

    public init(_ source: any PageStyleSource) { self.source = source }

    public func style(for page: PageTraits) -> PageStyle { source.style(for: page) }
}
