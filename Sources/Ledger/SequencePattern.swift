/// The day a number is for.
public struct SequenceDate: Sendable, Hashable {
    public var year: Int
    public var month: Int
    public var day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

/// When a sequence begins at 1 again.
public enum SequenceReset: String, Sendable, Hashable, CaseIterable {
    case never, yearly, monthly

    /// Within one period numbers only grow.
    func period(of date: SequenceDate) -> String {
        switch self {
        case .never: ""
        case .yearly: digits(date.year, 4)
        case .monthly: digits(date.year, 4) + "-" + digits(date.month, 2)
        }
    }
}

/// How a number looks: text, `{year}` `{yy}` `{month}` `{day}`, and the counter as zeros: `INV-{year}-{0000}`.
public struct SequencePattern: Sendable, Hashable {
    private enum Part: Hashable {
        case text(String)
        case year, shortYear, month, day
        /// At least this many digits.
        case counter(Int)
    }

    /// What is wrong with a pattern, and what to do.
    public struct Fault: Error, Sendable, Hashable {
        public let message: String
        public let hint: String
    }

    public let source: String
    private let parts: [Part]

    public static let standard = SequencePattern(source: "INV-{0000}", parts: [.text("INV-"), .counter(4)])

    private init(source: String, parts: [Part]) {
        self.source = source
        self.parts = parts
    }

    public init(_ source: String) throws(Fault) {
        var parts: [Part] = []
        var rest = source[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw Fault(message: "a '{' has no '}'", hint: "write the counter as {0000}")
            }
            parts.append(try Self.part(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        guard parts.count(where: { if case .counter = $0 { true } else { false } }) == 1 else {
            throw Fault(message: "the pattern needs exactly one counter", hint: "write the counter as {0000}")
        }
        self.init(source: source, parts: parts)
    }

    private static func part(_ name: String) throws(Fault) -> Part {
        switch name {
        case "year": return .year
        case "yy": return .shortYear
        case "month": return .month
        case "day": return .day
        case _ where !name.isEmpty && name.count <= 18 && name.allSatisfy({ $0 == "0" }): return .counter(name.count)
        default:
            throw Fault(
                message: "'{\(name)}' is not known in a pattern", hint: "known are {year} {yy} {month} {day} {0000}")
        }
    }

    /// Why numbers would come twice with this reset, or nil: what begins anew must show the period it counts in.
    public func conflict(with reset: SequenceReset) -> Fault? {
        let hasYear = parts.contains(.year) || parts.contains(.shortYear)
        switch reset {
        case .never: return nil
        case .yearly where hasYear: return nil
        case .monthly where hasYear && parts.contains(.month): return nil
        case .yearly:
            return Fault(
                message: "a sequence that begins anew each year gives numbers twice", hint: "put {year} into it")
        case .monthly:
            let message = "a sequence that begins anew each month gives numbers twice"
            return Fault(message: message, hint: "put {year} and {month} into it")
        }
    }

    func text(_ value: Int64, _ date: SequenceDate) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .year: digits(date.year, 4)
            case .shortYear: digits(date.year % 100, 2)
            case .month: digits(date.month, 2)
            case .day: digits(date.day, 2)
            case .counter(let width): digits(Int(value), width)
            }
        }.joined()
    }
}

private func digits(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
}
