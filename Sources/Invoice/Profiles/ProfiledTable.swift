internal import Diagnostics

/// A delimited file whose columns a profile knows: makes one document of the rows that are one invoice.
struct ProfiledTable {
    let profile: ImportProfile
    private(set) var text: SourceText
    let survey: CSVSurvey
    private var rows: CSVRows
    /// Folded, by position.
    private let keys: [String]
    private let titles: [String]
    /// The columns that say one thing for all rows of an invoice.
    private let shared: Set<Int>

    init(_ text: SourceText, _ profile: ImportProfile, options: ReadOptions) throws(DiagnosticError) {
        guard let found = ProfiledHeader(text.window, profile) else {
            throw DiagnosticError(
                .error(
                    "the columns of the profile \(profile.name) are not there", at: SourceLocation(file: text.file),
                    hint: "it knows its files by \(Self.marks(of: profile))"))
        }
        self.profile = profile
        (keys, titles, rows) = (found.titles.map(ColumnNames.key), found.titles, found.rows)
        var text = text
        let layout = ProfiledLayout(profile, keys)
        shared = layout.shared
        survey = try CSVSurvey(rows, layout.question(profile, titles, options), text: &text)
        self.text = text
    }

    private static func marks(of profile: ImportProfile) -> String {
        if !profile.recognition.headings.isEmpty {
            return "\(profile.recognition.headings.count) columns without names"
        }
        return profile.recognition.names.map { "\"\($0.written)\"" }.joined(separator: ", ")
    }

    /// The rows of one invoice as a document, and what can be said of the places in it.
    struct Document {
        let node: JSONNode
        /// By offset: row and column.
        let names: [Int: String]
        /// By offset: the row.
        let rows: [Int: Int]
        let start: CSVRows.Mark
        /// Cells that contradict the first row.
        let faults: [JSONFault]
    }

    /// A cell that is not blank.
    private struct Cell {
        let column: Int
        let offset: Int
        let row: Int
        let text: String
    }

    /// What of the file the last document was read from.
    var window: FileWindow { rows.window }

    mutating func document(_ index: Int) -> Document {
        var entries: [JSONNode] = []
        var first: [Int: Cell] = [:]
        var names: [Int: String] = [:]
        var rowNumbers: [Int: Int] = [:]
        var faults: [JSONFault] = []
        let runs = survey.runs(of: index)
        for run in runs {
            rows.seek(to: run.start)
            var left = run.count
            while left > 0, rows.next() {
                if survey.passesOver(rows) { continue }
                left -= 1
                let cells = cells()
                for cell in cells {
                    names[cell.offset] = "row \(cell.row), column \"\(titles[cell.column])\""
                    guard let known = first[cell.column] else {
                        first[cell.column] = cell
                        continue
                    }
                    if shared.contains(cell.column), known.text != cell.text { faults.append(conflict(cell, known)) }
                }
                // The row's end: its beginning is the first cell's.
                let end = rows.range(rows.cells.count - 1).upperBound
                names[end] = "row \(rows.mark.number)"
                rowNumbers[end] = rows.mark.number
                entries.append(JSONNode(offset: end, content: .object(cells.map(member))))
            }
        }
        let start = runs.first?.start ?? .start
        var members = first.values.sorted { $0.column < $1.column }.map(member)
        members.append(member(ProfileEvaluator.rowsKey, start.offset, .array(entries)))
        let titleMembers = zip(keys, titles).map { member($0, start.offset, .string($1)) }
        members.append(member(ProfileEvaluator.titlesKey, start.offset, .object(titleMembers)))
        return Document(
            node: JSONNode(offset: start.offset, content: .object(members)), names: names, rows: rowNumbers,
            start: start, faults: faults)
    }

    private func cells() -> [Cell] {
        titles.indices.compactMap { column in
            if keys[column].isEmpty || rows.isBlank(column) { return nil }
            return Cell(
                column: column, offset: rows.range(column).lowerBound, row: rows.mark.number, text: rows.text(column))
        }
    }

