/// A longhand's place in the table.
struct PropertyID: Sendable, Hashable, Comparable {
    let index: Int

    init(_ index: Int) { self.index = index }

    static func < (a: PropertyID, b: PropertyID) -> Bool { a.index < b.index }
}

/// All properties, as data. The order of the longhands is the order in which their values are computed.
enum PropertyTable {
    static let longhands: [PropertyDefinition] =
        fonts + texts + boxes + decorations + backgrounds + arrangements + generateds

    /// Setters of the initial values.
    static let initialSetters: [Setter] = longhands.map { definition in
        var parser = ValueParser(Tokenizer.tokens(of: Array(definition.initial.utf8)), context: ParseContext())
        return definition.parse(&parser) ?? { _ in }
    }

    /// What a property name stands for.
    enum Entry: Sendable {
        case longhand(PropertyID)
        /// Another longhand in either direction of text.
        case logical(ltr: PropertyID, rtl: PropertyID)
        case shorthand(ShorthandDefinition)
        /// Known, and without effect in print.
        case ignored
    }

    static let entries: [String: Entry] = {
        var entries: [String: Entry] = [:]
        for name in ignoredNames { entries[name] = .ignored }
        for (index, definition) in longhands.enumerated() { entries[definition.name] = .longhand(PropertyID(index)) }
        for shorthand in shorthands { entries[shorthand.name] = .shorthand(shorthand) }
        for (name, ltr, rtl) in logicalNames {
            if ltr == rtl {
                entries[name] = entries[ltr]
            } else if case .longhand(let left)? = entries[ltr], case .longhand(let right)? = entries[rtl] {
                entries[name] = .logical(ltr: left, rtl: right)
            }
        }
        for (alias, name) in aliases { entries[alias] = entries[name] }
        return entries
    }()

    static func id(_ name: String) -> PropertyID? {
        if case .longhand(let id)? = entries[name] { id } else { nil }
    }

    static let direction = id("direction") ?? PropertyID(0)
    /// Values up to here decide the font size that the others refer to.
    static let fontSize = id("font-size") ?? PropertyID(0)
    /// Left alone by `all` (CSS Cascade 5 §3.2).
    static let spared: Set<PropertyID> = Set(["direction", "unicode-bidi"].compactMap { id($0) })
}
