import Geometry

/// All shorthands (CSS Cascade 5 §3.1).
extension PropertyTable {
    static let shorthands: [ShorthandDefinition] = boxShorthands + borderShorthands + otherShorthands + [all]

    private static let fourSides = ["top", "right", "bottom", "left"]
    private static func each(_ prefix: String, _ suffix: String = "") -> [String] {
        fourSides.map { "\(prefix)-\($0)\(suffix)" }
    }

    private static let boxShorthands: [ShorthandDefinition] = [
        .sides("margin", each("margin"), "<'margin-top'>{1,4}"),
        .sides("padding", each("padding"), "<'padding-top'>{1,4}"),
        .sides("inset", fourSides, "<'top'>{1,4}"),
        .pair("margin-block", ["margin-top", "margin-bottom"], "<'margin-top'>{1,2}"),
        .pair("margin-inline", ["margin-inline-start", "margin-inline-end"], "<'margin-top'>{1,2}"),
        .pair("padding-block", ["padding-top", "padding-bottom"], "<'padding-top'>{1,2}"),
        .pair("padding-inline", ["padding-inline-start", "padding-inline-end"], "<'padding-top'>{1,2}"),
        .pair("inset-block", ["top", "bottom"], "<'top'>{1,2}"),
        .pair("inset-inline", ["inset-inline-start", "inset-inline-end"], "<'top'>{1,2}"),
        .pair("overflow", ["overflow-x", "overflow-y"], "[visible | hidden | clip | scroll | auto]{1,2}"),
    ]

    private static func side(_ name: String, _ prefix: String) -> ShorthandDefinition {
        .anyOrder(
            name, ["\(prefix)-width", "\(prefix)-style", "\(prefix)-color"],
            "<line-width> || <line-style> || <color>")
    }

    private static let borderShorthands: [ShorthandDefinition] = [
        .anyOrder(
            "border", ["border-top-width", "border-top-style", "border-top-color"],
            "<line-width> || <line-style> || <color>",
            also: ["right", "bottom", "left"].map {
                ["border-\($0)-width", "border-\($0)-style", "border-\($0)-color"]
            }),
        side("border-top", "border-top"), side("border-right", "border-right"),
        side("border-bottom", "border-bottom"), side("border-left", "border-left"),
        side("border-block-start", "border-top"), side("border-block-end", "border-bottom"),
        side("border-inline-start", "border-inline-start"), side("border-inline-end", "border-inline-end"),
        .anyOrder(
            "border-block", ["border-top-width", "border-top-style", "border-top-color"],
            "<line-width> || <line-style> || <color>",
            also: [["border-bottom-width", "border-bottom-style", "border-bottom-color"]]),
        .anyOrder(
            "border-inline", ["border-left-width", "border-left-style", "border-left-color"],
            "<line-width> || <line-style> || <color>",
            also: [["border-right-width", "border-right-style", "border-right-color"]]),
        .sides("border-width", each("border", "-width"), "<line-width>{1,4}"),
        .sides("border-style", each("border", "-style"), "<line-style>{1,4}"),
        .sides("border-color", each("border", "-color"), "<color>{1,4}"),
        .pair("border-block-width", ["border-top-width", "border-bottom-width"], "<line-width>{1,2}"),
        .pair("border-block-style", ["border-top-style", "border-bottom-style"], "<line-style>{1,2}"),
        .pair("border-block-color", ["border-top-color", "border-bottom-color"], "<color>{1,2}"),
        .pair(
            "border-inline-width", ["border-inline-start-width", "border-inline-end-width"], "<line-width>{1,2}"),
        .pair(
            "border-inline-style", ["border-inline-start-style", "border-inline-end-style"], "<line-style>{1,2}"),
        .pair("border-inline-color", ["border-inline-start-color", "border-inline-end-color"], "<color>{1,2}"),
        ShorthandDefinition(
            name: "border-radius",
            longhands: [
                "border-top-left-radius", "border-top-right-radius", "border-bottom-right-radius",
                "border-bottom-left-radius",
            ],
            values: "<length-percentage [0,∞]>{1,4} [/ <length-percentage [0,∞]>{1,4}]?"
        ) { parser, expansion in
            guard let radii = parser.borderRadii() else { return false }
            expansion.set("border-top-left-radius") { $0.decoration.radius.topLeft = radii.computed(in: $0).topLeft }
            expansion.set("border-top-right-radius") {
                $0.decoration.radius.topRight = radii.computed(in: $0).topRight
            }
            expansion.set("border-bottom-right-radius") {
                $0.decoration.radius.bottomRight = radii.computed(in: $0).bottomRight
            }
            expansion.set("border-bottom-left-radius") {
                $0.decoration.radius.bottomLeft = radii.computed(in: $0).bottomLeft
            }
            return true
        },
        side("outline", "outline"),
        side("column-rule", "column-rule"),
    ]

