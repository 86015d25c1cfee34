import Markup
import Style

/// Finds on which page the elements came to stand that set named strings or run in page margins.
struct PageMarks {
    private let context: LayoutContext
    private var firstPages: [NodeID: Int] = [:]
    private let isNeeded: Bool

    init(_ context: LayoutContext, _ pages: [[PlacedFragment]]) {
        self.context = context
        isNeeded = context.styled.styles.contains { style in
            guard let style else { return false }
            return !style.generated.stringSet.isEmpty || style.box.isRunning
        }
        guard isNeeded else { return }
        for (index, fragments) in pages.enumerated() {
            for placed in fragments { visit(placed.fragment, page: index) }
        }
    }

    private mutating func visit(_ fragment: Fragment, page: Int) {
        guard case .box(let box) = fragment else { return }
        if let node = box.node, firstPages[node] == nil { firstPages[node] = page }
        for child in box.children { visit(child.fragment, page: page) }
    }

    /// Named strings by name, in document order (CSS GCPM 3 §1.1).
    var strings: [String: MarginContent.Entries<String>] {
        guard isNeeded else { return [:] }
        var strings: [String: MarginContent.Entries<String>] = [:]
        for index in context.styled.styles.indices {
            guard let sets = context.styled.styles[index]?.generated.stringSet, !sets.isEmpty else { continue }
            let node = NodeID(index)
            guard let page = firstPages[node] else { continue }
            for set in sets {
                let value = set.content.map { text(of: $0, node) }.joined()
                strings[set.name, default: MarginContent.Entries()].append(value, page: page)
            }
        }
        return strings
    }

    private func text(of item: ContentItem, _ node: NodeID) -> String {
        switch item {
        case .text(let text): text
        case .elementText: plainText(node)
        default: ""
        }
    }

    private func plainText(_ node: NodeID) -> String {
        let element = context.styled.document[node]
        if element.kind == .text { return element.text }
        let all = context.styled.document.children(of: node).map(plainText).joined()
        return all.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Running elements by name, with the page on which they would have stood.
    func running(in root: Box) -> [String: MarginContent.Entries<Box>] {
        guard isNeeded else { return [:] }
        var found: [String: MarginContent.Entries<Box>] = [:]
        collect(root, into: &found)
        return found
    }

    private func collect(_ box: Box, into found: inout [String: MarginContent.Entries<Box>]) {
        if case .running(let name) = box.style.box.position {
            let page = box.node.flatMap { firstPages[$0] } ?? 0
            found[name, default: MarginContent.Entries()].append(box, page: page)
            return
        }
        for child in box.children { collect(child, into: &found) }
        guard case .inlines(let content) = box.inside else { return }
        for item in content.items {
            switch item {
            case .atomic(let box), .float(let box), .absolute(let box): collect(box, into: &found)
            default: continue
            }
        }
    }
}
