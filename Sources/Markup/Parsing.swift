import CGumbo
public import Diagnostics

/// HTML5 in, element tree out (HTML §13.2); scripts are taken as never running, so `<noscript>` holds elements.
///
/// Every sequence of bytes has a tree; what is odd about it comes as warnings.
public func parseHTML(_ bytes: [UInt8], name: String? = nil) -> (document: Document, diagnostics: [Diagnostic]) {
    var diagnostics = DiagnosticBag(file: name)
    let source = decodeHTML(bytes, diagnostics: &diagnostics)
    if let nodes = TidyParser.nodes(of: source) {
        return (Document(nodes: nodes, source: source, name: name), diagnostics.sorted)
    }
    return parseFully(source, name: name, diagnostics: &diagnostics)
}

/// By Gumbo, which knows all rules.
func parseFully(
    _ source: [UInt8], name: String?, diagnostics: inout DiagnosticBag
) -> (document: Document, diagnostics: [Diagnostic]) {
    var copier = TreeCopier(source: source)
    let mode = ParserArena.withTree(of: withBoundedNesting(source)) { root in
        copier.copy(root)
        return Document.Mode(root.pointee.v.document)
    }
    if let position = copier.firstTooDeep {
        diagnostics.add(
            .warning(
                "elements are nested more than \(Document.depthLimit) deep; deeper ones are placed beside each other",
                at: SourceLocation(position: position)))
    }
    var document = Document(nodes: copier.list.nodes, source: source, name: name)
    document.mode = mode ?? .standard
    return (document, diagnostics.sorted)
}

/// Copies Gumbo's tree in document order, with a stack of its own in place of recursion.
private struct TreeCopier {
    private struct Task {
        var node: UnsafeMutablePointer<GumboNode>
        var parent: NodeID?
        var depth: Int
    }

    var list: NodeList
    var firstTooDeep: SourcePosition?
    private var hasEndTag: [Bool] = []

    init(source: [UInt8]) {
        list = NodeList(capacity: source.count / 24)
    }

    mutating func copy(_ document: UnsafeMutablePointer<GumboNode>) {
        let start = base(of: document)
        var stack: [Task] = []
        push(document.pointee.v.document.children, parent: nil, depth: 0, onto: &stack)
        while let task = stack.popLast() {
            switch task.node.pointee.type {
            case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
                let id = appendElement(task.node, under: task.parent, base: start)
                // Script text is never seen, and the contents of a template are inert (HTML §4.12.3).
                let tag = task.node.pointee.v.element.tag
                if tag == GUMBO_TAG_SCRIPT || task.node.pointee.type == GUMBO_NODE_TEMPLATE { continue }
                let isDeep = task.depth >= Document.depthLimit
                if isDeep, firstTooDeep == nil { firstTooDeep = list.nodes[id.index].position }
                push(
                    task.node.pointee.v.element.children, parent: isDeep ? task.parent : id,
                    depth: isDeep ? task.depth : task.depth + 1, onto: &stack)
            case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
                appendText(task.node.pointee.v.text, under: task.parent)
            default: break
            }
        }
        extendRangesOverChildren()
    }

    private func push(_ children: GumboVector, parent: NodeID?, depth: Int, onto stack: inout [Task]) {
        for index in stride(from: Int(children.length) - 1, through: 0, by: -1) {
            guard let child = children.data[index] else { continue }
            stack.append(Task(node: child.assumingMemoryBound(to: GumboNode.self), parent: parent, depth: depth))
        }
    }

    /// The address of the first source byte, from the first element that was really written.
    private func base(of document: UnsafeMutablePointer<GumboNode>) -> UnsafePointer<CChar>? {
        var stack: [Task] = []
        push(document.pointee.v.document.children, parent: nil, depth: 0, onto: &stack)
        while let task = stack.popLast() {
            guard task.node.pointee.type == GUMBO_NODE_ELEMENT else { continue }
            let element = task.node.pointee.v.element
            if let data = element.original_tag.data, element.original_tag.length > 0 {
                return data - Int(element.start_pos.offset)
            }
            push(element.children, parent: nil, depth: 0, onto: &stack)
        }
        return nil
    }

