internal import Diagnostics

/// Works out a profile's expressions over one document.
///
/// A value is a list of nodes, empty where there is none; each keeps the place in the file that it came from.
struct ProfileEvaluator {
    /// What names are looked up in.
    struct Scope {
        let record: JSONNode
        let invoice: JSONNode
    }

    /// The member of a table's document that lists its rows.
    static let rowsKey = "\u{0}rows"
    /// The member that gives each column's title.
    static let titlesKey = "\u{0}titles"

    let profile: ImportProfile
    var decimalSign: DecimalSign?
    var dateOrder: DateOrder?
    var currency = Currency.eur
    private(set) var faults: [JSONFault] = []

    init(_ profile: ImportProfile) {
        self.profile = profile
        decimalSign = profile.decimalSign
        dateOrder = profile.dateOrder
    }

    mutating func takeFaults() -> [JSONFault] {
        defer { faults = [] }
        return faults
    }

    mutating func values(_ expression: ProfileExpression, _ scope: Scope) -> [JSONNode] {
        switch expression {
        case .constant(let text): return [JSONNode(offset: scope.record.offset, content: .string(text))]
        case .name(let name): return (name.isOfInvoice ? scope.invoice : scope.record).values(name)
        case .firstOf(let parts):
            for part in parts {
                let found = values(part, scope)
                if !found.isEmpty { return found }
            }
            return []
        case .sum(let terms): return sum(terms, scope)
        case .call(let verb, let arguments): return call(verb, arguments, scope)
        case .lookUp(let table, let part): return values(part, scope).compactMap { lookUp($0, in: table) }
        }
    }

    private mutating func sum(_ terms: [ProfileExpression.Term], _ scope: Scope) -> [JSONNode] {
        var total: ExactDecimal?
        var offset = scope.record.offset
        for term in terms {
            guard let node = values(term.value, scope).first, let value = number(node) else { continue }
            if total == nil { offset = node.offset }
            total = try? (total ?? 0) + (term.isNegative ? -value : value)
        }
        return numbers(total, at: offset)
    }

    private mutating func lookUp(_ node: JSONNode, in table: String) -> JSONNode? {
        guard let text = node.text, let entries = profile.tables[table] else { return nil }
        let found = entries[ImportProfile.tableKey(text)] ?? entries["*"].map { $0 == "*" ? text : $0 }
        guard let found else {
            fault(
                node, "\"\(text)\" is not in [table \(table)] of the profile \(profile.name)",
                hint: "add a line '\(text) = …' to it in \(profile.file)")
            return nil
        }
        return found.isEmpty ? nil : JSONNode(offset: node.offset, content: .string(found))
    }

    // MARK: Verbs

    private mutating func call(_ verb: ProfileVerb, _ arguments: [ProfileExpression], _ scope: Scope) -> [JSONNode] {
        switch verb {
        case .is, .equal, .negative, .has, .not, .either:
            let flag = holds(verb, arguments, scope)
            return [JSONNode(offset: scope.record.offset, content: .bool(flag))]
        case .when:
            if isTrue(arguments[0], scope) { return values(arguments[1], scope) }
            return arguments.count > 2 ? values(arguments[2], scope) : []
        case .per, .percent: return quotient(verb, arguments, scope)
        case .earliest, .latest: return day(verb, everywhere(arguments[0], scope))
        case .total:
            let all = everywhere(arguments[0], scope)
            let sum = all.reduce(nil as ExactDecimal?) { sum, node in
                number(node).flatMap { try? (sum ?? 0) + $0 } ?? sum
            }
            return numbers(sum, at: all.first?.offset ?? scope.record.offset)
        case .join:
            let all = arguments.flatMap { values($0, scope) }
            let text = all.compactMap(\.text).joined(separator: " ")
            return all.first.map { [JSONNode(offset: $0.offset, content: .string(text))] } ?? []
        case .all: return arguments.flatMap { values($0, scope) }
        case .only:
            let found = values(arguments[0], scope)
            return found.count == 1 ? found : []
        case .title: return title(arguments[0], scope)
        default: return values(arguments[0], scope).prefix(1).compactMap { converted($0, by: verb) }
        }
    }

    /// Verbs of one value.
    private mutating func converted(_ node: JSONNode, by verb: ProfileVerb) -> JSONNode? {
        func text(_ text: String?) -> JSONNode? { text.map { JSONNode(offset: node.offset, content: .string($0)) } }
        switch verb {
        case .entities: return text(node.text.map(withoutReferences))
        case .code: return text(node.text.flatMap { currencyCode(in: $0) })
        case .rate: return numbers(node.text.flatMap(percentage), at: node.offset).first
        case .hours:
            if let text = node.text, text.contains(":") { return numbers(duration(node, text), at: node.offset).first }
            return numbers(number(node, counts: true), at: node.offset).first
        case .secondsToHours:
            return numbers(number(node).flatMap { try? $0.divided(by: 3600, decimals: 4).trimmed }, at: node.offset)
                .first
        case .epoch:
            guard let seconds = number(node), let day = Self.day(seconds: seconds) else { return nil }
            return text(day.description)
        case .minor:
            let unit = ExactDecimal(mantissa: 1, scale: currency.decimals)
            return numbers(number(node).flatMap { try? $0 * unit }, at: node.offset).first
        default: return numbers(number(node)?.magnitude, at: node.offset).first
        }
    }

