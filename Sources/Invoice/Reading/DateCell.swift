/// A date as people write one; which of its numbers is the day may be open.
struct DateCell {
    enum Value: Equatable {
        case date(CalendarDate)
        /// Day and month could be either way round.
        case ambiguous
        case notADate
    }

    private enum Shape {
        case certain(CalendarDate)
        /// Two numbers and a year after them.
        case numbers(first: Int, second: Int, year: Int)
        case none
    }

    private let shape: Shape

    init(_ text: String) {
        if let date = CalendarDate(iso: text) {
            shape = .certain(date)
        } else {
            shape = Self.shape(of: Self.withoutTime(text))
        }
    }

    /// The order that the cell proves; nil if it proves none.
    var provenOrder: DateOrder? {
        guard case .numbers(let first, let second, _) = shape else { return nil }
        if first > 12, second <= 12 { return .dayMonthYear }
        return second > 12 && first <= 12 ? .monthDayYear : nil
    }

    /// - Parameter order: nil takes what the cell itself proves.
    func date(order: DateOrder?) -> Value {
        switch shape {
        case .none: return .notADate
        case .certain(let date): return .date(date)
        case .numbers(let first, let second, let year):
            guard let order = order ?? provenOrder ?? (first == second ? .dayMonthYear : nil) else {
                return first <= 12 && second <= 12 ? .ambiguous : .notADate
            }
            let (day, month) = order == .monthDayYear ? (second, first) : (first, second)
            return CalendarDate(year: year, month: month, day: day).map { .date($0) } ?? .notADate
        }
    }

    /// Whether it is one, whichever way round.
    var isDate: Bool {
        if case .none = shape { return false }
        return true
    }

    /// A spreadsheet's day number (1 is 1900-01-01, and there is a 1900-02-29 that never was).
    static func spreadsheetDay(_ text: String) -> CalendarDate? {
        let whole = text.prefix { $0 != "." }
        guard text.dropFirst(whole.count).allSatisfy({ $0 == "." || $0 == "0" }), let serial = Int(whole),
            (20_000...80_000).contains(serial)
        else { return nil }
        return CalendarDate(daysSinceEpoch: serial - 25_569)
    }

    // MARK: Shapes

    private static func withoutTime(_ text: String) -> Substring {
        let text = trimmed(text)[...]
        guard let colon = text.firstIndex(of: ":") else { return text }
        // The hour before the colon ends the date: after a space, a T or a comma.
        let before = text[..<colon]
        guard let cut = before.lastIndex(where: { $0 == " " || $0 == "T" || $0 == "\u{A0}" }) else { return text }
        return before[..<cut]
    }

    private static func shape(of text: Substring) -> Shape {
        let parts = parts(of: text)
        switch parts.count {
        case 1: return compact(text)
        case 3: return three(parts, dotted: text.contains("."))
        default: return .none
        }
    }

    /// `YYYYMMDD`.
    private static func compact(_ text: Substring) -> Shape {
        guard text.utf8.count == 8, let number = Int(text), (1900_00_00...2199_99_99).contains(number) else {
            return .none
        }
        return certain(number / 10_000, number / 100 % 100, number % 100)
    }

    private static func three(_ parts: [Substring], dotted: Bool) -> Shape {
        let numbers = parts.map { Int($0) }
        switch (numbers[0], numbers[1], numbers[2]) {
        case (let year?, let month?, let day?) where parts[0].count == 4: return certain(year, month, day)
        case (let first?, let second?, let last?):
            guard let year = year(parts[2], last) else { return .none }
            // Points part day, month and year everywhere.
            return dotted ? certain(year, second, first) : .numbers(first: first, second: second, year: year)
        case (nil, let day?, let last?):
            guard let month = monthNumber(parts[0]), let year = year(parts[2], last) else { return .none }
            return certain(year, month, day)
        case (let first?, nil, let last?):
            guard let month = monthNumber(parts[1]) else { return .none }
            if parts[0].count == 4 { return certain(first, month, last) }
            return year(parts[2], last).map { certain($0, month, first) } ?? .none
        default: return .none
        }
    }

    private static func certain(_ year: Int, _ month: Int, _ day: Int) -> Shape {
        CalendarDate(year: year, month: month, day: day).map { .certain($0) } ?? .none
    }

    /// Four digits, or two that mean this century.
    private static func year(_ text: Substring, _ number: Int) -> Int? {
        switch text.count {
        case 4: number
        case 2: 2000 + number
        default: nil
        }
    }

    /// Runs of digits and of letters; "of", "de" and ordinal endings are dropped.
    private static func parts(of text: Substring) -> [Substring] {
        let separators: Set<Character> = ["-", "/", ".", ",", " ", "\u{A0}", "年", "月", "日", "\u{202F}"]
        return text.split { separators.contains($0) }.compactMap { part in
            let digits = part.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty {
                let rest = part.dropFirst(digits.count).lowercased()
                return ["", "st", "nd", "rd", "th", "er", "º", "o"].contains(rest) ? digits : part
            }
            return ["of", "de", "del", "di"].contains(part.lowercased()) ? nil : part
        }
    }
}
