internal import Diagnostics

/// Which column holds what.
struct CSVHeader {
    struct Column {
        let index: Int
        /// As the file writes it.
        let title: String
        let field: CSVField
        /// 0 for a line's only columns; n for `item n` of a wide row.
        let item: Int
        /// The field's rank among all fields.
        let ordinal: Int
        /// Whether a line takes its cells as numbers and no more.
        let isPlainAmount: Bool
        /// Whether the cells are percentages, of which one below 1 is to be looked at.
        let isPercentage: Bool

        init(index: Int, title: String, field: CSVField, item: Int) {
            self.index = index
            self.title = title
            self.field = field
            self.item = item
            ordinal = field.ordinal
            isPercentage = field == .taxRate || field == .discountPercent
            isPlainAmount = isPercentage || [.quantity, .price, .discountAmount, .lineAmount].contains(field)
        }
    }

    /// A line's columns: the only set, or one of a wide row.
    struct LineColumns {
        let item: Int
        var columns: [Column]
    }

    private(set) var columns: [Column] = []
    /// The columns that belong to the invoice.
    private(set) var invoiceColumns: [Column] = []
    private(set) var lineColumns: [LineColumns] = []
    /// Titles that mean nothing to us, and that were not blank.
    private(set) var unused: [String] = []
    /// Fields that a second column claimed: the first holds.
    private(set) var doubled: [String] = []
    /// Whether the title of the prices says that tax is in them.
    private(set) var hasGrossPrices = false
    let number: Int

    /// Whether each row bears its lines in columns of their own (`item1_name, item2_name …`).
    var isWide: Bool { columns.contains { $0.item > 0 } }

    init(_ rows: CSVRows) {
        number = rows.mark.number
        var claims: [Claim] = []
        for index in rows.cells.indices {
            let title = rows.text(index)
            guard !title.isEmpty else { continue }
            guard let meaning = ColumnTitle(title) else {
                unused.append(title)
                continue
            }
            let claim = Claim(index: index, title: title, meaning: meaning)
            guard let known = claims.firstIndex(where: { $0.isSame(as: claim) }) else {
                claims.append(claim)
                continue
            }
            let isStronger = claims[known].meaning.isWeak && !meaning.isWeak
            doubled.append(isStronger ? claims[known].title : title)
            if isStronger { claims[known] = claim }
        }
        settle(claims)
        settleTitles()
        invoiceColumns = columns.filter { !$0.field.isOfLine }
        let ofLines = columns.filter(\.field.isOfLine)
        lineColumns = Set(ofLines.map(\.item)).sorted().map { item in
            LineColumns(item: item, columns: ofLines.filter { $0.item == item })
        }
    }

    /// A column that may be the one of its field.
    private struct Claim {
        let index: Int
        let title: String
        let meaning: ColumnTitle

        func isSame(as other: Claim) -> Bool {
            meaning.field == other.meaning.field && meaning.item == other.meaning.item
        }
    }

    /// Prices that hold tax make an invoice of such prices; a line's amount that is meant otherwise is no check of it.
    private mutating func settle(_ claims: [Claim]) {
        let price = claims.first { $0.meaning.field == .price }?.meaning.isGross
        hasGrossPrices = price ?? false
        for claim in claims.sorted(by: { $0.index < $1.index }) {
            let meaning = claim.meaning
            if meaning.field == .lineAmount, let isGross = meaning.isGross, isGross != hasGrossPrices {
                unused.append(claim.title)
                continue
            }
            columns.append(Column(index: claim.index, title: claim.title, field: meaning.field, item: meaning.item))
        }
    }

    func column(_ field: CSVField) -> Column? { columns.first { $0.field == field } }

    /// What a reader of the file should know of its columns.
    func notes(in file: String) -> [Diagnostic] {
        let place = SourceLocation(file: file, path: "row \(number)")
        var notes: [Diagnostic] = []
        if !unused.isEmpty {
            let near = unused.lazy.compactMap { title in
                ColumnNames.name(near: title).map { "did you mean \"\($0)\" by \"\(title)\"?" }
            }.first
            notes.append(.warning("columns that are not used: \(quoted(unused))", at: place, hint: near))
        }
        if !doubled.isEmpty {
            notes.append(
                .warning("columns that mean the same as another, which counts: \(quoted(doubled))", at: place))
        }
        return notes
    }

    private func quoted(_ titles: [String]) -> String { titles.map { "\"\($0)\"" }.joined(separator: ", ") }

    // MARK: Names

    /// A column called "Description" is the name of the line unless another column is.
    private mutating func settleTitles() {
        for (at, column) in columns.enumerated() where column.field == .title {
            let named = columns.contains { $0.field == .name && $0.item == column.item }
            columns[at] = Column(
                index: column.index, title: column.title, field: named ? .description : .name, item: column.item)
        }
    }
}

// MARK: Finding it

