public import Geometry

/// What media queries are answered with (Media Queries 4): the medium is print.
public struct MediaContext: Sendable, Hashable {
    /// Width and height of the page's content area in px.
    public var size: Size
    /// Device pixels per px.
    public var resolution: Double

    public init(size: Size, resolution: Double = 2) {
        self.size = size
        self.resolution = resolution
    }
}

/// A list of media queries; the list holds when one of them does, and when it is empty.
struct MediaQueryList: Sendable {
    var queries: [MediaQuery]

    func matches(_ context: MediaContext) -> Bool {
        queries.isEmpty || queries.contains { $0.matches(context) }
    }
}

struct MediaQuery: Sendable {
    var isNegated = false
    /// The type in lower case; nil is `all`.
    var type: String?
    var condition: MediaCondition?

    func matches(_ context: MediaContext) -> Bool {
        let typeMatches = type == nil || type == "all" || type == "print"
        let holds = typeMatches && (condition?.value(context) ?? true)
        return holds != isNegated
    }

    /// What a query that cannot be read comes to (Media Queries 4 §3.2).
    static let notAll = MediaQuery(isNegated: true)
}

indirect enum MediaCondition: Sendable {
    case feature(MediaFeature)
    case not(MediaCondition)
    case and([MediaCondition])
    case or([MediaCondition])
    /// Neither true nor false.
    case unknown

    /// nil is unknown, which `not` leaves so.
    func evaluated(_ context: MediaContext) -> Bool? {
        switch self {
        case .feature(let feature): return feature.matches(context)
        case .not(let inner): return inner.evaluated(context).map { !$0 }
        case .and(let list):
            let values = list.map { $0.evaluated(context) }
            return values.contains(false) ? false : values.contains(nil) ? nil : true
        case .or(let list):
            let values = list.map { $0.evaluated(context) }
            return values.contains(true) ? true : values.contains(nil) ? nil : false
        case .unknown: return nil
        }
    }

    func value(_ context: MediaContext) -> Bool { evaluated(context) ?? false }
}

/// One feature with its bounds.
struct MediaFeature: Sendable {
    enum Comparison: Sendable { case less, lessOrEqual, equal, greaterOrEqual, greater }
    enum Operand: Sendable {
        case number(Double)
        case keyword(String)
    }

    var name: String
    var tests: [(comparison: Comparison, operand: Operand)]

    func matches(_ context: MediaContext) -> Bool? {
        if let text = keywordValue(context) {
            guard let test = tests.first else { return text != "none" && text != "0" }
            guard case .keyword(let wanted) = test.operand else { return nil }
            return wanted == text
        }
        guard let value = numericValue(context) else { return nil }
        if tests.isEmpty { return value != 0 }
        for test in tests {
            guard case .number(let bound) = test.operand else { return nil }
            let holds =
                switch test.comparison {
                case .less: value < bound
                case .lessOrEqual: value <= bound + 0.001
                case .equal: abs(value - bound) < 0.001
                case .greaterOrEqual: value >= bound - 0.001
                case .greater: value > bound
                }
            if !holds { return false }
        }
        return true
    }

    private func numericValue(_ context: MediaContext) -> Double? {
        switch name {
        case "width", "device-width": context.size.width
        case "height", "device-height": context.size.height
        case "aspect-ratio", "device-aspect-ratio":
            context.size.height > 0 ? context.size.width / context.size.height : 0
        case "resolution", "-webkit-device-pixel-ratio": context.resolution
        case "color": 8
        case "color-index", "monochrome", "grid": 0
        default: nil
        }
    }

    private func keywordValue(_ context: MediaContext) -> String? {
        switch name {
        case "orientation": context.size.height >= context.size.width ? "portrait" : "landscape"
        case "hover", "any-hover", "pointer", "any-pointer", "scripting", "update", "overflow-inline": "none"
        case "overflow-block": "paged"
        case "prefers-color-scheme": "light"
        case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-data", "prefers-reduced-transparency":
            "no-preference"
        case "color-gamut": "srgb"
        case "display-mode": "browser"
        case "forced-colors", "inverted-colors": "none"
        case "scan": "progressive"
        default: nil
        }
    }
}

extension SheetParser {
    func mediaQueries(_ range: Range<Int>) -> MediaQueryList {
        var probe = ValueParser(tokens, range, context: context)
        if probe.isAtEnd { return MediaQueryList(queries: []) }
        return MediaQueryList(
            queries: SelectorParser.split(tokens[range]).map { part in
                var parser = MediaParser(tokens, part.startIndex..<part.endIndex, context)
                return parser.query() ?? .notAll
            })
    }

    /// The queries of a `media` attribute.
    static func mediaQueries(_ text: String) -> MediaQueryList {
        let parser = SheetParser(Array(text.utf8), names: NameTable(), context: ParseContext())
        return parser.mediaQueries(0..<parser.tokens.count)
    }
}

/// Reads one media query (Media Queries 4 §3).
private struct MediaParser {
    private var parser: ValueParser
    private static let depthLimit = 32

    init(_ tokens: [Token], _ range: Range<Int>, _ context: ParseContext) {
        parser = ValueParser(tokens, range, context: context)
    }

