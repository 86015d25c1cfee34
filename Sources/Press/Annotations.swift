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
    for (index, page) in pages.enumerated() where gatherer.isLooking {
        page.forEachBox(where: gatherer.isConcerned) { gatherer.visit($0, page: index) }
    }
    gatherer.finish(&painted)
    return painted
}

/// Finds links, their destinations and headings among the boxes of pages.
private struct AnnotationGatherer {
    private let document: Document
    /// The `id`s and names that links of the document lead to.
    private let wanted: Set<String>
    /// By node: whether it is a link, a place that one leads to, or a heading.
    private var concerned: [Bool]
    /// The headings that were not met yet; links are looked for on every page.
    private var headingsLeft = 0
    private var hasLinks = false
    private var links: [Link] = []
    private var destinations: [Destination] = []
    private var found: Set<String> = []
    private var outline: [(node: NodeID, entry: OutlineEntry)] = []
    private var listed: Set<NodeID> = []

    init(_ styled: StyledDocument) {
        let nodes = styled.document.nodes
        document = styled.document
        concerned = Array(repeating: false, count: nodes.count)
        var wanted: Set<String> = []
        for index in nodes.indices {
            if nodes[index].name == "a" {
                hasLinks = true
                concerned[index] = true
                if let name = nodes[index].attribute("href").flatMap(Self.fragment) { wanted.insert(name) }
            }
            if styled.styles[index]?.generatedGroup.values.bookmarkLevel != nil {
                headingsLeft += 1
                concerned[index] = true
            }
        }
        self.wanted = wanted
        guard !wanted.isEmpty else { return }
        for index in nodes.indices where nodes[index].id.map(wanted.contains) ?? false { concerned[index] = true }
    }

    /// Whether a page may still hold something.
    var isLooking: Bool { hasLinks || headingsLeft > 0 }

    func isConcerned(_ box: BoxFragment) -> Bool {
        guard let id = box.node, box.pseudo == nil, box.role != .line else { return false }
        return concerned[id.index]
    }

    /// - Parameter placed: a box that is concerned.
    mutating func visit(_ placed: PlacedBox, page: Int) {
        guard let id = placed.box.node else { return }
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
        if let level = placed.box.style.generated.bookmarkLevel, listed.insert(id).inserted {
            headingsLeft -= 1
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
        return pieces.joined().collapsed
    }

    private func collect(_ id: NodeID, _ pieces: inout [String]) {
        if document[id].kind == .text { pieces.append(document[id].text) }
        for child in document.children(of: id) { collect(child, &pieces) }
    }
}

extension DocumentInformation {
    /// Of `<title>` and `<meta name="author|description|keywords">` in the head.
    init(_ document: Document) {
        self.init()
        guard let root = document.root else { return }
        language = document[root].attribute("lang") ?? ""
        guard let head = document.children(of: root).first(where: { document[$0].name == "head" }) else { return }
        for id in document.children(of: head) {
            switch document[id].name {
            case "title":
                if title.isEmpty { title = document.children(of: id).map { document[$0].text }.joined().collapsed }
            case "meta": read(document[id])
            default: continue
            }
        }
    }

    private mutating func read(_ meta: Node) {
        guard let content = meta.attribute("content") else { return }
        switch meta.attribute("name")?.lowercased() {
        case "author": author = author.isEmpty ? content : author + ", " + content
        case "description", "subject": subject = content
        case "keywords": keywords = content
        default: return
        }
    }
}

extension String {
    /// With a space for each run of white space, and none at the ends.
    fileprivate var collapsed: String {
        isTidy ? self : split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// ASCII in which nothing is to be collapsed.
    private var isTidy: Bool {
        var last: UInt8 = 0x20
        for byte in utf8 {
            guard byte > 0x20 && byte < 0x7F || byte == 0x20 && last != 0x20 else { return false }
            last = byte
        }
        return last != 0x20
    }
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
