internal import Invoice
internal import Ledger

/// A sequence by its name in the ledger.
public struct NamedSequence: Sendable, Hashable {
    /// What `[sequence]` is called there; no other may be called so.
    static let main = "main"

    public let name: String
    public let settings: SequenceSettings

    init(_ name: String, _ settings: SequenceSettings) {
        self.name = name.isEmpty ? Self.main : name
        self.settings = settings
    }
}

extension Configuration {
    /// Every sequence, by name.
    public var namedSequences: [NamedSequence] {
        sequences.map { NamedSequence($0.key, $0.value) }.sorted { $0.name < $1.name }
    }

    /// The sequence that gives an invoice its number: the one that claims it most closely, where seller counts more than
    /// type and type more than folder; else the one that its queue names, else `[sequence]`.
    func sequence(seller: String, type: String, queue: String) -> NamedSequence {
        var best: (name: String, settings: SequenceSettings, rank: Int)?
        for (name, settings) in sequences {
            guard let rank = settings.rank(seller: seller, type: type, queue: queue), rank > best?.rank ?? 0 else {
                continue
            }
            best = (name, settings, rank)
        }
        if let best { return NamedSequence(best.name, best.settings) }
        let name = self.settings(of: queue).invoice.sequence
        return NamedSequence(name, sequences[name] ?? SequenceSettings())
    }
}

extension SequenceSettings {
    /// How closely it claims an invoice; nil where it does not, 0 where it claims nothing.
    func rank(seller: String, type: String, queue: String) -> Int? {
        guard types.isEmpty || types.contains(where: { $0.rawValue == type }),
            folders.isEmpty || folders.contains(where: { queue == $0 || queue.hasPrefix($0 + "/") }),
            sellers.isEmpty || claims(seller: seller)
        else { return nil }
        return (sellers.isEmpty ? 0 : 4) + (types.isEmpty ? 0 : 2) + (folders.isEmpty ? 0 : 1)
    }

    private func claims(seller: String) -> Bool {
        let key = Configuration.customerKey(seller)
        return sellers.contains { Configuration.customerKey($0) == key }
    }

    /// Whether some invoice could be claimed by both, as closely.
    func rivals(_ other: SequenceSettings) -> Bool {
        let isAlike =
            sellers.isEmpty == other.sellers.isEmpty && types.isEmpty == other.types.isEmpty
            && folders.isEmpty == other.folders.isEmpty
        guard isAlike, !(sellers.isEmpty && types.isEmpty && folders.isEmpty) else { return false }
        let keys = Set(sellers.map(Configuration.customerKey))
        return (sellers.isEmpty || !keys.isDisjoint(with: other.sellers.map(Configuration.customerKey)))
            && (types.isEmpty || !Set(types).isDisjoint(with: other.types))
            && (folders.isEmpty || !Set(folders).isDisjoint(with: other.folders))
    }

    /// Whether numbers of both look alike and may stand beside each other under one seller.
    func collides(with other: SequenceSettings) -> Bool {
        guard pattern.source == other.pattern.source else { return false }
        if sellers.isEmpty || other.sellers.isEmpty { return true }
        let keys = Set(sellers.map(Configuration.customerKey))
        return !keys.isDisjoint(with: other.sellers.map(Configuration.customerKey))
    }
}
