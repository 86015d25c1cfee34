/// A sheet of a workbook while it is written as a table of commas and quotes, which the CSV reader takes from there.
///
/// Rows keep their numbers. Numbers and dates are written so that they can be read in one way only.
struct SheetText {
    static let maximumColumns = 1000
    static let maximumRows = 1_048_576
    /// Text may be so many times as large as the sheet it comes from.
    static let maximumExpansion = 20

    private(set) var bytes: [UInt8] = []
    private var cells: [(column: Int, text: String)] = []
    /// Rows that are written.
    private(set) var rows = 0
    private let limit: Int
    private(set) var fault: String?

    /// - Parameter size: of the sheet's XML.
    init(size: Int) { limit = max(1 << 20, size * Self.maximumExpansion) }

    /// - Parameter column: from 0.
    mutating func put(_ text: String, column: Int) {
        if column >= Self.maximumColumns {
            fault = fault ?? "a cell beyond column \(Self.maximumColumns)"
        } else if !text.isEmpty {
            cells.append((column, text))
        }
    }

    /// Ends the row of this number, from 1; rows that were left out are blank.
    mutating func endRow(_ number: Int) {
        guard number <= Self.maximumRows, number > rows else {
            fault = fault ?? (number > rows ? "more than \(Self.maximumRows) rows" : "row \(number) comes twice")
            return
        }
        if cells.isEmpty { return }
        bytes.append(contentsOf: repeatElement(0x0A, count: number - 1 - rows))
        rows = number
        var at = 0
        for (column, text) in cells {
            guard column >= at else { continue }
            bytes.append(contentsOf: repeatElement(UInt8(ascii: ","), count: column - at))
            at = column
            quote(text)
        }
        bytes.append(0x0A)
        cells = []
        if bytes.count > limit {
            fault = fault ?? "a sheet that unfolds to more than \(Self.maximumExpansion) times its size"
        }
    }

    /// The cells of the row so far, to write it again.
    mutating func repeatRow(_ count: Int, from number: Int) {
        guard count > 1, !cells.isEmpty else { return endRow(number) }
        let row = cells
        for index in 0..<count where fault == nil {
            cells = row
            endRow(number + index)
        }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// What a cell's number format makes of its number.
enum CellFormat: Sendable {
    case number
    case percent
    case date
    case duration
    /// Leading zeros up to so many digits: `00000`.
    case padded(Int)

    /// By a format code of Excel (ECMA-376 part 1 §18.8.30).
    init(code: String) {
        var plain = ""
        var (isQuoted, isEscaped, inBrackets) = (false, false, false)
        var elapsed = false
        for character in code.prefix(while: { $0 != ";" }) {
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                isQuoted = character != "\""
            } else if inBrackets {
                if "hms".contains(character.lowercased()) { elapsed = true }
                inBrackets = character != "]"
            } else {
                switch character {
                case "\\", "_", "*": isEscaped = true
                case "\"": isQuoted = true
                case "[": inBrackets = true
                default: plain.append(contentsOf: character.lowercased())
                }
            }
        }
        if plain.contains("general") {
            self = .number
        } else if plain.contains("y") || plain.contains("d") {
            self = .date
        } else if elapsed || plain.contains("h") || plain.contains("s") {
            self = .duration
        } else if plain.contains("%") {
            self = .percent
        } else if plain.count > 1, plain.allSatisfy({ $0 == "0" }) {
            self = .padded(plain.count)
        } else {
            self = .number
        }
    }

    /// By a number of the formats that every workbook has (§18.8.30's table); nil for one that it must define.
    init?(builtIn number: Int) {
        switch number {
        case 14...17, 22, 27...31, 36, 50...58: self = .date
        case 18...21, 32...35, 45...47: self = .duration
        case 9, 10: self = .percent
        case 0...49: self = .number
        default: return nil
        }
    }

    /// The number as the table's readers take it; as written where it is none.
    func text(of written: String, since1904: Bool) -> String {
        guard let value = ExactDecimal(written), let value = Self.precise(value) else { return written }
        switch self {
        case .number: return Self.plain(value)
        case .percent: return (try? value * 100).map { Self.plain($0.trimmed) + " %" } ?? written
        case .padded(let width):
            let digits = value.description
            return value.scale == 0 ? String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits : digits
        case .date:
            guard let day = Self.whole(value), let date = Self.date(day, since1904: since1904) else { return written }
            return date.description
        case .duration:
            guard let seconds = (try? value * 86_400).flatMap({ try? $0.rounded(to: 0) }).flatMap(Self.whole),
                seconds >= 0
            else { return written }
            func two(_ part: Int) -> String { part < 10 ? "0\(part)" : "\(part)" }
            return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        }
    }

    /// Day 60 of 1900 never was; before it the count is one off.
    private static func date(_ day: Int, since1904: Bool) -> CalendarDate? {
        if since1904 { return CalendarDate(daysSinceEpoch: day - 24_107) }
        guard day >= 1, day != 60 else { return nil }
        return CalendarDate(daysSinceEpoch: day < 60 ? day - 25_568 : day - 25_569)
    }

    private static func whole(_ value: ExactDecimal) -> Int? {
        var mantissa = value.mantissa
        for _ in 0..<value.scale { mantissa /= 10 }
        return Int(exactly: mantissa)
    }

    /// A workbook keeps binary numbers; 15 digits of them are what was entered.
    private static func precise(_ value: ExactDecimal) -> ExactDecimal? {
        let digits = String(value.mantissa.magnitude).utf8.count
        guard digits > 15, value.scale > 0 else { return value.trimmed }
        return (try? value.rounded(to: max(0, value.scale - (digits - 15))))?.trimmed
    }

    /// With a point that cannot part thousands: never just three decimals.
    private static func plain(_ value: ExactDecimal) -> String {
        value.scale == 3 ? value.description + "0" : value.description
    }
}