    private mutating func isTrue(_ expression: ProfileExpression, _ scope: Scope) -> Bool {
        guard let node = values(expression, scope).first else { return false }
        if case .bool(let flag) = node.content { return flag }
        return ["true", "yes", "y", "1"].contains(node.text?.lowercased())
    }

    private mutating func holds(_ verb: ProfileVerb, _ arguments: [ProfileExpression], _ scope: Scope) -> Bool {
        let found = values(arguments[0], scope)
        switch verb {
        case .has: return !found.isEmpty
        case .not: return !isTrue(arguments[0], scope)
        case .either: return arguments.contains { isTrue($0, scope) }
        case .negative: return found.first.flatMap { number($0) }?.isNegative ?? false
        case .equal:
            guard let left = found.first.flatMap({ number($0) }),
                let right = values(arguments[1], scope).first.flatMap({ number($0) })
            else { return false }
            return left == right
        default:
            let wanted = arguments.dropFirst().flatMap { values($0, scope) }.compactMap { $0.text?.lowercased() }
            return found.contains { node in node.text.map { wanted.contains($0.lowercased()) } ?? false }
        }
    }

    /// The name in every row of a table's invoice, else as it stands.
    private mutating func everywhere(_ expression: ProfileExpression, _ scope: Scope) -> [JSONNode] {
        guard case .name = expression, case let rows = scope.invoice.members(named: Self.rowsKey), !rows.isEmpty else {
            return values(expression, scope)
        }
        guard case .array(let entries)? = rows.first?.content else { return [] }
        return entries.flatMap { values(expression, Scope(record: $0, invoice: scope.invoice)) }
    }

    private mutating func day(_ verb: ProfileVerb, _ nodes: [JSONNode]) -> [JSONNode] {
        var best: (day: CalendarDate, node: JSONNode)?
        for node in nodes {
            guard let day = date(node) else { continue }
            guard let known = best?.day else {
                best = (day, node)
                continue
            }
            if verb == .earliest ? day < known : day > known { best = (day, node) }
        }
        return best.map { [JSONNode(offset: $0.node.offset, content: .string($0.day.description))] } ?? []
    }

    private func title(_ expression: ProfileExpression, _ scope: Scope) -> [JSONNode] {
        guard case .name(let name) = expression else { return [] }
        return scope.invoice.members(named: Self.titlesKey).flatMap { $0.values(name) }
    }

    // MARK: Numbers and days

    func numbers(_ value: ExactDecimal?, at offset: Int) -> [JSONNode] {
        value.map { [JSONNode(offset: offset, content: .number($0.description))] } ?? []
    }

    mutating func number(_ node: JSONNode, counts: Bool = false) -> ExactDecimal? {
        let text: String
        switch node.content {
        case .number(let digits), .string(let digits): text = digits
        default:
            fault(node, "expected a number, found \(node.summary)")
            return nil
        }
        // A lone point in a table may part thousands while no other cell tells.
        let isOpen = profile.source == .table && decimalSign == nil && text.utf8.contains(UInt8(ascii: "."))
        let isPlain: Bool
        if case .number = node.content { isPlain = true } else { isPlain = decimalSign != .comma && !isOpen }
        if isPlain, let value = ExactDecimal(text) { return value }
        switch NumberCell(text, counts: counts).value(decimalSign: decimalSign) {
        case .value(let value): return value
        case .blank: return nil
        case .ambiguous:
            fault(
                node, "it cannot be told whether \"\(text)\" has decimals, and no other cell of the file tells",
                hint: "say so in the profile: 'decimal = .' or 'decimal = ,'")
        case .notANumber: fault(node, "expected a number, found \(node.summary)", hint: NumberCell.hint(for: text))
        }
        return nil
    }

    mutating func date(_ node: JSONNode) -> CalendarDate? {
        guard let text = node.text else {
            fault(node, "expected a date, found \(node.summary)")
            return nil
        }
        if profile.datesAreCompact, let day = Self.compactDay(text) { return day }
        switch DateCell(text).date(order: dateOrder) {
        case .date(let date): return date
        case .ambiguous:
            fault(
                node, "\"\(text)\" does not say which part is the day, and nothing else in the file tells",
                hint: "write dates as YYYY-MM-DD, or say 'dates = dmy' or 'dates = mdy' in the profile")
        case .notADate:
            if let date = DateCell.spreadsheetDay(text) { return date }
            fault(node, "expected a date, found \(node.summary)", hint: "write dates as YYYY-MM-DD")
        }
        return nil
    }

    /// DDMMYYYY; a spreadsheet drops the first zero.
    private static func compactDay(_ text: String) -> CalendarDate? {
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), (7...8).contains(text.utf8.count),
            let number = Int(text)
        else { return nil }
        return CalendarDate(year: number % 10_000, month: number / 10_000 % 100, day: number / 1_000_000)
    }

    /// Of milliseconds too, which are beyond every date in seconds.
    private static func day(seconds: ExactDecimal) -> CalendarDate? {
        guard let whole = try? seconds.rounded(to: 0).mantissa, let value = Int(exactly: whole) else { return nil }
        let seconds = value > 100_000_000_000 ? value / 1000 : value
        return CalendarDate(daysSinceEpoch: seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400)
    }

    // MARK: Findings

    /// One finding a place: a cell that several fields read is wrong once.
    mutating func fault(_ node: JSONNode, _ message: String, hint: String? = nil) {
        if faults.contains(where: { $0.offset == node.offset && $0.message == message }) { return }
        faults.append(JSONFault(offset: node.offset, message: message, hint: hint))
    }
}
