/// The list of properties that the press knows, as Markdown; it is made from the property table, so that it cannot
/// say what the engine does not do.
public func propertyReference() -> String {
    var out = """
        # CSS that the press understands

        Made from the property table by `HOTPRESS_RECORD=1 swift test --filter PropertyReferenceTests`; do not edit.

        Every property takes `initial`, `inherit`, `unset`, `revert` and `revert-layer`, and `var()` in any value.
        Lengths take all units of CSS Values 4 but container units, and the math functions of its chapter 10; colours
        are those of CSS Color 4, with `color-mix()` and `light-dark()` of CSS Color 5. Images are `url()` and the
        linear, radial and conic gradients of CSS Images 4.

        **full**: all values work. **part**: see the remark. **no**: the declaration is read and has no effect.

        ## Properties

        | property | values | initial | inherited | support |
        |---|---|---|---|---|

        """
    for definition in PropertyTable.longhands.sorted(by: { $0.name < $1.name }) {
        out += row(
            definition.name, definition.values, definition.initial, definition.isInherited ? "yes" : "no",
            definition.support.text)
    }
    out += "\n## Shorthands\n\n| shorthand | values | sets |\n|---|---|---|\n"
    for shorthand in PropertyTable.shorthands.sorted(by: { $0.name < $1.name }) {
        let sets =
            shorthand.name == "all"
            ? "every property but direction and unicode-bidi" : shorthand.longhands.joined(separator: ", ")
        out += row(shorthand.name, shorthand.values, sets)
    }
    out += "\n## Flow-relative names\n\nWriting is horizontal: block is vertical, inline follows `direction`.\n\n"
    out += "| name | left to right | right to left |\n|---|---|---|\n"
    for (name, ltr, rtl) in PropertyTable.logicalNames.sorted(by: { $0.name < $1.name }) { out += row(name, ltr, rtl) }
    out += "\n## Other names of properties\n\n| name | property |\n|---|---|\n"
    for (alias, name) in PropertyTable.aliases.sorted(by: { $0.0 < $1.0 }) { out += row(alias, name) }
    out += "\n## Read without effect: no\n\n"
    let longhands = Set(PropertyTable.longhands.map(\.name)).union(PropertyTable.shorthands.map(\.name))
    out += PropertyTable.ignoredNames.filter { !longhands.contains($0) }.sorted().map { "`\($0)`" }.joined(
        separator: ", ")
    return out + "\n" + rulesAndSelectors
}

private func row(_ cells: String...) -> String {
    "| "
        + cells.map { $0.replacing("|", with: "\\|").replacing("<", with: "&lt;") }.joined(separator: " | ") + " |\n"
}

extension Support {
    fileprivate var text: String {
        switch self {
        case .full: "full"
        case .part(let remark): "part: \(remark)"
        }
    }
}

private let rulesAndSelectors = """

    ## Rules

    | rule | support |
    |---|---|
    | `@charset` | read; sheets are UTF-8 |
    | `@counter-style` | part: system, symbols, additive-symbols, prefix, suffix |
    | `@font-face` | full: font-family, src (url, local, format), font-weight, font-style, unicode-range |
    | `@import` | full, with media, layer() and supports(); files beside the template alone, nothing is fetched |
    | `@layer` | full |
    | `@media` | full; the medium is print, sizes are those of the page's content area |
    | `@page` | part: names, :first :left :right :blank :nth(), size, margins, page-orientation, the sixteen margin boxes; all content is as wide as the first page's area |
    | `@supports` | full, with selector() |
    | nested rules | full (CSS Nesting 1) |
    | `@container`, `@scope`, `@starting-style` | no |
    | `@keyframes`, `@property`, `@namespace` | read without effect |

    ## Selectors

    Type, universal, class, id; all attribute operators with `i` and `s`; descendant, child, next and subsequent sibling;
    `:root :empty :first-child :last-child :only-child :first-of-type :last-of-type :only-of-type :nth-child(… of …)`
    `:nth-last-child() :nth-of-type() :nth-last-of-type() :is() :where() :not() :has() :lang() :dir() :link :any-link`
    `:enabled :disabled :checked :required :optional :read-only :read-write :placeholder-shown`;
    `::before ::after ::marker`. `::first-line` and `::first-letter` are read without effect. Pseudo-classes that ask about a
    pointer, a focus or a history are valid and match nothing.

    """
