/// The lines of `text-decoration-line`.
struct DecorationLines: OptionSet, Sendable {
    let rawValue: UInt8
    static let underline = DecorationLines(rawValue: 1)
    static let overline = DecorationLines(rawValue: 2)
    static let lineThrough = DecorationLines(rawValue: 4)
    static let blink = DecorationLines(rawValue: 8)
}

extension DecorationLines {
    init(_ decoration: TextDecoration) {
        self = []
        if decoration.underline { insert(.underline) }
        if decoration.overline { insert(.overline) }
        if decoration.lineThrough { insert(.lineThrough) }
    }
}

/// An integer or `auto`.
struct OptionalInteger: Sendable { var value: Int? }
/// A number of px or a ratio, or `auto`.
struct OptionalNumber: Sendable { var value: Double? }
/// The value of `aspect-ratio`: width by height, `auto`, or both.
struct PreferredRatio: Sendable {
    var ratio: Double?
    var hasAuto: Bool
}
/// A name or `auto`.
struct OptionalName: Sendable { var value: String? }
/// A value of `position` with the name that `running()` gives.
struct NamedPosition: Sendable {
    var position: Position
    var runningName: String?
}

extension ValueParser {
    /// `display`, with one keyword or several (CSS Display 3 §2).
    mutating func display() -> Display? {
        let single: Keywords<Display> = [
            "none": .none, "contents": .contents, "block": .block, "inline": .inline, "inline-block": .inlineBlock,
            "list-item": .listItem, "flow-root": .flowRoot, "table": .table, "inline-table": .inlineTable,
            "flex": .flex, "inline-flex": .inlineFlex, "grid": .grid, "inline-grid": .inlineGrid,
            "table-row-group": .tableRowGroup, "table-header-group": .tableHeaderGroup,
            "table-footer-group": .tableFooterGroup, "table-row": .tableRow, "table-cell": .tableCell,
            "table-column-group": .tableColumnGroup, "table-column": .tableColumn, "table-caption": .tableCaption,
            "-webkit-flex": .flex, "-webkit-inline-flex": .inlineFlex, "flow": .block,
        ]
        var words: [String] = []
        while let token = peek, token.kind == .ident {
            words.append(token.text.asciiLowercased)
            advance()
        }
        if words.count == 1 { return single[words[0]] }
        return Self.display(ofWords: Set(words), count: words.count)
    }

    private static func display(ofWords words: Set<String>, count: Int) -> Display? {
        guard count == words.count, count == 2 || count == 3 else { return nil }
        var rest = words
        let isInline = rest.remove("inline") != nil
        if !isInline { rest.remove("block") }
        if rest.contains("list-item") {
            rest.subtract(["list-item", "flow", "flow-root"])
            return rest.isEmpty ? (isInline ? .inline : .listItem) : nil
        }
        guard rest.count == 1, let inner = rest.first else { return nil }
        switch inner {
        case "flow": return isInline ? .inline : .block
        case "flow-root": return isInline ? .inlineBlock : .flowRoot
        case "table": return isInline ? .inlineTable : .table
        case "flex": return isInline ? .inlineFlex : .flex
        case "grid": return isInline ? .inlineGrid : .grid
        default: return nil
        }
    }

    /// `width` and its kin; `auto` is the keyword that leaves the size open.
    mutating func sizing(auto: String) -> (@Sendable (StyleBuilder) -> Sizing)? {
        let keywords: Keywords<Sizing> = [
            "min-content": .minContent, "max-content": .maxContent, "fit-content": .fitContent(nil),
            "-webkit-min-content": .minContent, "-webkit-max-content": .maxContent,
            "-webkit-fit-content": .fitContent(nil), "intrinsic": .maxContent, "min-intrinsic": .minContent,
        ]
        if keyword(auto) { return { _ in .auto } }
        if let value = keyword(keywords) { return { _ in value } }
        if keyword("-webkit-fill-available") || keyword("stretch") {
            return { _ in .stretch }
        }
        if let limit = function("fit-content", { $0.lengthPercentage(.nonNegative) }) {
            return { .fitContent(limit.computed(in: $0)) }
        }
        guard let length = lengthPercentage(.nonNegative) else { return nil }
        return { .length(length.computed(in: $0).nonNegative) }
    }

    mutating func aspectRatio() -> PreferredRatio? {
        var hasAuto = keyword("auto")
        guard let width = attempt({ $0.nonNegativeNumber() }) else {
            return hasAuto ? PreferredRatio(ratio: nil, hasAuto: true) : nil
        }
        var height = 1.0
        if slash() {
            guard let second = nonNegativeNumber() else { return nil }
            height = second
        }
        if !hasAuto { hasAuto = keyword("auto") }
        // Within bounds, so that what is found by the ratio stays a finite length.
        let ratio = width > 0 && height > 0 ? min(max(width / height, 1e-6), 1e6) : nil
        return PreferredRatio(ratio: ratio, hasAuto: hasAuto)
    }

