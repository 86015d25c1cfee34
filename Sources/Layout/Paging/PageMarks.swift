import Diagnostics
import Markup
import Style

/// Finds on which page the elements came to stand that set named strings or run in page margins.
struct PageMarks {
    private let context: LayoutContext
    private var firstPages: [NodeID: Int] = [:]
    private let isNeeded: Bool
    private let cuts = Cuts()

    private final class Cuts {
        var isReported = false
    }

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

    /// A named string is a line in a margin: what is longer than this, in bytes, is cut.
    private static let longestString = 4_000

    private func plainText(_ node: NodeID) -> String {
        var text = CollapsedText(limit: Self.longestString)
        append(node, to: &text)
        if text.isCut, !cuts.isReported {
            cuts.isReported = true
            context.diagnostics.append(
                .warning(
                    "a named string of more than \(Self.longestString) bytes is cut",
                    at: SourceLocation(position: context.styled.document[node].position),
                    hint: "set 'string-set' on the heading, not on all that it heads"))
        }
        return String(decoding: text.utf8, as: UTF8.self)
    }

    private func append(_ node: NodeID, to text: inout CollapsedText) {
        guard !text.isCut else { return }
        let element = context.styled.document[node]
        if element.kind == .text { return text.append(element.text) }
        for child in context.styled.document.children(of: node) { append(child, to: &text) }
    }

    /// Running elements by name, with the page on which they would have stood.
    func running(in root: Box) -> [String: MarginContent.Entries<Box>] {
        guard isNeeded else { return [:] }
        var found: [String: MarginContent.Entries<Box>] = [:]
        collect(root, into: &found)
        return found
    }

    private func collect(_ box: Box, into found: inout [String: MarginContent.Entries<Box>]) {
        if box.style.box.isRunning, let name = box.style.generated.runningName {
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

/// Text with white space collapsed, up to a length.
private struct CollapsedText {
    private(set) var utf8: [UInt8] = []
    private let limit: Int
    private var hasSpace = false
    /// Something was left out.
    private(set) var isCut = false

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { utf8.count >= limit }

    mutating func append(_ text: String) {
        for byte in text.utf8 {
            if byte == 0x20 || byte >= 0x09 && byte <= 0x0D {
                hasSpace = true
                continue
            }
            // A character that has begun is finished.
            guard !isFull || byte & 0xC0 == 0x80 else {
                isCut = true
                return
            }
            if hasSpace, !utf8.isEmpty { utf8.append(0x20) }
            hasSpace = false
            utf8.append(byte)
        }
    }
}
