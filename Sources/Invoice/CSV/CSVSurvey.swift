internal import Diagnostics

/// What one walk over the whole file tells: which rows make one invoice, which sign stands before the decimals, and in
/// which order the parts of dates stand.
///
/// Signs and orders are the file's, not the cell's: `1.200` beside `1.249,90` is 1200.
struct CSVSurvey {
    /// Rows of one invoice that stand together.
    struct Run {
        let start: CSVRows.Mark
        var count: Int
    }

    /// The first run of each invoice.
    private var firstRuns: [Run] = []
    /// Further runs, of the invoices that have some.
    private var moreRuns: [Int: [Run]] = [:]
    /// Of the invoices.
    var count: Int { firstRuns.count }
    private(set) var decimalSign: DecimalSign?
    private(set) var dateOrder: DateOrder?
    /// Rows that are sums of the lines above them.
    private var sumRows: Set<Int> = []

    /// By the hash of their key: a million keys would fill the memory, and two with one hash are found out, since one
    /// invoice does not have two numbers.
    private var byKey: [Int: Int32] = [:]
    private var current: (group: Int, key: Int)?
    /// Of the row before, where one column is the key.
    private var lastKey: Range<Int>?
    private var signPlaces: [DecimalSign: Place] = [:]
    private var orderPlaces: [DateOrder: Place] = [:]

    private struct Place {
        let text: String
        let mark: CSVRows.Mark
        let column: String
        let offset: Int
        let window: FileWindow

        var row: Int { mark.number }

        var shown: String { "\"\(text)\" (row \(row))" }
    }

    /// A column that the survey reads.
    struct Column {
        let index: Int
        let title: String
    }

    /// What the survey looks at.
    struct Question {
        /// The columns whose values tell invoices apart.
        var keys: [Int] = []
        /// Whether a row with blank keys belongs to the invoice above it.
        var inherits = true
        /// Whether each row is an invoice where no column tells them apart.
        var rowsStandAlone = false
        /// Whether lines say their tax.
        var hasTax = false
        var numbers: [Column] = []
        var dates: [Column] = []
        /// Nil asks the cells.
        var decimalSign: DecimalSign?
        /// Nil asks the cells.
        var dateOrder: DateOrder?
    }

    /// - Parameter rows: at the first row below the column names.
    init(_ rows: CSVRows, _ question: Question, text: inout SourceText) throws(DiagnosticError) {
        let start = rows.mark.offset
        var rows = rows
        let numbers = question.decimalSign == nil ? question.numbers : []
        let dates = question.dateOrder == nil ? question.dates : []
        while rows.next() {
            if rows.isBlankRecord { continue }
            if rows.unclosedQuote != nil { break }
            if isAsBefore(rows, question.keys) {
                extend()
            } else if TotalsRow.isOne(rows, keys: question.keys, hasTax: question.hasTax) {
                sumRows.insert(rows.mark.number)
                lastKey = nil
                continue
            } else {
                group(rows, question)
            }
            for column in numbers { surveyNumber(rows, column) }
            for column in dates { surveyDate(rows, column) }
        }
        if let quote = rows.unclosedQuote {
            text.follow(rows.window)
            text.restart(at: rows.mark.offset, line: rows.mark.line)
            throw DiagnosticError(
                .error(
                    "this quote is never closed", at: text.location(of: quote), hint: "a quote inside a cell is doubled"
                ))
        }
        if firstRuns.isEmpty {
            throw DiagnosticError(
                .error("no rows below the column names", at: text.location(of: start)))
        }
        decimalSign = question.decimalSign
        dateOrder = question.dateOrder
        try settleSign(&text)
        try settleOrder(&text)
    }

    // MARK: Groups

    private mutating func group(_ rows: CSVRows, _ question: Question) {
        if let key = key(rows, question) {
            if let current, current.key == key {
                extend()
            } else if let known = byKey[key] {
                current = (Int(known), key)
                moreRuns[Int(known), default: []].append(Run(start: rows.mark, count: 1))
            } else {
                begin(rows, key)
                byKey[key] = Int32(clamping: firstRuns.count - 1)
            }
        } else if question.keys.isEmpty && question.rowsStandAlone || current == nil {
            begin(rows, 0)
        } else {
            extend()
        }
    }

    private mutating func begin(_ rows: CSVRows, _ key: Int) {
        firstRuns.append(Run(start: rows.mark, count: 1))
        current = (firstRuns.count - 1, key)
    }

    /// Adds a row to the run that was the last.
    private mutating func extend() {
        guard let group = current?.group else { return }
        if let more = moreRuns[group] {
            moreRuns[group]?[more.count - 1].count += 1
        } else {
            firstRuns[group].count += 1
        }
    }

    /// Whether the row is none of an invoice's.
    func passesOver(_ rows: CSVRows) -> Bool {
        rows.isBlankRecord || !sumRows.isEmpty && sumRows.contains(rows.mark.number)
    }

    /// What was passed over.
    func notes(in file: String) -> [Diagnostic] {
        let numbers = sumRows.sorted()
        guard let first = numbers.first else { return [] }
        let some = numbers.prefix(8).map(String.init).joined(separator: ", ")
        let message =
            numbers.count == 1
            ? "row \(first) is a sum of the lines, not a line; it is passed over"
            : "rows \(some)\(numbers.count > 8 ? " …" : "") are sums of the lines, not lines; they are passed over"
        return [.warning(message, at: SourceLocation(file: file, path: "row \(first)"))]
    }

