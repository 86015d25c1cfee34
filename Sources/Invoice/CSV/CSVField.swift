/// What a column of a CSV file can mean: the path of the value in the JSON model.
///
/// Paths below `lines.` belong to a row, all others to the invoice that its rows make together.
enum CSVField: String, CaseIterable {
    case type, number, date, dueDate, deliveryDate, currency, locale, template
    case sellerName = "seller.name"
    case sellerVatId = "seller.vatId"
    case buyerName = "buyer.name"
    case buyerEmail = "buyer.email"
    case buyerPhone = "buyer.contact.phone"
    case buyerContact = "buyer.contact.name"
    /// The whole address in one cell.
    case buyerAddress = "buyer.address"
    case buyerStreet = "buyer.address.lines"
    case buyerStreet2 = "buyer.address.lines2"
    case buyerPostcode = "buyer.address.postcode"
    case buyerCity = "buyer.address.city"
    case buyerRegion = "buyer.address.region"
    case buyerCountry = "buyer.address.country"
    case buyerVatId = "buyer.vatId"
    case buyerNumber = "buyer.number"
    case shipName = "shipTo.name"
    case shipAddress = "shipTo.address"
    case buyerReference, order, contract, project
    case precedingNumber = "precedingInvoice.number"
    case pricesIncludeTax
    case paymentMeans = "payment.means"
    case paymentTerms = "payment.terms"
    case iban = "payment.iban"
    case bic = "payment.bic"
    case paymentReference = "payment.reference"
    case notes, paid
    case statedNet = "totals.net"
    case statedTax = "totals.tax"
    case statedGross = "totals.gross"
    case statedDue = "totals.due"

    case item = "lines.item"
    case name = "lines.name"
    /// The name where no other column is one, else the description.
    case title = "lines.title"
    case description = "lines.description"
    case quantity = "lines.quantity"
    case unit = "lines.unit"
    case price = "lines.price"
    case priceBase = "lines.priceBase"
    /// A discount that does not say whether it is a percentage or an amount.
    case discount = "lines.discounts"
    case discountPercent = "lines.discounts.percent"
    case discountAmount = "lines.discounts.amount"
    case tax = "lines.tax"
    case taxRate = "lines.tax.rate"
    case taxCategory = "lines.tax.category"
    case taxName = "lines.tax.name"
    case taxReason = "lines.tax.reason"
    case lineNote = "lines.note"
    case lineAmount = "lines.amount"

    enum Kind { case text, number, date }

    var kind: Kind {
        switch self {
        case .date, .dueDate, .deliveryDate: .date
        case .paid, .statedNet, .statedTax, .statedGross, .statedDue, .quantity, .price, .priceBase, .discount,
            .discountPercent, .discountAmount, .taxRate, .lineAmount:
            .number
        default: .text
        }
    }

    var isOfLine: Bool { rawValue.hasPrefix("lines.") }

    /// Rank among all fields, for tables; slow, so columns remember theirs.
    var ordinal: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
