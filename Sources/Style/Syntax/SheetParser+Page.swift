extension SheetParser {
    /// `@page` with its selectors, descriptors and margin boxes (CSS Paged Media 3 §4).
    mutating func page(_ prelude: Range<Int>, _ block: Range<Int>, at offset: Int) -> PageRule? {
        var selectors: [PageSelector] = []
        for part in SelectorParser.split(tokens[prelude]) {
            guard let selector = pageSelector(part) else {
                notes.warning("'\(source(prelude))' selects no page; the rule is dropped", at: offset)
                return nil
            }
            selectors.append(selector)
        }
        var content = BlockContent()
        content.isPage = true
        declarations(block, into: &content)
        return PageRule(
            selectors: selectors, block: content.block, size: content.size?.value,
            sizeIsImportant: content.size?.isImportant ?? false, rotation: content.rotation,
            marginBoxes: content.marginBoxes)
    }

    private func pageSelector(_ tokens: ArraySlice<Token>) -> PageSelector? {
        var selector = PageSelector()
        var rest = tokens.drop { $0.kind == .whitespace }
        while rest.last?.kind == .whitespace { rest.removeLast() }
        if let name = rest.first, name.kind == .ident {
            selector.name = name.text
            rest.removeFirst()
        }
        while let colon = rest.first {
            guard colon.kind == .colon, let word = rest.dropFirst().first else { return nil }
            rest.removeFirst(2)
            switch (word.kind, word.text.asciiLowercased) {
            case (.ident, "first"): selector.isFirst = true
            case (.ident, "left"): selector.isLeft = true
            case (.ident, "right"): selector.isRight = true
            case (.ident, "blank"): selector.isBlank = true
            case (.function, "nth"):
                let inside = rest.prefix { $0.kind != .closeParen }
                guard let nth = Nth(tokens: inside) else { return nil }
                selector.step = nth.step
                selector.offset = nth.offset
                rest = rest[min(inside.endIndex + 1, rest.endIndex)...]
            default: return nil
            }
        }
        return selector
    }

    /// Reads `size` and other descriptors of pages that are no properties.
    mutating func pageDescriptor(
        _ name: String, _ value: Range<Int>, _ isImportant: Bool, _ content: inout BlockContent
    ) -> Bool {
        switch name {
        case "size":
            var parser = ValueParser(tokens, value, context: context)
            guard let size = parser.pageSize(), parser.isAtEnd else {
                notes.warning("'\(source(value))' is no value of 'size'", at: tokens[value.lowerBound].start)
                return true
            }
            if isImportant || content.size?.isImportant != true { content.size = (size, isImportant) }
            return true
        case "page-orientation":
            var parser = ValueParser(tokens, value, context: context)
            content.rotation = parser.keyword(["upright": 0, "rotate-left": 270, "rotate-right": 90])
            return content.rotation != nil
        default: return false
        }
    }
}

extension ValueParser {
    /// Sheets by name: width and height in px, portrait (CSS Paged Media 3 §7.1).
    private static let sheets: Keywords<(width: Double, height: Double)> = {
        func mm(_ width: Double, _ height: Double) -> (width: Double, height: Double) {
            (width * 96 / 25.4, height * 96 / 25.4)
        }
        return [
            "a5": mm(148, 210), "a4": mm(210, 297), "a3": mm(297, 420), "a6": mm(105, 148), "a2": mm(420, 594),
            "a1": mm(594, 841), "a0": mm(841, 1189), "b5": mm(176, 250), "b4": mm(250, 353),
            "jis-b5": mm(182, 257), "jis-b4": mm(257, 364), "letter": (816, 1056), "legal": (816, 1344),
            "ledger": (1056, 1632), "tabloid": (1056, 1632),
        ]
    }()

    mutating func pageSize() -> PageSizeValue? {
        if keyword("auto") { return .auto }
        if let width = length(.nonNegative) {
            return .lengths(width, length(.nonNegative) ?? width)
        }
        let orientations: Keywords<Bool> = ["portrait": false, "landscape": true]
        let before = keyword(orientations)
        let sheet = keyword(Self.sheets)
        let isLandscape = before ?? keyword(orientations)
        guard let sheet else { return isLandscape.map { .orientation(isLandscape: $0) } }
        return .sheet(width: sheet.width, height: sheet.height, isLandscape: isLandscape ?? false)
    }
}

extension MarginBoxName {
    /// The box of an at-keyword, in lower case.
    init?(atKeyword: String) {
        let names: [String: MarginBoxName] = [
            "top-left-corner": .topLeftCorner, "top-left": .topLeft, "top-center": .topCenter,
            "top-right": .topRight, "top-right-corner": .topRightCorner, "left-top": .leftTop,
            "left-middle": .leftMiddle, "left-bottom": .leftBottom, "right-top": .rightTop,
            "right-middle": .rightMiddle, "right-bottom": .rightBottom, "bottom-left-corner": .bottomLeftCorner,
            "bottom-left": .bottomLeft, "bottom-center": .bottomCenter, "bottom-right": .bottomRight,
            "bottom-right-corner": .bottomRightCorner,
        ]
        guard let name = names[atKeyword] else { return nil }
        self = name
    }
}
