import CGraphics

/// A face as fontconfig names it.
struct FacePattern {
    struct Key: Hashable {
        var file: String
        /// With the number of a named instance in the upper half.
        var index: Int
        var variations: String
    }

    var key: Key
    /// OpenType weight, 1 to 1000.
    var weight: Int
    var isSlanted: Bool
}

/// What is asked of a family.
struct FaceWish: Hashable {
    var weight: Int
    var isSlanted: Bool
    /// As a percentage.
    var stretch: Double
}

/// The fontconfig configuration in force: which families there are, and which face is nearest to a wish.
final class FontConfiguration {
    private var loaded: OpaquePointer?
    private var found: [String: String?] = [:]
    private let memory: FontMemory?

    private static let generics: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji", "sans", "mono",
    ]

    /// Names that browsers take for each other when the first is not there.
    private static let alternates = [
        "helvetica": "arial", "arial": "helvetica", "times": "times new roman", "times new roman": "times",
        "courier": "courier new", "courier new": "courier",
    ]

    init(memory: FontMemory?) { self.memory = memory }

    deinit { if let loaded { FcConfigDestroy(loaded) } }

    /// Read when it is first asked.
    private var config: OpaquePointer {
        if let loaded { return loaded }
        guard let config = FcConfigReference(nil) else {
            preconditionFailure("fontconfig always has a configuration, if only its built-in one")
        }
        loaded = config
        return config
    }

    /// Has what was learned written down for the next run.
    func keepMemory() { if loaded != nil { memory?.save(loaded) } }

    /// The name under which a family of a `font-family` list is to be asked for; nil when it is not there: then the next
    /// of the list is wanted.
    ///
    /// There are generic families, installed ones, and those with a stand-in that the configuration binds as the same
    /// (the metric aliases: Arial by Liberation Sans). A merely similar font does not count.
    func name(for family: String) -> String? {
        let key = family.lowercased()
        if let known = found[key] ?? memory?.name(for: family) { return known }
        let isThere = Self.generics.contains(key) || hasFace(for: key)
        let answer = isThere ? family : Self.alternates[key].flatMap { hasFace(for: $0) ? $0 : nil }
        found[key] = .some(answer)
        memory?.remember(answer, for: family)
        return answer
    }

    /// The face of a family nearest to a wish; nil only where no font is installed at all.
    func match(_ family: String, _ wish: FaceWish) -> FacePattern? {
        if let known = memory?.match(family, wish) { return known }
        let face = ask(family, wish)
        if let face { memory?.remember(face, for: family, wish) }
        return face
    }

    private func ask(_ family: String, _ wish: FaceWish) -> FacePattern? {
        guard let pattern = FcPatternCreate() else { return nil }
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FAMILY, family)
        FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(wish.weight)))
        FcPatternAddInteger(pattern, FC_SLANT, wish.isSlanted ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
        FcPatternAddDouble(pattern, FC_WIDTH, wish.stretch)
        FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let match = FcFontMatch(config, pattern, &result) else { return nil }
        defer { FcPatternDestroy(match) }
        return Self.read(match)
    }

    /// The file and traits of a pattern of a found font.
    static func read(_ pattern: OpaquePointer) -> FacePattern? {
        guard let file = string(pattern, FC_FILE, 0) else { return nil }
        var index: Int32 = 0
        var weight = Double(FC_WEIGHT_REGULAR)
        var slant = FC_SLANT_ROMAN
        FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
        FcPatternGetDouble(pattern, FC_WEIGHT, 0, &weight)
        FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
        let variations = string(pattern, FC_FONT_VARIATIONS, 0) ?? ""
        return FacePattern(
            key: .init(file: file, index: Int(index), variations: variations),
            weight: Int(FcWeightToOpenTypeDouble(weight).rounded()), isSlanted: slant != FC_SLANT_ROMAN)
    }

    private func hasFace(for family: String) -> Bool {
        guard let pattern = FcPatternCreate() else { return false }
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FAMILY, family)
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let match = FcFontMatch(config, pattern, &result) else { return false }
        defer { FcPatternDestroy(match) }
        var number: Int32 = 0
        while let name = Self.string(match, FC_FAMILY, number) {
            if name.lowercased() == family || isBoundStrongly(name, in: pattern) { return true }
            number += 1
        }
        return false
    }

    /// Whether a family stands in a pattern with strong binding, which fontconfig does not tell directly: a strong
    /// family beats a matching language, a weak one does not.
    private func isBoundStrongly(_ family: String, in pattern: OpaquePointer) -> Bool {
        guard let query = FcPatternDuplicate(pattern), let set = FcFontSetCreate() else { return false }
        defer {
            FcPatternDestroy(query)
            FcFontSetDestroy(set)
        }
        FcPatternDel(query, FC_LANG)
        FcPatternAddString(query, FC_LANG, "ja")
        for (name, language) in [(family, "en"), ("no such family", "ja")] {
            guard let candidate = FcPatternCreate() else { return false }
            FcPatternAddString(candidate, FC_FAMILY, name)
            FcPatternAddString(candidate, FC_LANG, language)
            FcFontSetAdd(set, candidate)
        }
        var sets: [UnsafeMutablePointer<FcFontSet>?] = [set]
        var result = FcResultMatch
        guard let winner = FcFontSetMatch(config, &sets, 1, query, &result) else { return false }
        defer { FcPatternDestroy(winner) }
        return Self.string(winner, FC_FAMILY, 0) == family
    }

    private static func string(_ pattern: OpaquePointer, _ object: String, _ number: Int32) -> String? {
        var value: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, object, number, &value) == FcResultMatch, let value else { return nil }
        return String(cString: value)
    }
}
