/// What each `#NAME#` stands for: a name of the model, with the record it is looked up in.
///
/// The eleven of the tutorial come first; the others are for what it left out. `#LABEL_NAME#` prints a label.
enum PlaceholderTable {
    /// In `invoice.html`, and in the item files where those have no such name of their own.
    static let invoice: [String: String] = [
        "LOGO_IMAGE": "logoImage", "INVOICE_NUMBER": "number", "INVOICE_DATE": "date", "DUE_DATE": "dueDate",
        "SENDER_INFO": "seller.block", "RECIPIENT_INFO": "buyer.block", "PAYMENT_METHOD": "payment.block",
        "TOTAL_AMOUNT": "total.gross",

        "TITLE": "title", "CURRENCY": "currency", "DELIVERY_DATE": "deliveryDate", "PERIOD_FROM": "period.from",
        "PERIOD_TO": "period.to", "LANG": "lang", "DIR": "dir", "PAPER": "paper",
        "SENDER_NAME": "seller.name", "SENDER_ADDRESS": "seller.address.text", "SENDER_VAT_ID": "seller.vatId",
        "SENDER_EMAIL": "seller.email", "RECIPIENT_NAME": "buyer.name", "RECIPIENT_ADDRESS": "buyer.address.text",
        "RECIPIENT_VAT_ID": "buyer.vatId", "RECIPIENT_EMAIL": "buyer.email", "CUSTOMER_NUMBER": "buyer.number",
        "BUYER_REFERENCE": "buyerReference", "ORDER_NUMBER": "order", "CONTRACT_NUMBER": "contract",
        "PROJECT": "project", "PRECEDING_NUMBER": "precedingInvoice.number", "PRECEDING_DATE": "precedingInvoice.date",
        "SUBTOTAL": "total.lines", "DISCOUNT_AMOUNT": "total.discount", "CHARGE_AMOUNT": "total.charge",
        "NET_AMOUNT": "total.net", "TAX_AMOUNT": "total.tax", "PAID_AMOUNT": "total.paid",
        "ROUNDING_AMOUNT": "total.rounding", "DUE_AMOUNT": "total.due", "PAYMENT_TERMS": "payment.terms",
        "IBAN": "payment.iban", "BIC": "payment.bic", "PAYMENT_REFERENCE": "payment.reference", "NOTES": "notesText",
    ]

    /// In `single_item.html` and `last_item.html`.
    static let item: [String: String] = [
        "ITEM_DESC": "text", "PRICE": "net",

        "POSITION": "position", "ITEM_NUMBER": "item", "ITEM_NAME": "name", "ITEM_DETAILS": "details",
        "QUANTITY": "quantity", "UNIT": "unit", "UNIT_PRICE": "price", "DISCOUNT_AMOUNT": "discount",
        "CHARGE_AMOUNT": "charge", "NET_AMOUNT": "net", "TAX_AMOUNT": "tax", "TAX_RATE": "taxRate",
        "TAX_NAME": "taxName",
    ]

    /// In `sum_item.html`, once for each row around the total.
    static let sum: [String: String] = ["SUM_LABEL": "name", "SUM_AMOUNT": "amount"]

    /// Placeholders that print a file again and again.
    static let repeating = ["ITEMS", "SUBTOTALS", "PAYMENTS"]
    static let labelPrefix = "LABEL_"

    /// The model's path for a placeholder, the item's own names first; nil for an unknown one.
    static func path(for name: String, in role: PlaceholderFile, labels: [String]) -> String? {
        if let own = role.table[name] ?? invoice[name] { return own }
        guard name.hasPrefix(labelPrefix) else { return nil }
        let wanted = folded(name.dropFirst(labelPrefix.count))
        return labels.first { folded($0[...]) == wanted }.map { "label.\($0)" }
    }

    static func names(in role: PlaceholderFile, labels: [String]) -> [String] {
        let own = role.table.keys.sorted() + invoice.keys.sorted()
        return own + (role == .invoice ? repeating : []) + labels.map { labelPrefix + snakeCase($0) }
    }

    private static func folded(_ name: Substring) -> String { name.lowercased().filter { $0 != "_" } }

    /// `dueDate` as `DUE_DATE`.
    private static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { result, letter in
            if letter.isUppercase { result.append("_") }
            result.append(contentsOf: letter.uppercased())
        }
    }
}

/// The files of a template with placeholders.
enum PlaceholderFile: String, CaseIterable {
    case invoice = "invoice.html"
    case singleItem = "single_item.html"
    case lastItem = "last_item.html"
    /// Ours, and optional: a row of what leads from the items to the total, or from there to the amount due.
    case sumItem = "sum_item.html"

    var table: [String: String] {
        switch self {
        case .invoice: PlaceholderTable.invoice
        case .singleItem, .lastItem: PlaceholderTable.item
        case .sumItem: PlaceholderTable.sum
        }
    }
}
