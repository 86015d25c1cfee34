import Geometry

/// A colour stop before it meets an element.
private struct SpecifiedStop: Sendable {
    var color: SpecifiedColor
    var position: SpecifiedLength?

    func computed(in builder: StyleBuilder) -> ColorStop {
        ColorStop(color: color.computed(in: builder), position: position?.computed(in: builder))
    }
}

extension ValueParser {
    /// `<image> | none`.
    mutating func imageOrNone() -> (@Sendable (StyleBuilder) -> CSSImage?)? {
        if keyword("none") { return { _ in nil } }
        guard let image = image() else { return nil }
        return { image($0) }
    }

    /// `<image>` (CSS Images 3 §2).
    mutating func image() -> (@Sendable (StyleBuilder) -> CSSImage)? {
        if let reference = url() { return { _ in .url(reference) } }
        guard let token = peek, token.kind == .function else { return nil }
        switch token.text.asciiLowercased {
        case "linear-gradient": return block { $0.linearGradient(repeats: false) }
        case "repeating-linear-gradient": return block { $0.linearGradient(repeats: true) }
        case "radial-gradient": return block { $0.radialGradient(repeats: false) }
        case "repeating-radial-gradient": return block { $0.radialGradient(repeats: true) }
        case "conic-gradient": return block { $0.conicGradient(repeats: false) }
        case "repeating-conic-gradient": return block { $0.conicGradient(repeats: true) }
        case "image-set", "-webkit-image-set": return block { $0.imageSet() }
        default: return nil
        }
    }

    /// The first image of `image-set()` that is not told apart by a resolution other than 1.
    private mutating func imageSet() -> (@Sendable (StyleBuilder) -> CSSImage)? {
        guard
            let options = commaList({ parser -> (@Sendable (StyleBuilder) -> CSSImage)? in
                let image =
                    parser.url(allowingString: true).map { reference -> @Sendable (StyleBuilder) -> CSSImage in
                        { _ in .url(reference) }
                    } ?? parser.image()
                while let token = parser.peek, token.kind == .dimension || token.kind == .function {
                    _ = parser.nextComponent()
                }
                return image
            })
        else { return nil }
        return options.first
    }

    private mutating func linearGradient(repeats: Bool) -> (@Sendable (StyleBuilder) -> CSSImage)? {
        var direction = LinearGradient.Direction.angle(180)
        skipInterpolation()
        if let angle = angle(allowingZero: true) {
            direction = .angle(angle)
        } else if keyword("to") {
            guard let corner = gradientCorner() else { return nil }
            direction = corner
        }
        skipInterpolation()
        guard startsStops(), let stops = colorStops() else { return nil }
        let line = direction
        return { builder in
            .linearGradient(
                LinearGradient(direction: line, stops: stops.map { $0.computed(in: builder) }, repeats: repeats))
        }
    }

    /// Steps over the comma between a gradient's line and its stops; there is none when the line is left out.
    private mutating func startsStops() -> Bool {
        guard let token = peek else { return false }
        if token.kind == .comma {
            advance()
            return true
        }
        return tokens[index - 1].opensBlock || (tokens[index - 1].kind == .whitespace && tokens[index - 2].opensBlock)
    }

    /// `in <color-space>`: gradients are mixed in sRGB whatever it says.
    private mutating func skipInterpolation() {
        guard keyword("in") else { return }
        while let token = peek, token.kind == .ident { advance() }
    }

    private mutating func gradientCorner() -> LinearGradient.Direction? {
        let sides: Keywords<(x: Int, y: Int)> = [
            "left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1),
        ]
        guard let first = keyword(sides) else { return nil }
        let second = keyword(sides) ?? (0, 0)
        if second != (0, 0), (first.x == 0) == (second.x == 0) { return nil }
        switch (first.x + second.x, first.y + second.y) {
        case (0, -1): return .angle(0)
        case (1, 0): return .angle(90)
        case (0, 1): return .angle(180)
        case (-1, 0): return .angle(270)
        case (let x, let y): return .corner(x: x, y: y)
        }
    }

    /// Two stops or more; a hint between stops is placed as a stop of the mean colour.
    private mutating func colorStops(isConic: Bool = false) -> [SpecifiedStop]? {
        var stops: [SpecifiedStop] = []
        var hint: SpecifiedLength?
        repeat {
            guard let color = color() else {
                guard !stops.isEmpty, hint == nil, let place = stopPosition(isConic) else { return nil }
                hint = place
                continue
            }
            if let place = hint, let before = stops.last {
                let mean = ColorMix(
                    space: .srgb, longerHue: false, first: before.color, second: color, share: 0.5, alphaFactor: 1)
                stops.append(SpecifiedStop(color: .mix(mean), position: place))
                hint = nil
            }
            let first = stopPosition(isConic)
            stops.append(SpecifiedStop(color: color, position: first))
            if first != nil, let second = stopPosition(isConic) {
                stops.append(SpecifiedStop(color: color, position: second))
            }
        } while comma()
        return stops.count >= 2 && hint == nil ? stops : nil
    }

