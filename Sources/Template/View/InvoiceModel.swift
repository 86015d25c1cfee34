import Invoice

/// The names that a template may use, from the invoice down; `docs/TEMPLATES.md` lists them for its readers.
enum InvoiceModel {
    /// The text of what the shape's kinds say: the one table that rendering and checking share.
    static let invoice = RecordType<InvoiceContext>("invoice", identity + parties + references + body + page)

    private static let identity: [Field<InvoiceContext>] = [
        Field("type", .text) { .text($0.invoice.type.rawValue) },
        Field("title", .text) { .text($0.labels.title(of: $0.invoice.type)) },
        Field("number", .text) { Value($0.invoice.number) },
        Field("date", .date) { .date($0.invoice.date) },
        Field("dueDate", .date) { Value($0.invoice.dueDate) },
        Field("deliveryDate", .date) { Value($0.invoice.deliveryDate) },
        Field("period", .record(PartModel.period.shape)) { PartModel.period.record($0.invoice.period) },
        Field("currency", .text) { .text($0.invoice.currency.code) },
        Field("isInvoice", .flag) { .flag($0.invoice.type == .invoice) },
        Field("isCreditNote", .flag) { .flag($0.invoice.type == .creditNote) },
        Field("isDraft", .flag) { .flag($0.isDraft) },
        Field("isPaid", .flag) { .flag($0.isPaid) },
    ]

    private static let parties: [Field<InvoiceContext>] = [
        Field("seller", .record(PartyModel.party.shape)) { context in
            PartyModel.party.record(PartySubject(context.invoice.seller, in: context, role: .seller))
        },
        Field("buyer", .record(PartyModel.party.shape)) { context in
            PartyModel.party.record(PartySubject(context.invoice.buyer, in: context, role: .buyer))
        },
        Field("shipTo", .record(PartyModel.party.shape)) { context in
            PartyModel.party.record(context.invoice.shipTo.map { PartySubject($0, in: context, role: .shipTo) })
        },
        Field("logo", .text) { Value($0.logo) },
        Field("logoImage", .text) { .text($0.logo ?? emptyImage) },
    ]

    /// For templates that always have an image: a drawing of nothing, wide and flat, so that a width takes no height.
    private static let emptyImage =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='1'/%3E"

    private static let references: [Field<InvoiceContext>] = [
        Field("buyerReference", .text) { Value($0.invoice.buyerReference) },
        Field("order", .text) { Value($0.invoice.order) },
        Field("contract", .text) { Value($0.invoice.contract) },
        Field("project", .text) { Value($0.invoice.project) },
        Field("precedingInvoice", .record(PartModel.precedingInvoice.shape)) {
            PartModel.precedingInvoice.record($0.invoice.precedingInvoice)
        },
    ]

    private static let body: [Field<InvoiceContext>] = [
        Field("pricesIncludeTax", .flag) { .flag($0.invoice.pricesIncludeTax) },
        Field("lines", .list(.record(LineModel.line.shape))) { context in
            .list(context.invoice.lines.indices.map { LineModel.line.record(LineSubject(context: context, index: $0)) })
        },
        Field("hasDiscounts", .flag) { context in
            .flag(context.totals.lines.contains { !$0.discount.isZero })
        },
        Field("hasTax", .flag) { .flag(!$0.taxRows.isEmpty) },
        Field("discounts", .list(.record(AllowanceModel.allowance.shape))) { context in
            .list(AllowanceModel.values(context.invoice.discounts, context.totals.discounts))
        },
        Field("charges", .list(.record(AllowanceModel.allowance.shape))) { context in
            .list(AllowanceModel.values(context.invoice.charges, context.totals.charges))
        },
        Field("taxes", .list(.record(TotalModel.tax.shape))) { context in
            .list(context.taxRows.map { TotalModel.tax.record(TaxSubject(context: context, group: $0)) })
        },
        Field("subtotals", .list(.record(SumModel.sum.shape))) { .list($0.subtotals.map { SumModel.sum.record($0) }) },
        Field("payments", .list(.record(SumModel.sum.shape))) { .list($0.payments.map { SumModel.sum.record($0) }) },
        Field("total", .record(TotalModel.total.shape)) { TotalModel.total.record($0) },
        Field("payment", .record(PaymentModel.payment.shape)) { PaymentModel.payment.record($0) },
        Field("exemptions", .list(.text)) { .list($0.exemptions.map(Value.text)) },
        Field("notes", .list(.text)) { .list($0.notes.map(Value.text)) },
        Field("notesText", .text) { .text($0.block($0.notes)) },
        Field("custom", .free) { $0.invoice.custom.map(Value.init(json:)) ?? .absent },
    ]

    private static let page: [Field<InvoiceContext>] = [
        // The names below it are checked against the label files, not against a table.
        Field("label", .free) { .record(LabelRecord(labels: $0.labels)) },
        Field("locale", .text) { .text($0.invoice.locale) },
        Field("lang", .text) { .text($0.language) },
        Field("dir", .text) { .text($0.locale.isRightToLeft ? "rtl" : "ltr") },
        Field("paper", .text) { .text($0.paper.rawValue) },
    ]
}

/// The totals and what they are made of.
enum TotalModel {
    static let total = RecordType<InvoiceContext>(
        "total",
        [
            Field("lines", .number) { .amount($0.totals.lineSum) },
            Field("discount", .number) { .amount($0.totals.discountSum) },
            Field("charge", .number) { .amount($0.totals.chargeSum) },
            Field("net", .number) { .amount($0.totals.net) },
            Field("tax", .number) { .amount($0.totals.tax) },
            Field("gross", .number) { .amount($0.totals.gross) },
            Field("paid", .number) { .amount($0.totals.paid) },
            Field("rounding", .number) { .amount($0.totals.rounding) },
            Field("due", .number) { .amount($0.totals.due) },
        ])

    static let tax = RecordType<TaxSubject>(
        "tax",
        [
            Field("name", .text) { .text($0.group.name ?? $0.context.labels.label("tax")) },
            Field("rate", .number) { .percent($0.group.rate) },
            Field("category", .text) { .text($0.group.category.rawValue) },
            Field("basis", .number) { .amount($0.group.basis) },
            Field("amount", .number) { .amount($0.group.tax) },
        ])
}

struct TaxSubject: Sendable {
    let context: InvoiceContext
    let group: Totals.TaxGroup
}
