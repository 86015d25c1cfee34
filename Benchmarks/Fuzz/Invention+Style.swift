/// The part of the grammar that is CSS.
extension Invention {
    private static let numbers = [
        "0", "1", "2", "-1", "0.5", "10", "33.333", "100", "1000", "12345", "1000000", "-1000", "1e9", "-1e9", "1e38",
        "-1e38", "1e308", "1e400", "1e-300", "-0", "2147483647", "2147483648", "-2147483649", "65534", "65536",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809", "99999999999999999999", "0.0000001",
    ]
    private static let units = [
        "px", "px", "px", "px", "%", "%", "em", "rem", "pt", "mm", "in", "ch", "ex", "vw", "vh", "fr", "", "Q", "lh",
    ]

    mutating func number() -> String {
        randomness.one(in: 3) ? randomness.pick(Self.numbers) : "\(randomness.below(120))"
    }

    mutating func length() -> String {
        switch randomness.below(24) {
        case 0: "calc(\(length()) \(randomness.pick(["+", "-"])) \(length()))"
        case 1: "calc(\(length()) \(randomness.pick(["*", "/"])) \(number()))"
        case 2: "\(randomness.pick(["min", "max"]))(\(length()), \(length()))"
        case 3: randomness.pick(["calc(infinity * 1px)", "calc(NaN * 1px)", "calc(-infinity * 1%)", "calc(1px / 0)"])
        case 4: "var(--\(randomness.pick(["a", "b", "c"])), \(number())px)"
        case 5, 6: randomness.pick(["auto", "min-content", "max-content", "fit-content", "fit-content(10px)", "none"])
        default: number() + randomness.pick(Self.units)
        }
    }

    /// Property and values: `L` stands for a length, `N` for a number, `T` for a list of tracks, `C` for content.
    private static let properties: [(String, [String])] = [
        ("width", ["L", "L", "L"]), ("height", ["L", "L", "L"]), ("min-width", ["L"]), ("max-width", ["L"]),
        ("min-height", ["L"]), ("max-height", ["L"]), ("margin", ["L", "L L", "L L L L", "auto"]),
        ("margin-top", ["L"]), ("margin-bottom", ["L"]), ("margin-left", ["L"]), ("padding", ["L", "L L L L"]),
        ("border", ["L solid", "L double red", "1px dotted", "0"]), ("border-width", ["L"]), ("border-radius", ["L"]),
        ("top", ["L"]), ("left", ["L"]), ("right", ["L"]), ("bottom", ["L"]), ("inset", ["L"]), ("z-index", ["N"]),
        (
            "display",
            [
                "block", "inline", "inline-block", "flex", "grid", "inline-flex", "inline-grid", "table",
                "inline-table", "table-row", "table-cell", "table-row-group", "table-header-group",
                "table-footer-group", "table-caption", "table-column", "table-column-group", "list-item", "contents",
                "none", "flow-root",
            ]
        ),
        ("position", ["static", "relative", "absolute", "fixed", "sticky", "running(r)", "running(s)"]),
        ("float", ["left", "right", "none"]), ("clear", ["left", "right", "both"]),
        ("overflow", ["hidden", "visible"]),
        ("break-before", ["page", "always", "avoid", "left", "right", "auto"]),
        ("break-after", ["page", "avoid", "left", "right", "recto", "auto"]),
        ("break-inside", ["avoid", "avoid", "auto"]), ("page-break-before", ["always", "avoid"]),
        ("orphans", ["N"]), ("widows", ["N"]), ("page", ["x", "y", "auto"]), ("box-sizing", ["border-box"]),
        ("font-size", ["L", "L", "N%", "0", "1000px"]), ("line-height", ["L", "N", "normal"]),
        ("text-indent", ["L"]), ("letter-spacing", ["L"]), ("word-spacing", ["L"]), ("tab-size", ["N", "L"]),
        ("text-align", ["justify", "right", "center", "end"]), ("vertical-align", ["L", "top", "bottom", "middle"]),
        ("white-space", ["nowrap", "pre", "pre-wrap", "pre-line", "break-spaces"]), ("direction", ["rtl", "ltr"]),
        ("unicode-bidi", ["bidi-override", "isolate", "plaintext"]), ("overflow-wrap", ["anywhere", "break-word"]),
        ("word-break", ["break-all", "keep-all"]), ("text-transform", ["uppercase", "capitalize"]),
        ("border-collapse", ["collapse", "separate"]), ("border-spacing", ["L", "L L"]),
        ("table-layout", ["fixed", "auto"]), ("caption-side", ["bottom", "top"]), ("empty-cells", ["hide"]),
        ("flex", ["N", "N N L", "none"]), ("flex-basis", ["L"]), ("flex-wrap", ["wrap", "wrap-reverse"]),
        ("flex-direction", ["column", "row-reverse", "column-reverse"]), ("order", ["N"]), ("gap", ["L", "L L"]),
        ("justify-content", ["center", "space-between", "space-around", "end"]),
        ("align-items", ["center", "baseline"]),
        ("align-content", ["space-evenly", "stretch", "end"]), ("align-self", ["baseline", "stretch", "end"]),
        ("grid-template-columns", ["T", "T"]), ("grid-template-rows", ["T"]), ("grid-auto-columns", ["T"]),
        ("grid-auto-flow", ["column", "row dense"]), ("grid-column", ["N", "N / N", "span N", "N / span N", "-1 / 1"]),
        ("grid-row", ["N", "span N", "N / span N"]), ("grid-auto-rows", ["L"]),
        ("grid-template-areas", ["'a a' 'b c'", "'a . b'"]), ("grid-area", ["a", "N / N / N / N"]),
        ("counter-reset", ["c", "c N", "d N"]), ("counter-increment", ["c", "c N", "list-item N"]),
        ("counter-set", ["c N"]), ("content", ["C", "C C", "none"]), ("string-set", ["s content()", "t 'x'"]),
        ("list-style", ["upper-roman inside", "lower-alpha", "square", "decimal-leading-zero", "none"]),
        ("quotes", ["'a' 'b'", "none"]), ("aspect-ratio", ["N / N", "N"]), ("visibility", ["hidden", "collapse"]),
        ("opacity", ["N"]), ("transform", ["rotate(Ndeg)", "scale(N)", "translate(L, L)", "matrix(N,N,N,N,N,N)"]),
        ("box-shadow", ["L L L red", "inset L L"]), ("text-decoration", ["underline L red"]),
        ("background", ["linear-gradient(red, blue L)", "radial-gradient(red, blue)", "red", "url(x.png) L L / L L"]),
        ("background-size", ["L", "L L", "cover"]), ("columns", ["N", "L"]), ("--a", ["var(--b)", "L", "N"]),
        ("--b", ["var(--a)", "calc(var(--c) * 2)", "L"]), ("--c", ["var(--c)", "var(--a) var(--a) var(--a)"]),
        ("all", ["unset", "initial"]), ("box-decoration-break", ["clone"]), ("bookmark-level", ["N"]),
        ("object-fit", ["cover", "contain"]), ("text-overflow", ["ellipsis"]), ("hyphens", ["auto", "manual"]),
    ]

