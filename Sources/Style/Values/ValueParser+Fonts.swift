extension ValueParser {
    /// `<family-name>#`; unquoted names are joined by single spaces (CSS Fonts 4 §2.1).
    mutating func fontFamilies() -> [String]? {
        commaList { parser in
            if let name = parser.string() { return name }
            var words: [String] = []
            while let word = parser.customIdent() { words.append(word) }
            guard !words.isEmpty else { return nil }
            let name = words.joined(separator: " ")
            let lower = name.asciiLowercased
            return Self.genericFamilies.contains(lower) ? Self.generic(lower) : name
        }
    }

    private static let genericFamilies: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif",
        "ui-monospace", "ui-rounded", "math", "emoji", "fangsong", "-webkit-body",
    ]

    private static func generic(_ name: String) -> String {
        switch name {
        case "ui-serif", "-webkit-body": "serif"
        case "ui-sans-serif", "ui-rounded": "sans-serif"
        case "ui-monospace": "monospace"
        default: name
        }
    }

    private static let sizeKeywords: Keywords<Int> = [
        "xx-small": 0, "x-small": 1, "small": 2, "medium": 3, "large": 4, "x-large": 5, "xx-large": 6, "xxx-large": 7,
    ]

    mutating func fontSize() -> Setter? {
        if let keyword = keyword(Self.sizeKeywords) {
            return { builder in
                builder.text.fontSizeOrigin = .keyword(keyword)
                builder.text.fontSize = keywordFontSize(ofKeyword: keyword, isMonospace: builder.text.isMonospace)
            }
        }
        if keyword("larger") { return { $0.setRelativeFontSize($0.parentFontSize * 1.2) } }
        if keyword("smaller") { return { $0.setRelativeFontSize($0.parentFontSize / 1.2) } }
        guard let length = lengthPercentage(.nonNegative) else { return nil }
        return { builder in
            builder.text.fontSize = builder.parentFontSize
            let size = max(0, length.pixels(in: builder, percentOf: builder.parentFontSize))
            if length.isRelativeToFont {
                builder.setRelativeFontSize(size)
            } else {
                builder.text.fontSizeOrigin = .absolute
                builder.text.fontSize = size
            }
        }
    }

    mutating func fontWeight() -> (@Sendable (StyleBuilder) -> Int)? {
        if keyword("normal") { return { _ in 400 } }
        if keyword("bold") { return { _ in 700 } }
        // CSS Fonts 4 §2.2.1.
        if keyword("bolder") {
            return { builder in
                let inherited = builder.parent?.text.fontWeight ?? 400
                return inherited < 350 ? 400 : inherited < 550 ? 700 : max(900, inherited)
            }
        }
        if keyword("lighter") {
            return { builder in
                let inherited = builder.parent?.text.fontWeight ?? 400
                return inherited < 100 ? inherited : inherited < 550 ? 100 : inherited < 750 ? 400 : 700
            }
        }
        guard let number = number(), number >= 1, number <= 1000 else { return nil }
        return { _ in Int(number) }
    }

    mutating func fontStretch() -> Double? {
        let keywords: Keywords<Double> = [
            "normal": 100, "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5,
            "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150, "ultra-expanded": 200,
        ]
        if let value = keyword(keywords) { return value }
        return percentage().flatMap { $0 < 0 ? nil : $0 * 100 }
    }

    mutating func lineHeight() -> (@Sendable (StyleBuilder) -> LineHeight)? {
        if keyword("normal") { return { _ in .normal } }
        if let factor = attempt({ $0.number() }) {
            if factor < 0 { return nil }
            return { _ in LineHeight.number(factor) }
        }
        guard let length = lengthPercentage(.nonNegative) else { return nil }
        return { .px(max(0, length.pixels(in: $0, percentOf: $0.text.fontSize))) }
    }

    /// Keywords of a `font-variant-*` property, in any order.
    mutating func fontFeatures(_ family: FontFeatureFamily) -> [FontFeature]? {
        if keyword("normal") { return family == .kerning ? family.keywords["normal"] : [] }
        if family == .kerning, keyword("auto") { return [] }
        var features: [FontFeature] = []
        let table = family.keywords
        while let token = peek, token.kind == .ident, let named = table[token.text.asciiLowercased] {
            advance()
            features += named
        }
        return features.isEmpty ? nil : features
    }

    mutating func featureSettings() -> [FontFeature]? {
        if keyword("normal") { return [] }
        return commaList { parser in
            guard let tag = parser.string(), tag.utf8.count == 4 else { return nil }
            if parser.keyword("on") { return FontFeature(tag: tag, value: 1) }
            if parser.keyword("off") { return FontFeature(tag: tag, value: 0) }
            return FontFeature(tag: tag, value: parser.attempt { $0.integer() } ?? 1)
        }
    }
}

extension SpecifiedLength {
    /// Whether the length grows with the parent's font size.
    var isRelativeToFont: Bool {
        switch self {
        case .percent: true
        case .relative(_, let unit): unit == .em || unit == .ex || unit == .ch || unit == .lh
        case .px, .math: false
        }
    }
}

extension TextStyle {
    /// Whether the family is `monospace` and nothing else, which browsers set at 13 px in place of 16.
    var isMonospace: Bool { fontFamily.count == 1 && fontFamily[0] == "monospace" }
}

/// The size of a keyword in px, as browsers' tables have it for 16 px and 13 px defaults.
func keywordFontSize(ofKeyword keyword: Int, isMonospace: Bool) -> Double {
    let sizes: [Double] = isMonospace ? [9, 10, 12, 13, 16, 20, 26, 39] : [9, 10, 13, 16, 18, 24, 32, 48]
    return sizes[min(max(keyword, 0), 7)]
}

extension StyleBuilder {
    /// Sets a size that was given as a factor of the parent's.
    mutating func setRelativeFontSize(_ size: Double) {
        text.fontSize = size
        if text.fontSizeOrigin != .absolute { text.fontSizeOrigin = .relative }
        if parent?.text.fontSizeOrigin == .absolute { text.fontSizeOrigin = .absolute }
    }

    /// Follows a change to or from `monospace`: sizes that rest on the default follow its default.
    mutating func adjustForMonospace() {
        let was = parent?.text.isMonospace ?? false
        let isNow = text.isMonospace
        guard was != isNow else { return }
        switch text.fontSizeOrigin {
        case .keyword(let keyword): text.fontSize = keywordFontSize(ofKeyword: keyword, isMonospace: isNow)
        case .relative: text.fontSize *= isNow ? 13.0 / 16 : 16.0 / 13
        case .absolute: break
        }
    }
}