    mutating func decorationLines() -> DecorationLines? {
        if keyword("none") { return [] }
        let names: Keywords<DecorationLines> = [
            "underline": .underline, "overline": .overline, "line-through": .lineThrough, "blink": .blink,
        ]
        var lines: DecorationLines = []
        while let line = keyword(names) {
            guard !lines.contains(line) else { return nil }
            lines.insert(line)
        }
        return lines.isEmpty ? nil : lines
    }

    /// `<position>` (CSS Values 4 §9.1), and the three-value form of `background-position`.
    mutating func position() -> (@Sendable (StyleBuilder) -> PositionValue)? {
        var parts: [PositionPart] = []
        while parts.count < 4, let part = positionPart() { parts.append(part) }
        guard let (x, y) = PositionPart.axes(parts) else { return nil }
        return { PositionValue(x: x.computed(in: $0), y: y.computed(in: $0)) }
    }

    mutating func positionPart() -> PositionPart? {
        let sides: Keywords<PositionPart> = [
            "left": .side(.left), "right": .side(.right), "top": .side(.top), "bottom": .side(.bottom),
            "center": .side(.center),
        ]
        if let side = keyword(sides) { return side }
        return lengthPercentage().map { .length($0) }
    }
}

/// One word of a position.
enum PositionPart: Sendable {
    enum Side: Sendable { case left, right, top, bottom, center }

    case side(Side)
    case length(SpecifiedLength)

    /// A place on one axis: an offset from the start, or from the end.
    struct Axis: Sendable {
        var offset: SpecifiedLength
        var fromEnd = false

        func computed(in builder: StyleBuilder) -> LengthPercentage {
            let value = offset.computed(in: builder)
            guard fromEnd else { return value }
            switch value {
            case .percent(let fraction): return .percent(1 - fraction)
            case .px, .calc:
                return .calc(KeptCalculation(.sum([.value(.percent(1)), .product(.value(value), -1)])))
            }
        }
    }

    static func axes(_ parts: [PositionPart]) -> (Axis, Axis)? {
        switch parts.count {
        case 1:
            let center = Axis(offset: .percent(0.5))
            guard let axis = parts[0].alone else { return nil }
            return parts[0].isVertical ? (center, axis) : (axis, center)
        case 2:
            guard let first = parts[0].alone, let second = parts[1].alone else { return nil }
            if parts[0].isVertical || parts[1].isHorizontal {
                return parts[1].isVertical || parts[0].isHorizontal || parts[0].isLength || parts[1].isLength
                    ? nil : (second, first)
            }
            return (first, second)
        default: return edgeOffsets(parts)
        }
    }

    /// `right 10px bottom 20px`, where one of the offsets may be left out.
    private static func edgeOffsets(_ parts: [PositionPart]) -> (Axis, Axis)? {
        var axes: [(side: Side, axis: Axis)] = []
        var index = 0
        while index < parts.count {
            guard case .side(let side) = parts[index], var axis = parts[index].alone else { return nil }
            index += 1
            if index < parts.count, case .length(let offset) = parts[index] {
                guard side != .center else { return nil }
                axis = Axis(offset: offset, fromEnd: side == .right || side == .bottom)
                index += 1
            }
            axes.append((side, axis))
        }
        guard axes.count == 2 else { return nil }
        let vertical: Swift.Set<Side> = [.top, .bottom]
        let horizontal: Swift.Set<Side> = [.left, .right]
        if vertical.contains(axes[0].side) || horizontal.contains(axes[1].side) { axes.swapAt(0, 1) }
        guard !vertical.contains(axes[0].side), !horizontal.contains(axes[1].side) else { return nil }
        return (axes[0].axis, axes[1].axis)
    }

    private var isLength: Bool { if case .length = self { true } else { false } }
    private var isVertical: Bool {
        if case .side(let side) = self { side == .top || side == .bottom } else { false }
    }
    private var isHorizontal: Bool {
        if case .side(let side) = self { side == .left || side == .right } else { false }
    }

    private var alone: Axis? {
        switch self {
        case .length(let length): Axis(offset: length)
        case .side(.left), .side(.top): Axis(offset: .percent(0))
        case .side(.right), .side(.bottom): Axis(offset: .percent(1))
        case .side(.center): Axis(offset: .percent(0.5))
        }
    }
}
