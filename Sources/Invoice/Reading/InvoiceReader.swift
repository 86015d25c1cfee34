internal import Diagnostics
internal import Platform

/// Walks the invoices of one file, once; see `readInvoices`.
public struct InvoiceReader: Sequence, IteratorProtocol {
    /// What is walked; by reference, since moving it in and out costs more than reading a row.
    private enum Source {
        case json(Walk<JSONState>)
        case xml(Walk<XMLState>)
        case table(Walk<TableState>)
        case csv(Walk<(decoder: CSVDecoder, notes: [Diagnostic])>)
        case refused(DiagnosticError)
        case finished
    }

    private struct JSONState {
        var frames: JSONFrames
        var decoder: InvoiceDecoder
        var choice: ProfileChoice
        /// Where each invoice begins.
        var marks: [(offset: Int, line: Int32, column: Int32)] = []
    }

    private struct XMLState {
        let node: JSONNode
        var decoder: InvoiceDecoder
        var choice: ProfileChoice
    }

    private struct TableState {
        var table: ProfiledTable
        var decoder: InvoiceDecoder
        var mapper: ProfileMapper
        var notes: [Diagnostic]
    }

    private final class Walk<State> {
        var state: State

        init(_ state: State) { self.state = state }
    }

    private var source: Source
    private var count = 0
    private var isFaultTold = false

    /// The file, where it is read a window at a time.
    private let file: InvoiceSource?
    private let name: String

    init(_ input: Input, name: String, defaults: InvoiceDefaults, options: ReadOptions) {
        self.name = name
        file = if case .file(let source) = input { source } else { nil }
        do {
            source = try Self.open(input, name: name, defaults: defaults, options: options)
        } catch {
            source = .refused(error)
        }
    }

    /// What is read.
    enum Input {
        case bytes([UInt8])
        case file(InvoiceSource)

        /// Enough to see what kind of file it is.
        var beginning: [UInt8] {
            switch self {
            case .bytes(let bytes): bytes
            case .file(let source): source.bytes(at: 0, count: FileWindow.length)
            }
        }

        var all: [UInt8] {
            switch self {
            case .bytes(let bytes): bytes
            case .file(let source): source.all
            }
        }
    }

    private static func open(
        _ input: Input, name: String, defaults: InvoiceDefaults, options: ReadOptions
    ) throws(DiagnosticError) -> Source {
        let known = try fileKind(of: input.beginning, name: name)
        let choice = try ProfileChoice(options, defaults, file: name)
        switch options.kind ?? known {
        case .csv:
            let (text, notes) = try csvText(input, name: name)
            return try openTable(text, notes: notes, choice, options)
        case .workbook:
            let bytes = try workbookText(input.all, name: name, sheet: choice.sheet)
            return try openTable(SourceText(bytes: bytes, file: name, isMadeUp: true), notes: [], choice, options)
        case .xml:
            try choice.require(.xml)
            let text = SourceText(bytes: input.all, file: name)
            let decoder = InvoiceDecoder(text: text, defaults: defaults)
            return .xml(Walk(XMLState(node: try XMLTree.read(text), decoder: decoder, choice: choice)))
        case let kind:
            try choice.require(.json)
            let window = try jsonText(input, name: name)
            let frames = JSONFrames(window, linesExpected: kind == .ndjson)
            return .json(
                Walk(
                    JSONState(
                        frames: frames,
                        decoder: InvoiceDecoder(text: SourceText(window, file: name), defaults: defaults),
                        choice: choice)))
        }
    }