    private mutating func appendElement(
        _ node: UnsafeMutablePointer<GumboNode>, under parent: NodeID?, base: UnsafePointer<CChar>?
    ) -> NodeID {
        let element = node.pointee.v.element
        var copy = Node(kind: .element, name: tagName(of: element), position: SourcePosition(element.start_pos))
        copy.isSVG = element.tag_namespace == GUMBO_NAMESPACE_SVG
        copyAttributes(element.attributes, to: &copy)
        if let base, let tag = element.original_tag.data, element.original_tag.length > 0 {
            let lower = tag - base
            var upper = lower + Int(element.original_tag.length)
            if let end = element.original_end_tag.data, element.original_end_tag.length > 0 {
                upper = max(upper, end - base + Int(element.original_end_tag.length))
            }
            copy.sourceRange = lower..<upper
        }
        hasEndTag.append(element.original_end_tag.length > 0)
        return list.append(copy, under: parent)
    }

    private mutating func appendText(_ text: GumboText, under parent: NodeID?) {
        guard let parent else { return }
        var copy = Node(kind: .text, position: SourcePosition(text.start_pos))
        copy.text = String(cString: text.text)
        hasEndTag.append(true)
        _ = list.append(copy, under: parent)
    }

    /// An SVG element whose end tag was left out reaches to the end of its last child.
    private mutating func extendRangesOverChildren() {
        for index in list.nodes.indices.reversed() where list.nodes[index].isSVG {
            guard let parent = list.nodes[index].parent?.index, list.nodes[parent].isSVG, !hasEndTag[parent] else {
                continue
            }
            let range = list.nodes[parent].sourceRange
            guard !range.isEmpty else { continue }
            list.nodes[parent].sourceRange =
                range.lowerBound..<max(range.upperBound, list.nodes[index].sourceRange.upperBound)
        }
    }
}

extension SourcePosition {
    fileprivate init(_ position: GumboSourcePosition) {
        self.init(line: max(1, Int(position.line)), column: max(1, Int(position.column)))
    }
}

/// The names of the tags that Gumbo knows, by its number.
private let knownTagNames: [String] = (0..<GUMBO_TAG_UNKNOWN.rawValue).map { raw in
    gumbo_normalized_tagname(GumboTag(rawValue: raw)).map { String(cString: $0) } ?? ""
}

private func tagName(of element: GumboElement) -> String {
    if element.tag_namespace == GUMBO_NAMESPACE_SVG {
        var piece = element.original_tag
        gumbo_tag_from_original_text(&piece)
        if let name = gumbo_normalize_svg_tagname(&piece) { return String(cString: name) }
    }
    if element.tag != GUMBO_TAG_UNKNOWN { return knownTagNames[Int(element.tag.rawValue)] }
    var piece = element.original_tag
    gumbo_tag_from_original_text(&piece)
    guard let data = piece.data else { return "" }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(piece.length))
    return String(decoding: bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 }, as: UTF8.self)
}

private func copyAttributes(_ attributes: GumboVector, to node: inout Node) {
    guard attributes.length > 0 else { return }
    node.attributes.reserveCapacity(Int(attributes.length))
    for index in 0..<Int(attributes.length) {
        guard let pointer = attributes.data[index] else { continue }
        let attribute = pointer.assumingMemoryBound(to: GumboAttribute.self).pointee
        let prefix =
            switch attribute.attr_namespace {
            case GUMBO_ATTR_NAMESPACE_XLINK: "xlink:"
            case GUMBO_ATTR_NAMESPACE_XML: "xml:"
            default: ""
            }
        let name = prefix + String(cString: attribute.name)
        let value = String(cString: attribute.value)
        // For positions inside the value (inline style): past the quote that opens it.
        var position = SourcePosition(hasValue(attribute) ? attribute.value_start : attribute.name_start)
        if let quote = attribute.original_value.data, attribute.original_value.length > 0,
            quote[0] == 0x22 || quote[0] == 0x27
        {
            position.column += 1
        }
        node.attributes.append(Attribute(name: name, value: value, position: position))
        if name == "id" { node.id = value }
        if name == "class" {
            node.classes = classWords(value)
        }
    }
}

/// Of an attribute without value Gumbo leaves the value's place unwritten, and gives the name as its text.
private func hasValue(_ attribute: GumboAttribute) -> Bool {
    attribute.original_value.data != attribute.original_name.data
}
