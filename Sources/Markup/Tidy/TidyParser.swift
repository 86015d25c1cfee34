// The way most documents take: markup that says every tag it means, read in one pass without Gumbo.
//
// In:   UTF-8. Out: the tree that HTML §13.2 gives it, node for node what Gumbo would make of it; or nil where the
//       source leaves something to the rules of error recovery, or uses elements with rules of their own (`TidyRule`).
// Why:  a template that someone wrote with care needs none of those rules, and Gumbo takes ten times as long.
// Safe: whatever is not known to be plain is refused, never guessed at; tests compare both parsers on every fixture and
//       on broken copies of them.

import Diagnostics

struct TidyParser {
    enum Phase {
        case beforeHTML, beforeHead, inHead, afterHead, inBody, afterBody, afterHTML
    }

    struct Open {
        var id: NodeID
        var name: TidyName
        var rule: TidyRule
        /// A section that the source leaves out around its rows.
        var isImplied = false
    }

    /// Deeper documents are the full parser's, which bounds them.
    static let depthLimit = 200

    let source: [UInt8]
    var list: NodeList
    var cursor: SourceCursor
    var index = 0
    var phase = Phase.beforeHTML
    var stack: [Open] = []
    var body: NodeID?
    /// The body's last text, which goes on behind the body's end tag unless a comment parts them.
    private var openText: NodeID?
    /// The words of the class attributes met so far: rows repeat them.
    var knownClasses: [(value: String, words: [String])] = []

    private init(_ source: [UInt8]) {
        self.source = source
        list = NodeList(capacity: source.count / 20)
        cursor = SourceCursor(source)
        stack.reserveCapacity(32)
    }

    /// The nodes of a tidy document, nil for any other.
    static func nodes(of source: [UInt8]) -> [Node]? {
        var parser = TidyParser(source)
        guard !parser.hasLoneReturns, parser.doctype(), parser.content() else { return nil }
        return parser.list.nodes
    }

    /// A carriage return ends a line by itself, which the cursor does not count.
    private var hasLoneReturns: Bool {
        var previous: UInt8 = 0
        for byte in source {
            if previous == 0x0D, byte != 0x0A { return true }
            previous = byte
        }
        return previous == 0x0D
    }

    private mutating func content() -> Bool {
        while index < source.count {
            if source[index] != UInt8(ascii: "<") {
                guard text() else { return false }
                continue
            }
            guard index + 1 < source.count else { return false }
            let isRead =
                switch source[index + 1] {
                case UInt8(ascii: "!"): comment()
                case UInt8(ascii: "/"): endTag()
                default: startTag()
                }
            guard isRead else { return false }
        }
        return phase == .afterHTML
    }

    /// `<!DOCTYPE html>` and no other, with white space around it.
    private mutating func doctype() -> Bool {
        skipSpace()
        let expected = Array("<!doctype html>".utf8)
        guard source.count - index > expected.count else { return false }
        for byte in expected {
            let found = source[index]
            guard found == byte || found >= 0x41 && found <= 0x5A && found | 0x20 == byte else { return false }
            index += 1
        }
        return true
    }

    private mutating func skipSpace() {
        while index < source.count, isSpace(source[index]) { index += 1 }
    }

    /// Comments leave no node, but part the texts around them.
    private mutating func comment() -> Bool {
        guard source.count - index >= 7, source[index + 2] == 0x2D, source[index + 3] == 0x2D,
            source[index + 4] != UInt8(ascii: ">"), source[index + 4] != 0x2D
        else { return false }
        var end = index + 4
        while end + 2 < source.count {
            if source[end] == 0x2D, source[end + 1] == 0x2D {
                guard source[end + 2] == UInt8(ascii: ">") else { return false }
                index = end + 3
                openText = nil
                return true
            }
            guard source[end] != 0, source[end] != UInt8(ascii: "<") else { return false }
            end += 1
        }
        return false
    }

    // MARK: - Texts

    private mutating func text() -> Bool {
        let start = index
        var isPlain = true
        var isSpaceOnly = true
        while index < source.count {
            let byte = source[index]
            if byte > 0x26 {
                if byte == UInt8(ascii: "<") { break }
                isSpaceOnly = false
            } else if byte == UInt8(ascii: "&") {
                (isPlain, isSpaceOnly) = (false, false)
            } else if byte == 0x0D {
                isPlain = false
            } else if !isSpace(byte) {
                guard byte >= 0x20 else { return false }
                isSpaceOnly = false
            }
            index += 1
        }
        guard let parent = parentOfText(isSpaceOnly: isSpaceOnly) else { return isSpaceOnly }
        return append(start..<index, isPlain: isPlain, under: parent)
    }

    /// Nil where white space is dropped, and where other text would end or move something.
    private func parentOfText(isSpaceOnly: Bool) -> NodeID? {
        switch phase {
        case .beforeHTML, .beforeHead: return nil
        case .inHead, .afterHead: return isSpaceOnly ? stack.last?.id : nil
        case .afterBody, .afterHTML: return isSpaceOnly ? body : nil
        case .inBody:
            guard let open = stack.last else { return nil }
            switch open.rule {
            case .table, .section, .row, .columnGroup: return isSpaceOnly ? open.id : nil
            default: return open.id
            }
        }
    }

    mutating func append(_ range: Range<Int>, isPlain: Bool, under parent: NodeID) -> Bool {
        guard !range.isEmpty else { return true }
        let read = isPlain ? String(decoding: source[range], as: UTF8.self) : TidyCharacters.text(source, range)
        guard let text = read else { return false }
        if phase == .afterBody || phase == .afterHTML, let openText, openText.index == list.nodes.count - 1 {
            list.nodes[openText.index].text += text
            return true
        }
        var node = Node(kind: .text, position: cursor.position(of: range.lowerBound))
        node.text = text
        let id = list.append(node, under: parent)
        openText = parent == body ? id : nil
        return true
    }

    func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
    }
}
