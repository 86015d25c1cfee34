import Geometry

/// Borders, backgrounds, shadows, outlines, transforms.
extension PropertyTable {
    static let decorations: [PropertyDefinition] = [
        borderWidth(
            "border-top-width", set: { $0.decoration.border.top.width = $1 }, get: { $0.decoration.border.top }),
        borderWidth(
            "border-right-width", set: { $0.decoration.border.right.width = $1 }, get: { $0.decoration.border.right }),
        borderWidth(
            "border-bottom-width", set: { $0.decoration.border.bottom.width = $1 },
            get: { $0.decoration.border.bottom }),
        borderWidth(
            "border-left-width", set: { $0.decoration.border.left.width = $1 }, get: { $0.decoration.border.left }),
        borderStyle(
            "border-top-style", set: { $0.decoration.border.top.style = $1 }, get: { $0.decoration.border.top }),
        borderStyle(
            "border-right-style", set: { $0.decoration.border.right.style = $1 }, get: { $0.decoration.border.right }),
        borderStyle(
            "border-bottom-style", set: { $0.decoration.border.bottom.style = $1 },
            get: { $0.decoration.border.bottom }),
        borderStyle(
            "border-left-style", set: { $0.decoration.border.left.style = $1 }, get: { $0.decoration.border.left }),
        color(
            "border-top-color", .top, set: { $0.decoration.border.top.color = $1 },
            get: { $0.decoration.border.top.color }),
        color(
            "border-right-color", .right, set: { $0.decoration.border.right.color = $1 },
            get: { $0.decoration.border.right.color }),
        color(
            "border-bottom-color", .bottom, set: { $0.decoration.border.bottom.color = $1 },
            get: { $0.decoration.border.bottom.color }),
        color(
            "border-left-color", .left, set: { $0.decoration.border.left.color = $1 },
            get: { $0.decoration.border.left.color }),
        radius(
            "border-top-left-radius", set: { $0.decoration.radius.topLeft = $1 },
            get: { $0.decoration.radius.topLeft }),
        radius(
            "border-top-right-radius", set: { $0.decoration.radius.topRight = $1 },
            get: { $0.decoration.radius.topRight }),
        radius(
            "border-bottom-right-radius", set: { $0.decoration.radius.bottomRight = $1 },
            get: { $0.decoration.radius.bottomRight }),
        radius(
            "border-bottom-left-radius", set: { $0.decoration.radius.bottomLeft = $1 },
            get: { $0.decoration.radius.bottomLeft }),
        .value(
            "background-color", .init("transparent", "<color>"), read: PropertyDefinition.color,
            set: { $0.decoration.backgroundColor = $1 }, get: { $0.decoration.backgroundColor }),
        .value(
            "box-shadow", .init("none", "none | [inset? && <length>{2,4} && <color>?]#"),
            read: { $0.shadows(isBox: true) }, set: { $0.decoration.boxShadow = $1 },
            get: { $0.decoration.boxShadow }),
        borderWidth("outline-width", set: { $0.decoration.outline.width = $1 }, get: { $0.decoration.outline }),
        .value(
            "outline-style", .init("none", "auto | none | dotted | dashed | solid | double | groove | ridge | …"),
            read: PropertyDefinition.constant { parser in
                if parser.keyword("auto") { return BorderStyle.solid }
                return parser.keyword(borderStyles).flatMap { $0 == .hidden ? nil : $0 }
            },
            set: { $0.decoration.outline.style = $1 }, get: { $0.decoration.outline.style }),
        color(
            "outline-color", .outline, set: { $0.decoration.outline.color = $1 },
            get: { $0.decoration.outline.color }),
        .value(
            "outline-offset", .init("0", "<length>"), read: PropertyDefinition.length(),
            set: { $0.decoration.outlineOffset = $1 }, get: { $0.decoration.outlineOffset }),
        .value(
            "opacity", .init("1", "<number> | <percentage>"),
            read: PropertyDefinition.constant { parser in
                (parser.percentage() ?? parser.number()).map { OpacityValue(value: min(max($0, 0), 1)) }
            },
            set: { $0.decoration.opacity = $1.value }, get: { OpacityValue(value: $0.decoration.opacity) }),
        .value(
            "transform",
            .init(
                "none", "none | <transform-function>+",
                support: .part("two dimensions; three-dimensional functions are taken for their plane")),
            read: { $0.transforms() }, set: { $0.decoration.transform = $1 }, get: { $0.decoration.transform }),
        .value(
            "transform-origin", .init("50% 50%", "<position> <length>?"),
            read: { parser in
                guard let position = parser.position() else { return nil }
                _ = parser.length()
                return position
            },
            set: { $0.decoration.transformOrigin = $1 }, get: { $0.decoration.transformOrigin }),
        .value(
            "clip-path",
            .init(
                "none", "none | inset() | circle() | ellipse() | polygon()",
                support: .part("basic shapes against the border box; no url(), no path()")),
            read: { $0.clipPath() }, set: { $0.decoration.clipPath = $1 }, get: { $0.decoration.clipPath }),
        .keywords(
            "mix-blend-mode", "normal",
            [
                "normal": BlendMode.normal, "multiply": .multiply, "screen": .screen, "overlay": .overlay,
                "darken": .darken, "lighten": .lighten, "color-dodge": .colorDodge, "color-burn": .colorBurn,
                "hard-light": .hardLight, "soft-light": .softLight, "difference": .difference,
                "exclusion": .exclusion, "hue": .hue, "saturation": .saturation, "color": .color,
                "luminosity": .luminosity,
            ],
            set: { $0.decoration.mixBlendMode = $1 }, get: { $0.decoration.mixBlendMode }),
        .keywords(
            "isolation", "auto", ["auto": false, "isolate": true],
            set: { $0.decoration.isolates = $1 }, get: { $0.decoration.isolates }),
    ]

