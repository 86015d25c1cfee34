import Geometry
import Layout
import Markup
import PDF
import Style

/// Tags a PDF from the HTML that it was made of (ISO 32000-1 §14.7, ISO 14289-1).
///
/// `prepare` walks a page's boxes in the order of the document and adds the elements of blocks, so that they stand in
/// reading order whatever is painted first; inline elements follow while their text is painted. The painter says by
/// `enter` in which box it is, and by `beginContent` that what it draws now is that box's content: all else is artifact.
final class Tagger {
    private let structure: StructureTree
    private let document: Document
    private let roles: ElementRoles
    /// By node: the element that its text belongs to, and the one that elements within belong to.
    private var elements: [StructureElement?]
    private var labels: [NodeID: StructureElement] = [:]
    /// Of blocks that no element of HTML stands for, by their order.
    private var anonymous: [StructureElement?] = []
    /// Of boxes in lines that are painted after their line, by identity: their place in reading order.
    private var reserved: [ObjectIdentifier: StructureElement] = [:]
    /// Whether text that goes on does so behind such a place.
    private var isParted = false
    private var current: Mark = .artifact(.layout)
    private var isContent = false
    private var lastHeading = 0
    /// Whether all is as it must be for readers of other senses: pictures with words, headings that skip no level.
    private(set) var isAccessible = true

    init(_ structure: StructureTree, _ document: Document) {
        self.structure = structure
        self.document = document
        roles = ElementRoles(document)
        elements = Array(repeating: nil, count: document.nodes.count)
    }

    /// What is drawn now belongs to.
    var mark: Mark {
        if case .artifact = current { return current }
        return isContent ? current : .artifact(.layout)
    }

    // MARK: Elements in reading order

    /// Adds the elements of a page's blocks.
    func prepare(_ page: PageFragment) {
        current = .artifact(.layout)
        for child in page.root.children {
            if case .box(let box) = child.fragment, box.role != .marginBox { prepare(box, within: nil) }
        }
    }

    private func prepare(_ box: BoxFragment, within block: NodeID?) {
        if box.role == .line || box.role == .inline || isRepeated(box) { return }
        // Only the place that a running element would have had; it is shown in a margin.
        if box.style.box.isRunning { return }
        var inner = block
        if let id = box.node, box.pseudo == nil {
            inner = id
            switch roles.role(of: id) {
            case .artifact: return
            case .block, .listItem: _ = element(of: id)
            case .inline, .figure, .transparent: if box.holdsText { _ = textElement(of: id) }
            }
        } else if box.pseudo == nil, box.holdsText {
            addAnonymousElement(box, within: block)
        }
        for child in box.children {
            if case .box(let fragment) = child.fragment { prepare(fragment, within: inner) }
        }
    }

    /// The rows of a table's head, once more on a page after the first.
    private func isRepeated(_ box: BoxFragment) -> Bool {
        guard box.role == .tableRow, box.node == nil, case .box(let cell)? = box.children.last?.fragment,
            cell.role == .tableCell, let node = cell.node, let parent = document.nodes[node.index].parent
        else { return false }
        return document.nodes[parent.index].name == "tr"
    }

    /// The element of a node, or the nearest one around it.
    private func element(of id: NodeID) -> StructureElement {
        if let known = elements[id.index] { return known }
        switch roles.role(of: id) {
        case .block(let role): return add(role, id, to: parent(of: id))
        case .inline(let role): return add(role, id, to: parent(of: id))
        case .listItem:
            let item = structure.add(.listItem, to: parent(of: id))
            labels[id] = structure.add(.label, to: item)
            return add(.listBody, id, to: item)
        case .figure, .artifact, .transparent: return parent(of: id)
        }
    }

    private func parent(of id: NodeID) -> StructureElement {
        document.nodes[id.index].parent.map(element) ?? structure.root
    }

    private func add(_ role: StructureRole, _ id: NodeID, to parent: StructureElement) -> StructureElement {
        if case .heading(let level) = role {
            if level > lastHeading + 1 { isAccessible = false }
            lastHeading = level
        }
        let made = structure.add(role, to: parent, roles.attributes(of: id, role))
        elements[id.index] = made
        return made
    }

    /// A block that only groups is a paragraph where it holds text itself.
    private func textElement(of id: NodeID) -> StructureElement {
        if let known = elements[id.index] { return known }
        return switch roles.role(of: id) {
        case .transparent: add(.paragraph, id, to: parent(of: id))
        case .inline(.span): add(.paragraph, id, to: parent(of: id))
        default: element(of: id)
        }
    }