    private mutating func stopPosition(_ isConic: Bool) -> SpecifiedLength? {
        if isConic, let angle = angle(allowingZero: true) { return .percent(angle / 360) }
        return attempt { $0.lengthPercentage() }
    }

    private mutating func radialGradient(repeats: Bool) -> (@Sendable (StyleBuilder) -> CSSImage)? {
        var shape = RadialShape()
        skipInterpolation()
        guard shape.read(&self) else { return nil }
        skipInterpolation()
        guard startsStops(), let stops = colorStops() else { return nil }
        let finished = shape
        return { builder in
            .radialGradient(
                RadialGradient(
                    isCircle: finished.isCircle ?? false, extent: finished.extent(in: builder),
                    center: finished.center?(builder) ?? PositionValue(x: .percent(0.5), y: .percent(0.5)),
                    stops: stops.map { $0.computed(in: builder) }, repeats: repeats))
        }
    }

    private mutating func conicGradient(repeats: Bool) -> (@Sendable (StyleBuilder) -> CSSImage)? {
        var from = 0.0
        var center: (@Sendable (StyleBuilder) -> PositionValue)?
        skipInterpolation()
        if keyword("from") {
            guard let angle = angle(allowingZero: true) else { return nil }
            from = angle
        }
        if keyword("at") {
            guard let position = position() else { return nil }
            center = position
        }
        skipInterpolation()
        guard startsStops(), let stops = colorStops(isConic: true) else { return nil }
        let (start, place) = (from, center)
        return { builder in
            .conicGradient(
                ConicGradient(
                    from: start, center: place?(builder) ?? PositionValue(x: .percent(0.5), y: .percent(0.5)),
                    stops: stops.map { $0.computed(in: builder) }, repeats: repeats))
        }
    }

    /// `box-shadow` and `text-shadow` (CSS Backgrounds 3 §6.1, CSS Text Decoration 3 §4).
    mutating func shadows(isBox: Bool) -> (@Sendable (StyleBuilder) -> [Shadow])? {
        if keyword("none") { return { _ in [] } }
        guard let shadows = commaList({ $0.shadow(isBox: isBox) }) else { return nil }
        return { builder in shadows.map { $0(builder) } }
    }

    private mutating func shadow(isBox: Bool) -> (@Sendable (StyleBuilder) -> Shadow)? {
        var color: SpecifiedColor?
        var lengths: [SpecifiedLength] = []
        var inset = false
        while !isAtEnd {
            if isBox, !inset, keyword("inset") {
                inset = true
            } else if lengths.isEmpty, let length = length() {
                lengths.append(length)
                while lengths.count < (isBox ? 4 : 3), let next = attempt({ $0.length() }) { lengths.append(next) }
            } else if color == nil, let named = self.color() {
                color = named
            } else {
                break
            }
        }
        guard lengths.count >= 2, lengths.count < 3 || !lengths[2].isNegative else { return nil }
        let (places, tint, isInset) = (lengths, color ?? .currentColor, inset)
        return { builder in
            func place(_ index: Int) -> Double {
                index < places.count ? places[index].pixels(in: builder) : 0
            }
            return Shadow(
                x: place(0), y: place(1), blur: max(0, place(2)), spread: place(3), color: tint.computed(in: builder),
                isInset: isInset)
        }
    }
}

/// The shape, size and place of a radial gradient.
private struct RadialShape: Sendable {
    var isCircle: Bool?
    var keyword: RadialGradient.Extent?
    var lengths: [SpecifiedLength] = []
    var center: (@Sendable (StyleBuilder) -> PositionValue)?

    mutating func read(_ parser: inout ValueParser) -> Bool {
        let shapes: Keywords<Bool> = ["circle": true, "ellipse": false]
        let extents: Keywords<RadialGradient.Extent> = [
            "closest-side": .closestSide, "closest-corner": .closestCorner, "farthest-side": .farthestSide,
            "farthest-corner": .farthestCorner,
        ]
        while true {
            if isCircle == nil, let shape = parser.keyword(shapes) {
                isCircle = shape
            } else if keyword == nil, lengths.isEmpty, let extent = parser.keyword(extents) {
                keyword = extent
            } else if keyword == nil, lengths.isEmpty, let x = parser.attempt({ $0.lengthPercentage(.nonNegative) }) {
                lengths.append(x)
                if let y = parser.attempt({ $0.lengthPercentage(.nonNegative) }) { lengths.append(y) }
            } else {
                break
            }
        }
        if lengths.count == 1 {
            if isCircle == false { return false }
            isCircle = true
        } else if lengths.count == 2, isCircle == true {
            return false
        }
        guard parser.keyword("at") else { return true }
        center = parser.position()
        return center != nil
    }

    func extent(in builder: StyleBuilder) -> RadialGradient.Extent {
        guard let x = lengths.first?.computed(in: builder) else { return keyword ?? .farthestCorner }
        return .explicit(x: x, y: lengths.count > 1 ? lengths[1].computed(in: builder) : x)
    }
}
