/// One longhand with the value that a rule gives it.
struct Declaration: Sendable {
    enum Target: Sendable {
        case property(PropertyID)
        case logical(ltr: PropertyID, rtl: PropertyID)
        case custom(String)
    }

    enum Value: Sendable {
        case setter(Setter)
        /// For logical targets: one for each direction of text.
        case setters(ltr: Setter, rtl: Setter)
        case wide(WideKeyword)
        /// Waits for `var()`.
        case variable(VariableValue)
        case tokens([Token])
    }

    var target: Target
    var value: Value

    func property(in direction: Direction) -> PropertyID? {
        switch target {
        case .property(let id): id
        case .logical(let ltr, let rtl): direction == .ltr ? ltr : rtl
        case .custom: nil
        }
    }
}

/// A value with `var()` in it, as written, with the property or shorthand whose value it is.
final class VariableValue: Sendable {
    let name: String
    let tokens: [Token]
    let context: ParseContext

    init(name: String, tokens: [Token], context: ParseContext) {
        self.name = name
        self.tokens = tokens
        self.context = context
    }
}

/// The declarations of one rule or `style` attribute. Blocks are told apart by identity.
final class DeclarationBlock: Sendable {
    let normal: [Declaration]
    let important: [Declaration]
    /// Whether a value needs the element itself (`attr()`), so that no other element may share the result.
    let dependsOnElement: Bool
    let hasLogical: Bool
    let hasCustom: Bool

    init(normal: [Declaration], important: [Declaration], dependsOnElement: Bool) {
        self.normal = normal
        self.important = important
        self.dependsOnElement = dependsOnElement
        let all = normal + important
        hasLogical = all.contains { if case .logical = $0.target { true } else { false } }
        hasCustom = all.contains { if case .custom = $0.target { true } else { false } }
    }

    static let empty = DeclarationBlock(normal: [], important: [], dependsOnElement: false)
    var isEmpty: Bool { normal.isEmpty && important.isEmpty }
}

/// Why a declaration is dropped.
enum DeclarationFault: Error {
    case unknownProperty, invalidValue
}

/// Reads the value of a property or shorthand (CSS Syntax 3 §5.4.4, CSS Cascade 5 §3).
///
/// `name` is in lower case unless it is a custom property's.
func declarations(
    of name: String, tokens: [Token], _ range: Range<Int>, context: ParseContext
) throws(DeclarationFault) -> [Declaration] {
    if name.utf8.starts(with: "--".utf8) { return [customDeclaration(name, tokens, range)] }
    guard let entry = PropertyTable.entries[name] else { throw .unknownProperty }
    let targets = entry.targets
    if let wide = wideKeyword(tokens, range) {
        return targets.map { Declaration(target: $0, value: .wide(wide)) }
    }
    if containsVariable(tokens, range) {
        let value = VariableValue(name: name, tokens: relinked(tokens[range]), context: context)
        return targets.map { Declaration(target: $0, value: .variable(value)) }
    }
    var parser = ValueParser(tokens, range, context: context)
    parser.allowsUnitless = context.isQuirky && unitlessQuirks.contains(name)
    switch entry {
    case .ignored: return []
    case .longhand, .logical:
        guard let target = targets.first, let value = value(of: target, &parser) else { throw .invalidValue }
        return [Declaration(target: target, value: value)]
    case .shorthand(let shorthand):
        var expansion = Expansion()
        guard shorthand.expand(&parser, &expansion), parser.isAtEnd else { throw .invalidValue }
        return expansion.finished(shorthand)
    }
}

/// Reads all of the parser's tokens as the value of one longhand.
func value(of target: Declaration.Target, _ parser: inout ValueParser) -> Declaration.Value? {
    switch target {
    case .property(let id):
        guard let setter = PropertyTable.longhands[id.index].parse(&parser), parser.isAtEnd else { return nil }
        return .setter(setter)
    case .logical(let ltr, let rtl):
        var copy = parser
        guard let left = PropertyTable.longhands[ltr.index].parse(&parser), parser.isAtEnd,
            let right = PropertyTable.longhands[rtl.index].parse(&copy)
        else { return nil }
        return .setters(ltr: left, rtl: right)
    case .custom: return nil
    }
}

extension PropertyTable.Entry {
    var targets: [Declaration.Target] {
        switch self {
        case .longhand(let id): [.property(id)]
        case .logical(let ltr, let rtl): [.logical(ltr: ltr, rtl: rtl)]
        case .shorthand(let shorthand): shorthand.longhands.flatMap { PropertyTable.entries[$0]?.targets ?? [] }
        case .ignored: []
        }
    }
}

private func customDeclaration(_ name: String, _ tokens: [Token], _ range: Range<Int>) -> Declaration {
    if let wide = wideKeyword(tokens, range) { return Declaration(target: .custom(name), value: .wide(wide)) }
    return Declaration(target: .custom(name), value: .tokens(relinked(tokens[range])))
}

private func wideKeyword(_ tokens: [Token], _ range: Range<Int>) -> WideKeyword? {
    var found: WideKeyword?
    for index in range where tokens[index].kind != .whitespace {
        guard found == nil, tokens[index].kind == .ident,
            let wide = WideKeyword(rawValue: tokens[index].text.asciiLowercased)
        else { return nil }
        found = wide
    }
    return found
}

func containsVariable(_ tokens: [Token], _ range: Range<Int>) -> Bool {
    range.contains { tokens[$0].isFunction("var") || tokens[$0].isFunction("env") }
}

/// Tokens cut out of others, with the pairs of brackets found anew.
func relinked(_ tokens: some Sequence<Token>) -> [Token] {
    var result = Array(tokens)
    var open: [Int] = []
    for index in result.indices {
        switch result[index].kind {
        case .function, .openParen, .openSquare, .openCurly: open.append(index)
        case .closeParen, .closeSquare, .closeCurly:
            guard let opener = open.last, result[opener].isClosed(by: result[index].kind) else { continue }
            result[opener].partner = index
            open.removeLast()
        default: break
        }
    }
    for opener in open { result[opener].partner = result.count }
    return result
}

extension Token {
    fileprivate func isClosed(by closer: Kind) -> Bool {
        switch closer {
        case .closeParen: kind == .openParen || kind == .function
        case .closeSquare: kind == .openSquare
        default: kind == .openCurly
        }
    }
}

/// Properties that take a bare number as px in old documents (Quirks Mode Standard §3.2).
private let unitlessQuirks: Set<String> = [
    "border-bottom-width", "border-left-width", "border-right-width", "border-spacing", "border-top-width",
    "border-width", "bottom", "font-size", "height", "left", "letter-spacing", "margin", "margin-bottom",
    "margin-left", "margin-right", "margin-top", "max-height", "max-width", "min-height", "min-width", "padding",
    "padding-bottom", "padding-left", "padding-right", "padding-top", "right", "text-indent", "top",
    "vertical-align", "width", "word-spacing",
]
