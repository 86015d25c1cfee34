/// Custom properties and `var()` (CSS Custom Properties 1).
struct VariableResolver {
    private let declared: [String: Declaration.Value]
    private let inherited: CustomProperties
    private var resolved: [String: [Token]?] = [:]
    /// The properties whose values are being found, outermost first.
    private var active: [String] = []
    /// Values that grow past this are invalid, so that no chain of variables fills the memory.
    private static let tokenLimit = 16_384
    private static let depthLimit = 128
    private var depth = 0

    private init(_ declared: [String: Declaration.Value], _ inherited: CustomProperties) {
        self.declared = declared
        self.inherited = inherited
    }

    /// The custom properties of an element; those in a cycle are invalid.
    static func resolve(
        _ declared: [String: Declaration.Value], inherited: CustomProperties
    ) -> CustomProperties {
        var resolver = VariableResolver(declared, inherited)
        var values = inherited.values
        for name in declared.keys { values[name] = resolver.value(of: name) }
        return CustomProperties(values)
    }

    /// The longhand declarations that a value comes to; none when it is invalid at computed-value time.
    static func declarations(of value: VariableValue, _ customs: CustomProperties) -> [Declaration] {
        var resolver = VariableResolver([:], customs)
        guard let tokens = resolver.substituted(value.tokens) else { return [] }
        let linked = relinked(tokens)
        var range = 0..<linked.count
        while let last = range.last, linked[last].kind == .whitespace { range = 0..<last }
        let found = try? Style.declarations(of: value.name, tokens: linked, range, context: value.context)
        return found ?? []
    }

    private mutating func value(of name: String) -> [Token]? {
        if let known = resolved[name] { return known }
        guard let value = declared[name] else { return inherited.values[name] }
        if let start = active.firstIndex(of: name) {
            for member in active[start...] { resolved[member] = .some(nil) }
            return nil
        }
        active.append(name)
        defer { active.removeLast() }
        var result: [Token]?
        switch value {
        case .tokens(let tokens): result = containsVariable(tokens, 0..<tokens.count) ? substituted(tokens) : tokens
        case .wide(.initial): result = nil
        default: result = inherited.values[name]
        }
        if let known = resolved[name] { return known }
        resolved[name] = .some(result)
        return result
    }

    /// The tokens with every `var()` replaced, or nil where one has neither value nor fallback.
    private mutating func substituted(_ tokens: [Token]) -> [Token]? {
        guard depth < Self.depthLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        var result: [Token] = []
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            guard token.isFunction("var") || token.isFunction("env") else {
                result.append(token)
                index += 1
                continue
            }
            let end = min(token.partner, tokens.count)
            guard let value = reference(tokens, (index + 1)..<end, isVariable: token.isFunction("var")) else {
                return nil
            }
            result += value
            if result.count > Self.tokenLimit { return nil }
            index = end + 1
        }
        return result
    }

    private mutating func reference(_ tokens: [Token], _ range: Range<Int>, isVariable: Bool) -> [Token]? {
        var parser = ValueParser(tokens, range, context: ParseContext())
        guard let name = parser.ident() else { return nil }
        let value = isVariable ? value(of: name) : nil
        while let token = parser.peek, token.kind != .comma { parser.advance() }
        if let value { return relinked(value) }
        guard parser.comma() else { return nil }
        let fallback = relinked(tokens[parser.index..<range.upperBound])
        return substituted(fallback)
    }
}
