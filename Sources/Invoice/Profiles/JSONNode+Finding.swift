extension JSONNode {
    /// The members of that name: of this object, or of every entry of this array.
    func members(named key: String) -> [JSONNode] {
        switch content {
        case .object(let members): members.first { $0.key == key }.map { [$0.value] } ?? []
        case .array(let items): items.flatMap { $0.members(named: key) }
        default: []
        }
    }

    /// What stands at the end of the path, null among it; arrays on the way are walked through.
    func found(_ steps: [String]) -> [JSONNode] {
        var nodes = [self]
        for step in steps {
            guard step.hasSuffix("]"), let open = step.firstIndex(of: "[") else {
                nodes = nodes.flatMap { $0.members(named: step) }
                continue
            }
            let condition = step[step.index(after: open)...].dropLast().split(separator: "=", maxSplits: 1)
            nodes = nodes.flatMap { $0.members(named: String(step[..<open])) }.flatMap(\.entries).filter { entry in
                guard condition.count == 2 else { return false }
                let path = condition[0].split(separator: ".").map(String.init)
                return entry.found(path).contains { $0.asValue?.text == String(condition[1]) }
            }
        }
        return nodes
    }

    /// Of an array its entries, else itself.
    private var entries: [JSONNode] {
        if case .array(let items) = content { return items }
        return [self]
    }

    /// The values at the end of the path: no nulls, no blank text, entries one by one.
    func values(_ name: ProfileName) -> [JSONNode] {
        let found = name.isPrefix ? name.steps.first.map { members(beginning: $0) } ?? [] : self.found(name.steps)
        return found.flatMap { node in
            if case .array(let items) = node.content { items } else { [node] }
        }.compactMap(\.asValue)
    }

    private func members(beginning prefix: String) -> [JSONNode] {
        guard case .object(let members) = content else { return [] }
        return members.filter { $0.key.hasPrefix(prefix) }.map(\.value)
    }

    /// The node unless it is null or blank; an XML element with attributes stands for its text.
    private var asValue: JSONNode? {
        switch content {
        case .null: return nil
        case .string(let text): return text.allSatisfy(\.isWhitespace) ? nil : self
        case .object(let members):
            guard let text = members.first(where: { $0.key == "#" }) else { return self }
            return text.value.asValue
        default: return self
        }
    }

    /// A text or number as written; nil for anything else.
    var text: String? {
        switch content {
        case .string(let text), .number(let text): text
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }
}
