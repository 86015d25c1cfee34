internal import Diagnostics

/// What stands right of a profile's `=`: where a value comes from, and what is done to it on the way.
indirect enum ProfileExpression: Sendable {
    /// `"text"`.
    case constant(String)
    /// A column's name, or the path of a JSON key.
    case name(ProfileName)
    /// `A | B`: the first that has a value.
    case firstOf([ProfileExpression])
    /// `A + B - C`.
    case sum([Term])
    /// `verb(A, B)`.
    case call(ProfileVerb, [ProfileExpression])
    /// `table(A)`: what the profile's `[table …]` says for A.
    case lookUp(table: String, ProfileExpression)

    struct Term: Sendable {
        let isNegative: Bool
        let value: ProfileExpression
    }

    /// Every name in it.
    var names: [ProfileName] {
        switch self {
        case .constant: []
        case .name(let name): [name]
        case .firstOf(let parts), .call(_, let parts): parts.flatMap(\.names)
        case .sum(let terms): terms.flatMap(\.value.names)
        case .lookUp(_, let part): part.names
        }
    }
}

/// The name of a source value: `Unit Price` in a table, `pricing.amount` in JSON or XML.
struct ProfileName: Sendable, Hashable {
    /// Folded titles in a table (one step), keys else; `key[path=value]` takes the entries in which that holds.
    let steps: [String]
    /// `^name`: of the invoice, from within a line.
    let isOfInvoice: Bool
    /// `Amount*`: any title that begins so.
    let isPrefix: Bool
    let written: String
}

/// What can be done to a value.
enum ProfileVerb: String, Sendable, CaseIterable {
    /// An amount in the currency's smallest unit (ISO 4217).
    case minor
    /// `per(amount, quantity)`: the shortest price that gives the amount back.
    case per
    /// `percent(part, whole)`: the shortest rate that gives the part back.
    case percent
    /// A rate that stands in words: `NL btw 21%`.
    case rate
    /// Seconds since 1970 as a day (UTC).
    case epoch
    /// A duration `1:30:00` in hours.
    case hours
    /// A number of seconds in hours.
    case secondsToHours = "seconds-to-hours"
    /// The currency's code in words: `Euro - EUR`.
    case code
    /// The title of a column that is named by its beginning.
    case title
    /// Text with HTML's references undone.
    case entities
    case earliest, latest
    /// The sum of all values that the name has.
    case total
    /// All values in one text.
    case join
    /// All values, in order.
    case all
    /// The value if there is just one.
    case only
    /// `is(A, "x", "y")`: whether A is one of them; case does not count.
    case `is`
    /// `equal(A, B)`: whether the numbers are the same.
    case equal
    case negative
    /// Whether it has a value.
    case has
    case not
    /// Whether one of the conditions holds.
    case either
    /// `when(condition, A, B)`: A if it holds, else B or nothing.
    case when
    /// The value without its sign.
    case unsigned

    /// How many arguments it takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .per, .percent, .equal: 2...2
        case .when: 2...3
        case .is: 2...40
        case .join, .all, .either: 1...10
        default: 1...1
        }
    }
}

// MARK: Reading one

/// Reads an expression as a profile writes it.
struct ProfileExpressionParser {
    struct Fault: Error {
        let message: String
        var hint: String?
    }

    /// Whether names are columns' titles, not JSON paths.
    let namesAreTitles: Bool
    let tables: Set<String>

    func parse(_ text: String) throws(Fault) -> ProfileExpression {
        let alternatives = Self.split(text[...], at: " | ")
        guard alternatives.count > 1 else { return try sum(text[...]) }
        var parts: [ProfileExpression] = []
        for part in alternatives { parts.append(try sum(part)) }
        return .firstOf(parts)
    }

