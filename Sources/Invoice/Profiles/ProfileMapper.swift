/// Turns a document of a profile's kind into the model's own JSON, for the decoder that reads that.
///
/// Each node keeps its place in the file, so that whatever the decoder finds is told where it stands there.
struct ProfileMapper {
    private typealias Scope = ProfileEvaluator.Scope

    let profile: ImportProfile
    private let defaultCurrency: Currency
    var evaluator: ProfileEvaluator

    init(_ profile: ImportProfile, defaultCurrency: Currency) {
        self.profile = profile
        self.defaultCurrency = defaultCurrency
        evaluator = ProfileEvaluator(profile)
    }

    /// The invoice that `record` holds, and what could not be read of it.
    mutating func invoice(from record: JSONNode) -> (node: JSONNode, faults: [JSONFault]) {
        let scope = Scope(record: record, invoice: record)
        evaluator.currency = currency(scope)
        var builder = NodeBuilder(offset: record.offset)
        fill(profile.invoice, scope, &builder)
        builder.set(["lines"], list(lines(scope), at: record.offset))
        for (key, sections) in [("discounts", profile.discounts), ("charges", profile.charges)] {
            let entries = allowances(sections, scope)
            if !entries.isEmpty { builder.set([key], list(entries, at: record.offset)) }
        }
        return (builder.node, evaluator.takeFaults())
    }

    /// Amounts in minor units need it before all else.
    private mutating func currency(_ scope: Scope) -> Currency {
        evaluator.currency = defaultCurrency
        let assignment = profile.invoice.assignments.first { $0.target.path == ["currency"] }
        let text = assignment.flatMap { evaluator.values($0.value, scope).first?.text }
        return text.flatMap { Currency(trimmed($0)) } ?? defaultCurrency
    }

    // MARK: Sections

    private mutating func lines(_ scope: Scope) -> [JSONNode] {
        kept(profile.line.each == nil ? rows(scope.record) : each(profile.line, scope), profile.line, scope).map {
            entry in
            let scope = Scope(record: entry, invoice: scope.invoice)
            var builder = NodeBuilder(offset: entry.offset)
            fill(profile.line, scope, &builder)
            for (key, sections) in [("discounts", profile.lineDiscounts), ("charges", profile.lineCharges)] {
                let entries = allowances(sections, scope)
                if !entries.isEmpty { builder.set([key], list(entries, at: entry.offset)) }
            }
            return builder.node
        }
    }

    /// The rows of a table's invoice.
    private func rows(_ record: JSONNode) -> [JSONNode] {
        guard case .array(let rows)? = record.members(named: ProfileEvaluator.rowsKey).first?.content else { return [] }
        return rows
    }

    /// What a section makes an object of, each.
    private mutating func each(_ section: ImportProfile.Section, _ scope: Scope) -> [JSONNode] {
        section.each.map { evaluator.values($0, scope) } ?? [scope.record]
    }

    private mutating func kept(
        _ entries: [JSONNode], _ section: ImportProfile.Section, _ scope: Scope
    ) -> [JSONNode] {
        guard let skip = section.skip else { return entries }
        return entries.filter { entry in
            let flag = evaluator.values(skip, Scope(record: entry, invoice: scope.invoice)).first
            return flag?.text != "true"
        }
    }

    /// Discounts or charges; those of zero are none. An amount goes before the percentage that it was counted by.
    private mutating func allowances(_ sections: [ImportProfile.Section], _ scope: Scope) -> [JSONNode] {
        sections.flatMap { section in
            kept(each(section, scope), section, scope).compactMap { entry in
                var builder = NodeBuilder(offset: entry.offset)
                fill(section, Scope(record: entry, invoice: scope.invoice), &builder)
                for key in ["amount", "percent"] where builder[key].flatMap({ evaluator.number($0) })?.isZero ?? false {
                    builder.remove(key)
                }
                if builder["amount"] != nil { builder.remove("percent") }
                return builder["amount"] == nil && builder["percent"] == nil ? nil : builder.node
            }
        }
    }

