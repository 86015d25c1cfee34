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
    private var byNames: [NameStyleKey: ComputedStyle] = [:]
    /// The signatures of children by their parent's, from that of no parent on, as far as they are few.
    private var children: [[Child]] = [[]]
    private var lastPages: PageCascade?
    var byRules: [RuleStyleKey: ComputedStyle] = [:]
    /// Styles that no other element may share. Keys name parents by identity, so what was a parent must stay.
    var retained: [ComputedStyle] = []
    /// Past this many entries the caches start anew with the next document.
    private static let limit = 50_000
    private var keptCount = 0

    /// The names of an element on those of its parent.
    private struct SignatureKey: Hashable {
        var parent: Int32
        var tag: Int32
        var id: Int32
        var classes: [Int32]
        var isSVG: Bool
    }

    /// An element's names as they are written, beside the number that they have.
    private struct Child {
        var tag: Int32
        var id: Int32
        var classes: [Int32]
        var isSVG: Bool
        var number: Int32
    }

    /// A style that the names were given before.
    fileprivate struct KnownStyle {
        var parent: ComputedStyle?
        var extra: [Int32]
        var style: ComputedStyle
    }

    /// What the names alone decide about an element.
    struct NameMatches {
        var element: Candidates
        var pseudos: [(kind: PseudoKey.Kind, candidates: Candidates)]
        fileprivate var styles: [KnownStyle] = []
    }

    /// So many are looked through before a table is asked; documents of one template have fewer.
    private static let fewEntries = 12

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
        if keptCount + retained.count > Self.limit || signatures.count > Self.limit {
            retained.removeAll()
            keptCount = 0
            byNames.removeAll()
            byRules.removeAll()
            signatures.removeAll()
            matches.removeAll()
            children = [[]]
        }
    }

    /// The number of the element's names and its ancestors'.
    func signature(of element: Int, parent: Int32, _ matcher: Matcher) -> Int32 {
        let table = matcher.table
        let (tag, id) = (table.tags[element], table.ids[element])
        let isSVG = table.document.nodes[element].isSVG
        for child in children[Int(parent) + 1] where child.tag == tag && child.id == id && child.isSVG == isSVG {
            if child.classes.elementsEqual(table.classes(of: element)) { return child.number }
        }
        let classes = table.classes(of: element)
        let key = SignatureKey(
            parent: parent, tag: tag, id: id,
            classes: classes.count < 2 ? Array(classes) : Array(Set(classes)).sorted(),
            isSVG: isSVG)
        let number = signatures[key] ?? add(key, element, matcher)
        if children[Int(parent) + 1].count < Self.fewEntries {
            children[Int(parent) + 1].append(
                Child(tag: tag, id: id, classes: Array(classes), isSVG: isSVG, number: number))
        }
        return number
    }

    private func add(_ key: SignatureKey, _ element: Int, _ matcher: Matcher) -> Int32 {
        let number = Int32(matches.count)
        signatures[key] = number
        matches.append(nameMatches(element, matcher))
        children.append([])
        return number
    }

    /// The style of a child of `parent` with these names, and with further rules and attributes by their numbers.
    func style(_ signature: Int32, parent: ComputedStyle?, extra: [Int32]) -> ComputedStyle? {
        for known in matches[Int(signature)].styles where known.parent === parent && known.extra == extra {
            return known.style
        }
        guard matches[Int(signature)].styles.count >= Self.fewEntries else { return nil }
        return byNames[NameStyleKey(parent: parent.map(ObjectIdentifier.init), signature: signature, extra: extra)]
    }

    func keep(_ style: ComputedStyle, _ signature: Int32, parent: ComputedStyle?, extra: [Int32]) {
        keptCount += 1
        if matches[Int(signature)].styles.count < Self.fewEntries {
            matches[Int(signature)].styles.append(KnownStyle(parent: parent, extra: extra, style: style))
        } else {
            byNames[NameStyleKey(parent: parent.map(ObjectIdentifier.init), signature: signature, extra: extra)] = style
        }
    }

    /// The page styles below a root's style, which most documents with these sheets share.
    func pages(root: ComputedStyle?) -> PageCascade {
        if let lastPages, lastPages.root === root { return lastPages }
        let made = PageCascade(index.pages, options: options, root: root)
        lastPages = made
        return made
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
