import Markup

extension ComputedStyle {
    /// The computed value of a longhand as CSS text, or nil where the property is not known. A flow-relative name
    /// answers for text from left to right.
    public func text(of property: String) -> String? {
        if property.utf8.starts(with: "--".utf8) { return customs.values[property].map { $0.cssText } }
        switch PropertyTable.entries[property] {
        case .longhand(let id), .logical(let id, _): return PropertyTable.longhands[id.index].text(self)
        default: return nil
        }
    }

    /// All longhands that differ from those of `other`, one a line, in the order of the property table.
    public func dump(against other: ComputedStyle = .initial) -> String {
        var lines: [String] = []
        for definition in PropertyTable.longhands {
            let value = definition.text(self)
            if value != definition.text(other) { lines.append("\(definition.name): \(value)") }
        }
        return lines.joined(separator: "\n")
    }
}

extension StyledDocument {
    /// Each element in order with what it has in other values than it would inherit, indented by depth.
    public var dump: String {
        var out = ""
        var depths: [Int] = []
        for (index, node) in document.nodes.enumerated() {
            depths.append(node.parent.map { depths[$0.index] + 1 } ?? 0)
            guard let style = styles[index] else { continue }
            let indent = String(repeating: "  ", count: depths[index])
            let id = node.id.map { "#" + $0 } ?? ""
            out += "\(indent)\(node.name)\(id)\(node.classes.map { "." + $0 }.joined())\n"
            let parent = node.parent.flatMap { styles[$0.index] } ?? .initial
            out += Self.lines(style, parent, indent)
            for kind in [PseudoKey.Kind.before, .after, .marker, .firstLine, .firstLetter] {
                guard let pseudo = pseudoStyles[PseudoKey(NodeID(index), kind)] else { continue }
                out += "\(indent)  ::\(kind)\n" + Self.lines(pseudo, style, indent + "  ")
            }
        }
        return out
    }

    private static func lines(_ style: ComputedStyle, _ parent: ComputedStyle, _ indent: String) -> String {
        let text = style.dump(against: parent.anonymous(.inline))
        return text.isEmpty ? "" : text.split(separator: "\n").map { "\(indent)  \($0)\n" }.joined()
    }
}

extension [Token] {
    /// The tokens of a custom property, with single spaces between them.
    fileprivate var cssText: String {
        var out = ""
        for token in self {
            switch token.kind {
            case .ident: out += token.text
            case .function: out += token.text + "("
            case .atKeyword: out += "@" + token.text
            case .hash: out += "#" + token.text
            case .string: out += "\"\(token.text)\""
            case .url: out += "url(\(token.text))"
            case .delim: out.unicodeScalars.append(Unicode.Scalar(token.delim))
            case .number: out += cssNumber(token.number)
            case .percentage: out += cssNumber(token.number) + "%"
            case .dimension: out += cssNumber(token.number) + token.text
            case .whitespace: out += " "
            case .colon: out += ":"
            case .semicolon: out += ";"
            case .comma: out += ","
            case .openSquare: out += "["
            case .closeSquare: out += "]"
            case .openParen: out += "("
            case .closeParen: out += ")"
            case .openCurly: out += "{"
            case .closeCurly: out += "}"
            case .badString, .badURL, .cdo, .cdc: break
            }
        }
        return out
    }
}