    private mutating func fill(_ section: ImportProfile.Section, _ scope: Scope, _ builder: inout NodeBuilder) {
        for assignment in section.assignments {
            let found = evaluator.values(assignment.value, scope)
            if case .texts = assignment.target.kind {
                let texts = found.filter { $0.text != nil }
                if !texts.isEmpty { builder.set(assignment.target.path[...], list(texts, at: texts[0].offset)) }
            } else if let first = found.first, let node = converted(first, to: assignment.target.kind) {
                builder.set(assignment.target.path[...], node)
            } else if let first = found.first {
                // Faulty and told so: there, but blank, so that it is not found missing besides.
                builder.set(assignment.target.path[...], JSONNode(offset: first.offset, content: .string("")))
            }
        }
    }

    private func list(_ nodes: [JSONNode], at offset: Int) -> JSONNode {
        JSONNode(offset: nodes.first?.offset ?? offset, content: .array(nodes))
    }

    // MARK: Kinds

    private mutating func converted(_ node: JSONNode, to kind: ProfileTarget.Kind) -> JSONNode? {
        switch kind {
        case .text, .texts: return node
        case .identifier: return identifier(node)
        case .number, .quantity:
            return evaluator.numbers(evaluator.number(node, counts: kind == .quantity), at: node.offset).first
        case .rate:
            // The standards of XML invoices say that it is a percentage.
            let content = evaluator.number(node).map { ProfileEvaluator.rate($0, isCertain: profile.source == .xml) }
            return content.map { JSONNode(offset: node.offset, content: $0) }
        case .date:
            return evaluator.date(node).map { JSONNode(offset: node.offset, content: .string($0.description)) }
        case .flag:
            guard case .string(let text) = node.content else { return node }
            let isTrue = ["true", "yes", "y", "1"].contains(text.lowercased())
            let isFalse = ["false", "no", "n", "0"].contains(text.lowercased())
            return isTrue || isFalse ? JSONNode(offset: node.offset, content: .bool(isTrue)) : node
        case .tax: return evaluator.tax(node)
        }
    }

    private mutating func identifier(_ node: JSONNode) -> JSONNode? {
        guard case .string(let text) = node.content, profile.source == .table else { return node }
        guard let plain = spreadsheetIdentifier(text) else {
            evaluator.fault(
                node, "\"\(text)\" was an identifier once: a spreadsheet has made a number of it and lost digits",
                hint: "format the column as text and enter it anew")
            return nil
        }
        return plain.isEmpty ? nil : JSONNode(offset: node.offset, content: .string(plain))
    }
}

/// An object of the model while it is put together.
struct NodeBuilder {
    private indirect enum Part {
        case node(JSONNode)
        case object(NodeBuilder)
    }

    private let offset: Int
    private var members: [(key: String, part: Part)] = []

    init(offset: Int) { self.offset = offset }

    mutating func set(_ path: ArraySlice<String>, _ node: JSONNode) {
        guard let key = path.first else { return }
        let known = members.firstIndex { $0.key == key }
        let part: Part
        if path.count == 1 {
            part = .node(node)
        } else {
            var inner = NodeBuilder(offset: node.offset)
            if let known, case .object(let builder) = members[known].part { inner = builder }
            inner.set(path.dropFirst(), node)
            part = .object(inner)
        }
        if let known {
            members[known].part = part
        } else {
            members.append((key, part))
        }
    }

    subscript(key: String) -> JSONNode? {
        guard case .node(let node)? = members.first(where: { $0.key == key })?.part else { return nil }
        return node
    }

    mutating func remove(_ key: String) { members.removeAll { $0.key == key } }

    var node: JSONNode {
        JSONNode(
            offset: offset,
            content: .object(
                members.map { key, part in
                    let value: JSONNode
                    switch part {
                    case .node(let node): value = node
                    case .object(let builder): value = builder.node
                    }
                    return JSONMember(key: key, keyOffset: value.offset, value: value)
                }))
    }
}
