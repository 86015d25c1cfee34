/// A colour before it meets an element.
enum SpecifiedColor: Sendable {
    case color(Color)
    case currentColor
    indirect case mix(ColorMix)

    func computed(in builder: StyleBuilder) -> Color { computed(current: builder.text.color) }

    func computed(current: Color) -> Color {
        switch self {
        case .color(let color): color
        case .currentColor: current
        case .mix(let mix): mix.computed(current: current)
        }
    }
}

/// `color-mix()` (CSS Color 5 §3).
struct ColorMix: Sendable {
    var space: ColorSpace
    var longerHue: Bool
    var first: SpecifiedColor
    var second: SpecifiedColor
    /// The share of the second colour, and what is left of alpha when the shares come to less than 1.
    var share: Double
    var alphaFactor: Double

    func computed(current: Color) -> Color {
        let (a, b) = (first.computed(current: current), second.computed(current: current))
        var left = space.fromSRGB(a.triple)
        var right = space.fromSRGB(b.triple)
        // A colour without alpha has no say in the components (CSS Color 4 §12.3).
        if a.alpha == 0 { left = right }
        if b.alpha == 0 { right = left }
        if let hue = space.hueIndex {
            let difference = right[hue] - left[hue]
            if longerHue != (abs(difference) > 180) { right[hue] += difference > 0 ? -360 : 360 }
        }
        let alpha = Double(a.alpha) * (1 - share) + Double(b.alpha) * share
        var mixed = left * (Double(a.alpha) * (1 - share)) + right * (Double(b.alpha) * share)
        if alpha > 0 { mixed /= alpha }
        if let hue = space.hueIndex { mixed[hue] = left[hue] * (1 - share) + right[hue] * share }
        return Color(space.toSRGB(mixed), alpha: alpha * alphaFactor)
    }
}

extension Color {
    var triple: ColorSpace.Triple { [Double(red), Double(green), Double(blue)] }

    /// A colour of sRGB components; what lies outside the gamut is clipped.
    init(_ c: ColorSpace.Triple, alpha: Double) {
        func clipped(_ value: Double) -> Float { Float(value.isNaN ? 0 : min(max(value, 0), 1)) }
        self.init(red: clipped(c.x), green: clipped(c.y), blue: clipped(c.z), alpha: clipped(alpha))
    }

    /// A colour of bytes: `0xRRGGBB`.
    init(hex: UInt32) {
        self.init(
            red: Float(hex >> 16 & 255) / 255, green: Float(hex >> 8 & 255) / 255, blue: Float(hex & 255) / 255)
    }

    /// The colour of `RGB`, `RGBA`, `RRGGBB` or `RRGGBBAA`.
    init?(hexDigits text: String) {
        let digits = text.utf8.map(hexValue)
        var values: [Float] = []
        for digit in digits {
            guard let digit else { return nil }
            values.append(Float(digit))
        }
        switch values.count {
        case 3, 4: values = values.map { $0 * 17 / 255 }
        case 6, 8:
            values = stride(from: 0, to: values.count, by: 2).map { (values[$0] * 16 + values[$0 + 1]) / 255 }
        default: return nil
        }
        self.init(red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 1)
    }
}