    mutating func declarations() -> String {
        (0..<randomness.count(upTo: 6)).map { _ in declaration() }.joined(separator: ";")
    }

    mutating func declaration() -> String {
        let (name, values) = randomness.pick(Self.properties)
        return "\(name):\(filled(randomness.pick(values)))\(randomness.one(in: 30) ? "!important" : "")"
    }

    mutating func value() -> String { filled(randomness.pick(randomness.pick(Self.properties).1)) }

    private mutating func filled(_ pattern: String) -> String {
        var text = ""
        for character in pattern {
            switch character {
            case "L": text += length()
            case "N": text += number()
            case "T": text += tracks()
            case "C": text += content()
            default: text.append(character)
            }
        }
        return text
    }

    private mutating func tracks() -> String {
        switch randomness.below(6) {
        case 0: "repeat(\(randomness.pick(["2", "9999", "100", "1", "0", "auto-fill", "auto-fit"])), \(length()))"
        case 1: "minmax(\(length()), \(length()))"
        case 2: "[a] \(length()) [b a] \(length()) [c]"
        default: (0..<randomness.count(upTo: 5)).map { _ in length() }.joined(separator: " ")
        }
    }

    private mutating func content() -> String {
        randomness.pick([
            "'text'", "counter(c)", "counters(c, '.')", "counter(page)", "counter(pages)", "string(s)", "element(r)",
            "attr(class)", "open-quote", "close-quote", "counter(c, upper-roman)", "counter(c, lower-alpha)",
            "counter(c, lower-greek)", "string(t, last)", "url(x.png)", "''", "element(s, first-except)", "leader('.')",
            "counter(c, decimal-leading-zero)", "target-counter(attr(href), page)",
        ])
    }

    // MARK: Rules

    private static let selectors = [
        "div", "*", ".a", ".b", ".c", "td", "tr", "table", "p", "span", "#i1", ".a > .b", ".a .b .c", ":first-child",
        ":nth-child(2n+1)", ":nth-last-child(-n+3)", "::before", "::after", "li::marker", ":not(.a)", ":has(.b)",
        ".a ~ .c", ".b + *", "::first-line", "::first-letter", ":is(td, th)", "body", "html", ":empty", "[style]",
        ":nth-child(9223372036854775807n-9223372036854775808)",
    ]

    mutating func rule() -> String {
        switch randomness.below(12) {
        case 0: pageRule()
        case 1: "@media print and (min-width:\(length())){\(randomness.pick(Self.selectors)){\(declarations())}}"
        case 2: "@supports (display:grid){\(randomness.pick(Self.selectors)){\(declarations())"
        case 3: "@layer x{\(randomness.pick(Self.selectors)){\(declarations())}}"
        default: "\(randomness.pick(Self.selectors)){\(declarations())}"
        }
    }

    mutating func pageRule() -> String {
        var text = "@page\(randomness.pick(["", "", " :first", " :left", " x", " y:first", " :blank", " :nth(2n)"])){"
        if randomness.one(in: 2) {
            let size = randomness.pick([
                "A4", "A5 landscape", "100px", "100px 50px", "0", "1px", "20px 20px", "1e9px", "300px 1e6px",
                "\(length())",
            ])
            text += "size:\(size);"
        }
        if randomness.one(in: 2) { text += "margin:\(randomness.pick(["0", "1cm", "200cm", "-10px", length()]));" }
        text += declarations()
        for _ in 0..<randomness.below(3) {
            let corner = randomness.pick([
                "top-left", "top-center", "top-right", "bottom-center", "left-middle", "right-top",
                "bottom-left-corner",
            ])
            text += ";@\(corner){content:\(content());\(declarations())}"
        }
        return text + "}"
    }
}
