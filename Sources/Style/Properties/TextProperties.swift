import Geometry

/// Inherited properties of text, lists, tables and pages.
extension PropertyTable {
    static let texts: [PropertyDefinition] = [
        PropertyDefinition(
            name: "text-align", isInherited: true, initial: "start", values: textAligns.grammar,
            parse: { parser in
                if let value = parser.keyword(textAligns) { return { $0.text.textAlign = value } }
                // Head cells: centred unless an ancestor says otherwise (HTML §15.3.8).
                guard parser.keyword("-internal-center") else { return nil }
                return { builder in
                    let inherited = builder.parent?.text.textAlign ?? .start
                    builder.text.textAlign = inherited == .start ? .center : inherited
                }
            },
            copy: { $0.text.textAlign = $1.text.textAlign },
            text: { textAligns.name(of: $0.text.textAlign) ?? "start" }),
        .keywords(
            "text-align-last", "auto", inherited: true,
            [
                "auto": TextAlignLast.auto, "start": .start, "end": .end, "left": .left, "right": .right,
                "center": .center, "justify": .justify,
            ],
            set: { $0.text.textAlignLast = $1 }, get: { $0.text.textAlignLast }),
        .value(
            "text-indent",
            .init(
                "0", "<length-percentage>", inherited: true, support: .part("hanging and each-line are not followed")),
            read: PropertyDefinition.lengthPercentage(), set: { $0.text.textIndent = $1 },
            get: { $0.text.textIndent }),
        .keywords(
            "text-transform", "none", inherited: true,
            [
                "none": TextTransform.none, "uppercase": .uppercase, "lowercase": .lowercase,
                "capitalize": .capitalize, "full-width": .fullWidth,
            ],
            set: { $0.text.textTransform = $1 }, get: { $0.text.textTransform }),
        .keywords(
            "white-space", "normal", inherited: true,
            [
                "normal": WhiteSpace.normal, "nowrap": .nowrap, "pre": .pre, "pre-wrap": .preWrap,
                "pre-line": .preLine, "break-spaces": .breakSpaces,
            ],
            set: { $0.text.whiteSpace = $1 }, get: { $0.text.whiteSpace }),
        .value(
            "letter-spacing", .init("normal", "normal | <length>", inherited: true),
            read: PropertyDefinition.keyword(["normal": 0], or: PropertyDefinition.length()),
            set: { $0.text.letterSpacing = $1 }, get: { $0.text.letterSpacing }),
        .value(
            "word-spacing", .init("normal", "normal | <length>", inherited: true),
            read: PropertyDefinition.keyword(["normal": 0], or: PropertyDefinition.length()),
            set: { $0.text.wordSpacing = $1 }, get: { $0.text.wordSpacing }),
        .value(
            "tab-size", .init("8", "<number [0,∞]> | <length [0,∞]>", inherited: true),
            read: { parser in
                if let number = parser.attempt({ $0.nonNegativeNumber() }) { return { _ in .spaces(number) } }
                guard let length = parser.length(.nonNegative) else { return nil }
                return { .px(length.pixels(in: $0)) }
            },
            set: { $0.text.tabSize = $1 }, get: { $0.text.tabSize }),
        .keywords(
            "overflow-wrap", "normal", inherited: true,
            ["normal": OverflowWrap.normal, "break-word": .breakWord, "anywhere": .anywhere],
            set: { $0.text.overflowWrap = $1 }, get: { $0.text.overflowWrap }),
        .keywords(
            "word-break", "normal", inherited: true,
            [
                "normal": WordBreak.normal, "break-all": .breakAll, "keep-all": .keepAll, "break-word": .breakWord,
                "auto-phrase": .normal,
            ],
            set: { $0.text.wordBreak = $1 }, get: { $0.text.wordBreak }),
        .keywords(
            "hyphens", "manual", inherited: true, support: .part("auto breaks at soft hyphens alone"),
            ["none": Hyphens.none, "manual": .manual, "auto": .auto],
            set: { $0.text.hyphens = $1 }, get: { $0.text.hyphens }),
        .keywords(
            "visibility", "visible", inherited: true,
            ["visible": Visibility.visible, "hidden": .hidden, "collapse": .collapse],
            set: { $0.text.visibility = $1 }, get: { $0.text.visibility }),
        .value(
            "text-shadow", .init("none", "none | [<color>? && <length>{2,3}]#", inherited: true),
            read: { $0.shadows(isBox: false) }, set: { $0.text.textShadow = $1 }, get: { $0.text.textShadow }),
        .value(
            "text-underline-offset", .init("auto", "auto | <length-percentage>", inherited: true),
            read: lengthPercentageAuto(), set: { $0.text.textUnderlineOffset = $1 },
            get: { $0.text.textUnderlineOffset }),
        .value(
            "list-style-type", .init("disc", "none | <counter-style> | <string> | symbols()", inherited: true),
            read: PropertyDefinition.constant { $0.counterStyle() },
            set: { $0.text.listStyleType = $1 }, get: { $0.text.listStyleType }),
        .keywords(
            "list-style-position", "outside", inherited: true,
            ["outside": ListStylePosition.outside, "inside": .inside],
            set: { $0.text.listStylePosition = $1 }, get: { $0.text.listStylePosition }),
        .value(
            "list-style-image", .init("none", "none | <image>", inherited: true),
            read: { $0.imageOrNone() }, set: { $0.text.listStyleImage = $1 }, get: { $0.text.listStyleImage }),
        .keywords(
            "border-collapse", "separate", inherited: true,
            ["separate": BorderCollapse.separate, "collapse": .collapse],
            set: { $0.text.borderCollapse = $1 }, get: { $0.text.borderCollapse }),
        .value(
            "border-spacing", .init("0px", "<length [0,∞]>{1,2}", inherited: true),
            read: { parser in
                guard let x = parser.length(.nonNegative) else { return nil }
                let y = parser.length(.nonNegative) ?? x
                // Whole px, as Chromium has it: a fraction a row would move a long table's pages apart.
                return {
                    Size(
                        width: max(0, x.pixels(in: $0)).rounded(.down), height: max(0, y.pixels(in: $0)).rounded(.down))
                }
            },
            set: { $0.text.borderSpacing = $1 }, get: { $0.text.borderSpacing }),
        .keywords(
            "caption-side", "top", inherited: true,
            ["top": CaptionSide.top, "bottom": .bottom, "block-start": .top, "block-end": .bottom],
            set: { $0.text.captionSide = $1 }, get: { $0.text.captionSide }),
        .keywords(
            "empty-cells", "show", inherited: true, ["show": EmptyCells.show, "hide": .hide],
            set: { $0.text.emptyCells = $1 }, get: { $0.text.emptyCells }),
        .value(
            "orphans", .init("2", "<integer [1,∞]>", inherited: true),
            read: positiveInteger, set: { $0.text.orphans = $1 }, get: { $0.text.orphans }),
        .value(
            "widows", .init("2", "<integer [1,∞]>", inherited: true),
            read: positiveInteger, set: { $0.text.widows = $1 }, get: { $0.text.widows }),
        .value(
            "quotes", .init("auto", "auto | none | [<string> <string>]+", inherited: true),
            read: PropertyDefinition.constant { $0.quotes() },
            set: { $0.text.quotes = $1.pairs }, get: { QuoteSystem(pairs: $0.text.quotes) }),
        .keywords(
            "image-rendering", "auto", inherited: true,
            [
                "auto": ImageRendering.auto, "smooth": .auto, "pixelated": .pixelated, "crisp-edges": .crispEdges,
                "-webkit-optimize-contrast": .crispEdges, "high-quality": .auto,
            ],
            set: { $0.text.imageRendering = $1 }, get: { $0.text.imageRendering }),
    ]

