/// Nodes of a tree that is put together in document order.
struct NodeList {
    var nodes: [Node] = []

    init(capacity: Int) { nodes.reserveCapacity(capacity) }

    /// Puts a node behind the last child that its parent has.
    mutating func append(_ node: consuming Node, under parent: NodeID?) -> NodeID {
        let id = NodeID(nodes.count)
        node.parent = parent
        if let parent {
            node.previousSibling = nodes[parent.index].lastChild
            if let previous = node.previousSibling {
                nodes[previous.index].nextSibling = id
            } else {
                nodes[parent.index].firstChild = id
            }
            nodes[parent.index].lastChild = id
        }
        nodes.append(node)
        return id
    }
}
