/// What an invoice takes where its file says nothing: the configuration's side.
public struct InvoiceDefaults: Sendable {
    @Apart public var seller: Party
    /// Means, IBAN and BIC of the seller; terms in words.
    @Apart public var payment: Payment
    public var currency = Currency.eur
    public var locale = "en"
    /// Nil prints no tax where the file names none.
    public var tax: Tax?
    /// Days from the invoice's date to the due date.
    public var termsDays: Int?
    public var template: String?
    /// The date of an invoice that states none.
    public var today: CalendarDate

    public init(today: CalendarDate) { self.today = today }

    var apartSeller: Apart<Party> { _seller }
    var apartPayment: Apart<Payment> { _payment }
}

/// How a file is to be read, where it does not say so itself.
public struct ReadOptions: Sendable {
    /// Nil decides by content, then by the name's extension.
    public var kind: FileKind?
    /// Nil decides by the whole of the file.
    public var decimalSign: DecimalSign?
    /// Nil decides by the whole of the file.
    public var dateOrder: DateOrder?
    /// The import profile by name; nil takes the one that knows the file, if any does.
    public var profile: String?
    /// The profiles that are at hand.
    public var profiles = ProfileLibrary.installed

    public init() {}
}

/// What kinds of file the reader knows.
public enum FileKind: String, Sendable, Hashable, CaseIterable {
    case json
    /// One JSON value a line.
    case ndjson
    case csv
    /// A spreadsheet: `.xlsx` or `.ods`.
    case workbook
    /// UBL or CII, or what a profile knows.
    case xml
}

/// Which character stands before the decimals.
public enum DecimalSign: String, Sendable, Hashable, CaseIterable, Codable {
    case point = "."
    case comma = ","
}

/// The order of the parts of a date.
public enum DateOrder: String, Sendable, Hashable, CaseIterable, Codable {
    case dayMonthYear = "dmy"
    case monthDayYear = "mdy"
    case yearMonthDay = "ymd"
}
