/// Flex, grid, alignment, gaps and columns.
extension PropertyTable {
    static let arrangements: [PropertyDefinition] = [
        .keywords(
            "flex-direction", "row",
            [
                "row": FlexDirection.row, "row-reverse": .rowReverse, "column": .column,
                "column-reverse": .columnReverse,
            ],
            set: { $0.arrangement.flexDirection = $1 }, get: { $0.arrangement.flexDirection }),
        .value(
            "flex-wrap", .init("nowrap", "nowrap | [ wrap | wrap-reverse ] || balance"),
            read: PropertyDefinition.constant { $0.flexWrap() },
            set: { $0.arrangement.flexWrap = $1 }, get: { $0.arrangement.flexWrap }),
        .value(
            "flex-line-count", .init("1", "<integer [1,∞]>"),
            read: PropertyDefinition.constant { parser in parser.integer().flatMap { $0 >= 1 ? $0 : nil } },
            set: { $0.arrangement.flexLineCount = $1 }, get: { $0.arrangement.flexLineCount }),
        .value(
            "flex-grow", .init("0", "<number [0,∞]>"),
            read: PropertyDefinition.constant { $0.nonNegativeNumber().map { OpacityValue(value: $0) } },
            set: { $0.arrangement.flexGrow = $1.value }, get: { OpacityValue(value: $0.arrangement.flexGrow) }),
        .value(
            "flex-shrink", .init("1", "<number [0,∞]>"),
            read: PropertyDefinition.constant { $0.nonNegativeNumber().map { OpacityValue(value: $0) } },
            set: { $0.arrangement.flexShrink = $1.value }, get: { OpacityValue(value: $0.arrangement.flexShrink) }),
        .value(
            "flex-basis", .init("auto", "content | <'width'>"),
            read: { parser in
                if parser.keyword("content") { return { _ in .content } }
                return parser.sizing(auto: "auto")
            },
            set: { $0.arrangement.flexBasis = $1 }, get: { $0.arrangement.flexBasis }),
        .value(
            "order", .init("0", "<integer>"), read: PropertyDefinition.constant { $0.integer() },
            set: { $0.arrangement.order = $1 }, get: { $0.arrangement.order }),
        alignment(
            "align-content", "normal", .content, set: { $0.arrangement.alignContent = $1 },
            get: { $0.arrangement.alignContent }),
        alignment(
            "align-items", "normal", .item, set: { $0.arrangement.alignItems = $1 },
            get: { $0.arrangement.alignItems }),
        alignment(
            "align-self", "auto", .itself, set: { $0.arrangement.alignSelf = $1 }, get: { $0.arrangement.alignSelf }),
        alignment(
            "justify-content", "normal", .justifyContent, set: { $0.arrangement.justifyContent = $1 },
            get: { $0.arrangement.justifyContent }),
        alignment(
            "justify-items", "normal", .justifyItem, set: { $0.arrangement.justifyItems = $1 },
            get: { $0.arrangement.justifyItems }),
        alignment(
            "justify-self", "auto", .justifyItself, set: { $0.arrangement.justifySelf = $1 },
            get: { $0.arrangement.justifySelf }),
        gap("row-gap", set: { $0.arrangement.rowGap = $1 }, get: { $0.arrangement.rowGap }),
        gap("column-gap", set: { $0.arrangement.columnGap = $1 }, get: { $0.arrangement.columnGap }),
        .value(
            "grid-template-columns", .init("none", "none | <track-list> | <auto-track-list> | subgrid"),
            read: { $0.trackList() }, set: { $0.arrangement.gridTemplateColumns = $1 },
            get: { $0.arrangement.gridTemplateColumns }),
        .value(
            "grid-template-rows", .init("none", "none | <track-list> | <auto-track-list> | subgrid"),
            read: { $0.trackList() }, set: { $0.arrangement.gridTemplateRows = $1 },
            get: { $0.arrangement.gridTemplateRows }),
        .value(
            "grid-template-areas", .init("none", "none | <string>+"),
            read: PropertyDefinition.constant { $0.gridAreas() },
            set: { $0.arrangement.gridTemplateAreas = $1.rows },
            get: { GridAreas(rows: $0.arrangement.gridTemplateAreas) }),
        .value(
            "grid-auto-columns", .init("auto", "<track-size>+"), read: { $0.trackSizes() },
            set: { $0.arrangement.gridAutoColumns = $1 }, get: { $0.arrangement.gridAutoColumns }),
        .value(
            "grid-auto-rows", .init("auto", "<track-size>+"), read: { $0.trackSizes() },
            set: { $0.arrangement.gridAutoRows = $1 }, get: { $0.arrangement.gridAutoRows }),
        .value(
            "grid-auto-flow", .init("row", "[row | column] || dense"),
            read: PropertyDefinition.constant { $0.gridAutoFlow() },
            set: { $0.arrangement.gridAutoFlow = $1 }, get: { $0.arrangement.gridAutoFlow }),
        gridLine(
            "grid-row-start", set: { $0.arrangement.gridRowStart = $1 }, get: { $0.arrangement.gridRowStart }),
        gridLine("grid-row-end", set: { $0.arrangement.gridRowEnd = $1 }, get: { $0.arrangement.gridRowEnd }),
        gridLine(
            "grid-column-start", set: { $0.arrangement.gridColumnStart = $1 },
            get: { $0.arrangement.gridColumnStart }),
        gridLine(
            "grid-column-end", set: { $0.arrangement.gridColumnEnd = $1 }, get: { $0.arrangement.gridColumnEnd }),
        .value(
            "column-count", .init("auto", "auto | <integer [1,∞]>"),
            read: PropertyDefinition.constant { parser in
                if parser.keyword("auto") { return OptionalInteger(value: nil) }
                return parser.integer().flatMap { $0 >= 1 ? OptionalInteger(value: $0) : nil }
            },
            set: { $0.arrangement.columnCount = $1.value },
            get: { OptionalInteger(value: $0.arrangement.columnCount) }),
        .value(
            "column-width", .init("auto", "auto | <length [0,∞]>"),
            read: { parser in
                if parser.keyword("auto") { return { _ in OptionalNumber(value: nil) } }
                guard let length = parser.length(.nonNegative) else { return nil }
                return { OptionalNumber(value: max(0, length.pixels(in: $0))) }
            },
            set: { $0.arrangement.columnWidth = $1.value },
            get: { OptionalNumber(value: $0.arrangement.columnWidth) }),
        borderWidth(
            "column-rule-width", set: { $0.arrangement.columnRule.width = $1 }, get: { $0.arrangement.columnRule }),
        borderStyle(
            "column-rule-style", set: { $0.arrangement.columnRule.style = $1 }, get: { $0.arrangement.columnRule }),
        color(
            "column-rule-color", .rule, set: { $0.arrangement.columnRule.color = $1 },
            get: { $0.arrangement.columnRule.color }),
        .keywords(
            "column-span", "none", ["none": false, "all": true], set: { $0.arrangement.columnSpanAll = $1 },
            get: { $0.arrangement.columnSpanAll }),
        .keywords(
            "column-fill", "balance", ["balance": true, "balance-all": true, "auto": false],
            set: { $0.arrangement.columnFillBalances = $1 }, get: { $0.arrangement.columnFillBalances }),
    ]

