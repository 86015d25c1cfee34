import Geometry
import Markup
import Style

/// A box of the box tree: what an element, a pseudo-element or an anonymous need becomes before it has a size.
///
/// The outside behaviour (block-level, inline-level, table part, float …) stands in the style; the inside behaviour is
/// `inside`. The tree is made once by `BoxBuilder` and not changed afterwards, but for what layout remembers in it.
final class Box {
    enum Inside {
        /// A block container of block-level boxes; floats and positioned boxes may stand among them.
        case blocks
        /// A block container that establishes an inline formatting context; `children` is empty.
        case inlines(InlineContent)
        /// Children: captions, column groups, row groups (after fix-up, CSS 2.2 §17.2.1).
        case table
        case tableRowGroup, tableRow, tableColumnGroup, tableColumn
        case flex
        case grid
        case replaced(ReplacedBox)
    }

    let style: ComputedStyle
    /// The element behind the box; for a pseudo-element the one that it belongs to; nil for anonymous boxes.
    let node: NodeID?
    let pseudo: PseudoKey.Kind?
    /// Preorder number.
    let order: Int
    var inside: Inside
    var children: [Box] = []
    /// The marker of a list item when it stands outside; an inside marker is part of the inline content.
    var marker: Box?
    /// Whether the box is a `fieldset`'s, and its rendered legend (HTML §15.3.13).
    var isFieldset = false
    var legend: Box?
    /// `colspan`, `rowspan`, `span`.
    var columnSpan = 1
    var rowSpan = 1

    /// The used value of `page`: the box's own or the nearest ancestor's; empty for none (CSS Page 3 §8.1).
    var pageName = ""

    /// What layout remembers of the box; each family of algorithms keeps its own.
    var intrinsicSizes: IntrinsicSizes?
    var measured: [MeasuredLayout] = []
    var tableGrid: TableGrid?
    var leadingMargins: LeadingMargins?

    init(style: ComputedStyle, node: NodeID?, pseudo: PseudoKey.Kind? = nil, order: Int, inside: Inside) {
        self.style = style
        self.node = node
        self.pseudo = pseudo
        self.order = order
        self.inside = inside
    }

    /// Whether the box's content is laid out apart from the floats and margins around it (CSS Display 3 §2.1).
    var establishesFormattingContext: Bool {
        switch inside {
        case .blocks, .inlines: break
        default: return true
        }
        let box = style.box
        switch box.display {
        case .block, .listItem, .inline: break
        default: return true
        }
        return box.clips || box.isOutOfFlow || isFieldset || style.arrangement.columnCount != nil
            || style.arrangement.columnWidth != nil || style.arrangement.alignContent.keyword != .normal
    }

    /// The same box in the flow: a running element where a page margin shows it.
    func inFlow() -> Box {
        var values = style.box
        values.position = .static
        let standing = ComputedStyle(
            text: style.textGroup, box: Group(values), decoration: style.decorationGroup,
            arrangement: style.arrangementGroup, generated: style.generatedGroup)
        return styled(standing)
    }

    /// The same box in another style.
    func styled(_ style: ComputedStyle) -> Box {
        let box = Box(style: style, node: node, pseudo: pseudo, order: order, inside: inside)
        box.children = children
        box.marker = marker
        box.isFieldset = isFieldset
        box.legend = legend
        return box
    }

    var isReplaced: Bool { if case .replaced = inside { true } else { false } }
}

/// An image or an inline SVG, with what the document says of its size.
struct ReplacedBox {
    /// nil when the image is missing: then the box has no natural size and shows its alternative text.
    var image: ImageInfo?
    var alternativeText: String
}

/// The min-content and max-content width of a box's content (CSS Sizing 3 §5), without its own padding and border.
struct IntrinsicSizes {
    var minContent: Double
    var maxContent: Double

    static let zero = IntrinsicSizes(minContent: 0, maxContent: 0)
}

/// A layout in endless space that was kept, with what it was made for.
struct MeasuredLayout {
    var key: Key
    var layout: BoxLayout

    struct Key {
        var width: WidthRule
        var height: HeightRule
        var containingWidth: Double
        var containingHeight: Double?
        /// The border-box width that came out: asking for just this one is the same question.
        var usedWidth: Double
        var subgrid: Subgrid

        init(_ space: ConstraintSpace, _ size: Size) {
            width = space.width
            height = space.height
            containingWidth = space.containingWidth
            containingHeight = space.containingHeight
            usedWidth = size.width
            subgrid = space.subgrid
        }

        func answers(_ space: ConstraintSpace) -> Bool {
            guard height == space.height, containingWidth == space.containingWidth,
                containingHeight == space.containingHeight, subgrid == space.subgrid
            else { return false }
            return width == space.width || space.width == .fixed(usedWidth)
        }
    }
}
