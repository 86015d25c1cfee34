import Foundation
import Geometry
import Layout
import Markup
import Style
import TestKit
import Testing

/// Runs every one-file case below `Tests/Fixtures/layout`; see `LayoutCase` for how one is written.
@Suite struct CaseTests {
    @Test(arguments: Fixtures.files(in: "layout", ending: "html"))
    func boxesStandWhereTheSpecificationPutsThem(file: URL) throws {
        let name = file.pathComponents.suffix(2).joined(separator: "/")
        let page = try #require(LayoutCase(name: name, html: Fixtures.bytes(file)), "\(name) has no expectations")
        #expect(!page.expected.isEmpty, "\(name) expects nothing")
        let (found, pageCount) = page.layOut()
        if let wanted = page.pageCount { #expect(pageCount == wanted, "\(name): \(pageCount) pages") }
        for expectation in page.expected {
            let candidates = found.filter { $0.id == expectation.id && $0.page == expectation.page }
            let matches = candidates.contains { near($0.rect, expectation.rect) }
            let all = found.filter { $0.id == expectation.id }.map(\.description).joined(separator: "; ")
            #expect(matches, "\(name): expected \(expectation), found \(all.isEmpty ? "nothing" : all)")
        }
    }

    private func near(_ a: Rect, _ b: Rect) -> Bool {
        zip([a.x, a.y, a.width, a.height], [b.x, b.y, b.width, b.height]).allSatisfy { abs($0 - $1) < 0.06 }
    }
}

extension LayoutCase {
    /// Where the boxes of the page come to stand, set in the square font on an endless page 200 px wide; and on how many pages.
    func layOut() -> (boxes: [Expectation], pageCount: Int) {
        let (document, _) = parseHTML(html, name: name)
        let options = StyleEngine.Options(pageSize: Size(width: 200, height: 10_000), pageMargin: Edges(0))
        let styled = StyleEngine(resources: NoResources(), options: options).style(document)
        let result = Layout.layOut(styled, shaper: FakeShaper(), images: SVGSizes())
        return (boxes(of: result.pages, in: document), result.pages.count)
    }
}
