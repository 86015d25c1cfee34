import Foundation

/// Conversions between the colour spaces of CSS Color 4 §10 to §18, over three components.
enum ColorSpace: Sendable {
    case srgb, srgbLinear, displayP3, xyzD65, xyzD50, lab, lch, oklab, oklch, hsl, hwb

    typealias Triple = SIMD3<Double>

    /// Components in sRGB, from 0 to 1 where they are inside its gamut.
    func toSRGB(_ c: Triple) -> Triple {
        switch self {
        case .srgb: c
        case .srgbLinear: Self.encoded(c)
        case .displayP3:
            Self.encoded(
                Self.linearFromXYZ(
                    Self.multiplied(
                        Self.decoded(c), [0.4865709486, 0.2656676932, 0.1982172852],
                        [0.2289745641, 0.6917385218, 0.0792869141], [0, 0.0451133819, 1.0439443689])))
        case .xyzD65: Self.encoded(Self.linearFromXYZ(c))
        case .xyzD50: Self.encoded(Self.linearFromXYZ(Self.d65(c)))
        case .lab: Self.encoded(Self.linearFromXYZ(Self.d65(Self.xyzFromLab(c))))
        case .lch: ColorSpace.lab.toSRGB(Self.rectangular(c))
        case .oklab: Self.encoded(Self.linearFromOklab(c))
        case .oklch: ColorSpace.oklab.toSRGB(Self.rectangular(c))
        case .hsl: Self.rgbFromHSL(c)
        case .hwb: Self.rgbFromHWB(c)
        }
    }

    /// Components in this space of a colour in sRGB: for mixing.
    func fromSRGB(_ c: Triple) -> Triple {
        switch self {
        case .srgb, .displayP3: return c
        case .srgbLinear: return Self.decoded(c)
        case .xyzD65, .xyzD50: return Self.xyzFromLinear(Self.decoded(c))
        case .lab:
            return Self.labFromXYZ(Self.d50(Self.xyzFromLinear(Self.decoded(c))))
        case .lch: return Self.polar(ColorSpace.lab.fromSRGB(c))
        case .oklab: return Self.oklabFromLinear(Self.decoded(c))
        case .oklch: return Self.polar(ColorSpace.oklab.fromSRGB(c))
        case .hsl: return Self.hslFromRGB(c)
        case .hwb:
            let hue = Self.hslFromRGB(c).x
            return Triple(hue, c.min() * 100, (1 - c.max()) * 100)
        }
    }

    /// The component that is a hue, if one is.
    var hueIndex: Int? {
        switch self {
        case .lch, .oklch: 2
        case .hsl, .hwb: 0
        default: nil
        }
    }

    private static func multiplied(_ c: Triple, _ x: Triple, _ y: Triple, _ z: Triple) -> Triple {
        Triple((c * x).sum(), (c * y).sum(), (c * z).sum())
    }

    private static func encoded(_ c: Triple) -> Triple {
        func encode(_ value: Double) -> Double {
            let size = abs(value)
            let curve = size <= 0.0031308 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055
            return value < 0 ? -curve : curve
        }
        return Triple(encode(c.x), encode(c.y), encode(c.z))
    }

    private static func decoded(_ c: Triple) -> Triple {
        func decode(_ value: Double) -> Double {
            let size = abs(value)
            let curve = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
            return value < 0 ? -curve : curve
        }
        return Triple(decode(c.x), decode(c.y), decode(c.z))
    }

    private static func linearFromXYZ(_ c: Triple) -> Triple {
        multiplied(
            c, [3.2409699419, -1.5373831776, -0.4986107603], [-0.9692436363, 1.8759675015, 0.0415550574],
            [0.0556300797, -0.2039769589, 1.0569715142])
    }

    private static func xyzFromLinear(_ c: Triple) -> Triple {
        multiplied(
            c, [0.4123907993, 0.3575843394, 0.1804807884], [0.2126390059, 0.7151686788, 0.0721923154],
            [0.0193308187, 0.1191947798, 0.9505321522])
    }

