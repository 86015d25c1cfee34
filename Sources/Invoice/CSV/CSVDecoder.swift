internal import Diagnostics

/// Makes one invoice of the rows that belong to it.
struct CSVDecoder {
    let table: CSVTable
    let survey: CSVSurvey
    let defaults: InvoiceDefaults
    var text: SourceText
    var bag: DiagnosticBag
    private var rows: CSVRows
    /// By field: the cell that set it for this invoice.
    private var settled: [Settled?]
    private var draft: InvoiceDraft
    private let numberColumn: Int?
    private var places: [String: SourceLocation] = [:]

    private struct Settled {
        let row: Int
        let range: Range<Int>
        let text: String
    }

    init(_ text: SourceText, options: ReadOptions, defaults: InvoiceDefaults) throws(DiagnosticError) {
        var text = text
        table = try CSVTable(&text)
        survey = try CSVSurvey(table.rows, table.question(options), text: &text)
        rows = table.rows
        numberColumn = table.header.column(.number)?.index
        self.text = text
        self.defaults = defaults
        bag = DiagnosticBag(file: text.file)
        settled = Array(repeating: nil, count: CSVField.allCases.count)
        draft = InvoiceDraft(defaults: defaults)
    }

    /// The invoice of group `index`; nil if it was refused, with the reasons in `bag`.
    mutating func invoice(_ index: Int) -> Invoice? {
        bag = DiagnosticBag(file: text.file)
        places = [:]
        for field in settled.indices { settled[field] = nil }
        let runs = survey.runs(of: index)
        for run in runs { take(run) }
        let start = runs.first?.start ?? .start
        if draft.date == nil, !bag.hasErrors { warnOfToday(start) }
        if table.header.hasGrossPrices { draft.invoice.pricesIncludeTax = true }
        // The draft is fresh for the next invoice, whatever became of this one.
        var finished = InvoiceDraft(defaults: defaults)
        swap(&finished, &draft)
        guard !bag.hasErrors else { return nil }
        var invoice = finished.finished(with: defaults)
        invoice.origin.file = text.file
        invoice.origin.places = places
        invoice.origin.place = text.place(ofLine: start.line)
        return invoice
    }

    private mutating func warnOfToday(_ start: CSVRows.Mark) {
        text.restart(at: start.offset, line: start.line)
        let column = table.header.column(.date)
        let place = column.map { path(start.number, $0.title) } ?? "row \(start.number)"
        bag.add(
            .warning(
                column == nil ? "no column for the date; today's is printed" : "no date; today's is printed",
                at: text.location(of: start.offset, path: place)))
    }

    private mutating func take(_ run: CSVSurvey.Run) {
        rows.seek(to: run.start)
        var left = run.count
        while left > 0, rows.next() {
            if survey.passesOver(rows) { continue }
            left -= 1
            text.follow(rows.window)
            text.restart(at: rows.mark.offset, line: rows.mark.line)
            takeInvoiceCells()
            takeLines()
        }
    }

    // MARK: Cells of the invoice

    private mutating func takeInvoiceCells() {
        for column in table.header.invoiceColumns where !rows.isBlank(column.index) {
            let ordinal = column.ordinal
            let range = rows.range(column.index)
            guard let earlier = settled[ordinal] else {
                let value = rows.text(column.index)
                settled[ordinal] = Settled(row: rows.mark.number, range: range, text: value)
                let cell = CSVCell(text: value, column: column, row: rows.mark.number, offset: range.lowerBound)
                set(cell)
                continue
            }
            if rows.holdSame(range, earlier.range) { continue }
            let value = rows.text(column.index)
            if value != earlier.text { conflict(column, value, earlier) }
        }
    }

    private mutating func conflict(_ column: CSVHeader.Column, _ value: String, _ earlier: Settled) {
        let named = settled[CSVField.number.ordinal].map { "invoice \($0.text)" } ?? "the invoice"
        let offset = rows.range(column.index).lowerBound
        bag.add(
            .error(
                "\"\(value)\" here, but row \(earlier.row) of \(named) says \"\(earlier.text)\"",
                at: text.location(of: offset, path: path(rows.mark.number, column.title)),
                hint: table.header.column(.number) == nil
                    ? "a column \"Invoice Number\" tells invoices apart"
                    : "all rows of an invoice say the same here, or leave it blank"))
    }

    private mutating func set(_ cell: CSVCell) {
        switch cell.column.field.kind {
        case .date: setDate(cell)
        case .number: setAmount(cell)
        case .text: setText(cell)
        }
    }

    private mutating func setDate(_ cell: CSVCell) {
        if cell.column.field == .dueDate, let days = daysToPay(cell.text) {
            draft.termsDays = days
            return
        }
        guard let date = date(cell) else { return }
        switch cell.column.field {
        case .date: draft.date = date
        case .dueDate: draft.invoice.dueDate = date
        default: draft.invoice.deliveryDate = date
        }
    }