    private static func alignment(
        _ name: String, _ initial: String, _ place: AlignmentPlace,
        set: @escaping @Sendable (inout StyleBuilder, Alignment) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> Alignment
    ) -> PropertyDefinition {
        .value(
            name, .init(initial, place.grammar), read: PropertyDefinition.constant { $0.alignment(place) }, set: set,
            get: get)
    }

    private static func gap(
        _ name: String, set: @escaping @Sendable (inout StyleBuilder, LengthPercentage?) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> LengthPercentage?
    ) -> PropertyDefinition {
        .value(
            name, .init("normal", "normal | <length-percentage [0,∞]>"),
            read: { parser in
                if parser.keyword("normal") { return { _ in Gap(value: nil) } }
                guard let length = parser.lengthPercentage(.nonNegative) else { return nil }
                return { Gap(value: length.computed(in: $0).nonNegative) }
            },
            set: { set(&$0, $1.value) }, get: { Gap(value: get($0)) })
    }

    private static func gridLine(
        _ name: String, set: @escaping @Sendable (inout StyleBuilder, GridLine) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> GridLine
    ) -> PropertyDefinition {
        .value(
            name, .init("auto", "auto | <custom-ident> | [<integer> && <custom-ident>?] | span …"),
            read: PropertyDefinition.constant { $0.gridLine() }, set: set, get: get)
    }
}

/// A gap; nil is `normal`.
struct Gap: Sendable { var value: LengthPercentage? }

/// `grid-template-areas`: rows of names.
struct GridAreas: Sendable { var rows: [[String?]] }
