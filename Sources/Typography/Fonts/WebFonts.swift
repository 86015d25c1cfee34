import Style

/// The `@font-face` rules of one document, and the faces that came of them.
struct WebFonts {
    private let rules: [Style.FontFace]
    private let access: ResourceAccess?
    private var byFamily: [String: [Int]] = [:]
    private var loaded: [Int: Int] = [:]
    private var faults: [(url: String, fault: ResourceFault)] = []

    init() {
        rules = []
        access = nil
    }

    /// - Parameter earlier: of the document before: rules that are the same, read through the same door, keep faces.
    init(_ rules: [Style.FontFace], access: ResourceAccess?, earlier: WebFonts) {
        self.rules = rules
        self.access = access
        for (index, rule) in rules.enumerated() { byFamily[rule.family.lowercased(), default: []].append(index) }
        if rules == earlier.rules, access === earlier.access { loaded = earlier.loaded }
    }

    var isEmpty: Bool { rules.isEmpty }

    /// The rules of a family that a wish selects: one slant and one weight, with all their `unicode-range`s, the last
    /// rule first (CSS Fonts 4 §5.2).
    func rules(of family: String, nearest wish: FaceWish) -> [Int] {
        guard let all = byFamily[family.lowercased()] else { return [] }
        let slanted = all.filter { (rules[$0].style != .normal) == wish.isSlanted }
        let candidates = slanted.isEmpty ? all : slanted
        let best = candidates.map { distance(rules[$0].weights, wish.weight) }.min()
        return candidates.filter { distance(rules[$0].weights, wish.weight) == best }.reversed()
    }

    func sources(of rule: Int) -> [ResourceReference] { rules[rule].sources }
    func ranges(of rule: Int) -> [ClosedRange<UInt32>] { rules[rule].unicodeRanges }
    func loadedFace(_ rule: Int) -> Int? { loaded[rule] }

    func wish(of rule: Int) -> FaceWish {
        FaceWish(weight: rules[rule].weights.lowerBound, isSlanted: rules[rule].style != .normal, stretch: 100)
    }

    func pattern(of rule: Int) -> FacePattern {
        FacePattern(
            key: .init(file: "", index: 0, variations: ""), weight: rules[rule].weights.upperBound,
            isSlanted: rules[rule].style != .normal)
    }

    mutating func remember(_ face: Face, for rule: Int) -> Face {
        loaded[rule] = face.index
        return face
    }

    /// The bytes of a source; a fault is kept for a diagnostic.
    mutating func read(_ source: ResourceReference) -> [UInt8]? {
        guard let access else { return nil }
        do throws(ResourceFault) {
            return try access.bytes(of: source)
        } catch {
            if !faults.contains(where: { $0.url == source.url }) { faults.append((source.url, error)) }
            return nil
        }
    }

    mutating func takeFaults() -> [(url: String, fault: ResourceFault)] {
        defer { faults = [] }
        return faults
    }

    /// The name in `local(name)`.
    static func localName(_ source: ResourceReference) -> String? {
        source.url.hasPrefix("local:") ? String(source.url.dropFirst("local:".count)) : nil
    }

    /// How far a range of weights is from a wanted weight, in the order of CSS Fonts 4 §5.2: 400 and 500 stand for each
    /// other first, light wishes look down first, bold ones up.
    private func distance(_ weights: ClosedRange<Int>, _ wanted: Int) -> Int {
        if weights.contains(wanted) { return 0 }
        let isAbove = weights.lowerBound > wanted
        let gap = isAbove ? weights.lowerBound - wanted : wanted - weights.upperBound
        let isPreferred: Bool
        switch wanted {
        case 400...500: isPreferred = !isAbove || weights.lowerBound <= 500
        case ..<400: isPreferred = !isAbove
        default: isPreferred = isAbove
        }
        return isPreferred ? gap : gap + 1000
    }
}
