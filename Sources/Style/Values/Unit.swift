import Geometry

/// The units of CSS Values 4.
enum Unit: String, Sendable, CaseIterable {
    case px, pt, pc, mm, cm, `in`, q
    case em, rem, ex, rex, ch, rch, cap, rcap, ic, ric, lh, rlh
    case vw, vh, vi, vb, vmin, vmax
    case svw, svh, svi, svb, svmin, svmax
    case lvw, lvh, lvi, lvb, lvmin, lvmax
    case dvw, dvh, dvi, dvb, dvmin, dvmax
    case deg, grad, rad, turn
    case s, ms
    case dpi, dpcm, dppx, x

    enum Dimension: Sendable { case length, angle, time, resolution }

    private static let byName: [String: Unit] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The unit of a name in lower case.
    init?(name: String) {
        guard let unit = Unit.byName[name] else { return nil }
        self = unit
    }

    var dimension: Dimension {
        switch self {
        case .deg, .grad, .rad, .turn: .angle
        case .s, .ms: .time
        case .dpi, .dpcm, .dppx, .x: .resolution
        default: .length
        }
    }

    /// How many canonical units (px, deg, s, dppx) one is; nil where that depends on the element.
    var factor: Double? {
        switch self {
        case .px, .deg, .s, .dppx, .x: 1
        case .pt: 96.0 / 72
        case .pc: 16
        case .mm: 96 / 25.4
        case .cm: 96 / 2.54
        case .in: 96
        case .q: 96 / 101.6
        case .grad: 0.9
        case .rad: 180 / Double.pi
        case .turn: 360
        case .ms: 0.001
        case .dpi: 1.0 / 96
        case .dpcm: 2.54 / 96
        default: nil
        }
    }

    /// How many px one is for the element that is being computed.
    func pixels(in builder: StyleBuilder) -> Double {
        if let factor { return factor }
        let viewport = builder.environment.viewport
        switch self {
        case .em: return builder.text.fontSize
        case .rem: return builder.rootFontSize
        case .ex: return builder.environment.metrics(of: builder.text).xHeight
        case .ch: return builder.environment.metrics(of: builder.text).zeroWidth
        case .cap: return builder.text.fontSize * 0.7
        case .ic: return builder.text.fontSize
        case .rex, .rch: return builder.rootFontSize * 0.5
        case .rcap: return builder.rootFontSize * 0.7
        case .ric: return builder.rootFontSize
        case .lh: return builder.text.lineHeightInPixels
        case .rlh: return builder.rootLineHeight
        case .vw, .vi, .svw, .svi, .lvw, .lvi, .dvw, .dvi: return viewport.width / 100
        case .vh, .vb, .svh, .svb, .lvh, .lvb, .dvh, .dvb: return viewport.height / 100
        case .vmin, .svmin, .lvmin, .dvmin: return min(viewport.width, viewport.height) / 100
        case .vmax, .svmax, .lvmax, .dvmax: return max(viewport.width, viewport.height) / 100
        default: return 1
        }
    }
}

extension TextStyle {
    /// The line height in px, where `normal` counts as 1.2 times the font size.
    var lineHeightInPixels: Double {
        switch lineHeight {
        case .normal: fontSize * 1.2
        case .number(let factor): fontSize * factor
        case .px(let px): px
        }
    }
}
