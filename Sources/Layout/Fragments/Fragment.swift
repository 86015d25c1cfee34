public import Geometry
public import Markup
public import Style

/// A piece of a laid out page: the only thing that survives layout. PDF, PNG and box lists are made from it.
public enum Fragment: Sendable {
    case box(BoxFragment)
    /// Apart, so that a fragment is small to move.
    indirect case text(TextFragment)
}

/// A fragment with its place: its border box's top left corner (a text's left end of the baseline), from the top
/// left corner of the border box of the fragment that holds it.
public struct PlacedFragment: Sendable {
    public var origin: Point
    public var fragment: Fragment

    public init(_ fragment: Fragment, at origin: Point) {
        self.fragment = fragment
        self.origin = origin
    }
}

/// A box, or the part of it that stands on one page or line.
///
/// Fragments are built once and then only read; they are classes so that a subtree moves by moving its origin.
public final class BoxFragment: Sendable {
    public enum Role: UInt8, Sendable {
        /// A block-level box in the flow, an anonymous one included.
        case block
        /// A line of an inline formatting context: no box of its own, holds what stands on it.
        case line
        /// An inline box on one line.
        case inline
        /// An inline-block, inline table or replaced element on a line: painted as if it were a stacking context.
        case atomicInline
        case float
        /// Flex and grid items paint like inline-blocks (CSS Flexbox 1 §4.3).
        case item
        case tableCell, tableRow, tableRowGroup, tableColumn
        /// The page itself, its margin boxes.
        case page, marginBox
    }

    public let role: Role
    public let style: ComputedStyle
    /// The element that made the box; nil for anonymous boxes.
    public let node: NodeID?
    public let pseudo: PseudoKey.Kind?
    /// The order of the box in its document, by which stacked boxes of equal `z-index` are painted.
    public let order: Int
    /// Of the border box.
    public let size: Size
    /// Used border widths and padding, with 0 where a break cut the box open.
    public let border: Edges<Double>
    public let padding: Edges<Double>
    /// The sides that a page or line break cut open: no border, padding or radius there.
    public let openSides: OpenSides
    public let children: [PlacedFragment]
    /// A painted cell without content under `empty-cells: hide` paints nothing of its own.
    public let hidesDecoration: Bool
    /// What few fragments have, apart, so that the others are small; nil for none of it.
    private let rare: Group<RareParts>?
    /// From where to where the box and all it shows reach, from its own top: what a page's end may cut.
    let reach: ClosedRange<Double>
    public let traits: PaintTraits

    public init(_ parts: consuming Parts) {
        role = parts.role
        style = parts.style
        node = parts.node
        pseudo = parts.pseudo
        order = parts.order
        size = parts.size
        border = parts.border
        padding = parts.padding
        openSides = parts.openSides
        rare = parts.rare
        hidesDecoration = parts.hidesDecoration
        reach = Self.reach(of: parts.children, in: parts.role, parts.style, height: parts.size.height)
        traits = parts.traits
        children = parts.children
    }

    /// The whole box in this fragment's coordinates when breaks cut it: backgrounds are positioned against it.
    public var unbrokenBox: Rect? { rare?.values.unbrokenBox }
    public var content: ReplacedContent? { rare?.values.content }
    /// Painted over the cells of a table whose borders collapse, in this order.
    public var collapsedBorders: [BorderSegment] { rare?.values.collapsedBorders ?? [] }
    /// In this fragment's coordinates: the part of an unbreakable box (a tall image) that this page shows, and to which
    /// it is clipped with all that it holds.
    public var clip: Rect? { rare?.values.clip }
    /// In this fragment's coordinates: the legend of a `fieldset`, in the middle of which the top border goes, with a
    /// gap where the legend stands (HTML §15.3.13).
    public var legend: Rect? { rare?.values.legend }

