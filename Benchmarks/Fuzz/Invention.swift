/// Invents documents from a grammar of what layout finds hard.
struct Invention {
    var randomness: Randomness

    init(_ randomness: Randomness) { self.randomness = randomness }

    mutating func document() -> String {
        var text = randomness.one(in: 3) ? "" : "<!DOCTYPE html>"
        text += "<style>\(pageRule())"
        for _ in 0..<randomness.count(upTo: 12) { text += rule() }
        text += "</style><body style=\"\(declarations())\">"
        if randomness.one(in: 3) { text += tower() }
        text += elements(upTo: 120)
        if randomness.one(in: 3) { text += tower() }
        return text
    }

    // MARK: Elements

    private static let blocks = [
        "div", "div", "div", "p", "section", "ul", "ol", "li", "h1", "h3", "blockquote", "pre", "dl", "dd", "center",
        "fieldset", "details", "body",
    ]
    private static let inlines = ["span", "span", "b", "i", "a", "font", "u", "bdo", "ruby", "label", "q", "sup"]
    private static let tableParts = [
        "table", "table", "tr", "tr", "td", "td", "td", "th", "thead", "tbody", "tfoot", "caption", "colgroup",
    ]
    private static let voids = ["br", "hr", "img", "input", "wbr", "col", "meta"]
    private static let texts = [
        "a", "word", "some words that go on for a while", "   ", "\n", "verylongwordwithoutanyplacetobreak", "1,234.56",
        "&nbsp;", "&shy;", "soft&shy;hyphen", "שלום עולם", "مرحبا", "漢字仮名交じり文", "e\u{301}\u{301}\u{301}", "\u{200B}",
        "👩‍👩‍👧", "\u{202E}turned", "\t\ttabs", "&#0;&#x10FFFF;", "&lt;b&gt;", "ﬁ", "ß",
    ]

    /// So many elements at most, nested at random, end tags now and then left out.
    mutating func elements(upTo most: Int) -> String {
        var text = ""
        var open: [String] = []
        for _ in 0..<randomness.count(upTo: most) {
            switch randomness.below(10) {
            case 0, 1:
                if let name = open.popLast(), !randomness.one(in: 20) { text += "</\(name)>" }
            case 2, 3: text += self.text()
            case 4: text += "<\(randomness.pick(Self.voids))\(attributes())>"
            default:
                let name = name()
                text += "<\(name)\(attributes())>"
                open.append(name)
            }
        }
        return text + open.reversed().map { "</\($0)>" }.joined()
    }

    private mutating func name() -> String {
        switch randomness.below(3) {
        case 0: randomness.pick(Self.blocks)
        case 1: randomness.pick(Self.tableParts)
        default: randomness.pick(randomness.one(in: 2) ? Self.blocks : Self.inlines)
        }
    }

    mutating func text() -> String {
        let text = randomness.pick(Self.texts)
        return randomness.one(in: 8) ? String(repeating: text + " ", count: randomness.count(upTo: 300)) : text
    }

    private mutating func attributes() -> String {
        var text = ""
        if randomness.one(in: 2) { text += " class=\(randomness.pick(["a", "b", "c", "\"a b\""]))" }
        if randomness.one(in: 10) { text += " id=i\(randomness.below(5))" }
        if randomness.one(in: 2) { text += " style=\"\(declarations())\"" }
        if randomness.one(in: 3) { text += attribute() }
        return text
    }

    mutating func attribute() -> String {
        let name = randomness.pick([
            "rowspan", "colspan", "rowspan", "colspan", "width", "height", "border", "cellpadding", "cellspacing",
            "span", "start", "value", "size", "hspace", "rows", "cols",
        ])
        switch randomness.below(8) {
        case 0: return " \(randomness.pick(["align=right", "align=center", "valign=bottom", "dir=rtl", "nowrap"]))"
        case 1: return " src=\"data:image/svg+xml,<svg width='\(number())' height='\(number())'/>\""
        case 2: return " \(name)=\(number())%"
        case 3, 4: return " \(name)=\(randomness.pick(["65534", "1000", "65535", "2", "3", "0", "-1"]))"
        default: return " \(name)=\(number())"
        }
    }

    // MARK: Towers

    /// Much of the same: deep, long or wide.
    mutating func tower() -> String {
        let style = declarations()
        let many = randomness.count(upTo: 1_000)
        switch randomness.below(12) {
        case 0: return String(repeating: "<div style=\"\(style)\">", count: many) + "x"
        case 1: return String(repeating: "<div style=\"float:left;\(style)\">x</div>", count: many)
        case 2: return String(repeating: "<div style=\"\(style)\">\(text())</div>", count: many)
        case 3:
            return "<table style=\"\(style)\">" + String(repeating: "<tr><td\(attribute())>x<td>y", count: many)
                + "</table>"
        case 4: return "<table><tr>" + String(repeating: "<td style=\"\(style)\">x", count: many) + "</table>"
        case 5: return String(repeating: "<table style=\"\(style)\"><tr><td>", count: min(many, 60)) + "x"
        case 6: return String(repeating: "<span style=\"\(style)\">", count: many) + text()
        case 7:
            return "<p style=\"\(style)\">" + String(repeating: "x", count: many * (randomness.one(in: 50) ? 1000 : 9))
        case 8: return String(repeating: "<span style=\"display:inline-block;\(style)\">", count: min(many, 300)) + "x"
        case 9:
            let display = randomness.pick(["flex", "grid", "inline-flex", "inline-grid", "table", "table-cell"])
            return String(repeating: "<div style=\"display:\(display);\(style)\">", count: min(many, 200)) + text()
        case 10: return String(repeating: "<div style=\"position:absolute;\(style)\">x</div>", count: many)
        default:
            return "<div style=\"display:grid;grid-template-columns:repeat(\(many),\(length()));\(style)\">"
                + String(repeating: "<i style=\"\(declarations())\">x</i>", count: min(many, 50)) + "</div>"
        }
    }
}