    mutating func query() -> MediaQuery? {
        var query = MediaQuery()
        let start = parser
        if parser.keyword("not") {
            query.isNegated = true
        } else {
            _ = parser.keyword("only")
        }
        if let token = parser.peek, token.kind == .ident, !token.isIdent("not") {
            let type = token.text.asciiLowercased
            guard !["and", "or", "only", "layer"].contains(type) else { return nil }
            query.type = type
            parser.advance()
            if parser.isAtEnd { return query }
            guard parser.keyword("and"), let condition = condition(allowsOr: false, depth: 0) else { return nil }
            query.condition = condition
            return parser.isAtEnd ? query : nil
        }
        parser = start
        query.isNegated = false
        guard let condition = condition(allowsOr: true, depth: 0), parser.isAtEnd else { return nil }
        query.condition = condition
        return query
    }

    private mutating func condition(allowsOr: Bool, depth: Int) -> MediaCondition? {
        guard depth < Self.depthLimit else { return nil }
        if parser.keyword("not") { return inParens(depth).map { .not($0) } }
        guard let first = inParens(depth) else { return nil }
        var list = [first]
        if parser.keyword("and") {
            repeat {
                guard let next = inParens(depth) else { return nil }
                list.append(next)
            } while parser.keyword("and")
            return .and(list)
        }
        if allowsOr, parser.keyword("or") {
            repeat {
                guard let next = inParens(depth) else { return nil }
                list.append(next)
            } while parser.keyword("or")
            return .or(list)
        }
        return first
    }

    private mutating func inParens(_ depth: Int) -> MediaCondition? {
        guard let token = parser.peek, token.kind == .openParen || token.kind == .function else { return nil }
        let inside = (parser.index + 1)..<max(parser.index + 1, min(token.partner, parser.end))
        _ = parser.nextComponent()
        guard token.kind == .openParen else { return .unknown }
        var inner = self
        inner.parser = parser.part(inside)
        let start = inner.parser
        if let feature = inner.feature(), inner.parser.isAtEnd { return .feature(feature) }
        inner.parser = start
        if let condition = inner.condition(allowsOr: true, depth: depth + 1), inner.parser.isAtEnd { return condition }
        return .unknown
    }

    private mutating func feature() -> MediaFeature? {
        let start = parser
        if let name = parser.ident()?.asciiLowercased {
            if parser.isAtEnd { return MediaFeature(name: name, tests: []) }
            if let token = parser.peek, token.kind == .colon {
                parser.advance()
                return operand().map { Self.plain(name, $0) }
            }
            guard let comparison = comparison(), let bound = operand() else { return nil }
            return MediaFeature(name: name, tests: [(comparison, bound)])
        }
        parser = start
        guard let low = operand(), let left = comparison(), let name = parser.ident()?.asciiLowercased else {
            return nil
        }
        var tests = [(comparison: Self.mirrored(left), operand: low)]
        if !parser.isAtEnd {
            guard let right = comparison(), let high = operand() else { return nil }
            tests.append((right, high))
        }
        return MediaFeature(name: name, tests: tests)
    }

    private static func plain(_ name: String, _ operand: MediaFeature.Operand) -> MediaFeature {
        for (prefix, comparison) in [("min-", MediaFeature.Comparison.greaterOrEqual), ("max-", .lessOrEqual)] {
            if name.utf8.starts(with: prefix.utf8) {
                return MediaFeature(name: String(name.dropFirst(4)), tests: [(comparison, operand)])
            }
            let vendor = "-webkit-" + prefix
            if name.utf8.starts(with: vendor.utf8) {
                return MediaFeature(name: "-webkit-" + name.dropFirst(vendor.count), tests: [(comparison, operand)])
            }
        }
        return MediaFeature(name: name, tests: [(.equal, operand)])
    }

    private static func mirrored(_ comparison: MediaFeature.Comparison) -> MediaFeature.Comparison {
        switch comparison {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .equal: .equal
        case .greaterOrEqual: .lessOrEqual
        case .greater: .less
        }
    }

    private mutating func comparison() -> MediaFeature.Comparison? {
        guard let token = parser.peek, token.kind == .delim else { return nil }
        parser.advance()
        if token.isDelim("=") { return .equal }
        let hasEqual = parser.raw?.isDelim("=") ?? false
        if hasEqual { parser.advance() }
        if token.isDelim("<") { return hasEqual ? .lessOrEqual : .less }
        if token.isDelim(">") { return hasEqual ? .greaterOrEqual : .greater }
        return nil
    }

    private mutating func operand() -> MediaFeature.Operand? {
        guard let token = parser.peek else { return nil }
        switch token.kind {
        case .ident:
            parser.advance()
            return .keyword(token.text.asciiLowercased)
        case .dimension:
            guard let unit = Unit(name: token.text) else { return nil }
            parser.advance()
            return .number(token.number * (unit.factor ?? unit.pixels(in: .detached)))
        case .number:
            parser.advance()
            if parser.slash() {
                guard let height = parser.number(), height != 0 else { return nil }
                return .number(token.number / height)
            }
            return .number(token.number)
        default: return parser.length().map { .number($0.pixels(in: .detached)) }
        }
    }
}
