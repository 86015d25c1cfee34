/// `grid-template` and `grid` (CSS Grid 2 §7.4, §7.8).
extension PropertyTable {
    static let gridTemplate = ShorthandDefinition(
        name: "grid-template", longhands: ["grid-template-rows", "grid-template-columns", "grid-template-areas"],
        values: "none | <rows> / <columns> | [<line-names>? <string> <track-size>? <line-names>?]+ [/ <columns>]?"
    ) { parser, expansion in template(&parser, &expansion) }

    static let grid = ShorthandDefinition(
        name: "grid",
        longhands: [
            "grid-template-rows", "grid-template-columns", "grid-template-areas", "grid-auto-flow",
            "grid-auto-rows", "grid-auto-columns",
        ],
        values:
            "<'grid-template'> | <rows> / [auto-flow && dense?] <columns>? | [auto-flow && dense?] <rows>? / <columns>"
    ) { parser, expansion in
        guard let slash = slashIndex(parser) else { return template(&parser, &expansion) }
        var rows = parser.part(parser.index..<slash)
        var columns = parser.part((slash + 1)..<parser.end)
        let rowFlow = autoFlow(&rows)
        let columnFlow = autoFlow(&columns)
        guard rowFlow != nil || columnFlow != nil else { return template(&parser, &expansion) }
        guard (rowFlow == nil) != (columnFlow == nil) else { return false }
        while parser.nextComponent() != nil {}
        let dense = rowFlow ?? columnFlow ?? false
        let isColumn = columnFlow != nil
        expansion.set("grid-auto-flow", (isColumn ? "column" : "row") + (dense ? " dense" : ""))
        let (automatic, explicit) = isColumn ? (columns, rows) : (rows, columns)
        var probe = automatic
        if !probe.isAtEnd, !expansion.set(isColumn ? "grid-auto-columns" : "grid-auto-rows", automatic) {
            return false
        }
        return expansion.set(isColumn ? "grid-template-rows" : "grid-template-columns", explicit)
    }

    /// Reads `auto-flow` and `dense`; answers whether it is dense, or nil where the words are not there.
    private static func autoFlow(_ parser: inout ValueParser) -> Bool? {
        var copy = parser
        let before = copy.keyword("dense")
        guard copy.keyword("auto-flow") else { return nil }
        let isDense = before || copy.keyword("dense")
        parser = copy
        return isDense
    }

    private static func slashIndex(_ parser: ValueParser) -> Int? {
        var parser = parser
        while let range = parser.nextComponent() {
            if parser.tokens[range.lowerBound].isDelim("/") { return range.lowerBound }
        }
        return nil
    }

    private static func template(_ parser: inout ValueParser, _ expansion: inout Expansion) -> Bool {
        if parser.keyword("none") { return true }
        let hasAreas = (parser.index..<parser.end).contains { parser.tokens[$0].kind == .string }
        let slash = slashIndex(parser)
        let rows = parser.part(parser.index..<(slash ?? parser.end))
        if !hasAreas, slash == nil { return false }
        if let slash, !expansion.set("grid-template-columns", parser.part((slash + 1)..<parser.end)) { return false }
        while parser.nextComponent() != nil {}
        return hasAreas ? areas(rows, &expansion) : expansion.set("grid-template-rows", rows)
    }

    /// Rows drawn as strings, each with the size of its row behind it.
    private static func areas(_ parser: ValueParser, _ expansion: inout Expansion) -> Bool {
        var parser = parser
        var strings: [Token] = []
        var rows: [Token] = []
        var needsSize = false
        while let range = parser.nextComponent() {
            let token = parser.tokens[range.lowerBound]
            if token.kind == .string {
                if needsSize { rows.append(autoToken) }
                strings.append(token)
                needsSize = true
            } else {
                // Names in brackets do not stand for a size.
                if token.kind == .openSquare {
                    if needsSize {
                        rows.append(autoToken)
                        needsSize = false
                    }
                } else {
                    guard needsSize else { return false }
                    needsSize = false
                }
                rows += parser.tokens[range]
            }
        }
        if needsSize { rows.append(autoToken) }
        return expansion.set("grid-template-areas", ValueParser(strings, context: parser.context))
            && expansion.set("grid-template-rows", ValueParser(relinked(rows), context: parser.context))
    }

    private static let autoToken: Token = {
        var token = Token(.ident, start: 0, end: 0)
        token.text = "auto"
        return token
    }()
}
