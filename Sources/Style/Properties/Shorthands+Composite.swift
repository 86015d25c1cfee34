import Geometry

/// Shorthands with a grammar of their own.
extension PropertyTable {
    /// `font` (CSS Fonts 4 §2.7).
    static let font = ShorthandDefinition(
        name: "font",
        longhands: [
            "font-style", "font-variant-caps", "font-weight", "font-stretch", "font-size", "line-height",
            "font-family", "font-variant-numeric", "font-variant-ligatures", "font-variant-position",
            "font-variant-east-asian", "font-kerning", "font-feature-settings",
        ],
        values: "[<'font-style'> || small-caps || <'font-weight'> || <font-width>]? <'font-size'> [/ <'line-height'>]? "
            + "<'font-family'> | caption | icon | menu | message-box | small-caption | status-bar"
    ) { parser, expansion in
        let system: Keywords<Bool> = [
            "caption": true, "icon": true, "menu": true, "message-box": true, "small-caption": true,
            "status-bar": true,
        ]
        if parser.keyword(system) != nil {
            expansion.set("font-family", "system-ui")
            expansion.set("font-size", "13.3333px")
            return true
        }
        let leading = ["font-style", "font-variant-caps", "font-weight", "font-stretch"]
        var normals = 0
        while leading.filter({ expansion.has($0) }).count + normals < 4 {
            let before = parser
            guard let range = parser.nextComponent() else { return false }
            if parser.tokens[range.lowerBound].isIdent("normal") {
                normals += 1
                continue
            }
            // Only numbers that are a weight stand before the size.
            let part = parser.part(range)
            let isWord = parser.tokens[range.lowerBound].kind == .ident
            let names = isWord ? leading : ["font-weight"]
            guard names.contains(where: { !expansion.has($0) && expansion.set($0, part) }) else {
                parser = before
                break
            }
        }
        guard let size = parser.nextComponent(), expansion.set("font-size", parser.part(size)) else { return false }
        if parser.slash() {
            guard let height = parser.nextComponent(), expansion.set("line-height", parser.part(height)) else {
                return false
            }
        }
        let family = parser.index
        while parser.nextComponent() != nil {}
        return expansion.set("font-family", parser.part(family..<parser.end))
    }

    private static let fontVariants = [
        "font-variant-caps", "font-variant-numeric", "font-variant-ligatures", "font-variant-position",
        "font-variant-east-asian",
    ]

    static let fontVariant = ShorthandDefinition(
        name: "font-variant",
        longhands: fontVariants,
        values: "normal | none | [small-caps | … || <numeric> || <ligatures> || …]"
    ) { parser, expansion in
        if parser.keyword("normal") { return true }
        if parser.keyword("none") {
            expansion.set("font-variant-ligatures", "none")
            return true
        }
        var words: [String: [Token]] = [:]
        while let range = parser.nextComponent() {
            let part = parser.part(range)
            var probe = Expansion()
            guard let name = fontVariants.first(where: { probe.set($0, part) }) else { return false }
            words[name, default: []] += parser.tokens[range]
        }
        return !words.isEmpty
            && words.allSatisfy { expansion.set($0.key, ValueParser($0.value, context: parser.context)) }
    }

    private static let listStyles = ["list-style-position", "list-style-image", "list-style-type"]

    /// `list-style` (CSS Lists 3 §4.4): one `none` may stand for the type, the image or both.
    static let listStyle = ShorthandDefinition(
        name: "list-style", longhands: listStyles,
        values: "<'list-style-position'> || <'list-style-image'> || <'list-style-type'>"
    ) { parser, expansion in
        var nones = 0
        var count = 0
        while let range = parser.nextComponent() {
            count += 1
            if parser.tokens[range.lowerBound].isIdent("none") {
                nones += 1
                continue
            }
            let part = parser.part(range)
            guard listStyles.contains(where: { !expansion.has($0) && expansion.set($0, part) }) else {
                return false
            }
        }
        if nones > 0 {
            if !expansion.has("list-style-type") {
                expansion.set("list-style-type", "none")
            } else if expansion.has("list-style-image") {
                return false
            }
        }
        return count > 0 && nones <= 2
    }

    /// `flex` (CSS Flexbox 1 §7.2): the basis is 0 % where only factors are given.
    static let flex = ShorthandDefinition(
        name: "flex", longhands: ["flex-grow", "flex-shrink", "flex-basis"],
        values: "none | [<'flex-grow'> <'flex-shrink'>? || <'flex-basis'>]"
    ) { parser, expansion in
        if parser.keyword("none") {
            expansion.set("flex-grow", "0")
            expansion.set("flex-shrink", "0")
            expansion.set("flex-basis", "auto")
            return true
        }
        var hasFactors = false
        var hasBasis = false
        while !parser.isAtEnd {
            if !hasFactors, let grow = parser.attempt({ $0.nonNegativeNumber() }) {
                hasFactors = true
                expansion.set("flex-grow") { $0.arrangement.flexGrow = grow }
                let shrink = parser.attempt { $0.nonNegativeNumber() } ?? 1
                expansion.set("flex-shrink") { $0.arrangement.flexShrink = shrink }
            } else if !hasBasis, let range = parser.nextComponent(),
                expansion.set("flex-basis", parser.part(range))
            {
                hasBasis = true
            } else {
                return false
            }
        }
        if !hasFactors { expansion.set("flex-grow", "1") }
        if !hasBasis { expansion.set("flex-basis", "0%") }
        return hasFactors || hasBasis
    }

