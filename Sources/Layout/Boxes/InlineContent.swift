import Geometry
import Markup
import Style

/// What stands in an inline formatting context, as a flat list in document order.
///
/// Inline boxes do not nest here: `open` and `close` stand in the list, and an inline box that a block-level box split
/// (CSS 2.2 §9.2.1.1) closes in one content and opens again in the next.
final class InlineContent {
    var items: [InlineItem] = []
    var boxes: [InlineBox] = []
    /// What block containers around draw on this text, outermost first (CSS Text Decoration 3 §2.1).
    var decorations: [DecoratingBox] = []
    /// Collected and shaped text, made when first asked for.
    var prepared: PreparedText?

    /// Whether nothing here can make a line box: no text but collapsible space, no atomic box, no break, no inline box
    /// with margins, padding or borders (CSS 2.2 §9.4.2).
    var makesNoLines: Bool {
        for item in items {
            switch item {
            case .text(let text):
                if !text.isCollapsibleSpace { return false }
            case .atomic, .lineBreak: return false
            case .open(let index):
                if boxes[index].takesRoom { return false }
            case .close, .float, .absolute, .breakOpportunity: continue
            }
        }
        return true
    }
}

/// A box that decorates the text in it; the line's thickness and place come from its own font.
struct DecoratingBox {
    var decoration: TextDecoration
    var style: Group<TextStyle>
}

enum InlineItem {
    case text(InlineText)
    /// Index into `InlineContent.boxes`.
    case open(Int)
    case close(Int)
    /// An inline-block, inline table, flex or grid, or a replaced element.
    case atomic(Box)
    case float(Box)
    case absolute(Box)
    /// `<br>`, with its style (for its `clear` and line height).
    case lineBreak(Box)
    /// `<wbr>`.
    case breakOpportunity
}

/// A text node's characters (before white space is collapsed), or generated text.
struct InlineText {
    var text: String
    /// The style of the box that the text stands in directly.
    var style: ComputedStyle
    var node: NodeID?

    var isCollapsibleSpace: Bool {
        let space = style.text.whiteSpace
        let bytes = text.utf8.span
        for place in bytes.indices {
            switch bytes[place] {
            case 0x20, 0x09: if !space.collapsesSpaces { return false }
            case 0x0A, 0x0D, 0x0C: if space.preservesNewlines { return false }
            default: return false
            }
        }
        return true
    }
}

/// An inline box: `<span>`, `<b>`, `<a>` …
struct InlineBox {
    var style: ComputedStyle
    var node: NodeID?
    var pseudo: PseudoKey.Kind?
    var order: Int
    /// Index of the inline box around it; nil directly in the block container.
    var parent: Int?
    /// Whether its start and end edges (margin, border, padding) are here; a split box has each only once.
    var hasStart: Bool
    var hasEnd: Bool

    var takesRoom: Bool {
        let box = style.box
        let border = style.decoration.borderWidths
        return border.left != 0 || border.right != 0 || box.padding.left != .zero || box.padding.right != .zero
            || box.margin.left != .zero || box.margin.right != .zero
    }
}
