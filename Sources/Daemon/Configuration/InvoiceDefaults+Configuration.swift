public import Invoice
public import Platform

extension InvoiceDefaults {
    /// What the configuration says about invoices that do not say it themselves.
    public init(_ invoice: InvoiceSettings, _ seller: SellerSettings, at time: WallTime) {
        let now = time.local
        guard let today = CalendarDate(year: now.year, month: now.month, day: now.day) else {
            preconditionFailure("the machine's clock gives days of the calendar")
        }
        self.init(today: today)
        currency = Currency(invoice.currency) ?? .eur
        locale = invoice.locale
        termsDays = invoice.terms
        template = nil
        tax = invoice.tax.flatMap { ExactDecimal($0) }.map { Tax(rate: $0) }
        self.seller = Party(seller)
        payment.iban = seller.iban
        payment.bic = seller.bic
    }
}

extension ReadOptions {
    /// How the configuration says files are to be read.
    public init(_ invoice: InvoiceSettings) {
        self.init()
        profile = invoice.profile
        decimalSign = invoice.decimalSign
        dateOrder = invoice.dateOrder
        if let folder = invoice.profileFolder { profiles = profiles.adding(folder: folder) }
    }
}

extension AddingOptions {
    /// How the configuration says invoices are to be added up.
    public init(_ invoice: InvoiceSettings) {
        self.init()
        stated = invoice.totals
        taxRounding = invoice.taxRounding
        cashUnit = invoice.cashRounding.flatMap { ExactDecimal($0) }
    }
}

extension Party {
    fileprivate init(_ seller: SellerSettings) {
        self.init(name: seller.name)
        let address = Address(
            lines: seller.address, postcode: seller.postcode, city: seller.city, country: seller.country)
        if address != Address() { self.address = address }
        vatId = seller.vatIdentifier
        taxId = seller.taxIdentifier
        email = seller.email
        if seller.email != nil || seller.phone != nil { contact = Contact(phone: seller.phone, email: seller.email) }
        logo = seller.logo
    }
}