    private func member(_ cell: Cell) -> JSONMember {
        member(keys[cell.column], cell.offset, .string(cell.text))
    }

    private func member(_ key: String, _ offset: Int, _ content: JSONNode.Content) -> JSONMember {
        JSONMember(key: key, keyOffset: offset, value: JSONNode(offset: offset, content: content))
    }

    private func conflict(_ cell: Cell, _ known: Cell) -> JSONFault {
        JSONFault(
            offset: cell.offset,
            message: "\"\(cell.text)\" here, but row \(known.row) of the same invoice says \"\(known.text)\"",
            hint: "all rows of an invoice say the same here, or leave it blank")
    }
}

/// What the columns mean to the profile.
private struct ProfiledLayout {
    /// Columns by what is read from them.
    private var numbers: Set<Int> = []
    private var dates: Set<Int> = []
    private(set) var shared: Set<Int> = []
    private let keys: [String]

    init(_ profile: ImportProfile, _ keys: [String]) {
        self.keys = keys
        let ofLines = Set(columns(profile.lineSections.flatMap(\.names).filter { !$0.isOfInvoice }))
        for section in profile.invoiceSections + profile.lineSections {
            for assignment in section.assignments {
                let columns = columns(assignment.value.direct)
                switch assignment.target.kind {
                case .number, .quantity, .rate, .tax: numbers.formUnion(columns)
                case .date: dates.formUnion(columns)
                default: break
                }
                dates.formUnion(self.columns(assignment.value.days))
            }
        }
        // What a line reads too, or the whole of the rows, may differ from row to row.
        let everywhere = Set(columns(profile.invoiceSections.flatMap(\.assignments).flatMap(\.value.days)))
        shared = Set(columns(profile.invoiceSections.flatMap(\.names))).subtracting(ofLines).subtracting(everywhere)
    }

    private func columns(_ names: [ProfileName]) -> [Int] {
        names.flatMap { name in
            keys.indices.filter { name.isPrefix ? keys[$0].hasPrefix(name.steps[0]) : keys[$0] == name.steps[0] }
        }
    }

    func question(_ profile: ImportProfile, _ titles: [String], _ options: ReadOptions) -> CSVSurvey.Question {
        var question = CSVSurvey.Question()
        if profile.grouping.isEmpty {
            let number = profile.invoice.assignments.first { $0.target.path == ["number"] }
            // The first column that the number is read from.
            question.keys = Array(columns(number?.value.names ?? []).prefix(1))
        } else {
            question.keys = columns(profile.grouping)
            question.inherits = false
        }
        question.numbers = numbers.sorted().map { CSVSurvey.Column(index: $0, title: titles[$0]) }
        question.dates = dates.sorted().map { CSVSurvey.Column(index: $0, title: titles[$0]) }
        question.hasTax = true
        question.decimalSign = options.decimalSign ?? profile.decimalSign
        question.dateOrder = options.dateOrder ?? profile.dateOrder
        return question
    }
}

extension ProfileExpression {
    /// The names whose values it hands on as they are, or counts with.
    fileprivate var direct: [ProfileName] {
        switch self {
        case .name(let name): [name]
        case .firstOf(let parts): parts.flatMap(\.direct)
        case .sum(let terms): terms.flatMap(\.value.direct)
        case .call(let verb, let parts):
            switch verb {
            case .per, .percent, .minor, .unsigned, .total: parts.flatMap(\.direct)
            case .when: parts.dropFirst().flatMap(\.direct)
            default: []
            }
        case .constant, .lookUp: []
        }
    }

    /// The names of which it takes the first or last day.
    fileprivate var days: [ProfileName] {
        switch self {
        case .call(.earliest, let parts), .call(.latest, let parts), .call(.total, let parts): parts.flatMap(\.names)
        case .call(_, let parts), .firstOf(let parts): parts.flatMap(\.days)
        default: []
        }
    }
}
