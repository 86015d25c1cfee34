/// The page tree (§7.7.3) and the annotations on pages (§12.5).
extension PDFDocument {
    private static let pagesPerNode = 64

    /// Writes all pages.
    ///
    /// - Returns: the root of their tree.
    func writePages() -> ObjectID {
        let root = objects.allocate()
        guard pages.count > Self.pagesPerNode else {
            writeNode(root, parent: nil, kids: pages.map(\.id), count: pages.count)
            for page in pages { write(page, parent: root) }
            return root
        }
        var nodes: [ObjectID] = []
        for start in stride(from: 0, to: pages.count, by: Self.pagesPerNode) {
            let part = pages[start..<min(start + Self.pagesPerNode, pages.count)]
            let node = objects.allocate()
            nodes.append(node)
            writeNode(node, parent: root, kids: part.map(\.id), count: part.count)
            for page in part { write(page, parent: node) }
        }
        writeNode(root, parent: nil, kids: nodes, count: pages.count)
        return root
    }

    private func writeNode(_ id: ObjectID, parent: ObjectID?, kids: [ObjectID], count: Int) {
        objects.setDictionary(id) {
            $0.entry("Type", name: "Pages")
            if let parent { $0.entry("Parent", parent) }
            $0.entry("Kids", kids)
            $0.entry("Count", count)
        }
    }

    private func write(_ page: PDFPage, parent: ObjectID) {
        let annotations = page.links.compactMap { add($0, on: page) }
        objects.setDictionary(page.id) {
            $0.entry("Type", name: "Page")
            $0.entry("Parent", parent)
            $0.entry("MediaBox", numbers: [0, 0, page.width, page.height])
            page.content.resources.write(&$0)
            if let content = page.contentID { $0.entry("Contents", content) }
            // What is mixed is mixed in RGB, whatever the printer has (§11.6.6).
            $0.bytes.put("/Group<</S/Transparency/CS/DeviceRGB>>")
            if let key = page.parentKey { $0.entry("StructParents", key) }
            guard !annotations.isEmpty else { return }
            $0.entry("Annots", annotations)
            if isTagged { $0.entry("Tabs", name: "S") }
        }
    }

    private func add(_ link: PDFPage.Link, on page: PDFPage) -> ObjectID? {
        if case .name(let name) = link.target, destinations[name] == nil { return nil }
        let id = objects.allocate()
        let key = isTagged ? link.element.map { structure.addAnnotation(id, page: page.id, to: $0) } : nil
        objects.setDictionary(id) {
            $0.entry("Type", name: "Annot")
            $0.entry("Subtype", name: "Link")
            $0.entry("Rect", numbers: link.box.numbers)
            $0.bytes.put("/Border[0 0 0]")
            // Printed with the page, which archives demand (ISO 19005-3 §6.3.2).
            $0.entry("F", 4)
            if let key { $0.entry("StructParent", key) }
            if let description = link.description { $0.entry("Contents", text: description) }
            switch link.target {
            case .name(let name): $0.entry("Dest", string: name.utf8)
            case .uri(let uri):
                $0.dictionary("A") {
                    $0.entry("S", name: "URI")
                    $0.entry("URI", string: uri.utf8)
                }
            }
        }
        return id
    }
}
