extension ValueParser {
    /// `<color>` (CSS Color 4 §5, CSS Color 5 §3).
    mutating func color() -> SpecifiedColor? {
        guard let token = peek else { return nil }
        switch token.kind {
        case .hash:
            guard let color = Color(hexDigits: token.text) else { return nil }
            advance()
            return .color(color)
        case .ident:
            let name = token.text.asciiLowercased
            if name == "currentcolor" {
                advance()
                return .currentColor
            }
            if let color = namedColor(name) {
                advance()
                return .color(color)
            }
            return context.isQuirky ? hashlessColor(token) : nil
        case .number, .dimension: return context.isQuirky ? hashlessColor(token) : nil
        case .function: return attempt { $0.colorFunction(token.text.asciiLowercased) }
        default: return nil
        }
    }

    /// The hashless colour quirk (Quirks Mode Standard §3.1).
    private mutating func hashlessColor(_ token: Token) -> SpecifiedColor? {
        var text = token.text
        if token.kind != .ident {
            guard token.isInteger, !token.isSigned else { return nil }
            let digits = String(Int(max(0, min(token.number, 99_999_999))))
            text = digits + token.text
            text = String(repeating: "0", count: max(0, 6 - text.utf8.count)) + text
        }
        guard text.utf8.count == 3 || text.utf8.count == 6, let color = Color(hexDigits: text) else { return nil }
        advance()
        return .color(color)
    }

    private mutating func colorFunction(_ name: String) -> SpecifiedColor? {
        switch name {
        case "rgb", "rgba": return block { $0.rgb() }
        case "hsl", "hsla": return block { $0.hue(.hsl) }
        case "hwb": return block { $0.hue(.hwb) }
        case "lab": return block { $0.perceptual(.lab, [100, 125, 125]) }
        case "lch": return block { $0.perceptual(.lch, [100, 150, 1]) }
        case "oklab": return block { $0.perceptual(.oklab, [1, 0.4, 0.4]) }
        case "oklch": return block { $0.perceptual(.oklch, [1, 0.4, 1]) }
        case "color": return block { $0.colorInSpace() }
        case "color-mix": return block { $0.colorMix() }
        case "light-dark":
            return block { inner in
                guard let light = inner.color(), inner.comma(), inner.color() != nil else { return nil }
                return light
            }
        default: return nil
        }
    }

    /// A number, or a percentage of `whole`; `none` is 0.
    private mutating func component(percentOf whole: Double) -> Double? {
        if keyword("none") { return 0 }
        if let fraction = percentage() { return fraction * whole }
        return number()
    }

    private mutating func hueAngle() -> Double? {
        if keyword("none") { return 0 }
        return angle() ?? number()
    }

    /// `/ alpha`, or `, alpha` in old syntax; 1 when there is none.
    private mutating func alpha(afterComma: Bool) -> Double? {
        guard afterComma ? comma() : slash() else { return 1 }
        return component(percentOf: 1).map { min(max($0, 0), 1) }
    }

    private mutating func rgb() -> SpecifiedColor? {
        guard let red = component(percentOf: 255) else { return nil }
        let isOld = comma()
        guard let green = component(percentOf: 255), !isOld || comma(), let blue = component(percentOf: 255),
            let alpha = alpha(afterComma: isOld)
        else { return nil }
        return .color(Color([red / 255, green / 255, blue / 255], alpha: alpha))
    }

    private mutating func hue(_ space: ColorSpace) -> SpecifiedColor? {
        guard let hue = hueAngle() else { return nil }
        let isOld = space == .hsl && comma()
        guard let first = component(percentOf: 100), !isOld || comma(), let second = component(percentOf: 100),
            let alpha = alpha(afterComma: isOld)
        else { return nil }
        let clamped = ColorSpace.Triple(hue, min(max(first, 0), 100), min(max(second, 0), 100))
        return .color(Color(space.toSRGB(clamped), alpha: alpha))
    }

    private mutating func perceptual(_ space: ColorSpace, _ whole: [Double]) -> SpecifiedColor? {
        guard let light = component(percentOf: whole[0]), let second = component(percentOf: whole[1]),
            let third = space.hueIndex == 2 ? hueAngle() : component(percentOf: whole[2]),
            let alpha = alpha(afterComma: false)
        else { return nil }
        let chroma = space.hueIndex == 2 ? max(0, second) : second
        return .color(Color(space.toSRGB([min(max(light, 0), whole[0]), chroma, third]), alpha: alpha))
    }

    private mutating func colorInSpace() -> SpecifiedColor? {
        let spaces: Keywords<ColorSpace> = [
            "srgb": .srgb, "srgb-linear": .srgbLinear, "display-p3": .displayP3, "xyz": .xyzD65, "xyz-d65": .xyzD65,
            "xyz-d50": .xyzD50,
        ]
        guard let space = keyword(spaces), let a = component(percentOf: 1), let b = component(percentOf: 1),
            let c = component(percentOf: 1), let alpha = alpha(afterComma: false)
        else { return nil }
        return .color(Color(space.toSRGB([a, b, c]), alpha: alpha))
    }

    private mutating func colorMix() -> SpecifiedColor? {
        let spaces: Keywords<ColorSpace> = [
            "srgb": .srgb, "srgb-linear": .srgbLinear, "lab": .lab, "oklab": .oklab, "xyz": .xyzD65,
            "xyz-d65": .xyzD65, "xyz-d50": .xyzD65, "hsl": .hsl, "hwb": .hwb, "lch": .lch, "oklch": .oklch,
        ]
        var space = ColorSpace.oklab
        var longer = false
        if keyword("in") {
            guard let named = keyword(spaces) else { return nil }
            space = named
            if keyword("longer") {
                longer = true
                guard keyword("hue") else { return nil }
            } else if keyword("shorter"), !keyword("hue") {
                return nil
            }
            guard comma() else { return nil }
        }
        guard let (first, a) = mixedColor(), comma(), let (second, b) = mixedColor() else { return nil }
        let left = a ?? (1 - (b ?? 0.5))
        let right = b ?? (1 - left)
        guard left + right > 0, left >= 0, right >= 0 else { return nil }
        return .mix(
            ColorMix(
                space: space, longerHue: longer, first: first, second: second, share: right / (left + right),
                alphaFactor: min(1, left + right)))
    }

    private mutating func mixedColor() -> (SpecifiedColor, Double?)? {
        let before = percentage()
        guard let color = color() else { return nil }
        return (color, before ?? percentage())
    }
}