    private mutating func setAmount(_ cell: CSVCell) {
        guard let value = amount(cell) else { return }
        let location = location(cell)
        switch cell.column.field {
        case .paid:
            draft.invoice.paid = value
            places["paid"] = location
        case .statedNet:
            draft.invoice.stated.net = value
            places["totals.net"] = location
        case .statedTax:
            draft.invoice.stated.tax = value
            places["totals.tax"] = location
        case .statedDue:
            draft.invoice.stated.due = value
            places["totals.due"] = location
        default:
            draft.invoice.stated.gross = value
            places["totals.gross"] = location
        }
    }

    private mutating func setText(_ cell: CSVCell) {
        switch cell.column.field {
        case .number: draft.invoice.number = identifier(cell)
        case .type: if let type = choice(cell, Invoice.DocumentType.self) { draft.invoice.type = type }
        case .currency: draft.currency = currency(cell)
        case .locale: draft.locale = cell.text
        case .template: draft.invoice.template = cell.text
        case .pricesIncludeTax: draft.invoice.pricesIncludeTax = flag(cell) ?? false
        case .paymentTerms:
            draft.termsDays = termsDays(in: cell.text)
            draft.invoice.payment.terms = cell.text
        default: setPlainText(cell)
        }
    }

    private mutating func setPlainText(_ cell: CSVCell) {
        if let party = CSVField.partySetters[cell.column.ordinal] {
            guard let value = identifier(cell) else { return }
            return party(&draft.invoice, value)
        }
        switch cell.column.field {
        case .buyerReference: draft.invoice.buyerReference = identifier(cell)
        case .order: draft.invoice.order = identifier(cell)
        case .contract: draft.invoice.contract = identifier(cell)
        case .project: draft.invoice.project = identifier(cell)
        case .precedingNumber: draft.invoice.precedingInvoice = identifier(cell).map { PrecedingInvoice(number: $0) }
        case .paymentMeans: draft.invoice.payment.means = cell.text
        case .iban: draft.invoice.payment.iban = identifier(cell)
        case .bic: draft.invoice.payment.bic = identifier(cell)
        case .paymentReference: draft.invoice.payment.reference = identifier(cell)
        default: draft.invoice.notes = [cell.text]
        }
    }

    // MARK: Lines

    /// One line of the plain columns, and one of each numbered set that is not blank.
    private mutating func takeLines() {
        for columns in table.header.lineColumns { takeLine(columns) }
    }

    private mutating func takeLine(_ set: CSVHeader.LineColumns) {
        var line = LineDraft()
        var tax = TaxDraft()
        var isBlank = true
        for column in set.columns {
            if rows.isBlank(column.index) { continue }
            isBlank = false
            if column.isPlainAmount, let value = rows.plainDecimal(column.index, sign: survey.decimalSign),
                !column.isPercentage || !isFraction(value)
            {
                take(value, as: column.field, &line, &tax)
                continue
            }
            let cell = CSVCell(
                text: rows.text(column.index), column: column, row: rows.mark.number,
                offset: rows.range(column.index).lowerBound)
            take(cell, into: &line, &tax)
        }
        guard !isBlank else { return }
        if namesNoInvoice, let name = line.name, TotalsRow.isTax(name) { return refuseTaxRow(name, set.item) }
        line.tax = taxOfLine(tax)
        let (hasPrice, hasName) = (line.price != nil, line.title != nil)
        if var finished = line.finished() {
            finished.place = text.place(ofLine: rows.mark.line)
            finished.place.row = Int32(clamping: rows.mark.number)
            draft.invoice.lines.append(finished)
        } else {
            if !hasPrice { requireCell(.price, set.item, "a price") }
            if !hasName { requireCell(.name, set.item, "a name") }
        }
    }

    /// Whether the row leaves the invoice's number blank, so that it may be a sum of the lines above it.
    private var namesNoInvoice: Bool { numberColumn.map(rows.isBlank) ?? true }

    private mutating func refuseTaxRow(_ name: String, _ item: Int) {
        let column = table.header.columns.first { $0.field == .name && $0.item == item }
        let offset = column.map { rows.range($0.index).lowerBound } ?? rows.mark.offset
        bag.add(
            .error(
                "\"\(name)\" is a tax, not something that was sold",
                at: text.location(of: offset, path: path(rows.mark.number, column?.title ?? "Description")),
                hint: "take the row out, and give the rate of each line in a column \"Tax Rate\""))
    }