    static let backgroundPosition = ShorthandDefinition(
        name: "background-position", longhands: ["background-position-x", "background-position-y"],
        values: "<bg-position>#"
    ) { parser, expansion in
        guard let positions = parser.commaList({ $0.position() }) else { return false }
        expansion.set("background-position-x") { builder in
            let values = positions.map { $0(builder).x }
            builder.setBackground { $0.positionsX = values }
        }
        expansion.set("background-position-y") { builder in
            let values = positions.map { $0(builder).y }
            builder.setBackground { $0.positionsY = values }
        }
        return true
    }

    /// `background` (CSS Backgrounds 3 §2.10).
    static let background = ShorthandDefinition(
        name: "background",
        longhands: [
            "background-image", "background-position-x", "background-position-y", "background-size",
            "background-repeat", "background-origin", "background-clip", "background-attachment",
            "background-color",
        ],
        values: "<bg-layer>#, <final-bg-layer>"
    ) { parser, expansion in
        guard let layers = parser.commaList({ BackgroundLayerReader.read(&$0) }),
            layers.dropLast().allSatisfy({ $0.color == nil }), let last = layers.last
        else { return false }
        expansion.set("background-image") { builder in
            let images = layers.map { $0.image?(builder) }
            builder.setBackground { $0.images = images }
        }
        expansion.set("background-position-x") { builder in
            let values = layers.map { $0.position?(builder).x ?? .percent(0) }
            builder.setBackground { $0.positionsX = values }
        }
        expansion.set("background-position-y") { builder in
            let values = layers.map { $0.position?(builder).y ?? .percent(0) }
            builder.setBackground { $0.positionsY = values }
        }
        expansion.set("background-size") { builder in
            let values = layers.map { $0.size?(builder) ?? .lengths(nil, nil) }
            builder.setBackground { $0.sizes = values }
        }
        let repeats = layers.map { $0.repetition ?? RepeatPair(x: .repeat, y: .repeat) }
        expansion.set("background-repeat") { $0.setBackground { $0.repeats = repeats } }
        let origins = layers.map { $0.boxes.first ?? .paddingBox }
        expansion.set("background-origin") { $0.setBackground { $0.origins = origins } }
        let clips = layers.map { $0.boxes.last ?? .borderBox }
        expansion.set("background-clip") { $0.setBackground { $0.clips = clips } }
        let attachments = layers.map { $0.isFixed ?? false }
        expansion.set("background-attachment") { $0.setBackground { $0.attachments = attachments } }
        if let color = last.color {
            expansion.set("background-color") { $0.decoration.backgroundColor = color.computed(in: $0) }
        }
        return true
    }
}

/// One layer of `background`, its parts in any order.
private struct BackgroundLayerReader: Sendable {
    var image: (@Sendable (StyleBuilder) -> CSSImage?)?
    var position: (@Sendable (StyleBuilder) -> PositionValue)?
    var size: (@Sendable (StyleBuilder) -> BackgroundSize)?
    var repetition: RepeatPair?
    var isFixed: Bool?
    var boxes: [BackgroundBox] = []
    var color: SpecifiedColor?

    static func read(_ parser: inout ValueParser) -> BackgroundLayerReader? {
        var layer = BackgroundLayerReader()
        var any = false
        while let token = parser.peek, token.kind != .comma {
            guard layer.readPart(&parser) else { return nil }
            any = true
        }
        return any ? layer : nil
    }

    private mutating func readPart(_ parser: inout ValueParser) -> Bool {
        let attachments: Keywords<Bool> = ["scroll": false, "local": false, "fixed": true]
        let areas: Keywords<BackgroundBox> = [
            "border-box": .borderBox, "padding-box": .paddingBox, "content-box": .contentBox,
        ]
        if image == nil, let value = parser.attempt({ $0.imageOrNone() }) {
            image = value
        } else if repetition == nil, let value = parser.attempt({ $0.backgroundRepeat() }) {
            repetition = value
        } else if isFixed == nil, let value = parser.keyword(attachments) {
            isFixed = value
        } else if boxes.count < 2, let value = parser.keyword(areas) {
            boxes.append(value)
        } else if position == nil, let value = Self.longestPosition(&parser) {
            position = value
            if parser.slash() {
                size = parser.backgroundSize()
                return size != nil
            }
        } else if color == nil, let value = parser.color() {
            color = value
        } else {
            return false
        }
        return true
    }

    private static func longestPosition(
        _ parser: inout ValueParser
    ) -> (@Sendable (StyleBuilder) -> PositionValue)? {
        parser.attempt { $0.position() }
    }
}
