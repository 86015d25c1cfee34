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

/// How a number looks: text, `{year}` `{yy}` `{month}` `{day}`, the counter as zeros, and a check digit over all that
/// stands before it: `INV-{year}-{0000}`, `{yy}{00000}{check}`.
public struct SequencePattern: Sendable, Hashable {
    fileprivate enum Part: Hashable {
        case text(String)
        case year, shortYear, month, day
        /// At least this many digits.
        case counter(Int)
        /// One digit over the digits before it (ISO/IEC 7812-1 annex B, Luhn: KID, OCR and Bankgiro references).
        case check
        /// Two digits over digits and letters before it (ISO/IEC 7064 MOD 97-10, as in ISO 11649 and IBAN).
        case check97
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
        let counter = parts.firstIndex { if case .counter = $0 { true } else { false } } ?? 0
        if let check = parts.firstIndex(where: { $0 == .check || $0 == .check97 }), check < counter {
            throw Fault(
                message: "a check digit is made of what stands before it", hint: "put it behind the counter")
        }
        self.init(source: source, parts: parts)
    }

    private static func part(_ name: String) throws(Fault) -> Part {
        switch name {
        case "year": return .year
        case "yy": return .shortYear
        case "month": return .month
        case "day": return .day
        case "check": return .check
        case "check97": return .check97
        case _ where !name.isEmpty && name.count <= 18 && name.allSatisfy({ $0 == "0" }): return .counter(name.count)
        default:
            throw Fault(
                message: "'{\(name)}' is not known in a pattern",
                hint: "known are {year} {yy} {month} {day} {0000} {check} {check97}")
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

    public func text(_ value: Int64, _ date: SequenceDate) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .year: result += digits(date.year, 4)
            case .shortYear: result += digits(date.year % 100, 2)
            case .month: result += digits(date.month, 2)
            case .day: result += digits(date.day, 2)
            case .counter(let width): result += digits(Int(value), width)
            case .check: result += String(CheckDigit.luhn(result))
            case .check97: result += digits(CheckDigit.mod97(result), 2)
            }
        }
        return result
    }

    /// The count and the day that a number shows, check digits proven; nil if it is none of this pattern.
    ///
    /// Only the counter's width is open, so that a number can be read in one way alone.
    func parse(_ number: String) -> (value: Int64, date: SequenceDate)? {
        let fixed = parts.reduce(0) { $0 + $1.width }
        let characters = Array(number)
        let counterWidth = characters.count - fixed
        guard counterWidth > 0 else { return nil }
        var date = SequenceDate(year: 0, month: 1, day: 1)
        var value: Int64 = 0
        var at = 0
        for part in parts {
            let width = if case .counter = part { counterWidth } else { part.width }
            let piece = String(characters[at..<at + width])
            at += width
            if case .text = part { continue }
            guard piece.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let shown = Int64(piece) else { return nil }
            switch part {
            case .year: date.year = Int(shown)
            case .shortYear: date.year = 2000 + Int(shown)
            case .month: date.month = Int(shown)
            case .day: date.day = Int(shown)
            case .counter: value = shown
            case .text, .check, .check97: break
            }
        }
        return text(value, date) == number && value > 0 ? (value, date) : nil
    }
}

extension SequencePattern.Part {
    /// In characters; 0 for the counter, whose width is open.
    fileprivate var width: Int {
        switch self {
        case .text(let text): text.count
        case .year: 4
        case .shortYear, .month, .day, .check97: 2
        case .check: 1
        case .counter: 0
        }
    }
}

/// Digits by which a slip in a number is noticed.
enum CheckDigit {
    /// Over the digits of the text; what is no digit does not count.
    static func luhn(_ text: String) -> Int {
        let values = text.utf8.filter { $0 >= 0x30 && $0 <= 0x39 }.map { Int($0) - 0x30 }
        var sum = 0
        for (index, value) in values.reversed().enumerated() {
            let doubled = index % 2 == 0 ? value * 2 : value
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return (10 - sum % 10) % 10
    }

    /// Over digits and letters (A is 10, Z 35); what is neither does not count.
    static func mod97(_ text: String) -> Int {
        var rest = 0
        for byte in text.uppercased().utf8 {
            switch byte {
            case 0x30...0x39: rest = (rest * 10 + Int(byte) - 0x30) % 97
            case 0x41...0x5A: rest = (rest * 100 + Int(byte) - 0x37) % 97
            default: continue
            }
        }
        return 98 - rest * 100 % 97
    }
}

private func digits(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
}