    /// A finding unless the cell holds something, which is then a finding of its own.
    private mutating func requireCell(_ field: CSVField, _ item: Int, _ what: String) {
        let column = table.header.columns.first { $0.field == field && $0.item == item }
        if let column, !rows.isBlank(column.index) { return }
        let title = column?.title ?? ColumnNames.names(for: field).first ?? field.rawValue
        let offset = column.map { rows.range($0.index).lowerBound } ?? rows.mark.offset
        bag.add(
            .error(
                "blank, but a line needs \(what)",
                at: text.location(of: offset, path: path(rows.mark.number, title))))
    }

    private mutating func take(_ cell: CSVCell, into line: inout LineDraft, _ tax: inout TaxDraft) {
        switch cell.column.field {
        case .item: line.item = identifier(cell)
        case .name, .title: line.name = cell.text
        case .description: line.details.description = cell.text
        case .quantity: line.quantity = amount(cell)
        case .unit: line.details.unit = cell.text
        case .price: line.price = amount(cell)
        case .priceBase: line.details.priceBase = positive(cell) ?? 1
        case .discount: if let discount = discount(cell) { line.details.discounts.append(discount) }
        case .discountPercent: append(percentage(cell).map { .percent($0) }, to: &line)
        case .discountAmount: append(amount(cell).map { .amount($0) }, to: &line)
        case .tax: self.tax(cell, into: &tax)
        case .taxRate: tax.rate = percentage(cell)
        case .taxCategory: tax.category = choice(cell, Tax.Category.self)
        case .taxName: tax.name = cell.text
        case .taxReason: tax.reason = cell.text
        case .lineNote: line.details.note = cell.text
        default: line.details.statedAmount = amount(cell)
        }
    }

    /// As `take`, of an amount that is plainly one.
    private func take(
        _ value: ExactDecimal, as field: CSVField, _ line: inout LineDraft, _ tax: inout TaxDraft
    ) {
        switch field {
        case .quantity: line.quantity = value
        case .price: line.price = value
        case .discountPercent: append(.percent(value), to: &line)
        case .discountAmount: append(.amount(value), to: &line)
        case .taxRate: tax.rate = value
        default: line.details.statedAmount = value
        }
    }

    private func append(_ value: Allowance.Value?, to line: inout LineDraft) {
        switch value {
        case .percent(let number), .amount(let number):
            if let value, !number.isZero { line.details.discounts.append(Allowance(value)) }
        case nil: break
        }
    }

    private mutating func taxOfLine(_ draft: TaxDraft) -> Tax? {
        guard draft.rate != nil || draft.category != nil else { return nil }
        let column = table.header.column(.taxRate) ?? table.header.column(.tax) ?? table.header.column(.taxCategory)
        switch draft.tax {
        case .success(let tax): return tax
        case .failure(let fault):
            let offset = column.map { rows.range($0.index).lowerBound } ?? rows.mark.offset
            bag.add(
                .error(
                    fault.message, at: text.location(of: offset, path: path(rows.mark.number, column?.title ?? "Tax")),
                    hint: fault.hint))
            return nil
        }
    }

    func path(_ row: Int, _ title: String) -> String { "row \(row), column \"\(title)\"" }

    mutating func location(_ cell: CSVCell) -> SourceLocation {
        text.location(of: cell.offset, path: path(cell.row, cell.column.title))
    }
}

/// A cell that is not blank, with all that a message needs.
struct CSVCell {
    let text: String
    let column: CSVHeader.Column
    let row: Int
    let offset: Int
}

extension CSVField {
    /// How a column of a party sets its part, by the field's ordinal.
    static let partySetters = allCases.map { parties[$0] }

    private static let parties: [CSVField: @Sendable (inout Invoice, String) -> Void] = [
        .sellerName: { $0.seller.name = $1 },
        .sellerVatId: { $0.seller.vatId = $1 },
        .buyerName: { $0.buyer.name = $1 },
        .buyerEmail: { $0.buyer.email = $1 },
        .buyerPhone: { $0.buyer.contactParts.phone = $1 },
        .buyerContact: { $0.buyer.contactParts.name = $1 },
        .buyerAddress: { $0.buyer.addressParts.lines = Address(text: $1).lines },
        .buyerStreet: { $0.buyer.addressParts.lines.insert($1, at: 0) },
        .buyerStreet2: { $0.buyer.addressParts.lines.append($1) },
        .buyerPostcode: { $0.buyer.addressParts.postcode = $1 },
        .buyerCity: { $0.buyer.addressParts.city = $1 },
        .buyerRegion: { $0.buyer.addressParts.region = $1 },
        .buyerCountry: { $0.buyer.addressParts.country = $1 },
        .buyerVatId: { $0.buyer.vatId = $1 },
        .buyerNumber: { $0.buyer.number = $1 },
        .shipName: {
            $0.shipTo = $0.shipTo ?? Party(); $0.shipTo?.name = $1
        },
        .shipAddress: {
            $0.shipTo = $0.shipTo ?? Party(); $0.shipTo?.address = Address(text: $1)
        },
    ]
}
