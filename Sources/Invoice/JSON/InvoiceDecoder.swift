internal import Diagnostics

/// Takes a parsed JSON value into the model, one field table an object, and collects every fault with its path.
struct InvoiceDecoder {
    enum Step {
        case key(String)
        case index(Int)
    }

    var text: SourceText
    var bag: DiagnosticBag
    let defaults: InvoiceDefaults
    private var path: [Step] = []
    /// What the file itself calls the places of values that a profile has moved: `row 3, column "Price"`.
    var cellNames: [Int: String] = [:]
    /// Where adding up may have something to say.
    private(set) var places: [String: SourceLocation] = [:]

    init(text: SourceText, defaults: InvoiceDefaults) {
        self.text = text
        self.defaults = defaults
        bag = DiagnosticBag(file: text.file)
    }

    /// The invoice that `node` holds; nil if it was refused, with the reasons in `bag`.
    ///
    /// - Parameter faults: what was found wrong before.
    mutating func invoice(_ node: JSONNode, faults: [JSONFault] = []) -> Invoice? {
        bag = DiagnosticBag(file: text.file)
        places = [:]
        for fault in faults { bag.add(.error(fault.message, at: location(of: fault.offset), hint: fault.hint)) }
        let place = SourcePlace(text.isMadeUp ? nil : text.position(of: node.offset))
        var draft = InvoiceDraft(defaults: defaults)
        guard object(node, into: &draft, InvoiceFields.invoice) else { return nil }
        guard !bag.hasErrors else { return nil }
        var invoice = draft.finished(with: defaults)
        invoice.origin.file = text.file
        invoice.origin.place = place
        invoice.origin.places = places
        return invoice
    }

    // MARK: Objects and lists

    /// False if `node` is no object; a fault in a member is a finding, not a false.
    mutating func object<Owner>(_ node: JSONNode, into owner: inout Owner, _ table: FieldTable<Owner>) -> Bool {
        guard case .object(let members) = node.content else {
            expected("an object", node)
            return false
        }
        var seen: UInt64 = 0
        for member in members {
            path.append(.key(member.key))
            defer { path.removeLast() }
            guard let index = table.index(of: member.key) else {
                unknown(member, in: table.names, owner: table.owner)
                continue
            }
            if seen & (1 << UInt64(index)) != 0 {
                error("means '\(table.fields[index].name)', which is given already", at: member.keyOffset)
                continue
            }
            seen |= 1 << UInt64(index)
            if case .null = member.value.content { continue }
            table.fields[index].read(&owner, member.value, &self)
        }
        return true
    }

    /// Calls `each` for every entry; anything but an array is a list of one.
    mutating func list(_ node: JSONNode, each: (JSONNode, inout InvoiceDecoder) -> Void) {
        guard case .array(let items) = node.content else { return each(node, &self) }
        for (index, item) in items.enumerated() {
            path.append(.index(index))
            each(item, &self)
            path.removeLast()
        }
    }

    private mutating func unknown(_ member: JSONMember, in names: [String], owner: String) {
        if member.key.hasPrefix("$") { return }
        let hint = nearestName(to: member.key, among: names).map { "did you mean '\($0)'?" }
        bag.add(
            .warning(
                "unknown key in \(owner); it is not used", at: text.location(of: member.keyOffset, path: pathText),
                hint: hint ?? "free values for the template stand under 'custom'"))
    }

    // MARK: Findings

    mutating func error(_ message: String, at offset: Int, hint: String? = nil) {
        bag.add(.error(message, at: location(of: offset), hint: hint))
    }

    private mutating func location(of offset: Int) -> SourceLocation {
        text.location(of: offset, path: cellNames[offset] ?? pathText)
    }

    mutating func expected(_ what: String, _ node: JSONNode, hint: String? = nil) {
        error("expected \(what), found \(node.summary)", at: node.offset, hint: hint)
    }

    /// Remembers where the value at the present path stands, under `name`.
    mutating func remember(_ node: JSONNode, as name: String) {
        places[name] = location(of: node.offset)
    }

    /// `lines[2].price`, indices from 0.
    private var pathText: String? {
        var result = ""
        for step in path {
            switch step {
            case .key(let key): result += result.isEmpty ? key : ".\(key)"
            case .index(let index): result += "[\(index)]"
            }
        }
        return result.isEmpty ? nil : result
    }
}