    private func sum(_ text: Substring) throws(Fault) -> ProfileExpression {
        var terms: [ProfileExpression.Term] = []
        for plus in Self.split(text, at: " + ") {
            for (index, part) in Self.split(plus, at: " - ").enumerated() {
                terms.append(ProfileExpression.Term(isNegative: index > 0, value: try atom(part)))
            }
        }
        guard terms.count > 1 || terms.first?.isNegative == true, !terms.isEmpty else { return try atom(text) }
        return .sum(terms)
    }

    private func atom(_ text: Substring) throws(Fault) -> ProfileExpression {
        let text = trimmed(text)
        if text.isEmpty { throw Fault(message: "a name is missing") }
        if text.hasPrefix("\"") {
            guard text.count >= 2, text.hasSuffix("\"") else {
                throw Fault(message: "this quote is never closed: \(text)")
            }
            return .constant(String(text.dropFirst().dropLast()))
        }
        if let open = text.firstIndex(of: "("), text.hasSuffix(")") {
            let head = String(text[..<open])
            let inner = text[text.index(after: open)...].dropLast()
            if let verb = ProfileVerb(rawValue: head) { return try call(verb, inner) }
            if tables.contains(head) { return .lookUp(table: head, try parse(String(inner))) }
            if !namesAreTitles { throw unknown(head) }
        }
        return .name(name(text))
    }

    private func call(_ verb: ProfileVerb, _ inner: Substring) throws(Fault) -> ProfileExpression {
        var arguments: [ProfileExpression] = []
        for part in Self.split(inner, at: ", ") { arguments.append(try parse(String(part))) }
        guard verb.arity.contains(arguments.count) else {
            throw Fault(message: "'\(verb.rawValue)' takes \(verb.arity.lowerBound) values, not \(arguments.count)")
        }
        return .call(verb, arguments)
    }

    private func unknown(_ head: String) -> Fault {
        let known = ProfileVerb.allCases.map(\.rawValue) + tables
        return Fault(
            message: "neither a verb nor a table: '\(head)'",
            hint: nearestName(to: head, among: known).map { "did you mean '\($0)'?" }
                ?? "verbs are \(ProfileVerb.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    func name(_ text: String) -> ProfileName {
        let isOfInvoice = text.hasPrefix("^")
        var rest = isOfInvoice ? String(text.dropFirst()) : text
        let isPrefix = namesAreTitles && rest.hasSuffix("*") && rest.count > 1
        if isPrefix { rest.removeLast() }
        let steps = namesAreTitles ? [ColumnNames.key(rest)] : Self.steps(rest)
        return ProfileName(steps: steps, isOfInvoice: isOfInvoice, isPrefix: isPrefix, written: text)
    }

    /// `a.b[c.d=x].e`: points within brackets part nothing.
    private static func steps(_ path: String) -> [String] {
        if !path.utf8.contains(UInt8(ascii: "[")) {
            return path.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
        }
        var depth = 0
        return path.split { character in
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            return character == "." && depth == 0
        }.map(String.init)
    }

    /// Parts at a separator that stands outside quotes and parentheses.
    private static func split(_ text: Substring, at separator: String) -> [Substring] {
        let bytes = Array(text.utf8)
        let wanted = Array(separator.utf8)
        var cuts: [Int] = []
        var (at, depth, isQuoted) = (0, 0, false)
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "(") where !isQuoted: depth += 1
            case UInt8(ascii: ")") where !isQuoted: depth -= 1
            case wanted[0] where depth == 0 && !isQuoted && bytes[at...].starts(with: wanted):
                cuts.append(at)
                at += wanted.count - 1
            default: break
            }
            at += 1
        }
        // Most values are a single name.
        if cuts.isEmpty { return [text] }
        var parts: [Substring] = []
        var start = text.startIndex
        for cut in cuts {
            let end = text.utf8.index(text.startIndex, offsetBy: cut)
            parts.append(text[start..<end])
            start = text.utf8.index(end, offsetBy: wanted.count)
        }
        return parts + [text[start...]]
    }
}
