/// The keys of the invoice and of its smaller parts. The schema in `config/invoice.schema.json` says the same.
enum InvoiceFields {
    static let invoice = FieldTable<InvoiceDraft>("an invoice", identity + parties + references + content + settlement)

    private static let identity: [Field<InvoiceDraft>] = [
        Field("type", also: "documentType") { draft, node, decoder in
            if let type = decoder.choice(node, Invoice.DocumentType.self) { draft.invoice.type = type }
        },
        Field("number", also: "invoiceNumber", "invoiceNo") { $0.invoice.number = $2.identifier($1) },
        Field("date", also: "invoiceDate", "issueDate") { $0.date = $2.date($1) },
        Field("dueDate", also: "due", "paymentDueDate") { $0.invoice.dueDate = $2.date($1) },
        Field("deliveryDate", also: "serviceDate", "supplyDate") { $0.invoice.deliveryDate = $2.date($1) },
        Field("period", also: "servicePeriod") { $0.invoice.period = $2.period($1) },
        Field("currency", also: "currencyCode") { $0.currency = $2.currency($1) },
        Field("locale", also: "language") { $0.locale = $2.identifier($1) },
        Field("template") { $0.invoice.template = $2.identifier($1) },
    ]

    private static let parties: [Field<InvoiceDraft>] = [
        Field("seller", also: "sender", "senderInfo", "supplier", "from") { $0.invoice.seller = $2.party($1) },
        Field("buyer", also: "client", "customer", "recipient", "recipientInfo", "billTo", "to") {
            $0.invoice.buyer = $2.party($1)
        },
        Field("shipTo", also: "deliverTo", "deliveryAddress") { $0.invoice.shipTo = $2.party($1) },
    ]

    private static let references: [Field<InvoiceDraft>] = [
        Field("buyerReference", also: "reference", "yourReference") { $0.invoice.buyerReference = $2.identifier($1) },
        Field("order", also: "purchaseOrder", "orderNumber", "poNumber") { $0.invoice.order = $2.identifier($1) },
        Field("contract", also: "contractNumber") { $0.invoice.contract = $2.identifier($1) },
        Field("project") { $0.invoice.project = $2.identifier($1) },
        Field("precedingInvoice") { draft, node, decoder in
            var preceding = PrecedingInvoice(number: "")
            guard decoder.object(node, into: &preceding, precedingInvoice) else { return }
            if preceding.number.isEmpty { decoder.error("'number' is missing", at: node.offset) }
            draft.invoice.precedingInvoice = preceding
        },
    ]

    private static let content: [Field<InvoiceDraft>] = [
        Field("pricesIncludeTax", also: "taxIncluded", "taxInclusive") {
            $0.invoice.pricesIncludeTax = $2.flag($1) ?? false
        },
        Field("tax", also: "taxRate", "vat", "vatRate") { $0.tax = $2.tax($1) },
        Field("lines", also: "items", "lineItems", "products", "positions") { draft, node, decoder in
            decoder.remember(node, as: "lines")
            decoder.list(node) { item, decoder in
                if let line = decoder.line(item) { draft.invoice.lines.append(line) }
            }
        },
        Field("discounts", also: "discount", "allowances") { $0.invoice.discounts = $2.allowances($1, "discounts") },
        Field("charges", also: "charge") { $0.invoice.charges = $2.allowances($1, "charges") },
        Field("notes", also: "note", "comment") { $0.invoice.notes = $2.strings($1) },
        Field("custom") { draft, node, decoder in
            guard case .object = node.content else { return decoder.expected("an object", node) }
            draft.invoice.custom = node.value
        },
    ]

    private static let settlement: [Field<InvoiceDraft>] = [
        Field("paid", also: "amountPaid") { draft, node, decoder in
            decoder.remember(node, as: "paid")
            draft.invoice.paid = decoder.amount(node) ?? 0
        },
        Field("rounding") { draft, node, decoder in
            decoder.remember(node, as: "rounding")
            draft.invoice.rounding = decoder.amount(node) ?? 0
        },
        Field("payment", also: "paymentMethod") { draft, node, decoder in
            if case .string = node.content {
                draft.invoice.payment.means = decoder.string(node)
            } else {
                _ = decoder.object(node, into: &draft, payment)
            }
        },
        Field("totals") { _ = $2.object($1, into: &$0, totals) },
        Field("totalAmount", also: "total", "grandTotal") { draft, node, decoder in
            decoder.remember(node, as: "totals.gross")
            draft.invoice.stated.gross = decoder.amount(node)
            if draft.currency == nil, case .string(let text) = node.content {
                draft.currency = currencyShown(in: text, default: decoder.defaults.currency)
            }
        },
        Field("mail") { _ = $2.object($1, into: &$0.invoice.mail, mail) },
    ]

