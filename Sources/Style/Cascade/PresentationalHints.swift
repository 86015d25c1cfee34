import Markup

/// Presentational attributes as declarations (HTML §15.3, "rendering"): text in the words of CSS, which is parsed once
/// for each distinct text.
struct PresentationalHints {
    private let document: Document
    /// What tables say about their cells, by table.
    private var cellTexts: [Int32: String] = [:]
    /// The nearest table around each element; empty where no table says anything about its parts.
    private var tables: [Int32] = []

    init(_ document: Document) {
        self.document = document
        for index in document.nodes.indices where document.nodes[index].name == "table" {
            let text = cellText(document.nodes[index])
            if !text.isEmpty || document.nodes[index].attribute("rules") != nil { cellTexts[Int32(index)] = text }
        }
        if cellTexts.isEmpty { return }
        tables = Array(repeating: -1, count: document.nodes.count)
        for index in document.nodes.indices where document.nodes[index].kind == .element {
            if document.nodes[index].name == "table" {
                tables[index] = Int32(index)
            } else if let parent = document.nodes[index].parent {
                tables[index] = tables[parent.index]
            }
        }
    }

    /// Whether a table around the element may say something of it.
    func mayConcern(_ element: Int) -> Bool { !tables.isEmpty && tables[element] >= 0 }

    /// What the attributes of an element and of the table around it say, or nil when they say nothing.
    func declarations(for element: Int) -> String? {
        if !mayConcern(element), document.nodes[element].attributes.allSatisfy(isOfCSSAlone) { return nil }
        var out = ""
        let node = document.nodes[element]
        if node.isSVG { return nil }
        for attribute in node.attributes { add(attribute.name, attribute.value, node.name, to: &out) }
        switch node.name {
        case "table": addTable(element, to: &out)
        case "td", "th": addCell(element, to: &out)
        case "tr", "thead", "tbody", "tfoot", "colgroup", "col": addGroup(element, to: &out)
        case "img", "input": addImage(element, to: &out)
        case "hr": addRule(element, to: &out)
        case "a": addLink(element, to: &out)
        default: break
        }
        return out.isEmpty ? nil : out
    }

    /// The attributes that most elements have say nothing here.
    private func isOfCSSAlone(_ attribute: Attribute) -> Bool {
        attribute.name == "class" || attribute.name == "style" || attribute.name == "id"
    }

    // MARK: Attributes by name

    private func add(_ name: String, _ value: String, _ tag: String, to out: inout String) {
        switch name {
        case "width":
            if Self.sized.contains(tag), let length = dimension(value, zeroCounts: tag != "td" && tag != "th") {
                out += "width:\(length);"
            }
        case "height":
            if Self.tall.contains(tag), let length = dimension(value, zeroCounts: tag != "td" && tag != "th") {
                out += "height:\(length);"
            }
        case "align": align(value.asciiLowercased, tag, to: &out)
        case "valign":
            let places = ["top": "top", "middle": "middle", "bottom": "bottom", "baseline": "baseline"]
            if Self.tableParts.contains(tag), let place = places[value.asciiLowercased] {
                out += "vertical-align:\(place);"
            }
        case "bgcolor":
            if Self.colored.contains(tag), let color = legacyColor(value) { out += "background-color:\(color);" }
        case "background":
            if Self.colored.contains(tag), !value.isEmpty { out += "background-image:url(\(quoted(value)));" }
        case "nowrap": if tag == "td" || tag == "th" { out += "white-space:nowrap;" }
        case "hspace": if let space = dimension(value) { out += "margin-left:\(space);margin-right:\(space);" }
        case "vspace": if let space = dimension(value) { out += "margin-top:\(space);margin-bottom:\(space);" }
        case "dir": direction(value.asciiLowercased, tag, to: &out)
        case "hidden": if value.asciiLowercased != "until-found" { out += "display:none;" }
        case "color": if tag == "font", let color = legacyColor(value) { out += "color:\(color);" }
        case "face": if tag == "font", !value.isEmpty { out += "font-family:\(value);" }
        case "size": if tag == "font", let size = fontSize(value) { out += "font-size:\(size);" }
        case "text": if tag == "body", let color = legacyColor(value) { out += "color:\(color);" }
        case "clear":
            if tag == "br", ["left", "right", "all", "both"].contains(value.asciiLowercased) {
                out += "clear:\(value.asciiLowercased == "all" ? "both" : value.asciiLowercased);"
            }
        case "type": listType(value, tag, to: &out)
        case "start":
            if tag == "ol", let start = integer(value) { out += "counter-reset:list-item \(start - 1);" }
        case "value":
            if tag == "li", let number = integer(value) { out += "counter-set:list-item \(number);" }
        case "topmargin", "marginheight":
            if tag == "body", let space = dimension(value) { out += "margin-top:\(space);margin-bottom:\(space);" }
        case "leftmargin", "marginwidth":
            if tag == "body", let space = dimension(value) { out += "margin-left:\(space);margin-right:\(space);" }
        case "wrap": if tag == "pre" { out += "white-space:pre-wrap;" }
        default: break
        }
    }