    private static let otherShorthands: [ShorthandDefinition] = [
        font, fontVariant, background, backgroundPosition, listStyle, flex, gridTemplate, grid, gridArea,
        .anyOrder(
            "text-decoration",
            ["text-decoration-style", "text-decoration-color", "text-decoration-thickness"],
            "<'text-decoration-line'> || <'text-decoration-style'> || <color> || <length-percentage>",
            resets: ["text-decoration-line"]
        ).readingLines(),
        .anyOrder(
            "flex-flow", ["flex-direction", "flex-wrap"], "<'flex-direction'> || <'flex-wrap'>"),
        columns,
        .pair("gap", ["row-gap", "column-gap"], "<'row-gap'> <'column-gap'>?"),
        placement("place-content", "align-content", "justify-content"),
        placement("place-items", "align-items", "justify-items"),
        placement("place-self", "align-self", "justify-self"),
        gridAxis("grid-row"), gridAxis("grid-column"),
    ]

    /// Every property but those that decide the direction of text (CSS Cascade 5 §3.2); only keywords for all.
    private static let all = ShorthandDefinition(
        name: "all",
        longhands: longhands.map(\.name).filter { $0 != "direction" && $0 != "unicode-bidi" },
        values: "initial | inherit | unset | revert | revert-layer"
    ) { _, _ in false }

    private static let columns = ShorthandDefinition(
        name: "columns", longhands: ["column-width", "column-count"], values: "<'column-width'> || <'column-count'>"
    ) { parser, expansion in
        var count = 0
        while let range = parser.nextComponent() {
            let part = parser.part(range)
            count += 1
            if parser.tokens[range.lowerBound].isIdent("auto") { continue }
            let done =
                (!expansion.has("column-count") && expansion.set("column-count", part))
                || (!expansion.has("column-width") && expansion.set("column-width", part))
            guard done else { return false }
        }
        return (1...2).contains(count)
    }

    private static func placement(_ name: String, _ align: String, _ justify: String) -> ShorthandDefinition {
        ShorthandDefinition(name: name, longhands: [align, justify], values: "<'\(align)'> <'\(justify)'>?") {
            parser, expansion in
            let start = parser
            guard let alignID = id(align), PropertyTable.longhands[alignID.index].parse(&parser) != nil,
                expansion.set(align, parser.part(start.index..<parser.index))
            else { return false }
            let second = parser.isAtEnd ? start.index..<parser.index : parser.index..<parser.end
            let rest = parser.part(second)
            while parser.nextComponent() != nil {}
            return expansion.set(justify, rest)
        }
    }

    private static func gridAxis(_ name: String) -> ShorthandDefinition {
        ShorthandDefinition(
            name: name, longhands: ["\(name)-start", "\(name)-end"], values: "<grid-line> [/ <grid-line>]?"
        ) { parser, expansion in
            guard let start = parser.gridLine() else { return false }
            var end = start.opposite
            if parser.slash() {
                guard let line = parser.gridLine() else { return false }
                end = line
            }
            let (first, last) = (start, end)
            if name == "grid-row" {
                expansion.set("grid-row-start") { $0.arrangement.gridRowStart = first }
                expansion.set("grid-row-end") { $0.arrangement.gridRowEnd = last }
            } else {
                expansion.set("grid-column-start") { $0.arrangement.gridColumnStart = first }
                expansion.set("grid-column-end") { $0.arrangement.gridColumnEnd = last }
            }
            return true
        }
    }

    private static let gridArea = ShorthandDefinition(
        name: "grid-area", longhands: ["grid-row-start", "grid-column-start", "grid-row-end", "grid-column-end"],
        values: "<grid-line> [/ <grid-line>]{0,3}"
    ) { parser, expansion in
        var lines: [GridLine] = []
        repeat {
            guard let line = parser.gridLine(), lines.count < 4 else { return false }
            lines.append(line)
        } while parser.slash()
        let rowStart = lines[0]
        let columnStart = lines.count > 1 ? lines[1] : rowStart.opposite
        let rowEnd = lines.count > 2 ? lines[2] : rowStart.opposite
        let columnEnd = lines.count > 3 ? lines[3] : columnStart.opposite
        expansion.set("grid-row-start") { $0.arrangement.gridRowStart = rowStart }
        expansion.set("grid-column-start") { $0.arrangement.gridColumnStart = columnStart }
        expansion.set("grid-row-end") { $0.arrangement.gridRowEnd = rowEnd }
        expansion.set("grid-column-end") { $0.arrangement.gridColumnEnd = columnEnd }
        return true
    }
}

extension GridLine {
    /// The other line where only one is given: the same name, or `auto` (CSS Grid 2 §8.4).
    fileprivate var opposite: GridLine {
        if case .named(_, 0) = self { self } else { .auto }
    }
}

extension ShorthandDefinition {
    /// `text-decoration`, whose lines are several words of one longhand.
    fileprivate func readingLines() -> ShorthandDefinition {
        ShorthandDefinition(name: name, longhands: longhands, values: values) { parser, expansion in
            let start = parser
            var rest: [Token] = []
            var lines: [Token] = []
            while let range = parser.nextComponent() {
                let word = parser.tokens[range.lowerBound]
                var lone = parser.part(range)
                let isLine = word.kind == .ident && lone.decorationLines() != nil
                if isLine {
                    lines += parser.tokens[range]
                } else {
                    rest += parser.tokens[range]
                }
            }
            guard !lines.isEmpty || !rest.isEmpty else { return false }
            if !lines.isEmpty,
                !expansion.set("text-decoration-line", ValueParser(lines, context: start.context))
            {
                return false
            }
            if rest.isEmpty { return true }
            var others = ValueParser(relinked(rest), context: start.context)
            return expand(&others, &expansion)
        }
    }
}