    private func addAnonymousElement(_ box: BoxFragment, within block: NodeID?) {
        guard anonymousElement(box) == nil else { return }
        while anonymous.count <= box.order { anonymous.append(nil) }
        anonymous[box.order] = structure.add(.paragraph, to: block.map(element) ?? structure.root)
    }

    private func anonymousElement(_ box: BoxFragment) -> StructureElement? {
        anonymous.indices.contains(box.order) ? anonymous[box.order] : nil
    }

    // MARK: Where the painter is

    /// Turns to a box; what was entered before is to be handed to `leave`.
    func enter(_ box: BoxFragment) -> Mark {
        let outer = current
        if box.role == .marginBox {
            current = .artifact(.header)
        } else if case .artifact(let kind) = outer, kind != .layout {
            return outer
        } else if isRepeated(box) {
            current = .artifact(.other)
        } else if box.role != .line {
            turn(to: box)
        }
        return outer
    }

    /// Turns to boxes one in the other, outermost first: what is painted apart from them is tagged as it stands in them.
    func enter(_ boxes: BoxChain?) -> Mark {
        let outer = current
        var path: [BoxFragment] = []
        var link = boxes
        while let chain = link {
            path.append(chain.box)
            link = chain.outer
        }
        for box in path.reversed() { _ = enter(box) }
        return outer
    }

    func leave(_ outer: Mark) { current = outer }

    /// Keeps the place of a layer in the text that it stands in: all that is around it is painted before.
    func reserve(_ box: BoxFragment) {
        guard box.role == .inline || box.role == .atomicInline, box.traits.contains(.holdsContent),
            box.style.box.zIndex ?? 0 >= 0, case .element(let around) = current
        else { return }
        let outer = enter(box)
        if current == outer { reserved[ObjectIdentifier(box)] = structure.add(.span, to: around) }
        leave(outer)
        isParted = true
    }

    /// Whether a place was kept since this was asked last.
    func takeParting() -> Bool {
        guard isParted else { return false }
        isParted = false
        return true
    }

    private func turn(to box: BoxFragment) {
        if !reserved.isEmpty, let known = reserved[ObjectIdentifier(box)] { return current = .element(known) }
        guard let id = box.node else {
            if let known = anonymousElement(box) { current = .element(known) }
            return
        }
        if box.pseudo == .marker {
            if let label = labels[id] { current = .element(label) }
            return
        }
        guard box.pseudo == nil else { return }
        switch roles.role(of: id) {
        case .artifact: current = .artifact(.other)
        case .figure: break
        case .block, .listItem: current = .element(element(of: id))
        case .inline(let role): turn(to: id, role, box)
        case .transparent: if let known = elements[id.index] { current = .element(known) }
        }
    }

    private func turn(to id: NodeID, _ role: StructureRole, _ box: BoxFragment) {
        if let known = elements[id.index] {
            current = .element(known)
        } else if case .element(let around) = current {
            current = .element(add(role, id, to: around))
        } else {
            current = .element(element(of: id))
        }
    }

    // MARK: Content

    func beginContent() { isContent = true }
    func endContent() { isContent = false }

    /// Turns to a picture, which is to be left like a box.
    ///
    /// - Parameter area: where it stands on its page: points, y up.
    func enterFigure(_ box: BoxFragment, area: PDF.Box) -> Mark {
        let outer = current
        if case .artifact(let kind) = current, kind != .layout { return outer }
        guard let id = box.node, box.pseudo == nil, roles.role(of: id) == .figure else {
            current = .artifact(.layout)
            return outer
        }
        if let known = elements[id.index] {
            current = .element(known)
            return outer
        }
        var attributes = StructureAttributes()
        attributes.alternateText = roles.alternative(of: id)
        attributes.box = area
        if attributes.alternateText == nil { isAccessible = false }
        let around = if case .element(let element) = outer { element } else { parent(of: id) }
        let figure = structure.add(.figure, to: around, attributes)
        elements[id.index] = figure
        current = .element(figure)
        return outer
    }

    /// The element of a link, wherever its text is.
    func link(_ id: NodeID) -> StructureElement? {
        guard document.nodes.indices.contains(id.index) else { return nil }
        return elements[id.index] ?? add(.link, id, to: parent(of: id))
    }
}

extension BoxFragment {
    fileprivate var holdsText: Bool {
        children.contains {
            guard case .box(let box) = $0.fragment else { return true }
            return box.role == .line
        }
    }
}
