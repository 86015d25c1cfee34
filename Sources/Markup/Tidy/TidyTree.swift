import Diagnostics

/// Where elements may stand so that the tree is just what is written (HTML §13.2.6.4).
extension TidyParser {
    mutating func startTag() -> Bool {
        guard let tag = readStartTag() else { return false }
        switch phase {
        case .beforeHTML: return open(tag, when: .html, next: .beforeHead)
        case .beforeHead: return open(tag, when: .head, next: .inHead)
        case .afterHead:
            guard open(tag, when: .body, next: .inBody) else { return false }
            body = stack.last?.id
            return true
        case .inHead: return startInHead(tag)
        case .inBody: return startInBody(tag)
        case .afterBody, .afterHTML: return false
        }
    }

    mutating func endTag() -> Bool {
        guard let name = readEndTag() else { return false }
        if let top = stack.last, top.isImplied, top.name != name { stack.removeLast() }
        guard let top = stack.last, top.name == name else { return false }
        switch phase {
        case .inHead where top.rule == .head: phase = .afterHead
        case .inBody where top.rule == .body: phase = .afterBody
        case .afterBody where top.rule == .html: phase = .afterHTML
        case .inHead, .inBody: break
        default: return false
        }
        if !top.isImplied { extendRange(of: top.id) }
        stack.removeLast()
        return true
    }

    private mutating func extendRange(of id: NodeID) {
        list.nodes[id.index].sourceRange = list.nodes[id.index].sourceRange.lowerBound..<index
    }

    private mutating func open(_ tag: StartTag, when rule: TidyRule, next: Phase) -> Bool {
        guard tag.entry.rule == rule else { return false }
        phase = next
        return push(tag)
    }

    private mutating func push(_ tag: StartTag) -> Bool {
        guard stack.count < Self.depthLimit else { return false }
        let id = list.append(tag.node, under: stack.last?.id)
        stack.append(Open(id: id, name: tag.entry.name, rule: tag.entry.rule))
        return true
    }

    private mutating func startInHead(_ tag: StartTag) -> Bool {
        switch tag.entry.rule {
        case .void where tag.entry.text == "meta" || tag.entry.text == "link", .base:
            _ = list.append(tag.node, under: stack.last?.id)
            return true
        case .style, .script, .title: return rawText(tag)
        default: return false
        }
    }

    private mutating func startInBody(_ tag: StartTag) -> Bool {
        guard let parent = stack.last else { return false }
        switch parent.rule {
        case .table: return startInTable(tag)
        case .section: return startInSection(tag)
        case .row: return tag.entry.rule == .cell && push(tag)
        case .columnGroup:
            guard tag.entry.rule == .column else { return false }
            _ = list.append(tag.node, under: parent.id)
            return true
        default: return startInFlow(tag, under: parent)
        }
    }

    private mutating func startInTable(_ tag: StartTag) -> Bool {
        switch tag.entry.rule {
        case .caption, .columnGroup, .section: return push(tag)
        case .row:
            pushImpliedSection(at: tag.node.position)
            return push(tag)
        default: return false
        }
    }

    private mutating func startInSection(_ tag: StartTag) -> Bool {
        switch tag.entry.rule {
        case .row: return push(tag)
        case .section where stack.last?.isImplied == true:
            stack.removeLast()
            return push(tag)
        default: return false
        }
    }

    /// The `tbody` around rows that stand in a table.
    private mutating func pushImpliedSection(at position: SourcePosition) {
        guard let name = TidyName("tbody") else { return }
        let id = list.append(Node(kind: .element, name: "tbody", position: position), under: stack.last?.id)
        stack.append(Open(id: id, name: name, rule: .section, isImplied: true))
    }

    private mutating func startInFlow(_ tag: StartTag, under parent: Open) -> Bool {
        switch tag.entry.rule {
        case .void:
            _ = list.append(tag.node, under: parent.id)
            return true
        case .rule:
            guard !hasOpenParagraph else { return false }
            _ = list.append(tag.node, under: parent.id)
            return true
        case .style: return rawText(tag)
        case .ordinary, .formatting: return push(tag)
        case .anchor: return !stack.contains { $0.rule == .anchor } && push(tag)
        case .block, .list, .descriptionList, .paragraph, .table: return !hasOpenParagraph && push(tag)
        case .heading: return !hasOpenParagraph && parent.rule != .heading && push(tag)
        case .preformatted:
            // The first line end in it would not count.
            guard index < source.count, source[index] != 0x0A, source[index] != 0x0D else { return false }
            return !hasOpenParagraph && push(tag)
        case .listItem: return parent.rule == .list && !hasOpenParagraph && push(tag)
        case .descriptionItem: return parent.rule == .descriptionList && !hasOpenParagraph && push(tag)
        case .html, .head, .body, .base, .script, .title, .caption, .columnGroup, .column, .section, .row, .cell,
            .refused:
            return false
        }
    }

    /// Whether a paragraph is in button scope (HTML §13.2.4.2).
    private var hasOpenParagraph: Bool {
        for open in stack.reversed() {
            switch open.rule {
            case .paragraph: return true
            case .table, .cell, .caption, .html: return false
            default: continue
            }
        }
        return false
    }

    /// An element whose content is text whatever it looks like (HTML §13.2.5.2 and 3).
    private mutating func rawText(_ tag: StartTag) -> Bool {
        let start = index
        guard let end = endOfRawText else { return false }
        guard push(tag), let top = stack.popLast() else { return false }
        if tag.entry.rule != .script {
            let hasReturns = source[start..<end].contains(0x0D)
            let hasAmpersands = source[start..<end].contains(UInt8(ascii: "&"))
            // In a style sheet an ampersand is no reference.
            if tag.entry.rule == .style, hasReturns, hasAmpersands { return false }
            let isPlain = !hasReturns && (!hasAmpersands || tag.entry.rule == .style)
            guard append(start..<end, isPlain: isPlain, under: top.id) else { return false }
        }
        index = end
        guard readEndTag() == tag.entry.name else { return false }
        extendRange(of: top.id)
        return true
    }

    /// Where the next `</` stands; nil where there is none or another `<` before it.
    private var endOfRawText: Int? {
        var position = index
        while position + 1 < source.count {
            if source[position] == UInt8(ascii: "<") {
                return source[position + 1] == UInt8(ascii: "/") ? position : nil
            }
            guard source[position] >= 0x20 || isSpace(source[position]) else { return nil }
            position += 1
        }
        return nil
    }
}
