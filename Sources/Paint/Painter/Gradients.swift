import Geometry
import Glibc
import Style

extension Gradient {
    /// nil when there is nothing to see.
    init?(_ gradient: LinearGradient, in rect: Rect) {
        let direction = Self.direction(gradient.direction, rect.size)
        let length = abs(rect.width * direction.x) + abs(rect.height * direction.y)
        let center = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
        func point(_ offset: Double) -> Point {
            let distance = (offset - 0.5) * length
            return Point(x: center.x + direction.x * distance, y: center.y + direction.y * distance)
        }
        let stops = Self.placed(gradient.stops, length: length)
        guard let (ends, unit) = Self.normalized(stops, repeats: gradient.repeats) else { return nil }
        self.init(
            shape: .linear(from: point(ends.lowerBound), to: point(ends.upperBound)), stops: unit,
            repeats: gradient.repeats)
    }

    /// nil when there is nothing to see.
    init?(_ gradient: RadialGradient, in rect: Rect) {
        let center = Point(
            x: rect.x + gradient.center.x.resolved(against: rect.width),
            y: rect.y + gradient.center.y.resolved(against: rect.height))
        let radii = Self.radii(gradient, center, rect)
        let stops = Self.placed(gradient.stops, length: radii.width)
        guard let (ends, unit) = Self.normalized(Self.fromZero(stops), repeats: gradient.repeats) else { return nil }
        self.init(
            shape: .radial(center: center, radii: radii, from: ends.lowerBound, to: ends.upperBound), stops: unit,
            repeats: gradient.repeats)
    }

    /// A unit vector along the gradient line, y down (CSS Images 3 §3.1).
    private static func direction(_ direction: LinearGradient.Direction, _ size: Size) -> Point {
        switch direction {
        case .angle(let degrees):
            let radians = degrees * .pi / 180
            return Point(x: sin(radians), y: -cos(radians))
        case .corner(let x, let y):
            if x == 0 || y == 0 { return Point(x: Double(x), y: Double(y)) }
            // The line through the middle has the colour of the middle in the two other corners.
            let length = (size.width * size.width + size.height * size.height).squareRoot()
            guard length > 0 else { return Point(x: 0, y: 1) }
            return Point(x: Double(x) * size.height / length, y: Double(y) * size.width / length)
        }
    }

    private static func radii(_ gradient: RadialGradient, _ center: Point, _ rect: Rect) -> Size {
        let left = abs(center.x - rect.minX)
        let right = abs(rect.maxX - center.x)
        let top = abs(center.y - rect.minY)
        let bottom = abs(rect.maxY - center.y)
        func size(_ x: Double, _ y: Double, isCorner: Bool, isFar: Bool) -> Size {
            if gradient.isCircle {
                let radius = isCorner ? (x * x + y * y).squareRoot() : isFar ? max(x, y) : min(x, y)
                return Size(width: max(radius, 1e-3), height: max(radius, 1e-3))
            }
            let stretch = isCorner ? 2.0.squareRoot() : 1
            return Size(width: max(x * stretch, 1e-3), height: max(y * stretch, 1e-3))
        }
        switch gradient.extent {
        case .closestSide: return size(min(left, right), min(top, bottom), isCorner: false, isFar: false)
        case .farthestSide: return size(max(left, right), max(top, bottom), isCorner: false, isFar: true)
        case .closestCorner: return size(min(left, right), min(top, bottom), isCorner: true, isFar: false)
        case .farthestCorner: return size(max(left, right), max(top, bottom), isCorner: true, isFar: true)
        case .explicit(let x, let y):
            return Size(
                width: max(x.resolved(against: rect.width), 1e-3), height: max(y.resolved(against: rect.height), 1e-3))
        }
    }

    /// Stops with their places as fractions of the line (CSS Images 3 §3.4.3).
    static func placed(_ stops: [ColorStop], length: Double) -> [Stop] {
        var offsets: [Double?] = stops.map { stop in
            switch stop.position {
            case nil: nil
            case .percent(let fraction)?: fraction
            case let position?: length > 0 ? position.resolved(against: length) / length : 0
            }
        }
        guard !offsets.isEmpty else { return [] }
        offsets[0] = offsets[0] ?? 0
        offsets[offsets.count - 1] = offsets[offsets.count - 1] ?? 1
        var highest = -Double.infinity
        for index in offsets.indices {
            guard let offset = offsets[index] else { continue }
            highest = max(highest, offset)
            offsets[index] = highest
        }
        var known = 0
        for index in offsets.indices.dropFirst() {
            guard let end = offsets[index], let start = offsets[known] else { continue }
            for between in (known + 1)..<max(known + 1, index) {
                offsets[between] = start + (end - start) * Double(between - known) / Double(index - known)
            }
            known = index
        }
        return zip(offsets, stops).map { Stop(offset: $0 ?? 0, color: $1.color) }
    }

