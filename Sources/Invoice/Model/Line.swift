/// One line of an invoice (BG-25).
public struct Line: Sendable, Hashable {
    /// The seller's article number (BT-155).
    public var item: String?
    /// BT-153.
    public var name: String
    /// BT-129.
    public var quantity: ExactDecimal = 1
    /// BT-146, with all its decimals.
    public var price: ExactDecimal
    /// Nil if neither the file nor the configuration names a tax.
    public var tax: Tax?
    /// Where the line stood, for diagnostics.
    public var place = SourcePlace()
    @Apart private var details: LineDetails

    public init(name: String, quantity: ExactDecimal = 1, price: ExactDecimal, tax: Tax? = nil) {
        self.name = name
        self.quantity = quantity
        self.price = price
        self.tax = tax
    }
}

/// What few lines have.
struct LineDetails: Sendable, Hashable, Blank {
    var description: String?
    var unit: String?
    var priceBase: ExactDecimal = 1
    var discounts: [Allowance] = []
    var charges: [Allowance] = []
    var period: Period?
    var note: String?
    var statedAmount: ExactDecimal?
}

extension Line {
    /// BT-154; may have several lines.
    public var description: String? {
        get { details.description }
        set { details.description = newValue }
    }
    /// BT-130: a UN/ECE Rec 20 code such as `HUR`, or any text.
    public var unit: String? {
        get { details.unit }
        set { details.unit = newValue }
    }
    /// The quantity that `price` is for (BT-149).
    public var priceBase: ExactDecimal {
        get { details.priceBase }
        set { details.priceBase = newValue }
    }
    /// BG-27: discounts off the line, each of quantity × price.
    public var discounts: [Allowance] {
        get { details.discounts }
        set { details.discounts = newValue }
    }
    /// BG-28.
    public var charges: [Allowance] {
        get { details.charges }
        set { details.charges = newValue }
    }
    /// BG-26.
    public var period: Period? {
        get { details.period }
        set { details.period = newValue }
    }
    /// BT-127.
    public var note: String? {
        get { details.note }
        set { details.note = newValue }
    }
    /// The line's amount as the file states it, to be compared with our own.
    public var statedAmount: ExactDecimal? {
        get { details.statedAmount }
        set { details.statedAmount = newValue }
    }

    mutating func take(_ details: Apart<LineDetails>) { _details = details }
}

/// A discount (an allowance in EN 16931) or a charge, of a line or of the document (BG-20, 21, 27, 28).
public struct Allowance: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case amount(ExactDecimal)
        /// Of the line's quantity × price, or of the sum of lines.
        case percent(ExactDecimal)
    }

    public var value: Value
    /// BT-97, 104, 139, 144.
    public var reason: String?
    /// Of the document's only: nil spreads it over the tax groups in proportion.
    public var tax: Tax?

    public init(_ value: Value, reason: String? = nil, tax: Tax? = nil) {
        self.value = value
        self.reason = reason
        self.tax = tax
    }
}

/// A tax rate with its category (BT-151, BT-152).
public struct Tax: Sendable, Hashable {
    /// Percent: 19 for 19 %.
    public var rate: ExactDecimal
    public var category: Category
    /// What it is called on the page: `USt`, `VAT`, `GST`.
    public var name: String?
    /// The exemption reason in the invoice's own words (BT-120); nil takes the category's text.
    public var reason: String?

    public init(rate: ExactDecimal, category: Category? = nil, name: String? = nil, reason: String? = nil) {
        self.rate = rate
        self.category = category ?? (rate.isZero ? .zeroRated : .standard)
        self.name = name
        self.reason = reason
    }

    /// UNTDID 5305, as far as EN 16931 takes it (BT-118).
    public enum Category: String, Sendable, Hashable, CaseIterable {
        case standard = "S"
        case zeroRated = "Z"
        case exempt = "E"
        case reverseCharge = "AE"
        case intraCommunity = "K"
        case export = "G"
        case outsideScope = "O"
        case canaryIslands = "L"
        case ceutaMelilla = "M"

        /// Whether a group of it prints a reason and no tax row.
        public var isExempting: Bool {
            switch self {
            case .exempt, .reverseCharge, .intraCommunity, .export, .outsideScope: true
            case .standard, .zeroRated, .canaryIslands, .ceutaMelilla: false
            }
        }

        /// The code of its reason (BT-121, VATEX).
        ///
        /// Nil for the categories that need none, and for `E`: which article exempts, only the invoice can say.
        public var exemptionCode: String? {
            switch self {
            case .reverseCharge: "VATEX-EU-AE"
            case .intraCommunity: "VATEX-EU-IC"
            case .export: "VATEX-EU-G"
            case .outsideScope: "VATEX-EU-O"
            case .standard, .zeroRated, .exempt, .canaryIslands, .ceutaMelilla: nil
            }
        }
    }
}
