import Geometry

/// What makes a box, where it goes and how big it is.
extension PropertyTable {
    static let boxes: [PropertyDefinition] = [
        .value(
            "display",
            .init(
                "inline",
                "none | contents | block | inline | inline-block | list-item | flow-root | table | inline-table | flex "
                    + "| inline-flex | grid | inline-grid | table-* | two-word forms",
                support: .part("run-in, ruby and math are unknown")),
            read: PropertyDefinition.constant { $0.display() }, set: { $0.box.display = $1 },
            get: { $0.box.display }),
        .value(
            "position", .init("static", "static | relative | absolute | fixed | sticky | running(<custom-ident>)"),
            read: PropertyDefinition.constant { parser in
                let words: Keywords<Position> = [
                    "static": .static, "relative": .relative, "absolute": .absolute, "fixed": .fixed,
                    "sticky": .sticky, "-webkit-sticky": .sticky,
                ]
                if let position = parser.keyword(words) { return NamedPosition(position: position) }
                return parser.function("running") { $0.customIdent() }.map {
                    NamedPosition(position: .running, runningName: $0)
                }
            },
            set: { builder, value in
                builder.box.position = value.position
                // A group that is not written to stays the shared default.
                if builder.generated.runningName != value.runningName {
                    builder.generated.runningName = value.runningName
                }
            },
            get: { NamedPosition(position: $0.box.position, runningName: $0.generated.runningName) }),
        PropertyDefinition(
            name: "float", isInherited: false, initial: "none",
            values: "none | left | right | inline-start | inline-end",
            parse: { parser in
                let sides: Keywords<(ltr: BoxStyle.Float, rtl: BoxStyle.Float)> = [
                    "none": (.none, .none), "left": (.left, .left), "right": (.right, .right),
                    "inline-start": (.left, .right), "inline-end": (.right, .left),
                ]
                guard let side = parser.keyword(sides) else { return nil }
                return { $0.box.float = $0.text.direction == .ltr ? side.ltr : side.rtl }
            },
            copy: { $0.box.float = $1.box.float },
            text: { ["none", "left", "right"][Int($0.box.float.rawValue)] }),
        PropertyDefinition(
            name: "clear", isInherited: false, initial: "none",
            values: "none | left | right | both | inline-start | inline-end",
            parse: { parser in
                let sides: Keywords<(ltr: BoxStyle.Clear, rtl: BoxStyle.Clear)> = [
                    "none": (.none, .none), "left": (.left, .left), "right": (.right, .right), "both": (.both, .both),
                    "inline-start": (.left, .right), "inline-end": (.right, .left),
                ]
                guard let side = parser.keyword(sides) else { return nil }
                return { $0.box.clear = $0.text.direction == .ltr ? side.ltr : side.rtl }
            },
            copy: { $0.box.clear = $1.box.clear },
            text: { ["none", "left", "right", "both"][Int($0.box.clear.rawValue)] }),
        inset("top", set: { $0.box.inset.top = $1 }, get: { $0.box.inset.top }),
        inset("right", set: { $0.box.inset.right = $1 }, get: { $0.box.inset.right }),
        inset("bottom", set: { $0.box.inset.bottom = $1 }, get: { $0.box.inset.bottom }),
        inset("left", set: { $0.box.inset.left = $1 }, get: { $0.box.inset.left }),
        .value(
            "z-index", .init("auto", "auto | <integer>"),
            read: PropertyDefinition.constant { parser in
                if parser.keyword("auto") { return OptionalInteger(value: nil) }
                return parser.integer().map { OptionalInteger(value: $0) }
            },
            set: { $0.box.zIndex = $1.value }, get: { OptionalInteger(value: $0.box.zIndex) }),
        size("width", "auto", set: { $0.box.width = $1 }, get: { $0.box.width }),
        size("height", "auto", set: { $0.box.height = $1 }, get: { $0.box.height }),
        size("min-width", "auto", set: { $0.box.minWidth = $1 }, get: { $0.box.minWidth }),
        size("min-height", "auto", set: { $0.box.minHeight = $1 }, get: { $0.box.minHeight }),
        size("max-width", "none", set: { $0.box.maxWidth = $1 }, get: { $0.box.maxWidth }),
        size("max-height", "none", set: { $0.box.maxHeight = $1 }, get: { $0.box.maxHeight }),
        .keywords(
            "box-sizing", "content-box", ["content-box": BoxSizing.contentBox, "border-box": .borderBox],
            set: { $0.box.boxSizing = $1 }, get: { $0.box.boxSizing }),
        .value(
            "aspect-ratio", .init("auto", "auto || <ratio>"),
            read: PropertyDefinition.constant { $0.aspectRatio() },
            set: {
                $0.box.aspectRatio = $1.ratio
                $0.box.prefersNaturalRatio = $1.hasAuto
            },
            get: { PreferredRatio(ratio: $0.box.aspectRatio, hasAuto: $0.box.prefersNaturalRatio) }),
        margin("margin-top", set: { $0.box.margin.top = $1 }, get: { $0.box.margin.top }),
        margin("margin-right", set: { $0.box.margin.right = $1 }, get: { $0.box.margin.right }),
        margin("margin-bottom", set: { $0.box.margin.bottom = $1 }, get: { $0.box.margin.bottom }),
        margin("margin-left", set: { $0.box.margin.left = $1 }, get: { $0.box.margin.left }),
        padding("padding-top", set: { $0.box.padding.top = $1 }, get: { $0.box.padding.top }),
        padding("padding-right", set: { $0.box.padding.right = $1 }, get: { $0.box.padding.right }),
        padding("padding-bottom", set: { $0.box.padding.bottom = $1 }, get: { $0.box.padding.bottom }),
        padding("padding-left", set: { $0.box.padding.left = $1 }, get: { $0.box.padding.left }),
        .keywords(
            "overflow-x", "visible", overflows, set: { $0.box.overflowX = $1 }, get: { $0.box.overflowX }),
        .keywords(
            "overflow-y", "visible", overflows, set: { $0.box.overflowY = $1 }, get: { $0.box.overflowY }),
        .value(
            "vertical-align",
            .init(
                "baseline",
                "baseline | sub | super | top | text-top | middle | bottom | text-bottom | <length-percentage>"),
            read: PropertyDefinition.keyword(
                [
                    "baseline": .baseline, "sub": .sub, "super": .super, "top": .top, "text-top": .textTop,
                    "middle": .middle, "bottom": .bottom, "text-bottom": .textBottom,
                    "-webkit-baseline-middle": .middle,
                ],
                or: { parser in
                    guard let length = parser.lengthPercentage() else { return nil }
                    return { .length(length.computed(in: $0)) }
                }),
            set: { $0.box.verticalAlign = $1 }, get: { $0.box.verticalAlign }),
        .keywords(
            "table-layout", "auto", ["auto": TableLayout.auto, "fixed": .fixed],
            set: { $0.box.tableLayout = $1 }, get: { $0.box.tableLayout }),
        .keywords(
            "unicode-bidi", "normal",
            [
                "normal": UnicodeBidi.normal, "embed": .embed, "isolate": .isolate, "bidi-override": .bidiOverride,
                "isolate-override": .isolateOverride, "plaintext": .plaintext, "-webkit-isolate": .isolate,
            ],
            set: { $0.box.unicodeBidi = $1 }, get: { $0.box.unicodeBidi }),
        .keywords(
            "object-fit", "fill",
            ["fill": ObjectFit.fill, "contain": .contain, "cover": .cover, "none": .none, "scale-down": .scaleDown],
            set: { $0.box.objectFit = $1 }, get: { $0.box.objectFit }),
        .value(
            "object-position", .init("50% 50%", "<position>"),
            read: { $0.position() }, set: { $0.box.objectPosition = $1 }, get: { $0.box.objectPosition }),
        .value(
            "text-decoration-line", .init("none", "none | [underline || overline || line-through || blink]"),
            read: PropertyDefinition.constant { $0.decorationLines() },
            set: { builder, lines in
                builder.box.textDecoration.underline = lines.contains(.underline)
                builder.box.textDecoration.overline = lines.contains(.overline)
                builder.box.textDecoration.lineThrough = lines.contains(.lineThrough)
            },
            get: { DecorationLines($0.box.textDecoration) }),
        .keywords(
            "text-decoration-style", "solid",
            [
                "solid": TextDecoration.Style.solid, "double": .double, "dotted": .dotted, "dashed": .dashed,
                "wavy": .wavy,
            ],
            set: { $0.box.textDecoration.style = $1 }, get: { $0.box.textDecoration.style }),
        .value(
            "text-decoration-color", .init("currentcolor", "<color>"), read: PropertyDefinition.color,
            set: { builder, color in
                builder.unsetColors.remove(.textDecoration)
                builder.box.textDecoration.color = color
            },
            get: { $0.box.textDecoration.color }),
        .value(
            "text-decoration-thickness", .init("auto", "auto | from-font | <length-percentage>"),
            read: { parser in
                if parser.keyword("auto") || parser.keyword("from-font") { return { _ in OptionalNumber(value: nil) } }
                guard let length = parser.lengthPercentage() else { return nil }
                return { OptionalNumber(value: length.pixels(in: $0, percentOf: $0.text.fontSize)) }
            },
            set: { $0.box.textDecoration.thickness = $1.value },
            get: { OptionalNumber(value: $0.box.textDecoration.thickness) }),
        .keywords(
            "text-overflow", "clip", ["clip": TextOverflow.clip, "ellipsis": .ellipsis],
            set: { $0.box.textOverflow = $1 }, get: { $0.box.textOverflow }),
        .keywords(
            "break-before", "auto", breaks, set: { $0.box.breakBefore = $1 }, get: { $0.box.breakBefore }),
        .keywords(
            "break-after", "auto", breaks, set: { $0.box.breakAfter = $1 }, get: { $0.box.breakAfter }),
        .keywords(
            "break-inside", "auto",
            [
                "auto": BreakInside.auto, "avoid": .avoid, "avoid-page": .avoid, "avoid-column": .auto,
                "avoid-region": .auto,
            ],
            set: { $0.box.breakInside = $1 }, get: { $0.box.breakInside }),
        .keywords(
            "box-decoration-break", "slice", ["slice": BoxDecorationBreak.slice, "clone": .clone],
            set: { $0.box.boxDecorationBreak = $1 }, get: { $0.box.boxDecorationBreak }),
        .value(
            "page", .init("auto", "auto | <custom-ident>"),
            read: PropertyDefinition.constant { parser in
                if parser.keyword("auto") { return OptionalName(value: nil) }
                return parser.customIdent(except: ["auto"]).map { OptionalName(value: $0) }
            },
            set: { $0.generated.page = $1.value }, get: { OptionalName(value: $0.generated.page) }),
    ]

