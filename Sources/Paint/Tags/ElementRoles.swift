import Markup
import PDF

/// What elements of HTML are in a PDF's structure (ISO 32000-1 §14.8.4).
///
/// Asked for each element, it reads nodes in place, and looks for what most elements are first.
final class ElementRoles {
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
    /// Whether the table that a node is, or stands in, is one of data: others only place things. By node.
    private var isOfData: [Bool?]
    private var roles: [Role?]

    init(_ document: Document) {
        self.document = document
        isOfData = Array(repeating: nil, count: document.nodes.count)
        roles = Array(repeating: nil, count: document.nodes.count)
    }

    func role(of id: NodeID) -> Role {
        if let known = roles[id.index] { return known }
        let answer = findRole(id)
        roles[id.index] = answer
        return answer
    }

    private func findRole(_ id: NodeID) -> Role {
        if attribute("aria-hidden", of: id) == "true" { return .artifact }
        switch document.nodes[id.index].name {
        case "td": return tablePart(id, .tableData)
        case "tr": return tablePart(id, .tableRow)
        case "div", "span": return plain(id)
        case "p": return .block(.paragraph)
        case "th": return tablePart(id, .tableHeader)
        case "thead": return tablePart(id, .tableHead)
        case "tbody": return tablePart(id, .tableBody)
        case "tfoot": return tablePart(id, .tableFoot)
        case "caption": return tablePart(id, .caption)
        case "table": return isOfData(id) ? .block(.table) : .transparent
        case "h1": return .block(.heading(1))
        case "h2": return .block(.heading(2))
        case "h3": return .block(.heading(3))
        case "h4": return .block(.heading(4))
        case "h5": return .block(.heading(5))
        case "h6": return .block(.heading(6))
        case "ul", "ol", "menu": return .block(.list)
        case "li": return isInList(id) ? .listItem : .transparent
        case "section": return .block(.section)
        case "article": return .block(.article)
        case "blockquote": return .block(.blockQuote)
        case "a": return attribute("href", of: id) != nil ? .inline(.link) : plain(id)
        case "img", "svg": return isDecoration(id) ? .artifact : .figure
        default: return plain(id)
        }
    }

    private func attribute(_ name: String, of id: NodeID) -> String? {
        let count = document.nodes[id.index].attributes.count
        for index in 0..<count where document.nodes[id.index].attributes[index].name == name {
            return document.nodes[id.index].attributes[index].value
        }
        return nil
    }

    private func name(_ id: NodeID, is name: String) -> Bool { document.nodes[id.index].name == name }

    /// An element whose role is none but whose language or expansion must be said.
    private func plain(_ id: NodeID) -> Role {
        guard !document.nodes[id.index].attributes.isEmpty else { return .transparent }
        let isAbbreviation = name(id, is: "abbr") && attribute("title", of: id) != nil
        let speaks = attribute("lang", of: id) != nil && !name(id, is: "html")
        return isAbbreviation || speaks ? .inline(.span) : .transparent
    }

    private func tablePart(_ id: NodeID, _ role: StructureRole) -> Role {
        guard let parent = document.nodes[id.index].parent, isOfData(parent) else { return .transparent }
        return .block(role)
    }

    private func isOfData(_ id: NodeID) -> Bool {
        if let known = isOfData[id.index] { return known }
        let answer = name(id, is: "table") ? isData(id) : document.nodes[id.index].parent.map(isOfData) ?? false
        isOfData[id.index] = answer
        return answer
    }

    /// A table of data says so by headers or a caption; one without them is there for the look (HTML §4.9.1).
    private func isData(_ id: NodeID) -> Bool {
        let role = attribute("role", of: id)
        return role != "presentation" && role != "none" && hasHeaders(below: id)
    }

    private func hasHeaders(below id: NodeID) -> Bool {
        for child in document.children(of: id) {
            switch document.nodes[child.index].name {
            case "th", "caption": return true
            case "thead", "tbody", "tfoot", "tr": if hasHeaders(below: child) { return true }
            default: continue
            }
        }
        return false
    }

    private func isInList(_ id: NodeID) -> Bool {
        guard let parent = document.nodes[id.index].parent else { return false }
        return name(parent, is: "ul") || name(parent, is: "ol") || name(parent, is: "menu")
    }

    private func isDecoration(_ id: NodeID) -> Bool {
        let role = attribute("role", of: id)
        return role == "presentation" || role == "none" || attribute("alt", of: id) == ""
    }

    // MARK: What an element says besides

    /// Cells' scopes and spans, languages, what abbreviations stand for; nil where there is nothing to say.
    func attributes(of id: NodeID, _ role: StructureRole) -> StructureAttributes? {
        var attributes: StructureAttributes?
        func say(_ change: (inout StructureAttributes) -> Void) { change(&attributes[orNew: StructureAttributes()]) }
        let isCell = role == .tableData || role == .tableHeader
        let count = document.nodes[id.index].attributes.count
        for index in 0..<count where !isMute(id, index) {
            let attribute = document.nodes[id.index].attributes[index]
            switch attribute.name {
            case "lang" where !attribute.value.isEmpty && !name(id, is: "html"):
                say { $0.language = attribute.value }
            case "title" where name(id, is: "abbr"): say { $0.expansion = attribute.value }
            case "colspan" where isCell && span(attribute) > 1: say { $0.columnSpan = span(attribute) }
            case "rowspan" where isCell && span(attribute) > 1: say { $0.rowSpan = span(attribute) }
            default: continue
            }
        }
        if role == .tableHeader { say { $0.scope = scope(of: id) } }
        if role == .list { say { $0.numbering = name(id, is: "ol") ? .decimal : .disc } }
        return attributes
    }

    /// Most attributes are for style sheets alone.
    private func isMute(_ id: NodeID, _ index: Int) -> Bool {
        let isClass = document.nodes[id.index].attributes[index].name == "class"
        return isClass || document.nodes[id.index].attributes[index].name == "style"
    }

    private func span(_ attribute: Attribute) -> Int { Int(attribute.value).map { min(max($0, 1), 1000) } ?? 1 }

    /// As the header says; else a column's in a row of headers alone, and a row's beside data.
    private func scope(of id: NodeID) -> StructureAttributes.Scope {
        switch attribute("scope", of: id) {
        case "row", "rowgroup": return .row
        case "col", "colgroup": return .column
        default: break
        }
        guard let row = document.nodes[id.index].parent else { return .column }
        if let group = document.nodes[row.index].parent, name(group, is: "thead") { return .column }
        return document.children(of: row).contains { name($0, is: "td") } ? .row : .column
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

extension Optional {
    /// The value, made where there is none yet.
    fileprivate subscript(orNew value: @autoclosure () -> Wrapped) -> Wrapped {
        get { self ?? value() }
        set { self = newValue }
    }
}
