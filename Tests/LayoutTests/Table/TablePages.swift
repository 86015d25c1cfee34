import Geometry
import Layout
import Markup
import Style
import TestKit

/// Pages laid out from HTML with `style` attributes, and the boxes on them.
struct TablePages {
    /// A box of an element, with its place on its page.
    struct Found {
        var page: Int
        var name: String
        var rect: Rect
        var fragment: BoxFragment
    }

    let document: Document
    let result: LayoutResult
    /// In the order of fragments.
    private(set) var found: [Found] = []

    init(_ html: String, width: Double = 800, height: Double = 100_000) {
        let page = "<!doctype html><style>body { margin: 0 }</style>" + html
        document = parseHTML(Array(page.utf8)).document
        let options = StyleEngine.Options(pageSize: Size(width: width, height: height), pageMargin: Edges(0))
        let styled = StyleEngine(resources: NoResources(), options: options).style(document)
        result = layOut(styled, shaper: FakeShaper(), images: NoImages())
        for (index, page) in result.pages.enumerated() { collect(page.root, at: Point(), page: index) }
    }

    private mutating func collect(_ fragment: BoxFragment, at origin: Point, page: Int) {
        if let node = fragment.node {
            let name = document[node].name
            let id = document[node].id.map { "#\($0)" } ?? ""
            found.append(
                Found(
                    page: page, name: name + id, rect: Rect(origin: origin, size: fragment.size), fragment: fragment))
        }
        for child in fragment.children {
            guard case .box(let box) = child.fragment else { continue }
            collect(box, at: origin + child.origin, page: page)
        }
    }

    /// The boxes of elements with these names, in document order of their elements.
    func boxes(_ names: Set<String>) -> [Found] {
        found.filter { found in
            names.contains(found.name) || found.name.contains("#") && names.contains("#")
        }
    }

    func first(_ name: String) -> Found? { found.first { $0.name == name } }

    /// What stands on a page, as `name top-bottom`.
    func column(_ name: String, on page: Int) -> [String] {
        found.filter { $0.page == page && $0.name.hasPrefix(name) }.map {
            "\($0.name) \(Self.text($0.rect.minY))-\(Self.text($0.rect.maxY))"
        }
    }

    static func text(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
