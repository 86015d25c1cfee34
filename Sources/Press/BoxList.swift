import Geometry
import Layout
import Markup
import Paint

/// Where each element's border box stands, as JSON: for tests, and for people who debug a template.
///
/// An array in document order of objects with `tag`, `id`, `class`, `page` (from 1) and `x`, `y`, `width`, `height` in
/// px from the page's top left corner. An element in pieces has one entry for each page, around all its pieces there.
func boxList(_ pages: [PageFragment], _ document: Document) -> [UInt8] {
    struct Place: Hashable {
        var node: NodeID
        var page: Int
    }
    var areas: [Place: Rect] = [:]
    for (index, page) in pages.enumerated() {
        page.forEachBox(where: { $0.pseudo == nil && $0.role != .line }) { placed in
            guard let node = placed.box.node else { return }
            let place = Place(node: node, page: index + 1)
            areas[place] = areas[place]?.union(placed.area) ?? placed.area
        }
    }
    let entries = areas.sorted { ($0.key.node, $0.key.page) < ($1.key.node, $1.key.page) }.map { place, area in
        let node = document[place.node]
        return "  {\"tag\": \(quoted(node.name)), \"id\": \(quoted(node.id ?? "")), "
            + "\"class\": \(quoted(node.classes.joined(separator: " "))), \"page\": \(place.page), "
            + "\"x\": \(decimal(area.x)), \"y\": \(decimal(area.y)), "
            + "\"width\": \(decimal(area.width)), \"height\": \(decimal(area.height))}"
    }
    return Array((entries.isEmpty ? "[]\n" : "[\n" + entries.joined(separator: ",\n") + "\n]\n").utf8)
}

/// At most three decimals.
private func decimal(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    guard rounded.isFinite else { return "0" }
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
}

private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        case "\u{0}"..<" ":
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
