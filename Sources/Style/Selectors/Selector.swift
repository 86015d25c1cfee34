/// Names of elements, ids and classes as small numbers: equal names have equal numbers. One table serves an engine
/// and all the sheets that it has parsed.
final class NameTable {
    private var numbers: [String: Int32] = [:]

    /// The number of a name that no selector has.
    static let unknown: Int32 = -1

    func number(_ name: String) -> Int32 {
        if let number = numbers[name] { return number }
        let number = Int32(numbers.count)
        numbers[name] = number
        return number
    }

    func known(_ name: String) -> Int32 { numbers[name] ?? Self.unknown }
    var count: Int { numbers.count }
}

/// A complex selector (Selectors 4 §3.1), from the subject leftwards.
struct Selector: Sendable {
    enum Combinator: UInt8, Sendable { case descendant, child, next, subsequent }

    /// The first is the subject.
    var compounds: [Compound]
    /// `combinators[i]` stands between `compounds[i + 1]` and `compounds[i]`.
    var combinators: [Combinator]
    var pseudo: PseudoKey.Kind?
    var specificity: Specificity

    /// Whether only names decide, of the element and its ancestors: then all elements whose names and ancestors' names
    /// are the same match alike.
    var isByNames: Bool {
        combinators.allSatisfy { $0 == .descendant || $0 == .child } && compounds.allSatisfy(\.isByNames)
    }
}

extension Selector {
    /// Whether places among siblings of one type are asked for.
    var countsTypes: Bool {
        compounds.contains { $0.tests.contains(where: \.countsTypes) }
    }

    /// The selector without what names do not decide; it matches whatever the selector matches, and more.
    var namesOnly: Selector {
        let length = combinators.firstIndex { $0 == .next || $0 == .subsequent } ?? combinators.count
        var result = self
        result.combinators = Array(combinators[..<length])
        result.compounds = compounds[...length].map { compound in
            var names = compound
            names.tests = compound.tests.filter(\.isByNames)
            return names
        }
        return result
    }
}

/// Counts of ids, of classes and their kin, and of types (Selectors 4 §17).
struct Specificity: Sendable, Comparable {
    private(set) var value: UInt32

    static let zero = Specificity(value: 0)
    static let id = Specificity(value: 1 << 20)
    static let `class` = Specificity(value: 1 << 10)
    static let type = Specificity(value: 1)

    static func < (a: Specificity, b: Specificity) -> Bool { a.value < b.value }

    static func + (a: Specificity, b: Specificity) -> Specificity {
        // A count that would run over stays at its highest.
        func part(_ shift: UInt32) -> UInt32 {
            min(1023, (a.value >> shift & 1023) + (b.value >> shift & 1023)) << shift
        }
        return Specificity(value: part(20) | part(10) | part(0))
    }
}

/// A sequence of simple selectors for one element.
struct Compound: Sendable {
    /// The type, in lower case and as written: SVG's names keep their case.
    var tag: Int32?
    var svgTag: Int32?
    var ids: [Int32] = []
    var classes: [Int32] = []
    var tests: [SimpleTest] = []

    var isByNames: Bool { tests.allSatisfy(\.isByNames) }
}

/// A simple selector other than type, id and class.
indirect enum SimpleTest: Sendable {
    case attribute(AttributeTest)
    case root, empty
    case firstChild, lastChild
    case nthChild(Nth, of: SelectorList?, fromEnd: Bool)
    case nthOfType(Nth, fromEnd: Bool)
    /// `:is()`, `:where()`, `&`.
    case matches(SelectorList)
    case not(SelectorList)
    case has([RelativeSelector])
    /// The element that `:has()` stands on, at the left end of what stands inside.
    case anchor
    case language([String])
    case direction(Direction)
    case link
    /// What nothing matches in print: `:hover`, `:checked` by the user, and so on.
    case never
    case enabled, disabled, checked, required, optional, readOnly, readWrite, defined, placeholderShown

    var isByNames: Bool {
        switch self {
        case .matches(let list), .not(let list): list.selectors.allSatisfy(\.isByNames)
        case .never: true
        default: false
        }
    }

    var countsTypes: Bool {
        switch self {
        case .nthOfType: true
        case .matches(let list), .not(let list): list.selectors.contains(where: \.countsTypes)
        case .nthChild(_, let filter?, _): filter.selectors.contains(where: \.countsTypes)
        case .has(let list): list.contains { $0.selector.countsTypes }
        default: false
        }
    }
}

/// `an+b`.
struct Nth: Sendable {
    var step: Int
    var offset: Int

    func matches(_ position: Int) -> Bool {
        if step == 0 { return position == offset }
        let difference = position - offset
        return difference % step == 0 && difference / step >= 0
    }
}

/// Selectors of which one is to match; the identity is that of what is remembered of them.
final class SelectorList: Sendable {
    let selectors: [Selector]
    /// Whether an answer takes a walk through the document, and is worth remembering.
    let looksAround: Bool

    init(_ selectors: [Selector]) {
        self.selectors = selectors
        looksAround = selectors.contains { !$0.combinators.isEmpty }
    }
}

/// A selector inside `:has()`, with the combinator that binds it to the element.
struct RelativeSelector: Sendable {
    /// Tells selectors apart in what is remembered of them.
    final class Identity: Sendable {}

    var combinator: Selector.Combinator
    var selector: Selector
    let identity = Identity()
}

struct AttributeTest: Sendable {
    enum Operation: Sendable { case exists, equals, includes, dash, prefix, suffix, substring }

    var name: String
    var operation: Operation
    var value: String
    var ignoresCase: Bool

    func matches(_ text: String) -> Bool {
        if operation == .exists { return true }
        let (text, value) = ignoresCase ? (text.asciiLowercased, value.asciiLowercased) : (text, value)
        switch operation {
        case .exists: return true
        case .equals: return text == value
        case .includes:
            return !value.isEmpty
                && text.utf8.split { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D && $0 != 0x0B) }
                    .contains { $0.elementsEqual(value.utf8) }
        case .dash:
            return text == value
                || (text.utf8.starts(with: value.utf8) && text.utf8.dropFirst(value.utf8.count).first == 0x2D)
        case .prefix: return !value.isEmpty && text.utf8.starts(with: value.utf8)
        case .suffix: return !value.isEmpty && text.utf8.reversed().starts(with: value.utf8.reversed())
        case .substring: return !value.isEmpty && text.containsBytes(of: value)
        }
    }
}

extension String {
    fileprivate func containsBytes(of other: String) -> Bool {
        let (text, wanted) = (Array(utf8), Array(other.utf8))
        guard wanted.count <= text.count else { return false }
        return (0...(text.count - wanted.count)).contains { start in
            wanted.indices.allSatisfy { text[start + $0] == wanted[$0] }
        }
    }
}
