import Invoice

/// A line with its sums; a class, since a template asks it for many values.
final class LineSubject: Sendable {
    let context: InvoiceContext
    let index: Int
    let line: Line
    let total: Totals.LineTotal

    init(context: InvoiceContext, index: Int) {
        self.context = context
        self.index = index
        line = context.invoice.lines[index]
        total = context.totals.lines[index]
    }

    /// What stands under the name: the description, the period, the discounts and charges, the note.
    var details: [String] {
        var details = [line.description].compactMap { $0 }
        if let period = line.period { details.append(context.text(of: period)) }
        for discount in line.discounts {
            details.append(context.text(ofDiscount: discount))
        }
        for charge in line.charges { details.append(context.text(ofCharge: charge)) }
        return details + [line.note].compactMap { $0 }
    }

    /// Quantity or price; two minus signs, as a credit note's line may have, make a positive amount and print as none.
    func upright(_ number: ExactDecimal) -> ExactDecimal {
        line.quantity.isNegative && line.price.isNegative ? number.magnitude : number
    }
}

/// The names of a line.
enum LineModel {
    static let line = RecordType<LineSubject>("line", description + amounts)

    private static let description: [Field<LineSubject>] = [
        Field("position", .number) { .quantity(ExactDecimal($0.index + 1)) },
        Field("first", .flag) { .flag($0.index == 0) },
        Field("last", .flag) { .flag($0.index == $0.context.invoice.lines.count - 1) },
        Field("item", .text) { Value($0.line.item) },
        Field("name", .text) { .text($0.line.name) },
        Field("description", .text) { Value($0.line.description) },
        Field("text", .text) { subject in
            .text([subject.line.name, subject.line.description ?? ""].filter { !$0.isEmpty }.joined(separator: "\n"))
        },
        Field("details", .text) { .text($0.details.joined(separator: "\n")) },
        Field("note", .text) { Value($0.line.note) },
        Field("period", .record(PartModel.period.shape)) { PartModel.period.record($0.line.period) },
    ]

    private static let amounts: [Field<LineSubject>] = [
        Field("quantity", .number) { .quantity($0.upright($0.line.quantity)) },
        Field("unit", .text) { subject in Value(subject.line.unit.map(subject.context.labels.unit)) },
        Field("unitCode", .text) { Value($0.line.unit) },
        Field("price", .number) { .price($0.upright($0.line.price)) },
        Field("priceBase", .number) { $0.line.priceBase == 1 ? .absent : .quantity($0.line.priceBase) },
        Field("discount", .number) { .amount($0.total.discount) },
        Field("charge", .number) { .amount($0.total.charge) },
        Field("discounts", .list(.record(AllowanceModel.allowance.shape))) { subject in
            .list(AllowanceModel.values(subject.line.discounts, []))
        },
        Field("charges", .list(.record(AllowanceModel.allowance.shape))) { subject in
            .list(AllowanceModel.values(subject.line.charges, []))
        },
        Field("net", .number) { .amount($0.total.amount) },
        Field("taxRate", .number) { $0.line.tax.map { .percent($0.rate) } ?? .absent },
        Field("taxCategory", .text) { Value($0.line.tax?.category.rawValue) },
        Field("taxName", .text) { subject in
            Value(subject.line.tax.map { $0.name ?? subject.context.labels.label("tax") })
        },
        Field("tax", .number) { .amount($0.total.tax) },
    ]
}

struct AllowanceSubject: Sendable {
    let allowance: Allowance
    /// What it comes to; nil where only the line's sum is known.
    let amount: ExactDecimal?
}

/// The names of a discount or a charge.
enum AllowanceModel {
    static let allowance = RecordType<AllowanceSubject>(
        "allowance",
        [
            Field("reason", .text) { Value($0.allowance.reason) },
            Field("percent", .number) { subject in
                if case .percent(let rate) = subject.allowance.value { .percent(rate) } else { .absent }
            },
            Field("amount", .number) { subject in
                if let amount = subject.amount { return .amount(amount) }
                guard case .amount(let amount) = subject.allowance.value else { return .absent }
                return .amount(amount)
            },
        ])

    static func values(_ allowances: [Allowance], _ amounts: [ExactDecimal]) -> [Value] {
        allowances.enumerated().map { index, each in
            let amount = index < amounts.count ? amounts[index] : nil
            return allowance.record(AllowanceSubject(allowance: each, amount: amount))
        }
    }
}
