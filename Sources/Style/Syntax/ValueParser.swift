/// What a value is read in: where its URLs are relative to, and the quirks of old documents.
struct ParseContext: Sendable {
    var base: String?
    /// A document without doctype: some properties take lengths without a unit, and colours without `#`
    /// (Quirks Mode Standard §3.1, §3.2).
    var isQuirky = false
}

/// Walks the tokens of one value. White space between tokens is skipped; a parser that fails leaves the place where it
/// was undefined, so callers that try alternatives keep a copy.
struct ValueParser {
    let tokens: [Token]
    private(set) var index: Int
    let end: Int
    let context: ParseContext
    /// Whether a number may stand for a length in px, by the unitless length quirk.
    var allowsUnitless = false
    /// How many blocks stand around this parser; past the limit a value is invalid.
    private var depth = 0
    private static let depthLimit = 48

    init(_ tokens: [Token], _ range: Range<Int>, context: ParseContext) {
        self.tokens = tokens
        index = range.lowerBound
        end = range.upperBound
        self.context = context
    }

    init(_ tokens: [Token], context: ParseContext) {
        self.init(tokens, 0..<tokens.count, context: context)
    }

    mutating func skipSpace() {
        while index < end, tokens[index].kind == .whitespace { index += 1 }
    }

    /// Whether nothing but white space is left.
    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index >= end
        }
    }

    var peek: Token? {
        mutating get {
            skipSpace()
            return index < end ? tokens[index] : nil
        }
    }

    /// The next token as it stands, white space included.
    var raw: Token? { index < end ? tokens[index] : nil }

    mutating func advance() { index += 1 }

    mutating func next() -> Token? {
        skipSpace()
        guard index < end else { return nil }
        defer { index += 1 }
        return tokens[index]
    }

    /// Steps over the next component value, a whole block or function as one, and answers with its tokens.
    mutating func nextComponent() -> Range<Int>? {
        skipSpace()
        guard index < end else { return nil }
        let start = index
        index = tokens[index].opensBlock ? min(tokens[index].partner + 1, end) : index + 1
        return start..<index
    }

    /// Goes into a function of the name, given in lower case; `read` must consume all of it.
    mutating func function<T>(_ name: String, _ read: (inout ValueParser) -> T?) -> T? {
        guard let token = peek, token.isFunction(name) else { return nil }
        return block(read)
    }

    /// Goes into the block that the next token opens; `read` must consume all of it.
    mutating func block<T>(_ read: (inout ValueParser) -> T?) -> T? {
        guard let token = peek, token.opensBlock, depth < Self.depthLimit else { return nil }
        var inner = self
        inner.index = index + 1
        inner = inner.limited(to: min(token.partner, end))
        inner.depth = depth + 1
        guard let value = read(&inner), inner.isAtEnd else { return nil }
        index = min(token.partner + 1, end)
        return value
    }

    private func limited(to end: Int) -> ValueParser {
        var copy = ValueParser(tokens, index..<max(index, end), context: context)
        copy.allowsUnitless = allowsUnitless
        return copy
    }

    /// A parser of its own for a part of the tokens.
    func part(_ range: Range<Int>) -> ValueParser {
        var copy = ValueParser(tokens, range, context: context)
        copy.allowsUnitless = allowsUnitless
        return copy
    }

    /// Tries a reading, and stays in place when it fails.
    mutating func attempt<T>(_ read: (inout ValueParser) -> T?) -> T? {
        var copy = self
        guard let value = read(&copy) else { return nil }
        self = copy
        return value
    }

    mutating func comma() -> Bool {
        guard let token = peek, token.kind == .comma else { return false }
        index += 1
        return true
    }

    mutating func slash() -> Bool {
        guard let token = peek, token.isDelim("/") else { return false }
        index += 1
        return true
    }

    /// One or more values between commas.
    mutating func commaList<T>(_ read: (inout ValueParser) -> T?) -> [T]? {
        var values: [T] = []
        repeat {
            guard let value = read(&self) else { return nil }
            values.append(value)
        } while comma()
        return values
    }

    /// Any identifier, as written.
    mutating func ident() -> String? {
        guard let token = peek, token.kind == .ident else { return nil }
        index += 1
        return token.text
    }

    /// The identifier `name`, given in lower case.
    mutating func keyword(_ name: String) -> Bool {
        guard let token = peek, token.isIdent(name) else { return false }
        index += 1
        return true
    }

    mutating func keyword<T>(_ table: Keywords<T>) -> T? {
        guard let token = peek, token.kind == .ident, let value = table[token.text] else { return nil }
        index += 1
        return value
    }

    mutating func string() -> String? {
        guard let token = peek, token.kind == .string else { return nil }
        index += 1
        return token.text
    }

    /// An identifier that is no keyword of every property (CSS Values 4 §4.2).
    mutating func customIdent(except reserved: Set<String> = []) -> String? {
        guard let token = peek, token.kind == .ident else { return nil }
        let lower = token.text.asciiLowercased
        guard WideKeyword(rawValue: lower) == nil, lower != "default", !reserved.contains(lower) else { return nil }
        index += 1
        return token.text
    }

    /// `url(…)` or, where `allowingString`, a string.
    mutating func url(allowingString: Bool = false) -> ResourceReference? {
        guard let token = peek else { return nil }
        if token.kind == .url || (allowingString && token.kind == .string) {
            index += 1
            return ResourceReference(url: token.text, base: context.base)
        }
        return function("url") { inner in
            inner.string().map { ResourceReference(url: $0, base: inner.context.base) }
        }
    }
}

/// Keywords and what they mean, in the order of the specification.
struct Keywords<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    let names: [String]
    let values: [Value]

    init(dictionaryLiteral elements: (String, Value)...) {
        names = elements.map(\.0)
        values = elements.map(\.1)
    }

    subscript(name: String) -> Value? {
        guard let index = names.firstIndex(where: { name.equalsLowercased($0) }) else { return nil }
        return values[index]
    }

    var grammar: String { names.joined(separator: " | ") }
}

extension Keywords where Value: Equatable {
    func name(of value: Value) -> String? { values.firstIndex(of: value).map { names[$0] } }
}

/// The keywords that every property takes (CSS Cascade 5 §7.3).
enum WideKeyword: String, Sendable {
    case initial, inherit, unset, revert
    case revertLayer = "revert-layer"
}
