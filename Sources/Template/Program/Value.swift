import Invoice

/// What a name in a template stands for; amounts and dates keep their value and are formatted when printed.
enum Value: Sendable {
    /// Known, but not there: prints nothing, counts as empty.
    case absent
    case flag(Bool)
    case text(String)
    /// In the invoice's currency, with the currency's own number of decimals.
    case amount(ExactDecimal)
    /// In the invoice's currency, with all its decimals.
    case price(ExactDecimal)
    case quantity(ExactDecimal)
    /// 19 for 19 %.
    case percent(ExactDecimal)
    case date(CalendarDate)
    case longDate(CalendarDate)
    /// A number as it stands, without any locale.
    case number(String)
    case list([Value])
    case record(any Record)
    case json(JSONObject)

    init(_ text: String?) { self = text.map(Value.text) ?? .absent }
    init(_ date: CalendarDate?) { self = date.map(Value.date) ?? .absent }

    init(json: JSONValue) {
        switch json {
        case .null: self = .absent
        case .bool(let flag): self = .flag(flag)
        case .number(let number): self = .number(number.text)
        case .string(let text): self = .text(text)
        case .array(let values): self = .list(values.map(Value.init(json:)))
        case .object(let object): self = .json(object)
        }
    }

    /// Whether a section over it prints nothing: absent, false, empty text or list, zero.
    var isEmpty: Bool {
        switch self {
        case .absent: true
        case .flag(let flag): !flag
        case .text(let text): text.isEmpty
        case .amount(let number), .price(let number), .quantity(let number), .percent(let number): number.isZero
        case .number(let text): ExactDecimal(text)?.isZero ?? false
        case .list(let values): values.isEmpty
        case .record(let record): record.isEmpty
        case .date, .longDate, .json: false
        }
    }

    /// The value of that name in this one; nil if this one does not know the name.
    func member(_ name: Name) -> Value? {
        switch self {
        case .record(let record): record.member(name)
        case .json(let object): object[name.text].map(Value.init(json:))
        case .absent, .flag, .list, .number: nil
        case .text: name.text == "raw" ? self : nil
        case .amount(let number), .price(let number), .quantity(let number), .percent(let number):
            name.text == "raw" ? .number(number.description) : nil
        case .date(let date), .longDate(let date):
            switch name.text {
            case "raw": .text(date.description)
            case "long": .longDate(date)
            default: nil
            }
        }
    }
}

/// A value made of named values; a class, so that frames and lists of records are cheap to copy.
protocol Record: AnyObject, Sendable {
    /// Nil for a name that records of this type never have.
    func member(_ name: Name) -> Value?
    /// Whether a section over it prints nothing.
    var isEmpty: Bool { get }
}
