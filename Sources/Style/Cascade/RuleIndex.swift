import Markup

/// The place of declarations in the cascade below specificity and order: who wrote them, in which layer
/// (CSS Cascade 5 §6.1).
struct CascadeLevel: Sendable, Hashable, Comparable {
    let value: Int16

    static let userAgent = CascadeLevel(value: 0)
    /// Presentational attributes (CSS Cascade 5 §6.5).
    static let hints = CascadeLevel(value: 1)
    static let firstLayer = CascadeLevel(value: 2)
    /// `style` attributes.
    static let inline = CascadeLevel(value: .max)

    static func < (a: CascadeLevel, b: CascadeLevel) -> Bool { a.value < b.value }
    var isAuthor: Bool { self > .userAgent }
}

/// One selector of a rule, with where it stands in the cascade.
final class IndexedRule: Sendable {
    let selector: Selector
    let block: DeclarationBlock
    let level: CascadeLevel
    /// What names alone must grant before the selector need be asked about an element; nil where they decide it.
    let namesOfSelector: Selector?

    init(selector: Selector, block: DeclarationBlock, level: CascadeLevel) {
        self.selector = selector
        self.block = block
        self.level = level
        namesOfSelector = selector.isByNames ? nil : selector.namesOnly
    }
}

/// All rules that apply in a medium, sorted by cascade order and found by what their subject asks for.
///
/// The number of a rule is its rank: of two that match, the later wins.
struct RuleIndex: Sendable {
    private(set) var rules: [IndexedRule] = []
    /// Whether a rule asks for places among siblings of one type.
    private(set) var countsTypes = false
    private var subjects = Buckets()
    private var pseudos: [PseudoKey.Kind: Buckets] = [:]
    var pages: [PageRule] = []
    var fontFaces: [FontFace] = []
    var counterStyles: [String: CounterStyleRule] = [:]

    /// Rules by id, class or type of their subject.
    private struct Buckets: Sendable {
        var byID: [Int32: [Int32]] = [:]
        var byClass: [Int32: [Int32]] = [:]
        var byTag: [Int32: [Int32]] = [:]
        var universal: [Int32] = []

        mutating func add(_ rule: Int32, _ compound: Compound) {
            if let id = compound.ids.first {
                byID[id, default: []].append(rule)
            } else if let name = compound.classes.first {
                byClass[name, default: []].append(rule)
            } else if let tag = compound.tag {
                byTag[tag, default: []].append(rule)
                if let svgTag = compound.svgTag, svgTag != tag { byTag[svgTag, default: []].append(rule) }
            } else {
                universal.append(rule)
            }
        }

        func candidates(_ element: Int, _ table: ElementTable) -> [Int32] {
            var found = universal
            if let rules = byTag[table.tags[element]] { found += rules }
            if !byID.isEmpty, let rules = byID[table.ids[element]] { found += rules }
            if !byClass.isEmpty {
                for name in table.classes(of: element) {
                    if let rules = byClass[name] { found += rules }
                }
            }
            return found
        }
    }

    init(_ rules: [IndexedRule]) {
        let sorted = rules.enumerated().sorted { a, b in
            if a.element.level != b.element.level { return a.element.level < b.element.level }
            let (left, right) = (a.element.selector.specificity, b.element.selector.specificity)
            return left == right ? a.offset < b.offset : left < right
        }
        self.rules = sorted.map(\.element)
        countsTypes = self.rules.contains { $0.selector.countsTypes }
        for (index, rule) in self.rules.enumerated() {
            let subject = rule.selector.compounds[0]
            if let pseudo = rule.selector.pseudo {
                pseudos[pseudo, default: Buckets()].add(Int32(index), subject)
            } else {
                subjects.add(Int32(index), subject)
            }
        }
    }

    var pseudoKinds: [PseudoKey.Kind] { pseudos.keys.sorted { $0.rawValue < $1.rawValue } }

    /// Rules for an element, or one of its pseudo-elements: those that match all elements of its names, and those
    /// that must be asked about each.
    func candidates(
        _ element: Int, _ pseudo: PseudoKey.Kind?, _ matcher: Matcher
    ) -> (certain: [Int32], open: [Int32]) {
        guard let buckets = pseudo.map({ pseudos[$0] }) ?? subjects else { return ([], []) }
        var certain: [Int32] = []
        var open: [Int32] = []
        for rule in Set(buckets.candidates(element, matcher.table)).sorted() {
            let selector = rules[Int(rule)].selector
            if let names = rules[Int(rule)].namesOfSelector {
                if matcher.matches(names, element) { open.append(rule) }
            } else if matcher.matches(selector, element) {
                certain.append(rule)
            }
        }
        return (certain, open)
    }
}
