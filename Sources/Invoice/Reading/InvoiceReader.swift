internal import Diagnostics

/// Walks the invoices of one file; see `readInvoices`.
public struct InvoiceReader: Sequence, IteratorProtocol {
    private enum Source {
        case json(JSONFrames, InvoiceDecoder, ProfileChoice)
        case xml(JSONNode, InvoiceDecoder, ProfileChoice)
        case table(ProfiledTable, InvoiceDecoder, ProfileMapper, notes: [Diagnostic])
        case csv(CSVDecoder, notes: [Diagnostic])
        case refused(DiagnosticError)
        case finished
    }

    private var source: Source
    private var count = 0

    init(_ bytes: [UInt8], name: String, defaults: InvoiceDefaults, options: ReadOptions) {
        do {
            source = try Self.open(bytes, name: name, defaults: defaults, options: options)
        } catch {
            source = .refused(error)
        }
    }

    private static func open(
        _ bytes: [UInt8], name: String, defaults: InvoiceDefaults, options: ReadOptions
    ) throws(DiagnosticError) -> Source {
        let known = try fileKind(of: bytes, name: name)
        let choice = try ProfileChoice(options, defaults, file: name)
        switch options.kind ?? known {
        case .csv:
            let (text, notes) = try csvText(bytes, name: name)
            return try openTable(text, notes: notes, choice, options)
        case .workbook:
            let bytes = try workbookText(bytes, name: name, sheet: choice.sheet)
            return try openTable(SourceText(bytes: bytes, file: name, isMadeUp: true), notes: [], choice, options)
        case .xml:
            try choice.require(.xml)
            let text = SourceText(bytes: bytes, file: name)
            return .xml(try XMLTree.read(text), InvoiceDecoder(text: text, defaults: defaults), choice)
        case let kind:
            try choice.require(.json)
            let text = SourceText(bytes: try utf8(bytes, name: name), file: name)
            let frames = JSONFrames(text.bytes, linesExpected: kind == .ndjson)
            return .json(frames, InvoiceDecoder(text: text, defaults: defaults), choice)
        }
    }

    private static func openTable(
        _ text: SourceText, notes: [Diagnostic], _ choice: ProfileChoice, _ options: ReadOptions
    ) throws(DiagnosticError) -> Source {
        guard let profile = try choice.profile(ofTable: text.bytes) else {
            let decoder = try CSVDecoder(text, options: options, defaults: choice.defaults)
            return .csv(decoder, notes: notes + decoder.table.header.notes(in: text.file ?? ""))
        }
        let table = try ProfiledTable(text, profile, options: options)
        var mapper = ProfileMapper(profile, defaultCurrency: choice.defaults.currency)
        mapper.evaluator.decimalSign = table.survey.decimalSign
        mapper.evaluator.dateOrder = table.survey.dateOrder
        return .table(
            table, InvoiceDecoder(text: table.text, defaults: choice.defaults), mapper,
            notes: notes + [choice.note(of: profile)])
    }

    public mutating func next() -> ReadInvoice? {
        switch source {
        case .json(var frames, var decoder, var choice):
            source = .finished
            let read = nextJSON(&frames, &decoder, &choice)
            if read != nil { source = .json(frames, decoder, choice) }
            return read
        case .xml(let node, var decoder, var choice):
            source = .finished
            return nextOfXML(node, &decoder, &choice)
        case .table(var table, var decoder, var mapper, let notes):
            source = .finished
            guard count < table.survey.groups.count else { return nil }
            let read = nextOfTable(&table, &decoder, &mapper, notes: notes)
            source = .table(table, decoder, mapper, notes: [])
            return read
        case .csv(var decoder, let notes):
            source = .finished
            guard count < decoder.survey.groups.count else { return nil }
            let read = nextCSV(&decoder, notes: notes)
            source = .csv(decoder, notes: [])
            return read
        case .refused(let error):
            source = .finished
            return ReadInvoice(index: nil, result: .failure(error), warnings: [])
        case .finished: return nil
        }
    }

    private mutating func nextJSON(
        _ frames: inout JSONFrames, _ decoder: inout InvoiceDecoder, _ choice: inout ProfileChoice
    ) -> ReadInvoice? {
        guard let frame = frames.next() else {
            guard count == 0 else { return nil }
            count = 1
            let place = SourceLocation(file: decoder.text.file)
            return ReadInvoice(
                index: nil, result: .failure(DiagnosticError(.error("no invoices: the array is empty", at: place))),
                warnings: [])
        }
        count += 1
        let index = frames.isSequence ? count : nil
        switch frame {
        case .fault(let fault):
            let error = DiagnosticError(decoder.text.diagnostic(for: fault).ranked(index))
            return ReadInvoice(index: index, result: .failure(error), warnings: [])
        case .value(let node):
            decoder.text.advance(to: node.offset)
            var notes: [Diagnostic] = []
            let invoice: Invoice?
            if let mapped = choice.mapped(node, .json, &notes) {
                invoice = decoder.invoice(mapped.node, faults: mapped.faults)
            } else {
                invoice = decoder.invoice(node)
            }
            let findings = notes + decoder.bag.sorted.map { $0.ranked(index) }
            guard var invoice else {
                return ReadInvoice(index: index, result: .failure(DiagnosticError(findings)), warnings: [])
            }
            invoice.origin.index = index
            return ReadInvoice(index: index, result: .success(invoice), warnings: findings)
        }
    }
}

extension InvoiceReader {
    private func nextOfXML(
        _ node: JSONNode, _ decoder: inout InvoiceDecoder, _ choice: inout ProfileChoice
    ) -> ReadInvoice {
        var notes: [Diagnostic] = []
        guard let mapped = choice.mapped(node, .xml, &notes) else {
            let root = node.members(named: "@root").first?.text ?? ""
            let fault = Diagnostic.error(
                "an XML document of <\(root)>, which no profile knows", at: decoder.text.location(of: node.offset),
                hint: "known are UBL (Invoice, CreditNote) and CII (CrossIndustryInvoice)")
            return ReadInvoice(index: nil, result: .failure(DiagnosticError(fault)), warnings: [])
        }
        let invoice = decoder.invoice(mapped.node, faults: mapped.faults)
        let findings = decoder.bag.sorted
        guard let invoice else {
            return ReadInvoice(index: nil, result: .failure(DiagnosticError(findings)), warnings: notes)
        }
        return ReadInvoice(index: nil, result: .success(invoice), warnings: notes + findings)
    }

    private mutating func nextOfTable(
        _ table: inout ProfiledTable, _ decoder: inout InvoiceDecoder, _ mapper: inout ProfileMapper,
        notes: [Diagnostic]
    ) -> ReadInvoice {
        let document = table.document(count)
        count += 1
        decoder.text.restart(at: document.start.offset, line: document.start.line)
        decoder.cellNames = document.names
        let (node, faults) = mapper.invoice(from: document.node)
        let invoice = decoder.invoice(node, faults: document.faults + faults)
        let index = table.survey.groups.count > 1 ? count : nil
        let findings = decoder.bag.sorted
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
            let place = SourceLocation(file: decoder.text.file, path: "row \(document.start.number)")
            warnings.append(.warning("no date; today's is printed", at: place))
        }
        return ReadInvoice(index: index, result: .success(invoice), warnings: warnings)
    }

    private mutating func nextCSV(_ decoder: inout CSVDecoder, notes: [Diagnostic]) -> ReadInvoice {
        let invoice = decoder.invoice(count)
        count += 1
        let index = decoder.survey.groups.count > 1 ? count : nil
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
