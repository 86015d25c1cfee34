/// What the names in one content stream stand for (§7.8.3). Names are given by document, so that equal streams of one
/// document name alike.
struct Resources {
    enum Kind: Int, CaseIterable {
        case font, object, state, shading, pattern

        var prefix: StaticString {
            switch self {
            case .font: "F"
            case .object: "X"
            case .state: "G"
            case .shading: "S"
            case .pattern: "P"
            }
        }

        var key: StaticString {
            switch self {
            case .font: "Font"
            case .object: "XObject"
            case .state: "ExtGState"
            case .shading: "Shading"
            case .pattern: "Pattern"
            }
        }
    }

    private var entries: [[(index: Int32, id: ObjectID)]] = Array(repeating: [], count: Kind.allCases.count)

    mutating func use(_ kind: Kind, _ index: Int32, _ id: ObjectID) {
        if entries[kind.rawValue].contains(where: { $0.index == index }) { return }
        entries[kind.rawValue].append((index, id))
    }

    func write(_ writer: inout ObjectWriter) {
        writer.dictionary("Resources") {
            for kind in Kind.allCases where !entries[kind.rawValue].isEmpty {
                $0.dictionary(kind.key) {
                    for entry in entries[kind.rawValue] {
                        $0.value(resource: kind.prefix, entry.index)
                        $0.value(entry.id)
                    }
                }
            }
        }
    }
}
