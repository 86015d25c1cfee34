public import Diagnostics
public import Geometry
public import Style

/// A finished page. Coordinates of its children are px from the page box's top left corner.
public struct PageFragment: Sendable {
    /// The page box.
    public var size: Size
    public var margin: Edges<Double>
    public var traits: PageTraits
    /// Role `page`: its children are the page's content, its margin boxes, then boxes fixed to it, each clipped
    /// to nothing but themselves. Content that was too wide and is shrunk to fit stands in a box that scales it.
    public var root: BoxFragment
    /// Degrees clockwise.
    public var rotation: Int
    /// The `page` counter.
    public var number: Int

    public init(size: Size, margin: Edges<Double>, traits: PageTraits, root: BoxFragment) {
        self.size = size
        self.margin = margin
        self.traits = traits
        self.root = root
        rotation = 0
        number = traits.number
    }
}

/// Everything that layout says about a document.
public struct LayoutResult: Sendable {
    public var pages: [PageFragment]
    public var diagnostics: [Diagnostic]

    public init(pages: [PageFragment], diagnostics: [Diagnostic]) {
        self.pages = pages
        self.diagnostics = diagnostics
    }
}
