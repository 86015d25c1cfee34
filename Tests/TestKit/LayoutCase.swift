import Foundation
public import Geometry
public import Layout
public import Markup
import Style

/// A one-file layout case: an HTML page whose first comment says what the specification says, where it says it, and
/// where the boxes come to stand.
///
/// ```html
/// <!-- CSS 2.2 §8.3.1: adjoining vertical margins collapse to the larger one.
/// a: 0 0 200 10
/// b: 0 30 200 10
/// c: page 2, 0 0 200 10
/// -->
/// ```
/// Each line names an element's `id`, then x, y, width and height of its border box in px from the top left corner of
/// the page area; an element that a page end cuts has a line for each part. `pages: 2` says how many pages there are.
/// The page area is 200 px wide and 10,000 px high unless the case has an `@page` rule; fonts are squares of one em.
public struct LayoutCase: Sendable {
    public struct Expectation: Sendable, Equatable, CustomStringConvertible {
        public var id: String
        public var page: Int
        public var rect: Rect

        public var description: String {
            let numbers = [rect.x, rect.y, rect.width, rect.height].map(Self.short).joined(separator: " ")
            return page == 1 ? "\(id): \(numbers)" : "\(id): page \(page), \(numbers)"
        }

        private static func short(_ value: Double) -> String {
            let rounded = (value * 100).rounded() / 100
            return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
        }
    }

    public var name: String
    public var html: [UInt8]
    /// The rule, as the case states it.
    public var rule: String
    public var expected: [Expectation]
    /// How many pages there must be, where the case says so.
    public var pageCount: Int?

    public init?(name: String, html: [UInt8]) {
        self.name = name
        self.html = html
        let text = String(decoding: html, as: UTF8.self)
        guard text.hasPrefix("<!--"), let end = text.range(of: "-->") else { return nil }
        let lines = text[..<end.lowerBound].dropFirst(4).split(separator: "\n")
        rule = ""
        expected = []
        for line in lines.map({ $0.drop(while: { $0 == " " }) }) {
            if line.hasPrefix("pages: ") {
                pageCount = Int(line.dropFirst("pages: ".count))
            } else if let expectation = Self.parse(line) {
                expected.append(expectation)
            } else {
                rule += line + "\n"
            }
        }
    }

    private static func parse(_ line: Substring) -> Expectation? {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, !parts[0].contains(" ") else { return nil }
        var page = 1
        var rest = parts[1]
        let words = rest.split(separator: " ")
        if words.first == "page", words.count > 1, let number = Int(words[1].dropLast()) {
            page = number
            rest = words.dropFirst(2).joined(separator: " ")[...]
        }
        let numbers = rest.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4 else { return nil }
        return Expectation(
            id: String(parts[0]), page: page,
            rect: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
}

/// The border boxes of elements with an `id`, by page, from the page area's top left corner.
public func boxes(of pages: [PageFragment], in document: Document) -> [LayoutCase.Expectation] {
    var collector = BoxCollector(document: document)
    for (index, page) in pages.enumerated() {
        collector.page = index + 1
        collector.visit(page.root, at: Point(x: -page.margin.left, y: -page.margin.top))
    }
    return collector.boxes
}

private struct BoxCollector {
    let document: Document
    var page = 1
    var boxes: [LayoutCase.Expectation] = []
    private var places: [String: Int] = [:]

    init(document: Document) { self.document = document }

    mutating func visit(_ box: BoxFragment, at origin: Point) {
        // A running element leaves an empty mark where it would have stood.
        let isMark = box.style.box.isRunning && box.size == Size()
        if let node = box.node, box.pseudo == nil, !isMark, let id = document[node].id, box.role != .line {
            add(id, Rect(origin: origin, size: box.size), isInline: box.role == .inline)
        }
        for child in box.children {
            if case .box(let inner) = child.fragment { visit(inner, at: origin + child.origin) }
        }
    }

    /// An inline box is the union of its pieces on a page; other boxes have one piece a page.
    private mutating func add(_ id: String, _ rect: Rect, isInline: Bool) {
        let key = "\(id) \(page)"
        if let place = places[key] {
            if isInline { boxes[place].rect = boxes[place].rect.union(rect) }
            return
        }
        places[key] = boxes.count
        boxes.append(LayoutCase.Expectation(id: id, page: page, rect: rect))
    }
}
