import Geometry
import Markup

/// The rules of one set of style sheets with all that was found out about them: which rules match which names, and the
/// styles that came out. It serves all documents with the same sheets.
final class Stylist {
    let index: RuleIndex
    let context: MediaContext
    let options: StyleEngine.Options
    let environment: ComputeEnvironment
    private var signatures: [SignatureKey: Int32] = [:]
    private(set) var matches: [NameMatches] = []
    var byNames: [NameStyleKey: ComputedStyle] = [:]
    var byRules: [RuleStyleKey: ComputedStyle] = [:]
    /// Styles that no other element may share. Keys name parents by identity, so what was a parent must stay.
    var retained: [ComputedStyle] = []
    /// Past this many entries the caches start anew with the next document.
    private static let limit = 50_000

    /// The names of an element on those of its parent.
    private struct SignatureKey: Hashable {
        var parent: Int32
        var tag: Int32
        var id: Int32
        var classes: [Int32]
        var isSVG: Bool
    }

    /// What the names alone decide about an element.
    struct NameMatches {
        var element: Candidates
        var pseudos: [(kind: PseudoKey.Kind, candidates: Candidates)]
    }

    struct Candidates {
        /// Rules that match for certain.
        var certain: [Int32]
        /// Rules that must be asked about each element.
        var open: [Int32]

        var isEmpty: Bool { certain.isEmpty && open.isEmpty }
    }

    /// Same parent, same names, same further rules and attributes: same style.
    struct NameStyleKey: Hashable {
        var parent: ObjectIdentifier?
        var signature: Int32
        var extra: [Int32]
    }

    /// Same parent, same rules in the end.
    struct RuleStyleKey: Hashable {
        var parent: ObjectIdentifier?
        var rules: [Int32]
        var pseudo: PseudoKey.Kind?
        var extra: [Int32]
    }

    init(_ index: RuleIndex, context: MediaContext, options: StyleEngine.Options) {
        self.index = index
        self.context = context
        self.options = options
        environment = ComputeEnvironment(viewport: context.size, metricsSource: options.fontMetrics)
    }

    func prepare() {
        if byNames.count + retained.count > Self.limit || signatures.count > Self.limit {
            retained.removeAll()
            byNames.removeAll()
            byRules.removeAll()
            signatures.removeAll()
            matches.removeAll()
        }
    }

    /// The number of the element's names and its ancestors'.
    func signature(of element: Int, parent: Int32, _ matcher: Matcher) -> Int32 {
        let table = matcher.table
        var classes: [Int32] = []
        let own = table.classes(of: element)
        if !own.isEmpty { classes = own.count == 1 ? Array(own) : Array(Set(own)).sorted() }
        let key = SignatureKey(
            parent: parent, tag: table.tags[element], id: table.ids[element], classes: classes,
            isSVG: table.document.nodes[element].isSVG)
        if let known = signatures[key] { return known }
        let number = Int32(matches.count)
        signatures[key] = number
        matches.append(nameMatches(element, matcher))
        return number
    }

    private func nameMatches(_ element: Int, _ matcher: Matcher) -> NameMatches {
        func candidates(_ pseudo: PseudoKey.Kind?) -> Candidates {
            let found = index.candidates(element, pseudo, matcher)
            return Candidates(certain: found.certain, open: found.open)
        }
        let pseudos = index.pseudoKinds.map { (kind: $0, candidates: candidates($0)) }
        return NameMatches(element: candidates(nil), pseudos: pseudos.filter { !$0.candidates.isEmpty })
    }
}