    /// The stops stretched to 0 … 1, and where these ends lie on the line.
    private static func normalized(_ stops: [Stop], repeats: Bool) -> (ends: ClosedRange<Double>, stops: [Stop])? {
        guard let first = stops.first, let last = stops.last else { return nil }
        let span = last.offset - first.offset
        guard span > 1e-9 else {
            // All in one place: one colour before it and one after, or an even repetition of the last.
            let before = repeats ? last.color : first.color
            let ends = first.offset...(first.offset + 1e-6)
            return (ends, [Stop(offset: 0, color: before), Stop(offset: 1, color: last.color)])
        }
        let unit = stops.map { Stop(offset: ($0.offset - first.offset) / span, color: $0.color) }
        return (first.offset...last.offset, bridged(unit))
    }

    /// Colours are blended premultiplied in CSS and are not in Cairo: a stop that cannot be seen takes on the colours of
    /// its neighbours, so that nothing turns grey on the way.
    private static func bridged(_ stops: [Stop]) -> [Stop] {
        guard stops.contains(where: { $0.color.alpha == 0 }) else { return stops }
        var bridged: [Stop] = []
        for (index, stop) in stops.enumerated() {
            guard stop.color.alpha == 0 else {
                bridged.append(stop)
                continue
            }
            for neighbour in [index - 1, index + 1] where stops.indices.contains(neighbour) {
                bridged.append(Stop(offset: stop.offset, color: stops[neighbour].color.withAlpha(0)))
            }
        }
        return bridged
    }

    /// Radial gradients begin at their centre: what lies before it is cut off.
    private static func fromZero(_ stops: [Stop]) -> [Stop] {
        guard let first = stops.first, first.offset < 0 else { return stops }
        guard let next = stops.firstIndex(where: { $0.offset >= 0 }), next > 0 else {
            return stops.last.map { [Stop(offset: 0, color: $0.color)] } ?? []
        }
        let a = stops[next - 1]
        let b = stops[next]
        let share = Float(-a.offset / (b.offset - a.offset))
        return [Stop(offset: 0, color: a.color.mixed(with: b.color, share))] + stops[next...]
    }
}

extension PixelPicture {
    /// A conic gradient, which neither PDF nor Cairo has, as pixels.
    init(_ gradient: ConicGradient, size: Size) {
        let longest = 600.0
        let scale = min(1, longest / max(size.width, size.height, 1)) * 1.0
        let width = max(1, Int((size.width * scale).rounded(.up)))
        let height = max(1, Int((size.height * scale).rounded(.up)))
        let stops = Gradient.placed(gradient.stops, length: 1)
        let centerX = gradient.center.x.resolved(against: size.width) * scale
        let centerY = gradient.center.y.resolved(against: size.height) * scale
        var values: [UInt32] = []
        values.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                let angle = atan2(Double(x) + 0.5 - centerX, centerY - Double(y) - 0.5) * 180 / .pi - gradient.from
                let turn = angle / 360
                values.append(Self.color(at: turn - turn.rounded(.down), stops, gradient.repeats))
            }
        }
        self.init(width: width, height: height, values: values)
    }

    private static func color(at turn: Double, _ stops: [Gradient.Stop], _ repeats: Bool) -> UInt32 {
        guard let first = stops.first, let last = stops.last else { return 0 }
        var place = turn
        let span = last.offset - first.offset
        if repeats, span > 0 {
            let share = (place - first.offset) / span
            place = first.offset + (share - share.rounded(.down)) * span
        }
        guard place > first.offset else { return first.color.premultipliedPixel }
        for (a, b) in zip(stops, stops.dropFirst()) where place <= b.offset {
            let share = b.offset > a.offset ? Float((place - a.offset) / (b.offset - a.offset)) : 1
            return a.color.mixed(with: b.color, share).premultipliedPixel
        }
        return last.color.premultipliedPixel
    }
}

extension Color {
    /// Blended premultiplied, as CSS does.
    fileprivate func mixed(with other: Color, _ share: Float) -> Color {
        let alpha = self.alpha + (other.alpha - self.alpha) * share
        guard alpha > 0 else { return .transparent }
        func part(_ a: Float, _ b: Float) -> Float {
            (a * self.alpha * (1 - share) + b * other.alpha * share) / alpha
        }
        return Color(
            red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue), alpha: alpha)
    }

    fileprivate var premultipliedPixel: UInt32 {
        func byte(_ value: Float) -> UInt32 { UInt32(min(255, max(0, (value * 255).rounded()))) }
        return byte(alpha) << 24 | byte(red * alpha) << 16 | byte(green * alpha) << 8 | byte(blue * alpha)
    }
}
