/// Fonts and the colour of text: computed before all else, because `em` and `currentColor` refer to them.
extension PropertyTable {
    static let fonts: [PropertyDefinition] = [
        .value(
            "font-family", .init("serif", "<family-name># and <generic-family>#", inherited: true),
            read: PropertyDefinition.constant { $0.fontFamilies() },
            set: { $0.text.fontFamily = $1 }, get: { $0.text.fontFamily }),
        PropertyDefinition(
            name: "font-size", isInherited: true, initial: "medium",
            values: "xx-small … xxx-large | larger | smaller | <length-percentage [0,∞]>",
            parse: { $0.fontSize() },
            copy: { builder, source in
                builder.text.fontSize = source.text.fontSize
                builder.text.fontSizeOrigin = source.text.fontSizeOrigin
            },
            text: { cssNumber($0.text.fontSize) + "px" }),
        .keywords(
            "direction", "ltr", inherited: true, ["ltr": Direction.ltr, "rtl": .rtl],
            set: { $0.text.direction = $1 }, get: { $0.text.direction }),
        .value(
            "color", .init("canvastext", "<color>", inherited: true),
            read: { parser in
                guard let color = parser.color() else { return nil }
                return { color.computed(current: $0.parent?.text.color ?? .black) }
            },
            set: { $0.text.color = $1 }, get: { $0.text.color }),
        .value(
            "font-weight", .init("normal", "normal | bold | bolder | lighter | <number [1,1000]>", inherited: true),
            read: { $0.fontWeight() }, set: { $0.text.fontWeight = $1 }, get: { $0.text.fontWeight }),
        .value(
            "font-style",
            .init(
                "normal", "normal | italic | oblique <angle>?", inherited: true,
                support: .part("the angle of oblique is the font's own")),
            read: PropertyDefinition.constant { parser in
                if parser.keyword("normal") { return .normal }
                if parser.keyword("italic") { return .italic }
                guard parser.keyword("oblique") else { return nil }
                _ = parser.attempt { $0.angle() }
                return .oblique
            },
            set: { $0.text.fontStyle = $1 }, get: { $0.text.fontStyle }),
        .value(
            "font-stretch",
            .init("normal", "<percentage [0,∞]> | normal | ultra-condensed … ultra-expanded", inherited: true),
            read: PropertyDefinition.constant { $0.fontStretch() },
            set: { $0.text.fontStretch = $1 }, get: { $0.text.fontStretch }),
        .value(
            "line-height", .init("normal", "normal | <number [0,∞]> | <length-percentage [0,∞]>", inherited: true),
            read: { $0.lineHeight() }, set: { $0.text.lineHeight = $1 }, get: { $0.text.lineHeight }),
        .keywords(
            "font-variant-caps", "normal", inherited: true,
            support: .part("petite, unicase and titling capitals count as small or normal ones"),
            [
                "normal": FontVariantCaps.normal, "small-caps": .smallCaps, "all-small-caps": .allSmallCaps,
                "petite-caps": .smallCaps, "all-petite-caps": .allSmallCaps, "unicase": .normal,
                "titling-caps": .normal,
            ],
            set: { $0.text.fontVariantCaps = $1 }, get: { $0.text.fontVariantCaps }),
        features(
            "font-variant-numeric", FontFeatureFamily.numeric,
            "normal | [lining-nums | oldstyle-nums] || [proportional-nums | tabular-nums] || ordinal || slashed-zero"),
        features(
            "font-variant-ligatures", FontFeatureFamily.ligatures,
            "normal | none | [no-]common-ligatures || [no-]discretionary-ligatures || …"),
        features(
            "font-variant-position", FontFeatureFamily.position, "normal | sub | super"),
        features(
            "font-variant-east-asian", FontFeatureFamily.eastAsian,
            "normal | jis78 | … || full-width | proportional-width || ruby"),
        features("font-kerning", FontFeatureFamily.kerning, "auto | normal | none"),
        PropertyDefinition(
            name: "font-feature-settings", isInherited: true, initial: "normal",
            values: "normal | [<string> [on | off | <integer>]?]#",
            parse: { parser in
                guard let features = parser.featureSettings() else { return nil }
                return { $0.text.setFeatures(features, of: .settings) }
            },
            copy: { $0.text.setFeatures($1.text.features(of: .settings), of: .settings) },
            text: { featureText($0.text.features(of: .settings)) }),
    ]

    /// A property that stands for OpenType features.
    private static func features(_ name: String, _ family: FontFeatureFamily, _ values: String) -> PropertyDefinition {
        PropertyDefinition(
            name: name, isInherited: true, initial: family == .kerning ? "auto" : "normal", values: values,
            parse: { parser in
                guard let features = parser.fontFeatures(family) else { return nil }
                return { $0.text.setFeatures(features, of: family) }
            },
            copy: { $0.text.setFeatures($1.text.features(of: family), of: family) },
            text: { featureText($0.text.features(of: family)) })
    }

    private static func featureText(_ features: [FontFeature]) -> String {
        features.isEmpty ? "normal" : features.map { "\"\($0.tag)\" \($0.value)" }.joined(separator: ", ")
    }
}

/// The properties that write OpenType features, in the order in which they are laid over each other.
enum FontFeatureFamily: Int, Sendable, CaseIterable {
    case numeric, ligatures, position, eastAsian, kerning, settings

    var keywords: [String: [FontFeature]] {
        func on(_ tags: String...) -> [FontFeature] { tags.map { FontFeature(tag: $0, value: 1) } }
        func off(_ tags: String...) -> [FontFeature] { tags.map { FontFeature(tag: $0, value: 0) } }
        switch self {
        case .numeric:
            return [
                "lining-nums": on("lnum"), "oldstyle-nums": on("onum"), "proportional-nums": on("pnum"),
                "tabular-nums": on("tnum"), "diagonal-fractions": on("frac"), "stacked-fractions": on("afrc"),
                "ordinal": on("ordn"), "slashed-zero": on("zero"),
            ]
        case .ligatures:
            return [
                "none": off("liga", "clig", "dlig", "hlig", "calt"), "common-ligatures": on("liga", "clig"),
                "no-common-ligatures": off("liga", "clig"), "discretionary-ligatures": on("dlig"),
                "no-discretionary-ligatures": off("dlig"), "historical-ligatures": on("hlig"),
                "no-historical-ligatures": off("hlig"), "contextual": on("calt"), "no-contextual": off("calt"),
            ]
        case .position: return ["sub": on("subs"), "super": on("sups")]
        case .eastAsian:
            return [
                "jis78": on("jp78"), "jis83": on("jp83"), "jis90": on("jp90"), "jis04": on("jp04"),
                "simplified": on("smpl"), "traditional": on("trad"), "full-width": on("fwid"),
                "proportional-width": on("pwid"), "ruby": on("ruby"),
            ]
        case .kerning: return ["none": off("kern"), "normal": on("kern")]
        case .settings: return [:]
        }
    }
}

extension TextStyle {
    func features(of family: FontFeatureFamily) -> [FontFeature] {
        family.rawValue < featureFamilies.count ? featureFamilies[family.rawValue] : []
    }

    mutating func setFeatures(_ features: [FontFeature], of family: FontFeatureFamily) {
        if featureFamilies.isEmpty {
            if features.isEmpty { return }
            featureFamilies = Array(repeating: [], count: FontFeatureFamily.allCases.count)
        }
        featureFamilies[family.rawValue] = features
        fontFeatures = featureFamilies.flatMap { $0 }
    }
}
