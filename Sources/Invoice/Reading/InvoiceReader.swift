internal import Diagnostics

/// Walks the invoices of one file; see `readInvoices`.
public struct InvoiceReader: Sequence, IteratorProtocol {
    private enum Source {
        case json(JSONFrames, InvoiceDecoder)
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
        switch options.kind ?? known {
        case .csv:
            let (text, notes) = try csvText(bytes, name: name)
            let decoder = try CSVDecoder(text, options: options, defaults: defaults)
            return .csv(decoder, notes: notes + decoder.table.header.notes(in: name))
        case let kind:
            let text = SourceText(bytes: try utf8(bytes, name: name), file: name)
            let frames = JSONFrames(text.bytes, linesExpected: kind == .ndjson)
            return .json(frames, InvoiceDecoder(text: text, defaults: defaults))
        }
    }

    public mutating func next() -> ReadInvoice? {
        switch source {
        case .json(var frames, var decoder):
            source = .finished
            let read = nextJSON(&frames, &decoder)
            if read != nil { source = .json(frames, decoder) }
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

    private mutating func nextJSON(_ frames: inout JSONFrames, _ decoder: inout InvoiceDecoder) -> ReadInvoice? {
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
            let invoice = decoder.invoice(node)
            let findings = decoder.bag.sorted.map { $0.ranked(index) }
            guard var invoice else {
                return ReadInvoice(index: index, result: .failure(DiagnosticError(findings)), warnings: [])
            }
            invoice.origin.index = index
            return ReadInvoice(index: index, result: .success(invoice), warnings: findings)
        }
    }
}

extension InvoiceReader {
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
