/// How pages are numbered from one page on (§12.4.2).
public struct PageLabel: Sendable {
    public enum Style: Sendable { case none, decimal, upperRoman, lowerRoman, upperLetters, lowerLetters }

    /// From 0.
    public var firstPage: Int
    public var style: Style
    public var prefix: String
    /// Of the first page.
    public var start: Int

    public init(firstPage: Int, style: Style = .decimal, prefix: String = "", start: Int = 1) {
        self.firstPage = firstPage
        self.style = style
        self.prefix = prefix
        self.start = start
    }

    fileprivate func write(_ writer: inout ObjectWriter) {
        switch style {
        case .none: break
        case .decimal: writer.entry("S", name: "D")
        case .upperRoman: writer.entry("S", name: "R")
        case .lowerRoman: writer.entry("S", name: "r")
        case .upperLetters: writer.entry("S", name: "A")
        case .lowerLetters: writer.entry("S", name: "a")
        }
        if !prefix.isEmpty { writer.entry("P", text: prefix) }
        if start != 1 { writer.entry("St", start) }
    }
}

/// An entry of the outline (§12.3.3).
public struct OutlineItem: Sendable {
    public var title: String
    /// From 1; an item belongs to the nearest one before it of a lower level.
    public var level: Int
    public var destination: PDFDestination
    public var isOpen: Bool

    public init(_ title: String, level: Int, destination: PDFDestination, isOpen: Bool = true) {
        self.title = title
        self.level = level
        self.destination = destination
        self.isOpen = isOpen
    }
}

extension PDFDocument {
    func writePageLabels() -> ObjectID? {
        let labels = pageLabels.filter { $0.firstPage < pages.count }.sorted { $0.firstPage < $1.firstPage }
        guard !labels.isEmpty else { return nil }
        return objects.addDictionary {
            $0.array("Nums") {
                // The first page must have one.
                if labels[0].firstPage > 0 { $0.bytes.put("0<</S/D>>") }
                for label in labels {
                    $0.value(label.firstPage)
                    $0.dictionary(label.write)
                }
            }
        }
    }

    func writeDestinations() -> ObjectID? {
        guard !destinations.isEmpty else { return nil }
        let entries = destinations.map { (name: Array($0.key.utf8), value: $0.value) }
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
            .map { entry in (name: entry.name, value: objects.add { entry.value.write(&$0) }) }
        return Tree.addNames(entries, to: objects)
    }

    func writeOutline() -> ObjectID? {
        guard !outline.isEmpty else { return nil }
        let root = objects.allocate()
        let nodes = OutlineNodes(outline, objects)
        objects.setDictionary(root) {
            $0.entry("Type", name: "Outlines")
            nodes.writeChildren(of: -1, &$0)
        }
        for index in outline.indices { nodes.write(index, root: root) }
        return root
    }
}

/// The outline's items as a tree of links between neighbours.
private struct OutlineNodes {
    private let items: [OutlineItem]
    private let objects: ObjectTable
    private var ids: [ObjectID] = []
    private var parents: [Int] = []
    /// By the parent's index plus 1.
    private var children: [[Int]] = [[]]
    private var places: [Int] = []

    init(_ items: [OutlineItem], _ objects: ObjectTable) {
        self.items = items
        self.objects = objects
        var path: [Int] = []
        for (index, item) in items.enumerated() {
            while let last = path.last, items[last].level >= item.level { path.removeLast() }
            let parent = path.last ?? -1
            ids.append(objects.allocate())
            parents.append(parent)
            places.append(children[parent + 1].count)
            children[parent + 1].append(index)
            children.append([])
            path.append(index)
        }
    }

    func write(_ index: Int, root: ObjectID) {
        let parent = parents[index]
        let siblings = children[parent + 1]
        let place = places[index]
        objects.setDictionary(ids[index]) {
            $0.entry("Title", text: items[index].title)
            $0.entry("Parent", parent < 0 ? root : ids[parent])
            if place > 0 { $0.entry("Prev", ids[siblings[place - 1]]) }
            if place + 1 < siblings.count { $0.entry("Next", ids[siblings[place + 1]]) }
            writeChildren(of: index, &$0)
            $0.key("Dest")
            items[index].destination.write(&$0)
        }
    }

    func writeChildren(of index: Int, _ writer: inout ObjectWriter) {
        let own = children[index + 1]
        guard let first = own.first, let last = own.last else { return }
        writer.entry("First", ids[first])
        writer.entry("Last", ids[last])
        let isOpen = index < 0 || items[index].isOpen
        writer.entry("Count", isOpen ? visibleCount(below: index) : -visibleCount(below: index))
    }

    /// Items that show when this one is open.
    private func visibleCount(below index: Int) -> Int {
        var count = 0
        var waiting = children[index + 1]
        while let next = waiting.popLast() {
            count += 1
            if items[next].isOpen { waiting.append(contentsOf: children[next + 1]) }
        }
        return count
    }
}