    private static let textAligns: Keywords<TextAlign> = [
        "start": .start, "end": .end, "left": .left, "right": .right, "center": .center, "justify": .justify,
        "match-parent": .start, "justify-all": .justify, "-webkit-center": .webkitCenter,
        "-webkit-left": .webkitLeft, "-webkit-right": .webkitRight, "-webkit-auto": .start,
    ]

    static let positiveInteger: ComputedReader<Int> = PropertyDefinition.constant { parser in
        parser.integer().flatMap { $0 >= 1 ? $0 : nil }
    }

    /// A reader of `auto | <length-percentage>`.
    static func lengthPercentageAuto(_ range: LengthRange = .any) -> ComputedReader<LengthPercentageAuto> {
        PropertyDefinition.keyword(
            ["auto": .auto],
            or: { parser in
                guard let length = parser.lengthPercentage(range) else { return nil }
                return { .length(length.computed(in: $0)) }
            })
    }
}

/// The value of `quotes`.
struct QuoteSystem: Sendable {
    var pairs: [QuotePair]?
}

extension ValueParser {
    mutating func quotes() -> QuoteSystem? {
        if keyword("auto") { return QuoteSystem(pairs: nil) }
        if keyword("none") { return QuoteSystem(pairs: []) }
        var pairs: [QuotePair] = []
        while let open = string() {
            guard let close = string() else { return nil }
            pairs.append(QuotePair(open: open, close: close))
        }
        return pairs.isEmpty ? nil : QuoteSystem(pairs: pairs)
    }

    /// `<counter-style>`, a string, `none`, or `symbols()` of one fixed kind.
    mutating func counterStyle() -> CounterStyle? {
        if keyword("none") { return CounterStyle.none }
        if let text = string() { return .string(text) }
        guard let name = customIdent() else { return nil }
        return CounterStyle(name: name)
    }
}

extension CounterStyle {
    static let keywords: Keywords<CounterStyle> = [
        "disc": .disc, "circle": .circle, "square": .square, "decimal": .decimal,
        "decimal-leading-zero": .decimalLeadingZero, "lower-roman": .lowerRoman, "upper-roman": .upperRoman,
        "lower-alpha": .lowerAlpha, "upper-alpha": .upperAlpha, "lower-latin": .lowerAlpha,
        "upper-latin": .upperAlpha, "lower-greek": .lowerGreek,
    ]

    init(name: String) { self = Self.keywords[name] ?? .named(name) }
}
