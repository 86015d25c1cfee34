/// What a name of the model stands for, so that a template can be checked before there is an invoice.
indirect enum Kind: Sendable {
    case text, flag, number, date
    case list(Kind)
    case record(Shape)
    /// Whatever the invoice brings: names below it are not checked.
    case free

    /// The kind of that name below this one; nil if there is none.
    func member(_ name: String) -> Kind? {
        switch self {
        case .record(let shape): shape.kinds[name]
        case .free: .free
        case .text: name == "raw" ? .text : nil
        case .number: name == "raw" ? .text : nil
        case .date: name == "raw" ? .text : name == "long" ? .date : nil
        case .flag, .list: nil
        }
    }

    var memberNames: [String] {
        switch self {
        case .record(let shape): shape.names
        case .text, .number: ["raw"]
        case .date: ["raw", "long"]
        case .flag, .list, .free: []
        }
    }

    /// Whether it can be printed by itself.
    var isPrintable: Bool {
        switch self {
        case .text, .flag, .number, .date, .free: true
        case .list, .record: false
        }
    }
}

/// The names of a record, in the order in which the documentation lists them.
final class Shape: Sendable {
    let title: String
    let names: [String]
    let kinds: [String: Kind]

    init(_ title: String, _ fields: [(name: String, kind: Kind)]) {
        self.title = title
        names = fields.map(\.name)
        kinds = Dictionary(fields.map { ($0.name, $0.kind) }) { first, _ in first }
    }
}

/// One name of a record and where its value comes from.
struct Field<Subject: Sendable>: Sendable {
    let name: String
    let kind: Kind
    let value: @Sendable (Subject) -> Value

    init(_ name: String, _ kind: Kind, _ value: @escaping @Sendable (Subject) -> Value) {
        self.name = name
        self.kind = kind
        self.value = value
    }
}

/// A table of names over one type of subject; values are made only when a template asks for them.
final class RecordType<Subject: Sendable>: Sendable {
    let shape: Shape
    private let values: [@Sendable (Subject) -> Value]
    /// Field index by symbol; -1 where the symbol is no field.
    private let slots: [Int16]

    init(_ title: String, _ fields: [Field<Subject>]) {
        shape = Shape(title, fields.map { ($0.name, $0.kind) })
        values = fields.map(\.value)
        let symbols = fields.map { Symbols.index(of: $0.name) }
        var slots = [Int16](repeating: -1, count: (symbols.max() ?? -1) + 1)
        for (slot, symbol) in symbols.enumerated() { slots[symbol] = Int16(slot) }
        self.slots = slots
    }

    func value(_ name: Name, of subject: Subject) -> Value? {
        guard name.symbol < slots.count, slots[name.symbol] >= 0 else { return nil }
        return values[Int(slots[name.symbol])](subject)
    }

    func isEmpty(_ subject: Subject) -> Bool {
        values.allSatisfy { $0(subject).isEmpty }
    }

    func record(_ subject: Subject) -> Value { .record(ModelRecord(subject: subject, type: self)) }
    func record(_ subject: Subject?) -> Value { subject.map { record($0) } ?? .absent }
}

/// A subject seen through its table.
final class ModelRecord<Subject: Sendable>: Record {
    private let subject: Subject
    private let type: RecordType<Subject>

    init(subject: Subject, type: RecordType<Subject>) {
        self.subject = subject
        self.type = type
    }

    func member(_ name: Name) -> Value? { type.value(name, of: subject) }
    var isEmpty: Bool { type.isEmpty(subject) }
}
