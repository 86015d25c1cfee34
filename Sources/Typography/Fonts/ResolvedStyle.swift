import CGraphics
import Layout
import Style

/// What a text style comes to: its faces in order of wish, and how HarfBuzz is to shape with them.
final class ResolvedStyle {
    struct ListedFace {
        var face: Face
        var font: FontID
        /// `unicode-range` of an `@font-face` rule; empty is everything.
        var ranges: [ClosedRange<UInt32>]

        func covers(_ code: UInt32) -> Bool {
            (ranges.isEmpty || ranges.contains { $0.contains(code) }) && face.covers(code)
        }
    }

    let faces: [ListedFace]
    /// The first available font (CSS Fonts 4 §2.5): the first that has the space.
    let primary: ListedFace
    /// The family names of installed fonts, for Pango's fallback.
    let families: [String]
    let size: Double
    let wish: FaceWish
    let metrics: FontMetrics
    let settings: ShapingSettings
    let caps: FontVariantCaps
    /// Of Pango; nil when the document does not say.
    let pangoLanguage: OpaquePointer?

    init(_ style: TextStyle, faces: [ListedFace], families: [String], settings: ShapingSettings) {
        self.faces = faces
        self.families = families
        self.settings = settings
        size = style.fontSize
        wish = FaceWish(style)
        primary = faces.first { $0.covers(0x20) } ?? faces[0]
        metrics = primary.face.measures.metrics(size: style.fontSize)
        caps = style.fontVariantCaps
        pangoLanguage = style.language.isEmpty ? nil : pango_language_from_string(style.language)
    }
}

extension FaceWish {
    init(_ style: TextStyle) {
        self.init(
            weight: min(1000, max(1, style.fontWeight)), isSlanted: style.fontStyle != .normal,
            stretch: style.fontStretch)
    }
}

/// OpenType features and language, as HarfBuzz takes them.
final class ShapingSettings {
    struct Key: Hashable {
        var features: [FontFeature]
        /// Letter-spaced text has none (CSS Text 3 §8.2).
        var hasLigatures: Bool
        var language: String
    }

    /// The place among the store's settings.
    let index: Int
    let key: Key
    let features: [hb_feature_t]
    let language: OpaquePointer?

    init(_ key: Key, index: Int) {
        self.key = key
        self.index = index
        let ligatures = key.hasLigatures ? [] : ["liga", "clig", "dlig", "calt"].map { FontFeature(tag: $0, value: 0) }
        features = (ligatures + key.features).map { feature in
            hb_feature_t(
                tag: hb_tag_from_string(feature.tag, -1), value: UInt32(clamping: feature.value), start: 0,
                end: UInt32.max)
        }
        language = key.language.isEmpty ? nil : hb_language_from_string(key.language, -1)
    }
}