    private static func openTable(
        _ text: SourceText, notes: [Diagnostic], _ choice: ProfileChoice, _ options: ReadOptions
    ) throws(DiagnosticError) -> Source {
        guard let profile = try choice.profile(ofTable: text.window) else {
            let decoder = try CSVDecoder(text, options: options, defaults: choice.defaults)
            let file = text.file ?? ""
            return .csv(Walk((decoder, notes + decoder.table.header.notes(in: file) + decoder.survey.notes(in: file))))
        }
        let table = try ProfiledTable(text, profile, options: options)
        var mapper = ProfileMapper(profile, defaultCurrency: choice.defaults.currency)
        mapper.evaluator.decimalSign = table.survey.decimalSign
        mapper.evaluator.dateOrder = table.survey.dateOrder
        let decoder = InvoiceDecoder(text: table.text, defaults: choice.defaults)
        let state = TableState(
            table: table, decoder: decoder, mapper: mapper,
            notes: notes + [choice.note(of: profile)] + table.survey.notes(in: text.file ?? ""))
        return .table(Walk(state))
    }

    public mutating func next() -> ReadInvoice? {
        let read = nextOfSource()
        if read == nil, let fault = file?.fault, !isFaultTold {
            isFaultTold = true
            let error = Diagnostic.error(
                "the file could not be read to its end: \(fault)", at: SourceLocation(file: name))
            return ReadInvoice(index: nil, result: .failure(DiagnosticError(error)), warnings: [])
        }
        return read
    }

    /// Reads one invoice again.
    ///
    /// - Parameter position: its rank from 0, of those that were walked already.
    public mutating func invoice(at position: Int) -> ReadInvoice? {
        defer { count = Int.max }
        count = position
        switch source {
        case .json(let walk):
            guard position < walk.state.marks.count else { return nil }
            let mark = walk.state.marks[position]
            walk.state.frames.seek(to: mark.offset)
            walk.state.decoder.text.restart(at: mark.offset, line: Int(mark.line), column: Int(mark.column))
            return nextJSON(&walk.state)
        case .table(let walk):
            return position < walk.state.table.survey.count ? nextOfTable(&walk.state, notes: []) : nil
        case .csv(let walk):
            return position < walk.state.decoder.survey.count ? nextCSV(&walk.state.decoder, notes: []) : nil
        case .xml(let walk): return position == 0 ? nextOfXML(&walk.state) : nil
        case .refused, .finished: return nil
        }
    }

    private mutating func nextOfSource() -> ReadInvoice? {
        switch source {
        case .json(let walk):
            return nextJSON(&walk.state)
        case .xml(let walk):
            guard count == 0 else { return nil }
            count = 1
            return nextOfXML(&walk.state)
        case .table(let walk):
            guard count < walk.state.table.survey.count else { return nil }
            defer { walk.state.notes = [] }
            let notes = walk.state.notes
            return nextOfTable(&walk.state, notes: notes)
        case .csv(let walk):
            guard count < walk.state.decoder.survey.count else { return nil }
            defer { walk.state.notes = [] }
            return nextCSV(&walk.state.decoder, notes: walk.state.notes)
        case .refused(let error):
            source = .finished
            return ReadInvoice(index: nil, result: .failure(error), warnings: [])
        case .finished: return nil
        }
    }

    /// Notes where an invoice begins, the first time that it is read. A place that is a fault's has none.
    private func remember(_ node: JSONNode, _ state: inout JSONState) {
        guard state.marks.count < count else { return }
        let place = state.decoder.text.position(of: node.offset)
        let mark = (node.offset, Int32(clamping: place.line), Int32(clamping: place.column))
        while state.marks.count < count { state.marks.append(mark) }
    }

    private mutating func nextJSON(_ state: inout JSONState) -> ReadInvoice? {
        guard let frame = state.frames.next(&state.decoder.text) else {
            guard count == 0 else { return nil }
            count = 1
            let place = SourceLocation(file: state.decoder.text.file)
            return ReadInvoice(
                index: nil, result: .failure(DiagnosticError(.error("no invoices: the array is empty", at: place))),
                warnings: [])
        }
        count += 1
        let index = state.frames.isSequence ? count : nil
        switch frame {
        case .fault(let fault):
            let error = DiagnosticError(state.decoder.text.diagnostic(for: fault).ranked(index))
            return ReadInvoice(index: index, result: .failure(error), warnings: [])
        case .value(let node):
            state.decoder.text.advance(to: node.offset)
            remember(node, &state)
            var notes: [Diagnostic] = []
            let invoice: Invoice?
            if let mapped = state.choice.mapped(node, .json, &notes) {
                invoice = state.decoder.invoice(mapped.node, faults: mapped.faults)
            } else {
                invoice = state.decoder.invoice(node)
            }
            let findings = notes + state.decoder.bag.sorted.map { $0.ranked(index) }
            guard var invoice else {
                return ReadInvoice(index: index, result: .failure(DiagnosticError(findings)), warnings: [])
            }
            invoice.origin.index = index
            return ReadInvoice(index: index, result: .success(invoice), warnings: findings)
        }
    }
}

