extension Document {
    /// The tree as text: an element a line, indented by depth, with its attributes; texts in quotes.
    public var dump: String {
        var out = ""
        var depths: [Int] = []
        for (index, node) in nodes.enumerated() {
            let depth = node.parent.map { depths[$0.index] + 1 } ?? 0
            depths.append(depth)
            out += String(repeating: "  ", count: depth)
            if node.kind == .text {
                out += "\"\(escaped(nodes[index].text))\"\n"
            } else {
                let attributes = node.attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
                out += "<\(node.isSVG ? "svg:" : "")\(node.name)\(attributes)>\n"
            }
        }
        return out
    }

    private func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": out += "\\n"
            case "\t": out += "\\t"
            case "\"": out += "\\\""
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
