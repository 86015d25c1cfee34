extension Document {
    /// An element of the tree as XML, whatever the HTML left out: quotes around values, end tags, escapes.
    ///
    /// What XML does not allow, or whose name has a prefix that nobody declares, is left out.
    public func xml(of id: NodeID) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(nodes[id.index].sourceRange.count + 64)
        write(id, to: &out)
        return out
    }

    private func write(_ id: NodeID, to out: inout [UInt8]) {
        let node = nodes[id.index]
        guard node.kind == .element else { return escape(node.text, to: &out) }
        guard isName(node.name), !node.name.utf8.contains(Self.colon) else { return }
        out.append(UInt8(ascii: "<"))
        out += node.name.utf8
        for attribute in node.attributes where isAllowed(attribute.name) {
            out.append(UInt8(ascii: " "))
            out += attribute.name.utf8
            out += "=\"".utf8
            escape(attribute.value, to: &out)
            out.append(UInt8(ascii: "\""))
        }
        guard node.firstChild != nil else {
            out += "/>".utf8
            return
        }
        out.append(UInt8(ascii: ">"))
        for child in children(of: id) { write(child, to: &out) }
        out += "</\(node.name)>".utf8
    }

    private static let colon = UInt8(ascii: ":")

    private func isAllowed(_ name: String) -> Bool {
        guard isName(name) else { return false }
        guard let colon = name.utf8.firstIndex(of: Self.colon) else { return true }
        return ["xlink", "xml", "xmlns"].contains(String(name[..<colon]))
    }

    private func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-.:".unicodeScalars.contains($0)
        }
    }

    private func escape(_ text: String, to out: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): out += "&amp;".utf8
            case UInt8(ascii: "<"): out += "&lt;".utf8
            case UInt8(ascii: ">"): out += "&gt;".utf8
            case UInt8(ascii: "\""): out += "&quot;".utf8
            case 0x09, 0x0A, 0x0D, 0x20...: out.append(byte)
            default: break
            }
        }
    }
}