    static let precedingInvoice = FieldTable<PrecedingInvoice>(
        "a preceding invoice",
        [
            Field("number") { $0.number = $2.identifier($1) ?? "" },
            Field("date") { $0.date = $2.date($1) },
        ])

    static let period = FieldTable<Period>(
        "a period",
        [
            Field("from", also: "start") { $0.from = $2.date($1) },
            Field("to", also: "end") { $0.to = $2.date($1) },
        ])

    static let payment = FieldTable<InvoiceDraft>(
        "a payment",
        [
            Field("means", also: "method") { $0.invoice.payment.means = $2.string($1) },
            Field("terms") { draft, node, decoder in
                guard let terms = decoder.string(node) else { return }
                draft.termsDays = termsDays(in: terms)
                if case .string = node.content { draft.invoice.payment.terms = terms }
            },
            Field("iban") { $0.invoice.payment.iban = $2.identifier($1) },
            Field("bic", also: "swift") { $0.invoice.payment.bic = $2.identifier($1) },
            Field("reference") { $0.invoice.payment.reference = $2.identifier($1) },
            Field("mandate") { $0.invoice.payment.mandate = $2.identifier($1) },
        ])

    static let totals = FieldTable<InvoiceDraft>(
        "totals",
        [
            stated("net", also: "subtotal", \.net), stated("tax", also: "vat", \.tax),
            stated("gross", also: "total", \.gross), stated("due", also: "balance", \.due),
        ] + ["lineSum", "discountSum", "chargeSum", "taxGroups", "paid", "rounding"].map(counted))

    /// A sum that `AddedInvoice.json` writes and that reading counts anew.
    private static func counted(_ name: String) -> Field<InvoiceDraft> {
        Field(name) { _, _, _ in }
    }

    private static func stated(
        _ name: String, also alias: String,
        _ path: any WritableKeyPath<StatedTotals, ExactDecimal?> & Sendable
    ) -> Field<InvoiceDraft> {
        Field(name, also: alias) { draft, node, decoder in
            decoder.remember(node, as: "totals.\(name)")
            draft.invoice.stated[keyPath: path] = decoder.amount(node)
        }
    }

    static let mail = FieldTable<MailOrder>(
        "mail",
        [
            Field("send") { $0.send = $2.sending($1) },
            Field("to") { $0.to = $2.strings($1) },
            Field("cc") { $0.cc = $2.strings($1) },
            Field("bcc") { $0.bcc = $2.strings($1) },
            Field("subject") { $0.subject = $2.string($1) },
            Field("body", also: "text") { $0.body = $2.string($1) },
            Field("attachments") { $0.attachments = $2.strings($1) },
        ])
}

/// The currency whose sign stands in `text`; nil if none does. A sign that several currencies share means the default
/// where that is one of them.
func currencyShown(in text: String, default known: Currency) -> Currency? {
    let signs: [(Character, [String])] = [
        ("€", ["EUR"]), ("£", ["GBP", "EGP", "LBP"]), ("¥", ["JPY", "CNY"]), ("₹", ["INR"]), ("₩", ["KRW"]),
        ("₺", ["TRY"]), ("₽", ["RUB"]), ("₴", ["UAH"]), ("₫", ["VND"]), ("₪", ["ILS"]), ("฿", ["THB"]),
        ("$", ["USD", "CAD", "AUD", "NZD", "HKD", "SGD", "MXN", "TWD", "ARS", "CLP", "COP"]),
    ]
    for (sign, codes) in signs where text.contains(sign) {
        return codes.contains(known.code) ? known : codes.first.flatMap { Currency($0) }
    }
    return nil
}