/// A delimited file whose header was found, ready to be walked.
struct CSVTable {
    /// Delimiters in the order of preference where nothing else decides.
    private static let delimiters: [UInt8] = [";", ",", "\t", "|"].map { UInt8(ascii: $0) }
    /// Those that the file's beginning holds.
    static func delimiters(of bytes: [UInt8]) -> [UInt8] {
        let beginning = bytes.prefix(1 << 18)
        return delimiters.filter { beginning.contains($0) }
    }

    /// Title rows before the header are looked through this far.
    static let headerRows = 30

    let header: CSVHeader
    /// At the first row after the header.
    let rows: CSVRows

    /// - Parameter text: UTF-8 without a byte order mark.
    init(_ text: inout SourceText) throws(DiagnosticError) {
        let (start, stated) = Self.separatorLine(text.bytes)
        var best: (header: CSVHeader, rows: CSVRows)?
        for delimiter in stated.map({ [$0] }) ?? Self.delimiters(of: text.bytes) {
            guard let found = Self.header(text.window, delimiter, start) else { continue }
            if found.header.columns.count > best?.header.columns.count ?? 0 { best = found }
        }
        guard let best else {
            throw DiagnosticError(
                .error(
                    "no row of column names was found", at: SourceLocation(file: text.file),
                    hint:
                        "name the columns, for example: Invoice Number, Invoice Date, Customer, Description, Quantity, Unit Price, Tax Rate"
                ))
        }
        header = best.header
        rows = best.rows
        try requireColumns(&text)
    }

    /// What the survey of the rows is to find out.
    func question(_ options: ReadOptions) -> CSVSurvey.Question {
        func columns(_ wanted: (CSVField) -> Bool) -> [CSVSurvey.Column] {
            header.columns.filter { wanted($0.field) }.map { CSVSurvey.Column(index: $0.index, title: $0.title) }
        }
        var question = CSVSurvey.Question()
        question.keys = header.column(.number).map { [$0.index] } ?? []
        question.rowsStandAlone = header.isWide
        question.hasTax = [.taxRate, .tax, .taxCategory].contains { header.column($0) != nil }
        question.numbers = columns { $0.kind == .number || $0 == .tax }
        question.dates = columns { $0.kind == .date }
        question.decimalSign = options.decimalSign
        question.dateOrder = options.dateOrder
        return question
    }

    /// `sep=;` as Excel writes it on a line of its own.
    static func separatorLine(_ bytes: [UInt8]) -> (CSVRows.Mark, UInt8?) {
        let prefix = Array("sep=".utf8)
        guard bytes.count > 4, bytes.prefix(4).map({ $0 | 0x20 }).elementsEqual(prefix.map { $0 | 0x20 }) else {
            return (.start, nil)
        }
        let end = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        guard end == 5 else { return (.start, nil) }
        let crlf = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
        return (CSVRows.Mark(offset: min(bytes.count, end + (crlf ? 2 : 1)), number: 2, line: 2), bytes[4])
    }

    /// The first row that names three columns; else the one that names two.
    private static func header(
        _ window: FileWindow, _ delimiter: UInt8, _ start: CSVRows.Mark
    ) -> (header: CSVHeader, rows: CSVRows)? {
        var rows = CSVRows(window, delimiter: delimiter, from: start)
        var best: (header: CSVHeader, rows: CSVRows)?
        for _ in 0..<headerRows {
            guard rows.next() else { break }
            let header = CSVHeader(rows)
            guard header.columns.count >= 2, header.columns.count > best?.header.columns.count ?? 0 else { continue }
            best = (header, rows)
            if header.columns.count >= 3 { break }
        }
        return best
    }

    /// A line needs a name and a price.
    private func requireColumns(_ text: inout SourceText) throws(DiagnosticError) {
        var bag = DiagnosticBag(file: text.file)
        let place = text.location(of: rows.mark.offset, path: "row \(header.number)")
        if header.column(.name) == nil, header.column(.item) == nil, header.column(.description) == nil {
            bag.add(missing("what was sold", [.title, .name], place))
        }
        if header.column(.price) == nil { bag.add(missing("the price", [.price], place)) }
        if bag.hasErrors { throw DiagnosticError(bag.sorted) }
    }

    private func missing(_ what: String, _ fields: [CSVField], _ place: SourceLocation) -> Diagnostic {
        let names = fields.flatMap { ColumnNames.names(for: $0).prefix(6) }.map { "\"\($0)\"" }
        let near = header.unused.lazy.compactMap { title in
            ColumnNames.name(near: title, among: fields).map { (title, $0) }
        }.first
        let guess = near.map { "did you mean \"\($0.1)\" by \"\($0.0)\"? " } ?? ""
        return .error(
            "no column for \(what)", at: place, hint: "\(guess)understood are \(names.joined(separator: ", ")) and more"
        )
    }
}
