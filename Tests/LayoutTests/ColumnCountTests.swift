import Layout
import Markup
import Style
import TestKit
import Testing

/// Column counts that nobody means.
@Suite struct ColumnCountTests {
    @Test(arguments: ["2147483648", "9223372036854775807", "1000000000 1px"])
    func aHugeCountOfColumnsIsLaidOut(columns: String) {
        let html = "<!doctype html><div style='columns:\(columns)'>text in columns</div>"
        let (document, _) = parseHTML(Array(html.utf8), name: "columns.html")
        let styled = StyleEngine(resources: NoResources()).style(document)
        let result = Layout.layOut(styled, shaper: FakeShaper(), images: NoImages())
        #expect(result.pages.count == 1)
    }
}
