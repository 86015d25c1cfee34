/// The longhands of `background` that are lists: one item a layer (CSS Backgrounds 3 §2.10).
extension PropertyTable {
    static let backgrounds: [PropertyDefinition] = [
        layers(
            "background-image", "none", "[none | <image>]#", \.images,
            read: { $0.imageOrNone() }, item: { $0.image }),
        layers(
            "background-position-x", "0%", "[left | center | right | <length-percentage>]#", \.positionsX,
            read: { $0.axisPosition(start: "left", end: "right") }, item: { $0.position.x }),
        layers(
            "background-position-y", "0%", "[top | center | bottom | <length-percentage>]#", \.positionsY,
            read: { $0.axisPosition(start: "top", end: "bottom") }, item: { $0.position.y }),
        layers(
            "background-size", "auto", "[cover | contain | [<length-percentage [0,∞]> | auto]{1,2}]#", \.sizes,
            read: { $0.backgroundSize() }, item: { $0.size }),
        layers(
            "background-repeat", "repeat", "[repeat-x | repeat-y | [repeat | space | round | no-repeat]{1,2}]#",
            \.repeats,
            read: PropertyDefinition.constant { $0.backgroundRepeat() },
            item: { RepeatPair(x: $0.repeatX, y: $0.repeatY) }),
        layers(
            "background-origin", "padding-box", "[border-box | padding-box | content-box]#", \.origins,
            read: PropertyDefinition.constant { $0.keyword(areas) }, item: { $0.origin }),
        layers(
            "background-clip", "border-box", "[border-box | padding-box | content-box | text]#", \.clips,
            read: PropertyDefinition.constant { $0.keyword(areas) ?? ($0.keyword("text") ? .text : nil) },
            item: { $0.clip }),
        layers(
            "background-attachment", "scroll", "[scroll | fixed | local]#", \.attachments,
            read: PropertyDefinition.constant { $0.keyword(["scroll": false, "local": false, "fixed": true]) },
            item: { $0.isFixed }),
    ]

    private static let areas: Keywords<BackgroundBox> = [
        "border-box": .borderBox, "padding-box": .paddingBox, "content-box": .contentBox,
    ]

    private static func layers<Item: CSSText & Sendable>(
        _ name: String, _ initial: String, _ values: String,
        _ path: any WritableKeyPath<BackgroundLists, [Item]> & Sendable, read: @escaping ComputedReader<Item>,
        item: @escaping @Sendable (BackgroundLayer) -> Item
    ) -> PropertyDefinition {
        PropertyDefinition(
            name: name, isInherited: false, initial: initial, values: values,
            parse: { parser in
                guard let items = parser.commaList({ read(&$0) }) else { return nil }
                return { builder in
                    let computed = items.map { $0(builder) }
                    builder.setBackground { $0[keyPath: path] = computed }
                }
            },
            copy: { builder, source in
                let items = source.decoration.backgroundLayers.map(item)
                builder.setBackground { $0[keyPath: path] = items.isEmpty ? [item(BackgroundLayer())] : items }
            },
            text: { style in
                let items = style.decoration.backgroundLayers.map { item($0).cssText }
                return items.isEmpty ? item(BackgroundLayer()).cssText : items.joined(separator: ", ")
            })
    }
}

/// How an image repeats on both axes.
struct RepeatPair: Sendable {
    var x: BackgroundRepeat
    var y: BackgroundRepeat
}

/// The lists before they are put together to layers.
struct BackgroundLists: Sendable {
    var images: [CSSImage?] = [nil]
    var positionsX: [LengthPercentage] = [.percent(0)]
    var positionsY: [LengthPercentage] = [.percent(0)]
    var sizes: [BackgroundSize] = [.lengths(nil, nil)]
    var repeats = [RepeatPair(x: .repeat, y: .repeat)]
    var origins: [BackgroundBox] = [.paddingBox]
    var clips: [BackgroundBox] = [.borderBox]
    var attachments = [false]

    /// As many layers as images; shorter lists start again. Layers without image count only for how they clip the
    /// colour.
    var layers: [BackgroundLayer] {
        if images.allSatisfy({ $0 == nil }), clips[(images.count - 1) % clips.count] == .borderBox { return [] }
        return images.indices.map { index in
            var layer = BackgroundLayer()
            layer.image = images[index]
            layer.position = PositionValue(
                x: positionsX[index % positionsX.count], y: positionsY[index % positionsY.count])
            layer.size = sizes[index % sizes.count]
            layer.repeatX = repeats[index % repeats.count].x
            layer.repeatY = repeats[index % repeats.count].y
            layer.origin = origins[index % origins.count]
            layer.clip = clips[index % clips.count]
            layer.isFixed = attachments[index % attachments.count]
            return layer
        }
    }
}

extension StyleBuilder {
    mutating func setBackground(_ change: (inout BackgroundLists) -> Void) {
        change(&backgroundLists)
        decoration.backgroundLayers = backgroundLists.layers
    }
}

extension ValueParser {
    mutating func axisPosition(start: String, end: String) -> (@Sendable (StyleBuilder) -> LengthPercentage)? {
        if keyword("center") { return { _ in .percent(0.5) } }
        let isEnd = keyword(end)
        let isStart = !isEnd && keyword(start)
        guard let length = lengthPercentage() else {
            guard isEnd || isStart else { return nil }
            return { _ in .percent(isEnd ? 1 : 0) }
        }
        let axis = PositionPart.Axis(offset: length, fromEnd: isEnd)
        return { axis.computed(in: $0) }
    }

    mutating func backgroundSize() -> (@Sendable (StyleBuilder) -> BackgroundSize)? {
        if keyword("cover") { return { _ in .cover } }
        if keyword("contain") { return { _ in .contain } }
        let width = keyword("auto") ? nil : lengthPercentage(.nonNegative)
        if width == nil, index == 0 || !tokens[index - 1].isIdent("auto") { return nil }
        let height = keyword("auto") ? nil : lengthPercentage(.nonNegative)
        return { .lengths(width?.computed(in: $0), height?.computed(in: $0)) }
    }

    mutating func backgroundRepeat() -> RepeatPair? {
        if keyword("repeat-x") { return RepeatPair(x: .repeat, y: .noRepeat) }
        if keyword("repeat-y") { return RepeatPair(x: .noRepeat, y: .repeat) }
        let words: Keywords<BackgroundRepeat> = [
            "repeat": .repeat, "no-repeat": .noRepeat, "space": .space, "round": .round,
        ]
        guard let x = keyword(words) else { return nil }
        return RepeatPair(x: x, y: keyword(words) ?? x)
    }
}