    private static let sized: Set<String> = [
        "table", "td", "th", "col", "colgroup", "img", "hr", "iframe", "embed", "object", "video", "canvas", "pre",
        "input",
    ]
    private static let tall: Set<String> = [
        "table", "td", "th", "tr", "thead", "tbody", "tfoot", "img", "iframe", "embed", "object", "video", "canvas",
        "input",
    ]
    private static let tableParts: Set<String> = ["td", "th", "tr", "thead", "tbody", "tfoot", "col", "colgroup"]
    private static let colored: Set<String> = [
        "body", "table", "td", "th", "tr", "thead", "tbody", "tfoot", "col", "colgroup",
    ]
    private static let blocks: Set<String> = ["div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "caption"]

    private func align(_ value: String, _ tag: String, to out: inout String) {
        switch tag {
        case "table":
            if value == "left" || value == "right" { out += "float:\(value);" }
            if value == "center" { out += "margin-left:auto;margin-right:auto;" }
        case "hr":
            if value == "left" { out += "margin-left:0;margin-right:auto;" }
            if value == "right" { out += "margin-left:auto;margin-right:0;" }
            if value == "center" { out += "margin-left:auto;margin-right:auto;" }
        case "img", "object", "iframe", "embed", "input":
            if value == "left" || value == "right" { out += "float:\(value);" }
            let places = [
                "top": "top", "middle": "middle", "center": "middle", "absmiddle": "middle", "abscenter": "middle",
                "texttop": "text-top", "absbottom": "bottom", "bottom": "baseline", "baseline": "baseline",
            ]
            if let place = places[value] { out += "vertical-align:\(place);" }
        case "caption" where value == "bottom": out += "caption-side:bottom;"
        default:
            guard Self.blocks.contains(tag) || Self.tableParts.contains(tag) else { return }
            let isBlock = tag == "div" || Self.tableParts.contains(tag)
            switch value {
            case "center", "middle": out += "text-align:\(isBlock ? "-webkit-center" : "center");"
            case "left", "right": out += "text-align:\(isBlock ? "-webkit-\(value)" : value);"
            case "justify": out += "text-align:justify;"
            default: break
            }
        }
    }

    private func direction(_ value: String, _ tag: String, to out: inout String) {
        guard value == "ltr" || value == "rtl" else {
            if value == "auto" { out += "unicode-bidi:\(tag == "bdo" ? "isolate-override" : "plaintext");" }
            return
        }
        out += "direction:\(value);"
        if tag == "bdo" {
            out += "unicode-bidi:isolate-override;"
        } else if !Self.colored.contains(tag), tag != "html" {
            out += "unicode-bidi:isolate;"
        }
    }

    private func fontSize(_ value: String) -> String? {
        let text = value.filter { !$0.isWhitespace }
        guard var size = integer(text.hasPrefix("+") ? String(text.dropFirst()) : text) else { return nil }
        if text.hasPrefix("+") || text.hasPrefix("-") { size += 3 }
        let sizes = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
        return sizes[min(max(size, 1), 7) - 1]
    }

    private func listType(_ value: String, _ tag: String, to out: inout String) {
        guard tag == "ol" || tag == "ul" || tag == "li" else { return }
        let numbers = [
            "1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman",
        ]
        let bullets = ["none": "none", "disc": "disc", "circle": "circle", "square": "square"]
        let style = (tag == "ul" ? nil : numbers[value]) ?? (tag == "ol" ? nil : bullets[value.asciiLowercased])
        if let style { out += "list-style-type:\(style);" }
    }

    // MARK: Tables

    private func addTable(_ element: Int, to out: inout String) {
        let node = document.nodes[element]
        if let spacing = node.attribute("cellspacing").flatMap({ dimension($0) }) {
            out += "border-spacing:\(spacing);"
        }
        if let width = borderWidth(of: node) {
            out += "border-width:\(width)px;"
            if width > 0 { out += "border-style:outset;" }
        }
        frame(node, to: &out)
        if let color = node.attribute("bordercolor").flatMap({ legacyColor($0) }) { out += "border-color:\(color);" }
        if let rules = node.attribute("rules")?.asciiLowercased,
            ["none", "groups", "rows", "cols", "all"].contains(rules)
        {
            out += "border-collapse:collapse;"
            if node.attribute("border") == nil { out += "border-style:hidden;" }
        }
    }

    private func frame(_ node: Node, to out: inout String) {
        let frames = [
            "void": "hidden", "above": "outset hidden hidden hidden", "below": "hidden hidden outset hidden",
            "hsides": "outset hidden", "lhs": "hidden hidden hidden outset", "rhs": "hidden outset hidden hidden",
            "vsides": "hidden outset", "box": "outset", "border": "outset",
        ]
        if let style = node.attribute("frame").flatMap({ frames[$0.asciiLowercased] }) {
            out += "border-style:\(style);"
        }
    }

    /// The `border` attribute in px: anything that is no number counts as 1.
    private func borderWidth(of node: Node) -> Int? {
        guard let value = node.attribute("border") else { return nil }
        return integer(value).map { max(0, $0) } ?? 1
    }

    private func addCell(_ element: Int, to out: inout String) {
        guard !tables.isEmpty, let text = cellTexts[tables[element]] else { return }
        // The cell's own attributes stand behind the table's.
        out = text + out
    }

    private func cellText(_ table: Node) -> String {
        var out = ""
        if table.attributes.isEmpty { return out }
        if let padding = table.attribute("cellpadding").flatMap({ dimension($0) }) { out += "padding:\(padding);" }
        if let width = borderWidth(of: table), width > 0 { out += "border-width:1px;border-style:inset;" }
        if let color = table.attribute("bordercolor").flatMap({ legacyColor($0) }) { out += "border-color:\(color);" }
        switch table.attribute("rules")?.asciiLowercased {
        case "none", "groups": out += "border-style:none;"
        case "rows": out += "border-width:1px;border-style:solid none;"
        case "cols": out += "border-width:1px;border-style:none solid;"
        case "all": out += "border-width:1px;border-style:solid;"
        default: break
        }
        return out
    }

    private func addGroup(_ element: Int, to out: inout String) {
        guard !tables.isEmpty, tables[element] >= 0,
            document.nodes[Int(tables[element])].attribute("rules")?.asciiLowercased == "groups"
        else { return }
        switch document.nodes[element].name {
        case "thead", "tbody", "tfoot": out += "border-top:1px solid;border-bottom:1px solid;"
        case "colgroup": out += "border-left:1px solid;border-right:1px solid;"
        default: break
        }
    }

    // MARK: Others

    private func addImage(_ element: Int, to out: inout String) {
        let node = document.nodes[element]
        guard node.name == "img" || node.attribute("type")?.asciiLowercased == "image" else { return }
        if let border = node.attribute("border"), let width = integer(border), width > 0 {
            out += "border:\(width)px solid;"
        }
        guard let width = node.attribute("width").flatMap({ plainNumber($0) }),
            let height = node.attribute("height").flatMap({ plainNumber($0) }), width > 0, height > 0
        else { return }
        out += "aspect-ratio:auto \(width)/\(height);"
    }

    private func addRule(_ element: Int, to out: inout String) {
        let node = document.nodes[element]
        if let color = node.attribute("color").flatMap({ legacyColor($0) }) {
            out += "border-style:solid;color:\(color);border-color:\(color);"
        }
        let isFlat = node.attribute("noshade") != nil || node.attribute("color") != nil
        if node.attribute("noshade") != nil { out += "border-style:solid;" }
        guard let size = node.attribute("size").flatMap({ integer($0) }), size > 0 else { return }
        if isFlat {
            out += "border-width:\(cssNumber(Double(size) / 2))px;"
        } else if size == 1 {
            out += "border-bottom-width:0;"
        } else {
            out += "height:\(size - 2)px;"
        }
    }

    private func addLink(_ element: Int, to out: inout String) {
        guard document.nodes[element].attribute("href") != nil,
            let body = document.nodes.first(where: { $0.name == "body" }),
            let color = body.attribute("link").flatMap({ legacyColor($0) })
        else { return }
        out += "color:\(color);"
    }

    // MARK: Values

    /// A length or percentage by HTML's rules for parsing dimension values (HTML §2.3.4.4).
    private func dimension(_ value: String, zeroCounts: Bool = true) -> String? {
        let text = value.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x2B }
        let whole = text.prefix { $0 >= 0x30 && $0 <= 0x39 }
        var rest = text.dropFirst(whole.count)
        var digits = Array(whole)
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { $0 >= 0x30 && $0 <= 0x39 }
            if !fraction.isEmpty {
                digits += [UInt8(ascii: ".")] + fraction
                rest = rest.dropFirst(1 + fraction.count)
            }
        }
        guard !whole.isEmpty, let number = Double(String(decoding: digits, as: UTF8.self)), zeroCounts || number > 0
        else {
            return nil
        }
        return cssNumber(min(number, 1e7)) + (rest.first == UInt8(ascii: "%") ? "%" : "px")
    }

    private func plainNumber(_ value: String) -> Int? {
        value.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(value) : nil
    }

    /// An integer at the start of the text.
    private func integer(_ value: String) -> Int? {
        let text = value.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = (isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text)
            .prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard let number = Int(String(decoding: digits.prefix(9), as: UTF8.self)) else { return nil }
        return isNegative ? -number : number
    }

    /// HTML's rules for parsing a legacy colour value (HTML §2.3.6), which make a colour of almost anything.
    private func legacyColor(_ value: String) -> String? {
        let text = value.asciiLowercased.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if text.isEmpty || text == "transparent" { return nil }
        if let color = namedColor(text) { return color.cssText }
        if text.hasPrefix("#"), text.utf8.count == 4, let color = Color(hexDigits: String(text.dropFirst())) {
            return color.cssText
        }
        var digits = Array(
            text.unicodeScalars.prefix(128).flatMap { $0.value > 0xFFFF ? "00" : String($0) }.map(String.init).joined()
                .utf8)
        if digits.first == UInt8(ascii: "#") { digits.removeFirst() }
        digits = digits.map { hexValue($0) == nil ? UInt8(ascii: "0") : $0 }
        while digits.isEmpty || digits.count % 3 != 0 { digits.append(UInt8(ascii: "0")) }
        var length = digits.count / 3
        var parts = (0..<3).map { Array(digits[($0 * length)..<(($0 + 1) * length)]) }
        if length > 8 {
            parts = parts.map { Array($0.suffix(8)) }
            length = 8
        }
        while length > 2, parts.allSatisfy({ $0.first == UInt8(ascii: "0") }) {
            parts = parts.map { Array($0.dropFirst()) }
            length -= 1
        }
        let pairs = parts.map { part -> String in
            let head = String(decoding: part.prefix(2), as: UTF8.self)
            return head.utf8.count == 1 ? "0" + head : head
        }
        return "#" + pairs.joined()
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0.isNewline ? "" : String($0) } + "\""
    }
}