    /// The runs of an invoice, in the order of the file.
    func runs(of group: Int) -> [Run] { [firstRuns[group]] + (moreRuns[group] ?? []) }

    /// Whether the row's key is that of the row before, byte for byte: so it mostly is.
    private mutating func isAsBefore(_ rows: CSVRows, _ keys: [Int]) -> Bool {
        guard keys.count == 1, let column = keys.first else { return false }
        let range = rows.range(column)
        defer { lastKey = range.isEmpty ? nil : range }
        guard let lastKey, !range.isEmpty else { return false }
        return rows.holdSame(range, lastKey)
    }

    /// The hash of what tells the row's invoice from others; nil if the row says nothing of its own.
    private func key(_ rows: CSVRows, _ question: Question) -> Int? {
        if question.keys.isEmpty { return nil }
        if question.inherits, question.keys.allSatisfy({ rows.isBlank($0) }) { return nil }
        var hasher = Hasher()
        for column in question.keys { hasher.combine(rows.text(column)) }
        return hasher.finalize()
    }

    // MARK: Signs and orders

    private mutating func surveyNumber(_ rows: CSVRows, _ column: Column) {
        guard column.index < rows.cells.count else { return }
        if signPlaces.count == 2 { return }
        let sign: DecimalSign?
        switch glance(rows.bytes, rows.localRange(column.index)) {
        case .none: return
        case .proven(let proven): sign = proven
        case .unclear: sign = slowSign(rows, column)
        }
        guard let sign else { return }
        if signPlaces[sign] == nil { signPlaces[sign] = place(rows, column) }
    }

    private enum Glance {
        case none
        case proven(DecimalSign)
        case unclear
    }

    /// The common shapes: digits alone, or with one sign and not three digits after it.
    private func glance(_ bytes: [UInt8], _ range: Range<Int>) -> Glance {
        var sign: Int?
        for at in range {
            switch bytes[at] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): continue
            case UInt8(ascii: "."), UInt8(ascii: ","):
                if sign != nil { return .unclear }
                sign = at
            default: return .unclear
            }
        }
        guard let sign else { return .none }
        guard range.upperBound - sign - 1 != 3, sign > range.lowerBound, sign + 1 < range.upperBound else {
            return .unclear
        }
        return .proven(bytes[sign] == UInt8(ascii: ".") ? .point : .comma)
    }

    private func slowSign(_ rows: CSVRows, _ column: Column) -> DecimalSign? {
        let range = rows.localRange(column.index)
        guard rows.bytes[range].contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) else {
            return nil
        }
        // Of a price that is going to be refused, too.
        return NumberCell(rows.text(column.index), counts: true).provenSign
    }

    private mutating func surveyDate(_ rows: CSVRows, _ column: Column) {
        if orderPlaces.count == 2 || rows.isBlank(column.index) { return }
        let start = rows.localRange(column.index).lowerBound
        // YYYY-MM-DD proves nothing.
        if start + 4 < rows.bytes.count, rows.bytes[start + 4] == UInt8(ascii: "-") { return }
        guard let order = DateCell(rows.text(column.index)).provenOrder, orderPlaces[order] == nil else { return }
        orderPlaces[order] = place(rows, column)
    }

    private func place(_ rows: CSVRows, _ column: Column) -> Place {
        Place(
            text: rows.text(column.index), mark: rows.mark, column: column.title,
            offset: rows.range(column.index).lowerBound, window: rows.window)
    }

    private mutating func settleSign(_ text: inout SourceText) throws(DiagnosticError) {
        guard decimalSign == nil else { return }
        if let point = signPlaces[.point], let comma = signPlaces[.comma] {
            let message = "\(point.shown) has a decimal point, \(comma.shown) a decimal comma"
            throw conflict(
                message, point, comma,
                hint:
                    "say which it is: 'decimal = .' or 'decimal = ,' in [invoice] of the configuration, or in the profile",
                &text)
        }
        decimalSign = signPlaces.keys.first
    }

    private mutating func settleOrder(_ text: inout SourceText) throws(DiagnosticError) {
        guard dateOrder == nil else { return }
        if let day = orderPlaces[.dayMonthYear], let month = orderPlaces[.monthDayYear] {
            let message = "\(day.shown) begins with the day, \(month.shown) with the month"
            throw conflict(message, day, month, hint: "write all dates one way, best as YYYY-MM-DD", &text)
        }
        dateOrder = orderPlaces.keys.first
    }

    /// Two cells of a file that cannot both be right; reported at the later one.
    private func conflict(
        _ message: String, _ one: Place, _ other: Place, hint: String, _ text: inout SourceText
    ) -> DiagnosticError {
        let later = one.offset > other.offset ? one : other
        text.follow(later.window)
        text.restart(at: later.mark.offset, line: later.mark.line)
        let location = text.location(of: later.offset, path: "row \(later.row), column \"\(later.column)\"")
        return DiagnosticError(.error(message, at: location, hint: hint))
    }
}