    private static let overflows: Keywords<Overflow> = [
        "visible": .visible, "hidden": .hidden, "clip": .clip, "scroll": .scroll, "auto": .auto, "overlay": .auto,
        "-webkit-paged-x": .auto, "-webkit-paged-y": .auto,
    ]

    private static let breaks: Keywords<BreakBetween> = [
        "auto": .auto, "avoid": .avoid, "page": .page, "always": .page, "all": .page, "left": .left, "right": .right,
        "recto": .recto, "verso": .verso, "column": .column, "avoid-page": .avoid, "avoid-column": .auto,
        "avoid-region": .auto, "region": .auto,
    ]

    private static func inset(
        _ name: String, set: @escaping @Sendable (inout StyleBuilder, LengthPercentageAuto) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> LengthPercentageAuto
    ) -> PropertyDefinition {
        .value(
            name, .init("auto", "auto | <length-percentage>"), read: lengthPercentageAuto(), set: set, get: get)
    }

    private static func margin(
        _ name: String, set: @escaping @Sendable (inout StyleBuilder, LengthPercentageAuto) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> LengthPercentageAuto
    ) -> PropertyDefinition {
        .value(name, .init("0", "auto | <length-percentage>"), read: lengthPercentageAuto(), set: set, get: get)
    }

    private static func padding(
        _ name: String, set: @escaping @Sendable (inout StyleBuilder, LengthPercentage) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> LengthPercentage
    ) -> PropertyDefinition {
        .value(
            name, .init("0", "<length-percentage [0,∞]>"), read: PropertyDefinition.lengthPercentage(.nonNegative),
            set: set, get: get)
    }

    private static func size(
        _ name: String, _ initial: String, set: @escaping @Sendable (inout StyleBuilder, Sizing) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> Sizing
    ) -> PropertyDefinition {
        .value(
            name,
            .init(initial, "\(initial) | <length-percentage [0,∞]> | min-content | max-content | fit-content[()]"),
            read: { $0.sizing(auto: initial) }, set: set, get: get)
    }
}
