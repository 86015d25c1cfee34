import Geometry
import Style

/// What painting a box takes, found when its fragment is made: a walk over a page passes by what has nothing for it.
///
/// What a box "holds" is painted together with it (CSS 2.2 appendix E). What stands in a layer, a float or an
/// inline-block is painted with that one, and says nothing of the boxes around.
public struct PaintTraits: OptionSet, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A real stacking context.
    public static let isStackingContext = PaintTraits(rawValue: 1)
    /// Painted with the layers of its context and not where it stands.
    public static let isLayer = PaintTraits(rawValue: 2)
    public static let clipsOverflow = PaintTraits(rawValue: 4)
    public static let hasOutline = PaintTraits(rawValue: 8)
    /// There is a background, a border or a shadow, and it shows.
    public static let hasDecoration = PaintTraits(rawValue: 16)

    public static let holdsLayers = PaintTraits(rawValue: 32)
    public static let holdsOutlines = PaintTraits(rawValue: 64)
    public static let holdsFloats = PaintTraits(rawValue: 128)
    /// Blocks in the flow that have a decoration, or borders of a table that collapse.
    public static let holdsDecorations = PaintTraits(rawValue: 256)
    /// Text, images, inline boxes with a decoration, boxes on lines that are painted as a whole.
    public static let holdsContent = PaintTraits(rawValue: 512)

    fileprivate mutating func addChild(_ child: PaintTraits, _ role: BoxFragment.Role) {
        if child.contains(.isLayer) { insert(.holdsLayers) }
        if child.contains(.isStackingContext) { return }
        if child.contains(.hasOutline) { insert(.holdsOutlines) }
        formUnion(child.intersection([.holdsLayers, .holdsOutlines]))
        if child.contains(.isLayer) { return }
        switch role {
        case .float: insert(.holdsFloats)
        case .atomicInline, .item: insert(.holdsContent)
        case .line: formUnion(child.intersection([.holdsFloats, .holdsContent]))
        case .inline:
            formUnion(child.intersection([.holdsFloats, .holdsContent]))
            if child.contains(.hasDecoration) { insert(.holdsContent) }
        case .block, .tableCell, .tableRow, .tableRowGroup, .tableColumn, .page, .marginBox:
            formUnion(child.intersection([.holdsFloats, .holdsContent, .holdsDecorations]))
            if child.contains(.hasDecoration) { insert(.holdsDecorations) }
        }
    }
}

extension BoxFragment.Parts {
    var traits: PaintTraits {
        // A line bears the style of its block, and is no box: it is not asked.
        var traits = role == .line ? [] : own
        if !collapsedBorders.isEmpty { traits.insert(.holdsDecorations) }
        if content != nil { traits.insert(.holdsContent) }
        for index in children.indices {
            switch children[index].fragment {
            case .text: traits.insert(.holdsContent)
            case .box(let box): traits.addChild(box.traits, box.role)
            }
        }
        return traits
    }

    /// Of the box itself.
    private var own: PaintTraits {
        var traits: PaintTraits = []
        let says = style.paint
        if says.contains(.isPositioned) { traits.insert(.isLayer) }
        if says.contains(.isStackingContext) || role == .item && says.contains(.hasZIndex) {
            traits.formUnion([.isLayer, .isStackingContext])
        }
        if says.contains(.clips) { traits.insert(.clipsOverflow) }
        if says.contains(.hasOutline) { traits.insert(.hasOutline) }
        let hasDecoration = says.contains(.hasBackground) || border != .zero
        if hasDecoration, says.contains(.isVisible), role != .page, !hidesDecoration { traits.insert(.hasDecoration) }
        return traits
    }
}
