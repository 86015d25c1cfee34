/// An element of a document's structure.
public struct StructureElement: Sendable, Hashable {
    let index: Int32
}

/// The structure of a document (§14.7): elements in reading order, and which content belongs to each.
///
/// Children stand in the order in which elements and content came; whoever adds elements in the order of the text has
/// them right, whatever is painted first.
public final class StructureTree {
    private struct Element {
        let id: ObjectID
        let role: StructureRole
        let parent: Int32
        /// In `attributes`, -1 without.
        var attributes: Int32 = -1
        /// In `kids`, a chain.
        var firstKid: Int32 = -1
        var lastKid: Int32 = -1
        var kidCount: Int32 = 0
        var page: ObjectID?
    }

    private enum Kid {
        case element(Int32)
        /// An identifier in one of the `contents`.
        case content(Int32, Int32)
        case annotation(ObjectID, page: ObjectID)
    }

    private let objects: ObjectTable
    // Read and written for each text; nothing runs inside an access to them.
    @exclusivity(unchecked) private var elements: [Element] = []
    private var attributes: [StructureAttributes] = []
    @exclusivity(unchecked) private var kids: [(kid: Kid, next: Int32)] = []
    private var contents: [MarkedContent] = []
    /// Of the parent tree, by the keys given.
    private var parents: [ObjectID] = []

    /// The whole document's element.
    public let root = StructureElement(index: 0)

    init(_ objects: ObjectTable, isUsed: Bool) {
        self.objects = objects
        if isUsed { elements.append(Element(id: objects.allocate(), role: .document, parent: -1)) }
    }

    /// Adds an element at the end of its parent's children.
    @discardableResult
    public func add(
        _ role: StructureRole, to parent: StructureElement, _ attributes: StructureAttributes? = nil
    ) -> StructureElement {
        guard !elements.isEmpty else { return root }
        let index = Int32(elements.count)
        elements.append(Element(id: objects.allocate(), role: role, parent: parent.index))
        append(.element(index), to: parent)
        let element = StructureElement(index: index)
        if let attributes { set(attributes, of: element) }
        return element
    }

    public func set(_ attributes: StructureAttributes, of element: StructureElement) {
        guard !elements.isEmpty else { return }
        if elements[Int(element.index)].attributes >= 0 {
            self.attributes[Int(elements[Int(element.index)].attributes)] = attributes
        } else {
            elements[Int(element.index)].attributes = Int32(self.attributes.count)
            self.attributes.append(attributes)
        }
    }

    public func role(of element: StructureElement) -> StructureRole {
        elements.isEmpty ? .document : elements[Int(element.index)].role
    }

    // MARK: Content

    func addContent(_ identifier: Int, of marks: MarkedContent, to element: StructureElement) {
        if marks.number < 0 {
            marks.number = Int32(contents.count)
            contents.append(marks)
        }
        append(.content(marks.number, Int32(identifier)), to: element)
        if elements[Int(element.index)].page == nil { elements[Int(element.index)].page = marks.page }
    }

    /// - Returns: the annotation's key in the parent tree.
    func addAnnotation(_ id: ObjectID, page: ObjectID, to element: StructureElement) -> Int {
        append(.annotation(id, page: page), to: element)
        parents.append(elements[Int(element.index)].id)
        return parents.count - 1
    }

    /// The key of a stream's content in the parent tree; nil where none of it is tagged.
    func parentKey(for marks: MarkedContent) -> Int? {
        guard !marks.elements.isEmpty else { return nil }
        parents.append(
            objects.add { writer in
                writer.array { for element in marks.elements { $0.value(elements[Int(element.index)].id) } }
            })
        return parents.count - 1
    }

    private func append(_ kid: Kid, to element: StructureElement) {
        let parent = Int(element.index)
        let index = Int32(kids.count)
        kids.append((kid, -1))
        if elements[parent].lastKid >= 0 {
            kids[Int(elements[parent].lastKid)].next = index
        } else {
            elements[parent].firstKid = index
        }
        elements[parent].lastKid = index
        elements[parent].kidCount += 1
    }

    // MARK: Objects

    /// Writes all elements and the root of the tree (§14.7.2).
    func write() -> ObjectID {
        let treeRoot = objects.allocate()
        for element in elements { write(element, treeRoot) }
        let parentTree = Tree.addNumbers(parents, to: objects)
        objects.setDictionary(treeRoot) {
            $0.entry("Type", name: "StructTreeRoot")
            $0.entry("K", elements[0].id)
            $0.entry("ParentTree", parentTree)
            $0.entry("ParentTreeNextKey", parents.count)
        }
        return treeRoot
    }

    private func write(_ element: Element, _ treeRoot: ObjectID) {
        objects.setDictionary(element.id) {
            $0.entry("S", name: element.role.tag)
            $0.entry("P", element.parent < 0 ? treeRoot : elements[Int(element.parent)].id)
            if let page = element.page { $0.entry("Pg", page) }
            if element.attributes >= 0 { attributes[Int(element.attributes)].write(&$0) }
            guard element.kidCount > 0 else { return }
            $0.key("K")
            if element.kidCount == 1 { return write(kids[Int(element.firstKid)].kid, of: element, &$0) }
            $0.array {
                var next = element.firstKid
                while next >= 0 {
                    write(kids[Int(next)].kid, of: element, &$0)
                    next = kids[Int(next)].next
                }
            }
        }
    }

    private func write(_ kid: Kid, of element: Element, _ writer: inout ObjectWriter) {
        switch kid {
        case .element(let index): writer.value(elements[Int(index)].id)
        case .content(let number, let identifier):
            let marks = contents[Int(number)]
            if marks.stream == nil, marks.page == element.page { return writer.value(Int(identifier)) }
            writer.dictionary {
                $0.entry("Type", name: "MCR")
                if let page = marks.page, page != element.page { $0.entry("Pg", page) }
                if let stream = marks.stream { $0.entry("Stm", stream) }
                $0.entry("MCID", Int(identifier))
            }
        case .annotation(let id, let page):
            writer.dictionary {
                $0.entry("Type", name: "OBJR")
                $0.entry("Pg", page)
                $0.entry("Obj", id)
            }
        }
    }
}

extension StructureAttributes {
    fileprivate func write(_ writer: inout ObjectWriter) {
        if let alternateText { writer.entry("Alt", text: alternateText) }
        if let actualText { writer.entry("ActualText", text: actualText) }
        if let language { writer.entry("Lang", text: language) }
        if let title { writer.entry("T", text: title) }
        if let expansion { writer.entry("E", text: expansion) }
        let isCell = scope != nil || rowSpan > 1 || columnSpan > 1
        guard isCell || numbering != nil || box != nil else { return }
        writer.array("A") {
            if isCell { $0.dictionary(writeCell) }
            if let numbering {
                $0.dictionary {
                    $0.entry("O", name: "List")
                    $0.entry("ListNumbering", name: numbering.name)
                }
            }
            if let box {
                $0.dictionary {
                    $0.entry("O", name: "Layout")
                    $0.entry("Placement", name: "Block")
                    $0.entry("BBox", numbers: box.numbers)
                }
            }
        }
    }

    private func writeCell(_ writer: inout ObjectWriter) {
        writer.entry("O", name: "Table")
        if let scope { writer.entry("Scope", name: scope.name) }
        if rowSpan > 1 { writer.entry("RowSpan", rowSpan) }
        if columnSpan > 1 { writer.entry("ColSpan", columnSpan) }
    }
}
