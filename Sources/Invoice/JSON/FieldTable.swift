/// One key of one object of the model: its name, the other names it goes by, and how its value is taken in.
struct Field<Owner>: Sendable {
    let name: String
    let aliases: [String]
    let read: @Sendable (inout Owner, JSONNode, inout InvoiceDecoder) -> Void

    init(
        _ name: String, also aliases: String...,
        read: @escaping @Sendable (inout Owner, JSONNode, inout InvoiceDecoder) -> Void
    ) {
        self.name = name
        self.aliases = aliases
        self.read = read
    }
}

/// All keys that an object of the model may have.
struct FieldTable<Owner>: Sendable {
    /// What the object is called in messages: `line`, `tax`.
    let owner: String
    let fields: [Field<Owner>]
    private let exact: [String: Int]
    private let folded: [String: Int]

    init(_ owner: String, _ fields: [Field<Owner>]) {
        self.owner = owner
        self.fields = fields
        var exact: [String: Int] = [:]
        var folded: [String: Int] = [:]
        for (index, field) in fields.enumerated() {
            for name in [field.name] + field.aliases {
                exact[name] = index
                folded[foldedKey(name)] = index
            }
        }
        self.exact = exact
        self.folded = folded
    }

    /// Case, `_`, `-` and spaces do not count.
    func index(of key: String) -> Int? {
        exact[key] ?? folded[foldedKey(key)]
    }

    var names: [String] { fields.map(\.name) }
}

private func foldedKey(_ key: String) -> String {
    key.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
}
