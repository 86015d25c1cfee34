import Foundation
import Geometry
import TestKit
import Testing

/// One file a case: HTML, the rule that it shows, and the boxes that browsers give it.
struct TableFixture: Sendable, CustomTestStringConvertible {
    struct Line: Sendable {
        var name: String
        var rect: Rect
    }

    let name: String
    let html: String
    let lines: [Line]
    var testDescription: String { name }

    static let all: [TableFixture] = {
        let folder = BuiltProgram.sourceTree + "/Tests/Fixtures/tables"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".html") }.sorted().compactMap { TableFixture(folder: folder, name: $0) }
    }()

    private init?(folder: String, name: String) {
        guard let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) else { return nil }
        self.name = name
        html = text
        guard let start = text.range(of: "<!-- boxes\n"), let end = text.range(of: "\n-->", options: .backwards) else {
            return nil
        }
        lines = text[start.upperBound..<end.lowerBound].split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            let numbers = words.dropFirst().compactMap { Double($0) }
            guard numbers.count == 4 else { return nil }
            return Line(
                name: String(words[0]),
                rect: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
    }
}

@Suite("Tables stand where browsers put them")
struct TableFixtureTests {
    @Test("every table case", arguments: TableFixture.all)
    func tableCase(_ fixture: TableFixture) {
        var names: Set = ["table", "caption", "tr", "td", "th", "#"]
        // A browser tells the place of a table with its captions, a fragment without.
        if fixture.lines.contains(where: { $0.name == "caption" }) { names.remove("table") }
        let boxes = TablePages(fixture.html).boxes(names)
        let expected = fixture.lines.map { "\($0.name) \(Self.text($0.rect))" }.sorted()
        let actual = boxes.map { "\($0.name) \(Self.text($0.rect))" }.sorted()
        let fits = boxes.count == fixture.lines.count && matches(boxes, fixture.lines)
        #expect(fits, "expected\n\(expected.joined(separator: "\n"))\nfound\n\(actual.joined(separator: "\n"))")
    }

    @Test("there are enough table cases")
    func count() { #expect(TableFixture.all.count >= 80) }

    /// The same boxes in any order: a foot stands elsewhere in the document than on the page.
    private func matches(_ boxes: [TablePages.Found], _ lines: [TableFixture.Line]) -> Bool {
        var left = lines
        for box in boxes {
            guard let index = left.firstIndex(where: { $0.name == box.name && $0.rect.isNear(box.rect) }) else {
                return false
            }
            left.remove(at: index)
        }
        return true
    }

    private static func text(_ rect: Rect) -> String {
        [rect.x, rect.y, rect.width, rect.height].map(TablePages.text).joined(separator: " ")
    }
}

extension Rect {
    fileprivate func isNear(_ other: Rect) -> Bool {
        let reach = 0.1
        return abs(x - other.x) <= reach && abs(y - other.y) <= reach && abs(width - other.width) <= reach
            && abs(height - other.height) <= reach
    }
}
