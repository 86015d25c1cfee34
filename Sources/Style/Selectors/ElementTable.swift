import Markup

/// What matching asks of a document, as arrays by node index: names as numbers, neighbours among elements alone.
struct ElementTable {
    static let none: Int32 = -1

    let document: Document
    private(set) var tags: [Int32]
    private(set) var ids: [Int32]
    /// Class numbers of all elements; `classRanges` says whose.
    private(set) var classes: [Int32] = []
    private(set) var classRanges: [Range<Int32>]
    private(set) var parents: [Int32]
    private(set) var previous: [Int32]
    private(set) var next: [Int32]
    private(set) var firstChildren: [Int32]
    /// From 1, among sibling elements; 0 for texts.
    private(set) var positions: [Int32]
    private(set) var childCounts: [Int32]
    /// From 1, among siblings of one type, from the start and from the end; empty where no rule asks for it.
    private(set) var typePositions: [Int32] = []
    private(set) var typePositionsFromEnd: [Int32] = []
    let rootIndex: Int32

    init(_ document: Document, names: NameTable, countsTypes: Bool) {
        self.document = document
        let count = document.nodes.count
        tags = Array(repeating: NameTable.unknown, count: count)
        ids = tags
        parents = tags
        previous = tags
        next = tags
        firstChildren = tags
        positions = Array(repeating: 0, count: count)
        childCounts = positions
        classRanges = Array(repeating: 0..<0, count: count)
        rootIndex = document.root.map { Int32($0.index) } ?? Self.none
        var lastChildren = tags
        for index in 0..<count where document.nodes[index].kind == .element {
            addNames(index, names)
            guard let parent = document.nodes[index].parent?.index else { continue }
            parents[index] = Int32(parent)
            let last = lastChildren[parent]
            if last == Self.none {
                firstChildren[parent] = Int32(index)
            } else {
                previous[index] = last
                next[Int(last)] = Int32(index)
            }
            lastChildren[parent] = Int32(index)
            childCounts[parent] += 1
            positions[index] = childCounts[parent]
        }
        if countsTypes { countTypes() }
    }

    private struct TypeKey: Hashable {
        var parent: Int32
        var name: String
    }

    private mutating func countTypes() {
        var counts: [TypeKey: Int32] = [:]
        typePositions = positions
        typePositionsFromEnd = positions
        for index in positions.indices where positions[index] > 0 {
            let key = TypeKey(parent: parents[index], name: document.nodes[index].name)
            counts[key, default: 0] += 1
            typePositions[index] = counts[key] ?? 1
        }
        for index in positions.indices where positions[index] > 0 {
            let key = TypeKey(parent: parents[index], name: document.nodes[index].name)
            typePositionsFromEnd[index] = (counts[key] ?? 1) - typePositions[index] + 1
        }
    }

    private mutating func addNames(_ index: Int, _ names: NameTable) {
        tags[index] = names.known(document.nodes[index].name)
        if let id = document.nodes[index].id { ids[index] = names.known(id) }
        guard !document.nodes[index].classes.isEmpty else { return }
        let start = Int32(classes.count)
        for name in document.nodes[index].classes {
            let number = names.known(name)
            if number != NameTable.unknown { classes.append(number) }
        }
        classRanges[index] = start..<Int32(classes.count)
    }

    func classes(of index: Int) -> ArraySlice<Int32> {
        let range = classRanges[index]
        return classes[Int(range.lowerBound)..<Int(range.upperBound)]
    }
}
