public import Diagnostics

/// An invoice with everything added up: what a template prints.
public struct AddedInvoice: Sendable {
    public let invoice: Invoice
    public let totals: Totals
    /// What the author should know, though it is no reason to refuse.
    public let warnings: [Diagnostic]

    public init(invoice: Invoice, totals: Totals, warnings: [Diagnostic] = []) {
        self.invoice = invoice
        self.totals = totals
        self.warnings = warnings
    }

    /// The same with the number that a sequence gave; totals do not depend on it.
    public func numbered(_ number: String) -> AddedInvoice {
        var invoice = invoice
        invoice.number = number
        return AddedInvoice(invoice: invoice, totals: totals, warnings: warnings)
    }
}

/// The sums of an invoice; every amount has the currency's own number of decimals (EN 16931 BG-22, BG-23).
///
/// With prices that include tax, `lines`, `lineSum`, `discountSum` and `chargeSum` are gross like the prices they come
/// from, and `net` is gross less tax; otherwise all are net.
public struct Totals: Sendable, Hashable {
    /// What each line comes to, in the order of the invoice's lines (BT-131).
    public var lines: [LineTotal]
    /// What each of the document's discounts comes to, in their order (BT-92).
    public var discounts: [ExactDecimal]
    /// What each of the document's charges comes to, in their order (BT-99).
    public var charges: [ExactDecimal]
    /// BT-106.
    public var lineSum: ExactDecimal
    /// BT-107.
    public var discountSum: ExactDecimal
    /// BT-108.
    public var chargeSum: ExactDecimal
    /// BT-109.
    public var net: ExactDecimal
    /// By category and rate, highest rate first; lines without any tax are in none (BG-23).
    public var taxGroups: [TaxGroup]
    /// BT-110.
    public var tax: ExactDecimal
    /// BT-112.
    public var gross: ExactDecimal
    /// BT-113.
    public var paid: ExactDecimal
    /// BT-114.
    public var rounding: ExactDecimal
    /// BT-115.
    public var due: ExactDecimal
}

extension Totals {
    /// What one line comes to.
    public struct LineTotal: Sendable, Hashable {
        /// Quantity × price ÷ base − discounts + charges, rounded once.
        public var amount: ExactDecimal
        /// The line's discounts together, rounded for show.
        public var discount: ExactDecimal
        /// The line's charges together, rounded for show.
        public var charge: ExactDecimal
        /// The line's tax by itself, rounded for show; the groups' tax is what counts.
        public var tax: ExactDecimal
    }

    /// The tax of one category and rate (BG-23).
    public struct TaxGroup: Sendable, Hashable {
        /// BT-118.
        public var category: Tax.Category
        /// Percent (BT-119).
        public var rate: ExactDecimal
        /// What the tax is called; nil if the lines say nothing.
        public var name: String?
        /// BT-116: net of tax, also where prices include it.
        public var basis: ExactDecimal
        /// BT-117.
        public var tax: ExactDecimal
        /// BT-120 as the invoice words it; nil takes the text for `exemptionCode` in the invoice's language.
        public var reason: String?
        /// BT-121.
        public var exemptionCode: String?

        /// Whether it prints a reason in place of a tax row.
        public var isExempting: Bool { category.isExempting }
    }
}