extension InvoiceReader {
    private func nextOfXML(_ state: inout XMLState) -> ReadInvoice {
        var notes: [Diagnostic] = []
        guard let mapped = state.choice.mapped(state.node, .xml, &notes) else {
            let root = state.node.members(named: "@root").first?.text ?? ""
            let fault = Diagnostic.error(
                "an XML document of <\(root)>, which no profile knows",
                at: state.decoder.text.location(of: state.node.offset),
                hint: "known are UBL (Invoice, CreditNote) and CII (CrossIndustryInvoice)")
            return ReadInvoice(index: nil, result: .failure(DiagnosticError(fault)), warnings: [])
        }
        let invoice = state.decoder.invoice(mapped.node, faults: mapped.faults)
        let findings = state.decoder.bag.sorted
        guard let invoice else {
            return ReadInvoice(index: nil, result: .failure(DiagnosticError(findings)), warnings: notes)
        }
        return ReadInvoice(index: nil, result: .success(invoice), warnings: notes + findings)
    }

    private mutating func nextOfTable(_ state: inout TableState, notes: [Diagnostic]) -> ReadInvoice {
        let document = state.table.document(count)
        count += 1
        state.decoder.text.follow(state.table.window)
        state.decoder.text.restart(at: document.start.offset, line: document.start.line)
        state.decoder.cellNames = document.names
        let (node, faults) = state.mapper.invoice(from: document.node)
        let invoice = state.decoder.invoice(node, faults: document.faults + faults)
        let index = state.table.survey.count > 1 ? count : nil
        let findings = state.decoder.bag.sorted
        guard var invoice else {
            return ReadInvoice(index: index, result: .failure(DiagnosticError(findings)), warnings: notes)
        }
        invoice.origin.index = index
        let rows = node.members(named: "lines").flatMap { list in
            if case .array(let lines) = list.content { lines.map { document.rows[$0.offset] ?? 0 } } else { [Int]() }
        }
        for (line, row) in zip(invoice.lines.indices, rows) { invoice.lines[line].place.row = Int32(clamping: row) }
        var warnings = notes + findings
        if node.members(named: "date").isEmpty {
            let place = SourceLocation(file: state.decoder.text.file, path: "row \(document.start.number)")
            warnings.append(.warning("no date; today's is printed", at: place))
        }
        return ReadInvoice(index: index, result: .success(invoice), warnings: warnings)
    }

    private mutating func nextCSV(_ decoder: inout CSVDecoder, notes: [Diagnostic]) -> ReadInvoice {
        let invoice = decoder.invoice(count)
        count += 1
        let index = decoder.survey.count > 1 ? count : nil
        let findings = decoder.bag.sorted
        guard var invoice else {
            return ReadInvoice(index: index, result: .failure(DiagnosticError(findings)), warnings: notes)
        }
        invoice.origin.index = index
        return ReadInvoice(index: index, result: .success(invoice), warnings: notes + findings)
    }
}

extension Diagnostic {
    /// The path with the invoice's rank before it: `invoice 3: lines[0].price`.
    func ranked(_ index: Int?) -> Diagnostic {
        guard let index else { return self }
        var result = self
        result.location.path = location.path.map { "invoice \(index): \($0)" } ?? "invoice \(index)"
        return result
    }
}
