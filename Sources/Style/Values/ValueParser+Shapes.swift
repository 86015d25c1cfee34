import Geometry

extension ValueParser {
    /// `transform` (CSS Transforms 1 §8); of three-dimensional functions the part in the plane.
    mutating func transforms() -> (@Sendable (StyleBuilder) -> [TransformFunction])? {
        if keyword("none") { return { _ in [] } }
        var functions: [@Sendable (StyleBuilder) -> TransformFunction] = []
        while let token = peek, token.kind == .function {
            guard let function = transformFunction(token.text.asciiLowercased) else { return nil }
            functions.append(function)
        }
        guard !functions.isEmpty else { return nil }
        let list = functions
        return { builder in list.map { $0(builder) } }
    }

    private mutating func transformFunction(_ name: String) -> (@Sendable (StyleBuilder) -> TransformFunction)? {
        switch name {
        case "translate", "translatex", "translatey", "translate3d":
            guard let lengths = block({ $0.commaList { $0.lengthPercentage() } }) else { return nil }
            return Self.translation(name, lengths)
        case "scale", "scalex", "scaley", "scale3d":
            guard let factors = block({ $0.commaList { $0.percentage() ?? $0.number() } }),
                let scale = Self.scale(name, factors)
            else { return nil }
            return { _ in scale }
        case "rotate", "rotatez":
            guard let angle = block({ $0.angle(allowingZero: true) }) else { return nil }
            return { _ in .rotate(angle) }
        case "skew", "skewx", "skewy":
            guard let angles = block({ $0.commaList { $0.angle(allowingZero: true) } }),
                angles.count == 1 || (angles.count == 2 && name == "skew")
            else { return nil }
            let skew: TransformFunction =
                name == "skewy" ? .skew(0, angles[0]) : .skew(angles[0], angles.count > 1 ? angles[1] : 0)
            return { _ in skew }
        case "matrix":
            guard let m = block({ $0.commaList { $0.number() } }), m.count == 6 else { return nil }
            return { _ in .matrix(a: m[0], b: m[1], c: m[2], d: m[3], e: m[4], f: m[5]) }
        case "matrix3d":
            guard let m = block({ $0.commaList { $0.number() } }), m.count == 16 else { return nil }
            return { _ in .matrix(a: m[0], b: m[1], c: m[4], d: m[5], e: m[12], f: m[13]) }
        default: return nil
        }
    }

    private static func translation(
        _ name: String, _ lengths: [SpecifiedLength]
    ) -> (@Sendable (StyleBuilder) -> TransformFunction)? {
        let first = lengths[0]
        switch (name, lengths.count) {
        case ("translatex", 1): return { .translate(first.computed(in: $0), .zero) }
        case ("translatey", 1): return { .translate(.zero, first.computed(in: $0)) }
        case ("translate", 1): return { .translate(first.computed(in: $0), .zero) }
        case ("translate", 2), ("translate3d", 3):
            let second = lengths[1]
            return { .translate(first.computed(in: $0), second.computed(in: $0)) }
        default: return nil
        }
    }

    private static func scale(_ name: String, _ factors: [Double]) -> TransformFunction? {
        switch (name, factors.count) {
        case ("scalex", 1): .scale(factors[0], 1)
        case ("scaley", 1): .scale(1, factors[0])
        case ("scale", 1): .scale(factors[0], factors[0])
        case ("scale", 2), ("scale3d", 3): .scale(factors[0], factors[1])
        default: nil
        }
    }

    /// `clip-path` with a basic shape (CSS Shapes 1 §3.1).
    mutating func clipPath() -> (@Sendable (StyleBuilder) -> ClipShape?)? {
        if keyword("none") { return { _ in nil } }
        let boxes: Keywords<Bool> = ["border-box": true, "padding-box": true, "content-box": true, "margin-box": true]
        _ = keyword(boxes)
        guard let token = peek, token.kind == .function else { return nil }
        let shape: (@Sendable (StyleBuilder) -> ClipShape)? =
            switch token.text.asciiLowercased {
            case "inset": block { $0.insetShape() }
            case "circle": block { $0.circleShape() }
            case "ellipse": block { $0.ellipseShape() }
            case "polygon": block { $0.polygonShape() }
            default: nil
            }
        guard let shape else { return nil }
        _ = keyword(boxes)
        return { shape($0) }
    }

