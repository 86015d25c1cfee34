/// One invoice as it was asked for: what the file says, with the defaults filled in, before it is added up.
///
/// The terms are EN 16931's in plain words (a BT number is that standard's business term). Amounts are exact decimals
/// in `currency`. `add(_:)` makes an `AddedInvoice` of it.
public struct Invoice: Sendable {
    /// BT-3.
    public var type: DocumentType
    /// BT-1; nil until a sequence gives one.
    public var number: String?
    /// BT-2.
    public var date: CalendarDate
    /// BT-9.
    public var dueDate: CalendarDate?
    /// BT-72.
    public var deliveryDate: CalendarDate?
    /// BT-5.
    public var currency: Currency
    /// A BCP 47 tag such as `de-DE`: language and formats of the page.
    public var locale: String
    /// The template's name; nil means the configured one.
    public var template: String?

    /// BG-4.
    @Apart public var seller: Party
    /// BG-7.
    @Apart public var buyer: Party
    @Apart private var further: InvoiceDetails

    /// Whether prices, discounts and charges are gross; the gross then does not move.
    public var pricesIncludeTax = false
    /// BG-25.
    public var lines: [Line] = []
    /// BT-113.
    public var paid: ExactDecimal = 0
    /// BT-114.
    public var rounding: ExactDecimal = 0

    /// BG-16.
    @Apart public var payment: Payment
    /// BT-22, one paragraph an entry.
    public var notes: [String] = []
    /// Totals that the file states, to be compared with our own.
    @Apart public var stated: StatedTotals
    @Apart public var mail: MailOrder

    /// Where the invoice stood, for diagnostics.
    public var origin = Origin()

    public init(
        type: DocumentType = .invoice, number: String? = nil, date: CalendarDate, currency: Currency,
        locale: String = "en"
    ) {
        self.type = type
        self.number = number
        self.date = date
        self.currency = currency
        self.locale = locale
    }
}

/// What few invoices have.
private struct InvoiceDetails: Sendable, Hashable, Blank {
    var period: Period?
    var shipTo: Party?
    var buyerReference: String?
    var order: String?
    var contract: String?
    var project: String?
    var precedingInvoice: PrecedingInvoice?
    var discounts: [Allowance] = []
    var charges: [Allowance] = []
    var custom: JSONValue?
}

extension Invoice {
    /// BG-14.
    public var period: Period? {
        get { further.period }
        set { further.period = newValue }
    }
    /// BG-13 and BG-15.
    public var shipTo: Party? {
        get { further.shipTo }
        set { further.shipTo = newValue }
    }
    /// BT-10.
    public var buyerReference: String? {
        get { further.buyerReference }
        set { further.buyerReference = newValue }
    }
    /// BT-13.
    public var order: String? {
        get { further.order }
        set { further.order = newValue }
    }
    /// BT-12.
    public var contract: String? {
        get { further.contract }
        set { further.contract = newValue }
    }
    /// BT-11.
    public var project: String? {
        get { further.project }
        set { further.project = newValue }
    }
    /// BG-3.
    public var precedingInvoice: PrecedingInvoice? {
        get { further.precedingInvoice }
        set { further.precedingInvoice = newValue }
    }
    /// BG-20: discounts on the whole document, before tax.
    public var discounts: [Allowance] {
        get { further.discounts }
        set { further.discounts = newValue }
    }
    /// BG-21: charges on the whole document, before tax.
    public var charges: [Allowance] {
        get { further.charges }
        set { further.charges = newValue }
    }
    /// Free values for the template.
    public var custom: JSONValue? {
        get { further.custom }
        set { further.custom = newValue }
    }

    /// Takes the known seller and terms of payment into the places that the file left open.
    mutating func complete(with defaults: InvoiceDefaults) {
        if _seller.isBlank {
            _seller = defaults.apartSeller
        } else {
            seller = seller.completed(by: defaults.seller)
        }
        if _payment.isBlank {
            _payment = defaults.apartPayment
        } else {
            payment = payment.completed(by: defaults.payment)
        }
    }
}

extension Invoice {
    public enum DocumentType: String, Sendable, Hashable, CaseIterable {
        case invoice
        case creditNote = "credit-note"
        case corrected
        case prepayment
        case proforma
        case quote
        case receipt
    }
}

/// A span of days, both inclusive; one end may be open (BG-14, BG-26).
public struct Period: Sendable, Hashable {
    public var from: CalendarDate?
    public var to: CalendarDate?

    public init(from: CalendarDate? = nil, to: CalendarDate? = nil) {
        self.from = from
        self.to = to
    }
}

/// The invoice that a credit note or correction refers to (BG-3).
public struct PrecedingInvoice: Sendable, Hashable {
    /// BT-25.
    public var number: String
    /// BT-26.
    public var date: CalendarDate?

    public init(number: String, date: CalendarDate? = nil) {
        self.number = number
        self.date = date
    }
}

/// How it is to be paid (BG-16).
public struct Payment: Sendable, Hashable {
    /// `transfer`, `card`, `cash`, `debit`, or any text (BT-81, BT-82).
    public var means: String?
    /// BT-20.
    public var terms: String?
    /// BT-84.
    public var iban: String?
    /// BT-86.
    public var bic: String?
    /// BT-83.
    public var reference: String?
    /// BT-89.
    public var mandate: String?

    public init() {}
}

/// Totals as the file states them; they are compared, not believed.
public struct StatedTotals: Sendable, Hashable {
    /// BT-109.
    public var net: ExactDecimal?
    /// BT-110.
    public var tax: ExactDecimal?
    /// BT-112.
    public var gross: ExactDecimal?
    /// BT-115.
    public var due: ExactDecimal?

    public init() {}

    public var isEmpty: Bool { net == nil && tax == nil && gross == nil && due == nil }
}

/// What the file wants of the mail; nil leaves it to the configuration.
public struct MailOrder: Sendable, Hashable {
    public enum Sending: String, Sendable, Hashable, CaseIterable, Codable {
        case yes, no
        /// Held until somebody releases it.
        case ask
    }

    public var send: Sending?
    public var to: [String] = []
    public var cc: [String] = []
    public var bcc: [String] = []
    public var subject: String?
    public var body: String?
    /// Names of further files to attach, below the configured folder.
    public var attachments: [String] = []

    public init() {}
}
