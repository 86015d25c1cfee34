import Markup

/// The elements that box building treats in a way of their own, told by name once for each element.
enum ElementKind: UInt8 {
    case text
    /// Boxed as its style says.
    case plain
    case lineBreak, breakOpportunity
    case image, object, svg, frame
    case orderedList, fieldset, legend

    init(_ node: borrowing Node) {
        guard node.kind == .element else {
            self = .text
            return
        }
        // Most elements are none of these: their first letter tells.
        switch node.name.utf8.first {
        case UInt8(ascii: "b"): self = node.name == "br" ? .lineBreak : .plain
        case UInt8(ascii: "w"): self = node.name == "wbr" ? .breakOpportunity : .plain
        case UInt8(ascii: "i"): self = node.name == "img" ? .image : node.name == "iframe" ? .frame : .plain
        case UInt8(ascii: "e"): self = node.name == "embed" ? .image : .plain
        case UInt8(ascii: "o"): self = node.name == "ol" ? .orderedList : node.name == "object" ? .object : .plain
        case UInt8(ascii: "s"): self = node.isSVG && node.name == "svg" ? .svg : .plain
        case UInt8(ascii: "c"): self = node.name == "canvas" ? .frame : .plain
        case UInt8(ascii: "v"): self = node.name == "video" ? .frame : .plain
        case UInt8(ascii: "f"): self = node.name == "fieldset" ? .fieldset : .plain
        case UInt8(ascii: "l"): self = node.name == "legend" ? .legend : .plain
        default: self = .plain
        }
    }
}
