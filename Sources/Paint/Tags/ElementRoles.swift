import Markup
import PDF

/// What elements of HTML are in a PDF's structure (ISO 32000-1 §14.8.4).
struct ElementRoles {
    enum Role: Equatable {
        /// No element of its own: what it holds belongs to the element around.
        case transparent
        case block(StructureRole)
        /// A list item: a label and a body within.
        case listItem
        case inline(StructureRole)
        /// A picture.
        case figure
        /// Nothing that is read aloud.
        case artifact
    }

    let document: Document
    /// Whether a table is one of data: others only place things. By node.
    private var dataTables: [Bool?]
    private var roles: [Role?]

    init(_ document: Document) {
        self.document = document
        dataTables = Array(repeating: nil, count: document.nodes.count)
        roles = Array(repeating: nil, count: document.nodes.count)
    }

    mutating func role(of id: NodeID) -> Role {
        if let known = roles[id.index] { return known }
        let answer = findRole(id)
        roles[id.index] = answer
        return answer
    }

    private mutating func findRole(_ id: NodeID) -> Role {
        let node = document[id]
        if node.attribute("aria-hidden") == "true" { return .artifact }
        switch node.name {
        case "p": return .block(.paragraph)
        case "h1", "h2", "h3", "h4", "h5", "h6": return .block(.heading(Int(node.name.utf8.last ?? 0x31) - 0x30))
        case "table": return isData(id) ? .block(.table) : .transparent
        case "thead", "tbody", "tfoot", "tr", "td", "th", "caption": return tablePart(id, node.name)
        case "ul", "ol", "menu": return .block(.list)
        case "li": return isInList(id) ? .listItem : .transparent
        case "section": return .block(.section)
        case "article": return .block(.article)
        case "blockquote": return .block(.blockQuote)
        case "a": return node.attribute("href") != nil ? .inline(.link) : plain(node)
        case "img", "svg": return Self.isDecoration(node) ? .artifact : .figure
        default: return plain(node)
        }
    }

    /// An element whose role is none but whose language or expansion must be said.
    private func plain(_ node: Node) -> Role {
        let isAbbreviation = node.name == "abbr" && node.attribute("title") != nil
        let speaks = node.attribute("lang") != nil && node.name != "html"
        return isAbbreviation || speaks ? .inline(.span) : .transparent
    }

    private mutating func tablePart(_ id: NodeID, _ name: String) -> Role {
        guard let table = enclosing("table", id), isData(table) else { return .transparent }
        return switch name {
        case "thead": .block(.tableHead)
        case "tbody": .block(.tableBody)
        case "tfoot": .block(.tableFoot)
        case "tr": .block(.tableRow)
        case "th": .block(.tableHeader)
        case "caption": .block(.caption)
        default: .block(.tableData)
        }
    }

    /// A table of data says so by headers or a caption; one without them is there for the look (HTML §4.9.1).
    private mutating func isData(_ id: NodeID) -> Bool {
        if let known = dataTables[id.index] { return known }
        let role = document[id].attribute("role")
        let answer = role != "presentation" && role != "none" && hasHeaders(below: id)
        dataTables[id.index] = answer
        return answer
    }

    private func hasHeaders(below id: NodeID) -> Bool {
        for child in document.children(of: id) {
            switch document[child].name {
            case "th", "caption": return true
            case "thead", "tbody", "tfoot", "tr": if hasHeaders(below: child) { return true }
            default: continue
            }
        }
        return false
    }

    func enclosing(_ name: String, _ id: NodeID) -> NodeID? {
        var next = document[id].parent
        while let node = next {
            if document[node].name == name { return node }
            next = document[node].parent
        }
        return nil
    }

    private func isInList(_ id: NodeID) -> Bool {
        guard let parent = document[id].parent else { return false }
        return ["ul", "ol", "menu"].contains(document[parent].name)
    }

    private static func isDecoration(_ node: Node) -> Bool {
        let role = node.attribute("role")
        return role == "presentation" || role == "none" || node.attribute("alt") == ""
    }

    // MARK: What an element says besides

    /// Cells' scopes and spans, languages, what abbreviations stand for; nil where there is nothing to say.
    func attributes(of id: NodeID, _ role: StructureRole) -> StructureAttributes? {
        let node = document[id]
        var attributes = StructureAttributes()
        if node.name != "html", let language = node.attribute("lang"), !language.isEmpty {
            attributes.language = language
        }
        if node.name == "abbr" { attributes.expansion = node.attribute("title") }
        switch role {
        case .tableHeader, .tableData:
            attributes.columnSpan = span(node, "colspan")
            attributes.rowSpan = span(node, "rowspan")
            if role == .tableHeader { attributes.scope = scope(of: id) }
        case .list: attributes.numbering = node.name == "ol" ? .decimal : .disc
        default: break
        }
        return attributes == StructureAttributes() ? nil : attributes
    }

    private func span(_ node: Node, _ name: String) -> Int {
        node.attribute(name).flatMap(Int.init).map { min(max($0, 1), 1000) } ?? 1
    }

    /// As the header says; else a column's in a row of headers alone, and a row's beside data.
    private func scope(of id: NodeID) -> StructureAttributes.Scope {
        switch document[id].attribute("scope") {
        case "row", "rowgroup": return .row
        case "col", "colgroup": return .column
        default: break
        }
        guard let row = document[id].parent else { return .column }
        if let group = document[row].parent, document[group].name == "thead" { return .column }
        return document.children(of: row).contains { document[$0].name == "td" } ? .row : .column
    }

    /// The text alternative of a picture; nil where it has none.
    func alternative(of id: NodeID) -> String? {
        let node = document[id]
        if let text = node.attribute("alt") ?? node.attribute("aria-label"), !text.isEmpty { return text }
        if node.name == "svg", let title = document.children(of: id).first(where: { document[$0].name == "title" }) {
            return document.children(of: title).map { document[$0].text }.joined()
        }
        return node.attribute("title").flatMap { $0.isEmpty ? nil : $0 }
    }
}
