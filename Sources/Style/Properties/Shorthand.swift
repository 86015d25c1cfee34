/// One shorthand: the longhands that it sets, and how its value is dealt out to them.
struct ShorthandDefinition: Sendable {
    let name: String
    let longhands: [String]
    let values: String
    let expand: @Sendable (inout ValueParser, inout Expansion) -> Bool
}

/// What a shorthand gives its longhands; those that it leaves out get their initial values.
struct Expansion {
    private var given: [(name: String, value: Declaration.Value)] = []

    /// Gives a longhand all the tokens of `parser`; false when they are no value of it.
    mutating func set(_ name: String, _ parser: ValueParser) -> Bool {
        guard let target = PropertyTable.entries[name]?.targets.first else { return false }
        var parser = parser
        guard let value = value(of: target, &parser) else { return false }
        given.append((name, value))
        return true
    }

    /// Gives a longhand a value written here.
    mutating func set(_ name: String, _ text: String) {
        _ = set(name, ValueParser(Tokenizer.tokens(of: Array(text.utf8)), context: ParseContext()))
    }

    mutating func set(_ name: String, setter: @escaping Setter) { given.append((name, .setter(setter))) }

    func has(_ name: String) -> Bool { given.contains { $0.name == name } }

    func finished(_ shorthand: ShorthandDefinition) -> [Declaration] {
        var result: [Declaration] = []
        for name in shorthand.longhands {
            guard let target = PropertyTable.entries[name]?.targets.first else { continue }
            if let value = given.last(where: { $0.name == name })?.value {
                result.append(Declaration(target: target, value: value))
            } else if case .property(let id) = target {
                result.append(Declaration(target: target, value: .setter(PropertyTable.initialSetters[id.index])))
            } else {
                result.append(Declaration(target: target, value: .wide(.initial)))
            }
        }
        return result
    }
}

extension ShorthandDefinition {
    /// One to four values for top, right, bottom, left.
    static func sides(_ name: String, _ longhands: [String], _ values: String) -> ShorthandDefinition {
        ShorthandDefinition(name: name, longhands: longhands, values: values) { parser, expansion in
            var parts: [ValueParser] = []
            while parts.count < 5, let range = parser.nextComponent() { parts.append(parser.part(range)) }
            guard (1...4).contains(parts.count) else { return false }
            return longhands.indices.allSatisfy { index in
                expansion.set(longhands[index], parts[fourValueIndex(index, of: parts.count)])
            }
        }
    }

    /// One value for both, or two.
    static func pair(_ name: String, _ longhands: [String], _ values: String) -> ShorthandDefinition {
        ShorthandDefinition(name: name, longhands: longhands, values: values) { parser, expansion in
            guard let first = parser.nextComponent() else { return false }
            let second = parser.nextComponent() ?? first
            return expansion.set(longhands[0], parser.part(first)) && expansion.set(longhands[1], parser.part(second))
        }
    }

    /// Values in any order, each at most once; `also` names groups that get the same values.
    static func anyOrder(
        _ name: String, _ longhands: [String], _ values: String, also: [[String]] = [], resets: [String] = []
    ) -> ShorthandDefinition {
        ShorthandDefinition(
            name: name, longhands: longhands + also.flatMap { $0 } + resets, values: values
        ) { parser, expansion in
            var any = false
            while let range = parser.nextComponent() {
                let part = parser.part(range)
                guard
                    let index = longhands.firstIndex(where: { !expansion.has($0) && expansion.set($0, part) })
                else { return false }
                for group in also { _ = expansion.set(group[index], part) }
                any = true
            }
            return any
        }
    }
}
