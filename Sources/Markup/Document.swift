// Markup: HTML5 in, element tree out.
//
// `parseHTML` hands the bytes to Gumbo and copies what it finds into a `Document`, a flat array of nodes in document
// order that owns everything it says; Gumbo's tree is freed before the call returns. The input is not trusted: no
// byte sequence is refused (HTML5 gives every one a tree), depth beyond `Document.depthLimit` is flattened, and parse
// errors are warnings.

public import Diagnostics

/// An HTML element tree as one array in document order: the parent of a node always stands before it.
public struct Document: Sendable {
    public var nodes: [Node]
    /// The bytes that were parsed, for what is handed on as it stands (inline SVG); UTF-8, without a byte order mark.
    public var source: [UInt8]
    public var name: String?
    /// What the document's type, or its want of one, asks of browsers.
    public var mode = Mode.standard
    public var isQuirky: Bool { mode == .quirks }
    /// The deepest nesting that is kept; what stands deeper is placed beside its parent.
    public static let depthLimit = 512

    public init(nodes: [Node], source: [UInt8] = [], name: String? = nil) {
        self.nodes = nodes
        self.source = source
        self.name = name
    }

    @inlinable public subscript(id: NodeID) -> Node { _read { yield nodes[id.index] } }

    /// The `html` element, if there is one.
    public var root: NodeID? {
        nodes.indices.first { nodes[$0].kind == .element && nodes[$0].name == "html" }.map(NodeID.init)
    }

    /// How true to the standards a document is laid out (Quirks Mode §2.1).
    public enum Mode: Sendable {
        case standard
        /// XHTML 1.0 and HTML 4.01 Transitional: lines are as high as what stands on them.
        case limitedQuirks
        /// No document type, or an old one.
        case quirks
    }

    /// The children of a node in order.
    @inlinable public func children(of id: NodeID) -> Children {
        Children(document: self, first: nodes[id.index].firstChild)
    }
}

/// A node's place in its document's array.
public struct NodeID: Sendable, Hashable, Comparable {
    public let index: Int
    @inlinable public init(_ index: Int) { self.index = index }
    @inlinable public static func < (a: NodeID, b: NodeID) -> Bool { a.index < b.index }
}

/// An element or a text of the tree. Comments, doctypes and processing instructions are not kept.
public struct Node: Sendable {
    public enum Kind: UInt8, Sendable { case element, text }

    public var kind: Kind
    /// The tag name in lower case (SVG's own spelling inside SVG); empty for a text.
    public var name: String
    /// The characters of a text; empty for an element.
    public var text: String
    public var attributes: [Attribute]
    /// The `id` attribute, and the `class` attribute's words: what selectors ask for most.
    public var id: String?
    public var classes: [String]
    public var parent: NodeID?
    public var firstChild: NodeID?
    public var lastChild: NodeID?
    public var nextSibling: NodeID?
    public var previousSibling: NodeID?
    public var position: SourcePosition
    /// Where the element stands in `Document.source`, its tags included; empty when the parser made it up.
    public var sourceRange: Range<Int>
    public var isSVG: Bool

    public init(kind: Kind, name: String = "", text: String = "", position: SourcePosition) {
        self.kind = kind
        self.name = name
        self.text = text
        self.attributes = []
        self.classes = []
        self.position = position
        self.sourceRange = 0..<0
        self.isSVG = false
    }

    /// The value of an attribute, named in lower case.
    @inlinable public func attribute(_ name: String) -> String? {
        for attribute in attributes where attribute.name == name { return attribute.value }
        return nil
    }
}

public struct Attribute: Sendable, Hashable {
    public var name: String
    public var value: String
    public var position: SourcePosition

    public init(name: String, value: String, position: SourcePosition) {
        self.name = name
        self.value = value
        self.position = position
    }
}

/// The children of one node, first to last.
public struct Children: Sequence, IteratorProtocol {
    @usableFromInline let document: Document
    @usableFromInline var next_: NodeID?

    @inlinable init(document: Document, first: NodeID?) {
        self.document = document
        next_ = first
    }

    @inlinable public mutating func next() -> NodeID? {
        guard let id = next_ else { return nil }
        next_ = document.nodes[id.index].nextSibling
        return id
    }
}

/// The words of a `class` attribute (HTML §3.2.6).
func classWords(_ value: String) -> [String] {
    value.utf8.split { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D && $0 != 0x0B) }.map { String(Substring($0)) }
}
