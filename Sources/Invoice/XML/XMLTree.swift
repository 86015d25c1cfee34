internal import Containers
internal import Diagnostics

/// An XML document as nodes, so that a profile's paths lead into it like into JSON.
///
/// An element is an object: its children by name (an array where a name comes again), its attributes as `@name`, its text
/// as `#`; one with nothing but text is that text. The outermost element's name is the member `@root`.
final class XMLTree: XMLReceiver {
    static let maximumElements = 200_000

    fileprivate struct Element {
        let offset: Int
        var members: [JSONMember] = []
        /// By key: where in `members`, and how many share it.
        var positions: [String: Int] = [:]
        var lists: [String: [JSONNode]] = [:]
        var text: [UInt8] = []
    }

    private var open: [(name: String, element: Element)] = []
    private var root: JSONNode?
    let isFinished = false

    static func read(_ text: SourceText) throws(DiagnosticError) -> JSONNode {
        let tree = XMLTree()
        var limits = XMLLimits()
        limits.elements = maximumElements
        do throws(ContainerFault) {
            try readXML(text.bytes, limits: limits, into: tree)
        } catch {
            var text = text
            let place = error.offset.map { text.location(of: $0) } ?? SourceLocation(file: text.file)
            throw DiagnosticError(.error(error.message, at: place))
        }
        guard let root = tree.root else {
            throw DiagnosticError(.error("no element", at: SourceLocation(file: text.file)))
        }
        return root
    }

    func start(_ name: String, _ attributes: [(name: String, value: String)], at offset: Int) {
        var element = Element(offset: offset)
        if open.isEmpty { element.members.append(Self.member("@root", offset, .string(name))) }
        for (name, value) in attributes {
            element.members.append(Self.member("@\(name)", offset, .string(value)))
        }
        open.append((name, element))
    }

    func end(_ name: String) {
        guard let (name, element) = open.popLast() else { return }
        let node = Self.node(element)
        guard open.isEmpty else {
            open[open.count - 1].element.add(node, as: name)
            return
        }
        root = node
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        if !open.isEmpty { unsafe open[open.count - 1].element.text.append(contentsOf: bytes) }
    }

    private static func node(_ element: Element) -> JSONNode {
        var members = element.members.map { member in
            guard let list = element.lists[member.key] else { return member }
            return self.member(member.key, member.keyOffset, .array(list))
        }
        let text = trimmed(String(decoding: element.text, as: UTF8.self))
        if members.isEmpty { return JSONNode(offset: element.offset, content: .string(text)) }
        if !text.isEmpty { members.append(member("#", element.offset, .string(text))) }
        return JSONNode(offset: element.offset, content: .object(members))
    }

    private static func member(_ key: String, _ offset: Int, _ content: JSONNode.Content) -> JSONMember {
        JSONMember(key: key, keyOffset: offset, value: JSONNode(offset: offset, content: content))
    }
}

extension XMLTree.Element {
    /// A child; those of one name become a list.
    fileprivate mutating func add(_ node: JSONNode, as key: String) {
        if lists[key] != nil {
            lists[key]?.append(node)
        } else if let position = positions[key] {
            lists[key] = [members[position].value, node]
        } else {
            positions[key] = members.count
            members.append(JSONMember(key: key, keyOffset: node.offset, value: node))
        }
    }
}