    private mutating func insetShape() -> (@Sendable (StyleBuilder) -> ClipShape)? {
        var sides: [SpecifiedLength] = []
        while sides.count < 4, let side = attempt({ $0.lengthPercentage() }) { sides.append(side) }
        guard !sides.isEmpty else { return nil }
        var radii: BorderRadii?
        if keyword("round") {
            guard let read = borderRadii() else { return nil }
            radii = read
        }
        let (list, corners) = (sides, radii)
        return { builder in
            func side(_ index: Int) -> LengthPercentage {
                list[fourValueIndex(index, of: list.count)].computed(in: builder)
            }
            return .inset(
                Edges(top: side(0), right: side(1), bottom: side(2), left: side(3)),
                corners?.computed(in: builder) ?? Corners(CornerRadius()))
        }
    }

    private mutating func shapeCenter() -> (found: Bool, position: (@Sendable (StyleBuilder) -> PositionValue)?) {
        guard keyword("at") else { return (true, nil) }
        let position = position()
        return (position != nil, position)
    }

    private mutating func shapeRadius() -> SpecifiedLength? {
        if keyword("closest-side") || keyword("farthest-side") { return nil }
        return attempt { $0.lengthPercentage(.nonNegative) }
    }

    private mutating func circleShape() -> (@Sendable (StyleBuilder) -> ClipShape)? {
        let radius = shapeRadius()
        let center = shapeCenter()
        guard center.found else { return nil }
        let place = center.position
        return { builder in
            .circle(
                radius: radius?.computed(in: builder),
                center: place?(builder) ?? PositionValue(x: .percent(0.5), y: .percent(0.5)))
        }
    }

    private mutating func ellipseShape() -> (@Sendable (StyleBuilder) -> ClipShape)? {
        let (x, y) = (shapeRadius(), shapeRadius())
        let center = shapeCenter()
        guard center.found else { return nil }
        let place = center.position
        return { builder in
            .ellipse(
                radiusX: x?.computed(in: builder), radiusY: y?.computed(in: builder),
                center: place?(builder) ?? PositionValue(x: .percent(0.5), y: .percent(0.5)))
        }
    }

    private mutating func polygonShape() -> (@Sendable (StyleBuilder) -> ClipShape)? {
        var evenOdd = false
        if let rule = keyword(["evenodd": true, "nonzero": false]) {
            guard comma() else { return nil }
            evenOdd = rule
        }
        guard
            let points = commaList({ parser -> (x: SpecifiedLength, y: SpecifiedLength)? in
                guard let x = parser.lengthPercentage(), let y = parser.lengthPercentage() else { return nil }
                return (x, y)
            })
        else { return nil }
        let isEvenOdd = evenOdd
        return { builder in
            .polygon(
                points.map { PositionValue(x: $0.x.computed(in: builder), y: $0.y.computed(in: builder)) },
                evenOdd: isEvenOdd)
        }
    }

    /// `<length-percentage>{1,4} [/ <length-percentage>{1,4}]?`, as `border-radius` has it.
    mutating func borderRadii() -> BorderRadii? {
        func list(_ parser: inout ValueParser) -> [SpecifiedLength] {
            var values: [SpecifiedLength] = []
            while values.count < 4, let value = parser.attempt({ $0.lengthPercentage(.nonNegative) }) {
                values.append(value)
            }
            return values
        }
        let x = list(&self)
        guard !x.isEmpty else { return nil }
        guard slash() else { return BorderRadii(x: x, y: x) }
        let y = list(&self)
        return y.isEmpty ? nil : BorderRadii(x: x, y: y)
    }
}

/// The radii of four corners, from one to four values an axis.
struct BorderRadii: Sendable {
    var x: [SpecifiedLength]
    var y: [SpecifiedLength]

    func computed(in builder: StyleBuilder) -> Corners<CornerRadius> {
        func corner(_ index: Int) -> CornerRadius {
            CornerRadius(
                x: x[fourValueIndex(index, of: x.count)].computed(in: builder),
                y: y[fourValueIndex(index, of: y.count)].computed(in: builder))
        }
        return Corners(topLeft: corner(0), topRight: corner(1), bottomRight: corner(2), bottomLeft: corner(3))
    }
}

/// Which of `count` values stands for side `index` (top, right, bottom, left).
func fourValueIndex(_ index: Int, of count: Int) -> Int {
    switch count {
    case 1: 0
    case 2: index % 2
    case 3: index == 3 ? 1 : index
    default: index
    }
}
