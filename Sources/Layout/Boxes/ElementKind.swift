import Markup

/// The elements that box building treats in a way of their own, told by name once for each element.
enum ElementKind: UInt8 {
    case text
    /// Boxed as its style says.
    case plain
    case lineBreak, breakOpportunity
    case image, object, svg, frame
    case orderedList, fieldset, legend

    /// - Parameter name: of an element.
    init(_ name: String, isSVG: Bool) {
        // Most elements are none of these: their first letter tells.
        switch name.utf8.first {
        case UInt8(ascii: "b"): self = name == "br" ? .lineBreak : .plain
        case UInt8(ascii: "w"): self = name == "wbr" ? .breakOpportunity : .plain
        case UInt8(ascii: "i"): self = name == "img" ? .image : name == "iframe" ? .frame : .plain
        case UInt8(ascii: "e"): self = name == "embed" ? .image : .plain
        case UInt8(ascii: "o"): self = name == "ol" ? .orderedList : name == "object" ? .object : .plain
        case UInt8(ascii: "s"): self = isSVG && name == "svg" ? .svg : .plain
        case UInt8(ascii: "c"): self = name == "canvas" ? .frame : .plain
        case UInt8(ascii: "v"): self = name == "video" ? .frame : .plain
        case UInt8(ascii: "f"): self = name == "fieldset" ? .fieldset : .plain
        case UInt8(ascii: "l"): self = name == "legend" ? .legend : .plain
        default: self = .plain
        }
    }
}
