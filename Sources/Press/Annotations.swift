import Geometry
import Layout
import Markup
import Paint
import Style

/// Pages together with what the document says about itself, where its links are and lead, and its headings.
func annotated(_ pages: [PageFragment], _ styled: StyledDocument, creationDate: String) -> PaintedDocument {
    var painted = PaintedDocument(pages: pages, rootCanvas: RootCanvas(styled))
    painted.information = DocumentInformation(styled.document)
    painted.information.creationDate = creationDate
    painted.elements = styled.document
    var gatherer = AnnotationGatherer(styled)
    for (index, page) in pages.enumerated() { page.forEachBox { gatherer.visit($0, page: index) } }
    gatherer.finish(&painted)
    return painted
}

/// Finds links, their destinations and headings among the boxes of pages.
private struct AnnotationGatherer {
    private let styled: StyledDocument
    private let document: Document
    /// The `id`s and names that links of the document lead to.
    private let wanted: Set<String>
    /// By node: whether it is a link or a place that one leads to.
    private let isConcerned: [Bool]
    private var links: [Link] = []
    private var destinations: [Destination] = []
    private var found: Set<String> = []
    private var outline: [(node: NodeID, entry: OutlineEntry)] = []
    private var listed: Set<NodeID> = []

    init(_ styled: StyledDocument) {
        self.styled = styled
        document = styled.document
        var wanted: Set<String> = []
        for index in document.nodes.indices where document.nodes[index].name == "a" {
            if let name = document.nodes[index].attribute("href").flatMap(Self.fragment) { wanted.insert(name) }
        }
        self.wanted = wanted
        isConcerned = styled.document.nodes.indices.map { index in
            styled.document.nodes[index].name == "a"
                || !wanted.isEmpty && styled.document.nodes[index].id.map(wanted.contains) ?? false
        }
    }

    mutating func visit(_ placed: PlacedBox, page: Int) {
        guard let id = placed.box.node, placed.box.pseudo == nil, placed.box.role != .line else { return }
        let level = placed.box.style.generated.bookmarkLevel
        guard level != nil || isConcerned[id.index] else { return }
        let node = document[id]
        if node.name == "a", let target = node.attribute("href").flatMap(target) {
            var link = Link(page: page, area: placed.areaWithChildren, target: target)
            link.node = id
            link.title = node.attribute("title") ?? text(of: id)
            links.append(link)
        }
        for name in [node.id, node.name == "a" ? node.attribute("name") : nil].compactMap(\.self)
        where wanted.contains(name) && found.insert(name).inserted {
            destinations.append(Destination(name: name, page: page, place: placed.area.origin))
        }
        if let level, listed.insert(id).inserted {
            let title = text(of: id)
            guard !title.isEmpty else { return }
            outline.append((id, OutlineEntry(level: level, title: title, page: page, place: placed.area.origin)))
        }
    }

    func finish(_ painted: inout PaintedDocument) {
        painted.links = links
        painted.destinations = destinations
        painted.outline = outline.sorted { $0.node < $1.node }.map(\.entry)
    }

    private static func fragment(_ href: String) -> String? {
        href.hasPrefix("#") && href.count > 1 ? String(href.dropFirst()) : nil
    }

    private func target(_ href: String) -> Link.Target? {
        if let name = Self.fragment(href) { return .destination(name) }
        let isEmpty = href.isEmpty || href == "#"
        let isScript = href.lowercased().hasPrefix("javascript:") || href.lowercased().hasPrefix("data:")
        return isEmpty || isScript ? nil : .url(href)
    }

    private func text(of id: NodeID) -> String {
        var pieces: [String] = []
        collect(id, &pieces)
        return pieces.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func collect(_ id: NodeID, _ pieces: inout [String]) {
        if document[id].kind == .text { pieces.append(document[id].text) }
        for child in document.children(of: id) { collect(child, &pieces) }
    }
}

extension DocumentInformation {
    /// Of `<title>` and `<meta name="author|description|keywords">`.
    init(_ document: Document) {
        self.init()
        for index in document.nodes.indices where Self.isTold(by: document.nodes[index].name) {
            let node = document.nodes[index]
            if node.name == "html", let tag = node.attribute("lang") { language = tag }
            if node.name == "title", title.isEmpty, !node.isSVG {
                title = document.children(of: NodeID(index)).map { document[$0].text }.joined()
                    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            guard node.name == "meta", let content = node.attribute("content") else { continue }
            switch node.attribute("name")?.lowercased() {
            case "author": author = author.isEmpty ? content : author + ", " + content
            case "description", "subject": subject = content
            case "keywords": keywords = content
            default: continue
            }
        }
    }
}

extension DocumentInformation {
    private static func isTold(by name: String) -> Bool { name == "html" || name == "title" || name == "meta" }
}

extension RootCanvas {
    /// The background and overflow that the page takes over from `html` or `body` (CSS Backgrounds 3 §2.11.2, CSS
    /// Overflow 3 §3.3).
    init(_ styled: StyledDocument) {
        self.init()
        guard let root = styled.document.root, let rootStyle = styled.styles[root.index] else { return }
        let body = styled.document.children(of: root).first { styled.document[$0].name == "body" }
        viewportNodes = [root]
        if let body, !rootStyle.box.clips { viewportNodes.append(body) }
        if rootStyle.decoration.hasBackground {
            (background, backgroundNode) = (rootStyle, root)
        } else if let body, let style = styled.styles[body.index], style.decoration.hasBackground {
            (background, backgroundNode) = (style, body)
        }
    }
}

extension DecorationStyle {
    fileprivate var hasBackground: Bool {
        backgroundColor.alpha > 0 || backgroundLayers.contains { $0.image != nil }
    }
}
