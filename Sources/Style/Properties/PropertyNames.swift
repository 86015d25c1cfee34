/// Names that stand for other properties.
extension PropertyTable {
    /// Old and prefixed names that browsers take as the property itself (Compatibility Standard §3.2).
    static let aliases: [(String, String)] =
        [
            ("word-wrap", "overflow-wrap"), ("grid-row-gap", "row-gap"), ("grid-column-gap", "column-gap"),
            ("grid-gap", "gap"), ("font-width", "font-stretch"), ("-webkit-hyphens", "hyphens"),
            ("-moz-tab-size", "tab-size"), ("page-break-before", "break-before"),
            ("page-break-after", "break-after"), ("page-break-inside", "break-inside"),
            ("-webkit-column-break-before", "break-before"), ("-webkit-column-break-after", "break-after"),
            ("-webkit-column-break-inside", "break-inside"),
        ]
        + [
            "align-content", "align-items", "align-self", "background-clip", "background-origin", "background-size",
            "border-bottom-left-radius", "border-bottom-right-radius", "border-radius", "border-top-left-radius",
            "border-top-right-radius", "box-decoration-break", "box-shadow", "box-sizing", "clip-path",
            "column-count", "column-gap", "column-rule", "column-rule-color", "column-rule-style",
            "column-rule-width", "column-span", "column-width", "columns", "flex", "flex-basis", "flex-direction",
            "flex-flow", "flex-grow", "flex-shrink", "flex-wrap", "font-feature-settings", "justify-content",
            "opacity", "order", "transform", "transform-origin",
        ].map { ("-webkit-" + $0, $0) }

    /// Flow-relative names in horizontal writing: for text from left to right, and from right to left
    /// (CSS Logical Properties 1).
    static let logicalNames: [(name: String, ltr: String, rtl: String)] =
        [
            ("inline-size", "width", "width"), ("block-size", "height", "height"),
            ("min-inline-size", "min-width", "min-width"), ("min-block-size", "min-height", "min-height"),
            ("max-inline-size", "max-width", "max-width"), ("max-block-size", "max-height", "max-height"),
            ("border-start-start-radius", "border-top-left-radius", "border-top-right-radius"),
            ("border-start-end-radius", "border-top-right-radius", "border-top-left-radius"),
            ("border-end-start-radius", "border-bottom-left-radius", "border-bottom-right-radius"),
            ("border-end-end-radius", "border-bottom-right-radius", "border-bottom-left-radius"),
            ("inset-block-start", "top", "top"), ("inset-block-end", "bottom", "bottom"),
            ("inset-inline-start", "left", "right"), ("inset-inline-end", "right", "left"),
            ("overflow-inline", "overflow-x", "overflow-x"), ("overflow-block", "overflow-y", "overflow-y"),
            ("-webkit-margin-start", "margin-left", "margin-right"),
            ("-webkit-margin-end", "margin-right", "margin-left"),
            ("-webkit-padding-start", "padding-left", "padding-right"),
            ("-webkit-padding-end", "padding-right", "padding-left"),
        ] + sides("margin", "") + sides("padding", "") + sides("border", "-width") + sides("border", "-style")
        + sides("border", "-color")

    private static func sides(_ prefix: String, _ suffix: String) -> [(name: String, ltr: String, rtl: String)] {
        [
            ("\(prefix)-block-start\(suffix)", "\(prefix)-top\(suffix)", "\(prefix)-top\(suffix)"),
            ("\(prefix)-block-end\(suffix)", "\(prefix)-bottom\(suffix)", "\(prefix)-bottom\(suffix)"),
            ("\(prefix)-inline-start\(suffix)", "\(prefix)-left\(suffix)", "\(prefix)-right\(suffix)"),
            ("\(prefix)-inline-end\(suffix)", "\(prefix)-right\(suffix)", "\(prefix)-left\(suffix)"),
        ]
    }

    /// Properties of CSS and SVG that the press knows and does not follow: most have no meaning in print.
    static let ignoredNames: [String] = [
        "accent-color", "alignment-baseline", "animation", "animation-composition", "animation-delay",
        "animation-direction", "animation-duration", "animation-fill-mode", "animation-iteration-count",
        "animation-name", "animation-play-state", "animation-timeline", "animation-timing-function", "appearance",
        "backdrop-filter", "backface-visibility", "background-blend-mode", "baseline-shift", "border-image",
        "border-image-outset", "border-image-repeat", "border-image-slice", "border-image-source",
        "border-image-width", "bookmark-label", "bookmark-state", "caret-color", "clip", "clip-rule",
        "color-adjust", "color-interpolation", "color-interpolation-filters", "color-scheme", "contain",
        "contain-intrinsic-size", "container", "container-name", "container-type", "content-visibility", "cursor",
        "dominant-baseline", "fill", "fill-opacity", "fill-rule", "filter", "flood-color", "flood-opacity",
        "font-display", "font-language-override", "font-optical-sizing", "font-palette", "font-size-adjust",
        "font-synthesis", "font-synthesis-style", "font-synthesis-weight", "font-variant-alternates",
        "font-variant-emoji", "font-variation-settings", "footnote-display", "forced-color-adjust",
        "hanging-punctuation", "hyphenate-character", "hyphenate-limit-chars", "image-orientation",
        "image-resolution", "initial-letter", "interpolate-size", "letter-spacing-trim", "lighting-color",
        "line-break", "line-clamp", "marker", "marker-end", "marker-mid", "marker-start", "marks", "bleed", "mask",
        "mask-border", "mask-clip", "mask-composite", "mask-image", "mask-mode", "mask-origin", "mask-position",
        "mask-repeat", "mask-size", "mask-type", "offset", "overflow-anchor", "overscroll-behavior",
        "overscroll-behavior-x", "overscroll-behavior-y", "page-orientation", "paint-order", "perspective",
        "perspective-origin", "pointer-events", "position-anchor", "print-color-adjust", "resize", "rotate",
        "ruby-align", "ruby-position", "scale", "scroll-behavior", "scroll-margin", "scroll-margin-top",
        "scroll-padding", "scroll-padding-top", "scroll-snap-align", "scroll-snap-type", "scrollbar-color",
        "scrollbar-gutter", "scrollbar-width", "shape-image-threshold", "shape-margin", "shape-outside",
        "shape-rendering", "size", "speak", "stop-color", "stop-opacity", "stroke", "stroke-dasharray",
        "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity",
        "stroke-width", "text-anchor", "text-combine-upright", "text-decoration-skip", "text-decoration-skip-ink",
        "text-emphasis", "text-emphasis-color", "text-emphasis-position", "text-emphasis-style", "text-justify",
        "text-orientation", "text-rendering", "text-size-adjust", "text-underline-position", "text-wrap",
        "text-wrap-mode", "text-wrap-style", "touch-action", "transform-box", "transform-style", "transition",
        "transition-behavior", "transition-delay", "transition-duration", "transition-property",
        "transition-timing-function", "translate", "user-select", "vector-effect", "view-transition-name",
        "white-space-collapse", "will-change", "writing-mode", "zoom",
    ]
}
