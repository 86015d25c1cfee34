import Foundation
import Geometry
import Layout
import TestKit
import Testing

/// The cases in `Tests/Fixtures/layout/table`: what they expect is what Chromium gives the same file.
@Suite("Tables stand where browsers put them")
struct TableFixtureTests {
    static let cases: [LayoutCase] = Fixtures.files(in: "layout/table", ending: "html").compactMap { url in
        LayoutCase(name: url.lastPathComponent, html: Fixtures.bytes(url))
    }

    @Test("every table case", arguments: cases.map(\.name))
    func tableCase(_ name: String) throws {
        let layoutCase = try #require(Self.cases.first { $0.name == name })
        let pages = TablePages(String(decoding: layoutCase.html, as: UTF8.self))
        let found = boxes(of: pages.result.pages, in: pages.document)
        for expected in layoutCase.expected {
            let box = found.first { $0.id == expected.id && $0.page == expected.page }
            #expect(box?.rect.isNear(expected.rect) == true, "\(expected), but \(box?.description ?? "nothing")")
        }
        // No box stands where the case expects none, but for tables with captions, whose place is not their grid's.
        let extra = found.filter { box in !layoutCase.expected.contains { $0.id == box.id } }
        #expect(extra.allSatisfy { $0.id.hasPrefix("t") }, "\(extra)")
    }

    @Test("there are enough table cases")
    func count() { #expect(Self.cases.count >= 160) }
}

extension Rect {
    fileprivate func isNear(_ other: Rect) -> Bool {
        let reach = 0.1
        return abs(x - other.x) <= reach && abs(y - other.y) <= reach && abs(width - other.width) <= reach
            && abs(height - other.height) <= reach
    }
}