    static let borderStyles: Keywords<BorderStyle> = [
        "none": .none, "hidden": .hidden, "dotted": .dotted, "dashed": .dashed, "solid": .solid, "double": .double,
        "groove": .groove, "ridge": .ridge, "inset": .inset, "outset": .outset,
    ]

    static func borderWidth(
        _ name: String, set: @escaping @Sendable (inout StyleBuilder, Double) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> BorderSide
    ) -> PropertyDefinition {
        .value(
            name, .init("medium", "<length [0,∞]> | thin | medium | thick"),
            read: { parser in
                if let width = parser.keyword(["thin": 1.0, "medium": StyleBuilder.mediumWidth, "thick": 5.0]) {
                    return { _ in width }
                }
                guard let length = parser.length(.nonNegative) else { return nil }
                return { snappedBorderWidth(max(0, length.pixels(in: $0))) }
            },
            set: set, get: { get($0).width })
    }

    /// Border widths are whole px, and at least one where there is a border (CSS Values 4 §5.2.3, snapping a length as a
    /// border width; a browser's print has one device pixel to the px too).
    private static func snappedBorderWidth(_ width: Double) -> Double {
        width > 0 && width < 1 ? 1 : width.rounded(.down)
    }

    static func borderStyle(
        _ name: String, set: @escaping @Sendable (inout StyleBuilder, BorderStyle) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> BorderSide
    ) -> PropertyDefinition {
        .keywords(name, "none", borderStyles, set: set, get: { get($0).style })
    }

    static func color(
        _ name: String, _ part: StyleBuilder.ColorSet,
        set: @escaping @Sendable (inout StyleBuilder, Color) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> Color
    ) -> PropertyDefinition {
        .value(
            name, .init("currentcolor", "<color>"), read: PropertyDefinition.color,
            set: { builder, color in
                builder.unsetColors.remove(part)
                set(&builder, color)
            },
            get: get)
    }

    private static func radius(
        _ name: String, set: @escaping @Sendable (inout StyleBuilder, CornerRadius) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> CornerRadius
    ) -> PropertyDefinition {
        .value(
            name, .init("0", "<length-percentage [0,∞]>{1,2}"),
            read: { parser in
                guard let x = parser.lengthPercentage(.nonNegative) else { return nil }
                let y = parser.lengthPercentage(.nonNegative) ?? x
                return { CornerRadius(x: x.computed(in: $0).nonNegative, y: y.computed(in: $0).nonNegative) }
            },
            set: set, get: get)
    }
}

struct OpacityValue: Sendable { var value: Double }