    private static func d65(_ c: Triple) -> Triple {
        multiplied(
            c, [0.9554734527, -0.0230985368, 0.0632593086], [-0.0283697069, 1.0099954580, 0.0210413990],
            [0.0123140016, -0.0205076964, 1.3303659366])
    }

    private static func d50(_ c: Triple) -> Triple {
        multiplied(
            c, [1.0479298208, 0.0229467933, -0.0501922295], [0.0296278156, 0.9904344267, -0.0170738250],
            [-0.0092430581, 0.0150551448, 0.7518742899])
    }

    private static let white = Triple(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)

    private static func xyzFromLab(_ c: Triple) -> Triple {
        let y = (c.x + 16) / 116
        func inverse(_ value: Double) -> Double {
            let cube = value * value * value
            return cube > 216.0 / 24389 ? cube : (116 * value - 16) * 27 / 24389
        }
        let height = c.x > 8 ? y * y * y : c.x * 27 / 24389
        return Triple(inverse(c.y / 500 + y), height, inverse(y - c.z / 200)) * white
    }

    private static func labFromXYZ(_ c: Triple) -> Triple {
        func curve(_ value: Double) -> Double {
            value > 216.0 / 24389 ? cbrt(value) : (24389 / 27 * value + 16) / 116
        }
        let scaled = c / white
        let (x, y, z) = (curve(scaled.x), curve(scaled.y), curve(scaled.z))
        return Triple(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    private static func linearFromOklab(_ c: Triple) -> Triple {
        let l = multiplied(
            c, [1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.2914855480])
        return multiplied(
            l * l * l, [4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965],
            [-0.0041960863, -0.7034186147, 1.7076147010])
    }

    private static func oklabFromLinear(_ c: Triple) -> Triple {
        let l = multiplied(
            c, [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005])
        return multiplied(
            Triple(cbrt(l.x), cbrt(l.y), cbrt(l.z)), [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099], [0.0259040371, 0.7827717662, -0.8086757660])
    }

    private static func rectangular(_ c: Triple) -> Triple {
        let angle = c.z * .pi / 180
        return Triple(c.x, c.y * cos(angle), c.y * sin(angle))
    }

    private static func polar(_ c: Triple) -> Triple {
        Triple(c.x, (c.y * c.y + c.z * c.z).squareRoot(), atan2(c.z, c.y) * 180 / .pi)
    }

    private static func rgbFromHSL(_ c: Triple) -> Triple {
        let (saturation, lightness) = (c.y / 100, c.z / 100)
        func channel(_ n: Double) -> Double {
            let k = (n + c.x / 30).truncatingRemainder(dividingBy: 12)
            let turn = k < 0 ? k + 12 : k
            return lightness - saturation * Swift.min(lightness, 1 - lightness)
                * Swift.max(-1, Swift.min(turn - 3, 9 - turn, 1))
        }
        return Triple(channel(0), channel(8), channel(4))
    }

    private static func rgbFromHWB(_ c: Triple) -> Triple {
        let (white, black) = (c.y / 100, c.z / 100)
        if white + black >= 1 { return Triple(repeating: white / (white + black)) }
        return rgbFromHSL(Triple(c.x, 100, 50)) * (1 - white - black) + white
    }

    private static func hslFromRGB(_ c: Triple) -> Triple {
        let (high, low) = (c.max(), c.min())
        let (range, lightness) = (high - low, (high + low) / 2)
        guard range > 0 else { return Triple(0, 0, lightness * 100) }
        let saturation = range / (1 - abs(2 * lightness - 1))
        var hue =
            if high == c.x { (c.y - c.z) / range } else if high == c.y { (c.z - c.x) / range + 2 } else {
                (c.x - c.y) / range + 4
            }
        hue *= 60
        return Triple(hue < 0 ? hue + 360 : hue, saturation * 100, lightness * 100)
    }
}