    fileprivate struct RareParts: Sendable {
        var unbrokenBox: Rect?
        var content: ReplacedContent?
        var collapsedBorders: [BorderSegment] = []
        var clip: Rect?
        var legend: Rect?
    }

    /// A line reaches as far as its own box, whatever hangs over from it; a box that clips likewise.
    private static func reach(
        of children: [PlacedFragment], in role: Role, _ style: ComputedStyle, height: Double
    ) -> ClosedRange<Double> {
        let height = max(0, height)
        if role == .line || style.box.clips { return 0...height }
        var top = 0.0
        var bottom = height
        for index in children.indices {
            guard case .box(let box) = children[index].fragment else { continue }
            let y = children[index].origin.y
            top = min(top, y + box.reach.lowerBound)
            bottom = max(bottom, y + box.reach.upperBound)
        }
        return top...bottom
    }

    /// What a fragment is made of, for building one.
    public struct Parts: Sendable {
        public var role: Role
        public var style: ComputedStyle
        public var node: NodeID?
        public var pseudo: PseudoKey.Kind?
        public var order = 0
        public var size = Size()
        public var border = Edges<Double>.zero
        public var padding = Edges<Double>.zero
        public var openSides: OpenSides = []
        public var children: [PlacedFragment] = []
        public var hidesDecoration = false
        fileprivate var rare: Group<RareParts>?

        public var unbrokenBox: Rect? {
            get { rare?.values.unbrokenBox }
            set { if newValue != unbrokenBox { changeRare { $0.unbrokenBox = newValue } } }
        }
        public var content: ReplacedContent? {
            get { rare?.values.content }
            set { if newValue != content { changeRare { $0.content = newValue } } }
        }
        public var collapsedBorders: [BorderSegment] {
            get { rare?.values.collapsedBorders ?? [] }
            set { if newValue != collapsedBorders { changeRare { $0.collapsedBorders = newValue } } }
        }
        public var clip: Rect? {
            get { rare?.values.clip }
            set { if newValue != clip { changeRare { $0.clip = newValue } } }
        }
        public var legend: Rect? {
            get { rare?.values.legend }
            set { if newValue != legend { changeRare { $0.legend = newValue } } }
        }

        private mutating func changeRare(_ change: (inout RareParts) -> Void) {
            var values = rare?.values ?? RareParts()
            change(&values)
            rare = Group(values)
        }

        public init(role: Role, style: ComputedStyle) {
            self.role = role
            self.style = style
        }

        public init(_ fragment: BoxFragment) {
            self.init(role: fragment.role, style: fragment.style)
            node = fragment.node
            pseudo = fragment.pseudo
            order = fragment.order
            size = fragment.size
            border = fragment.border
            padding = fragment.padding
            openSides = fragment.openSides
            children = fragment.children
            hidesDecoration = fragment.hidesDecoration
            rare = fragment.rare
        }
    }
}

public struct OpenSides: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let top = OpenSides(rawValue: 1)
    public static let right = OpenSides(rawValue: 2)
    public static let bottom = OpenSides(rawValue: 4)
    public static let left = OpenSides(rawValue: 8)
}

/// What a replaced element shows in its content box.
public struct ReplacedContent: Sendable, Hashable {
    public var image: ImageID
    /// Where the image itself goes, from the content box's top left, after `object-fit` and `object-position`; it is
    /// clipped to the content box.
    public var rect: Rect
    public var alternativeText: String

    public init(image: ImageID, rect: Rect, alternativeText: String = "") {
        self.image = image
        self.rect = rect
        self.alternativeText = alternativeText
    }
}

/// One straight piece of a collapsed border (CSS 2.2 §17.6.2), centred on the grid line between two points.
public struct BorderSegment: Sendable, Hashable {
    public var start: Point
    public var end: Point
    public var side: BorderSide

    public init(from start: Point, to end: Point, side: BorderSide) {
        self.start = start
        self.end = end
        self.side = side
    }
}
