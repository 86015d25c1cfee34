import Diagnostics
import Markup
import Style
import Testing

@Suite("Styles are computed once and shared")
struct SharingTests {
    private func document(_ html: String) -> Document { parseHTML(Array(html.utf8)).document }

    private func styles(_ styled: StyledDocument, _ name: String) -> [ComputedStyle] {
        styled.document.nodes.indices.filter { styled.document.nodes[$0].name == name }.compactMap { styled.styles[$0] }
    }

    @Test func `a thousand rows have the styles of two`() {
        let rows = String(repeating: "<tr><td class=a>1<td>2", count: 1000)
        let html =
            "<!doctype html><style>tr:nth-child(even) { background: red } .a { color: lime }</style><table>\(rows)"
        let styled = StyleEngine(resources: NoResources()).style(document(html))
        #expect(Set(styles(styled, "tr").map(ObjectIdentifier.init)).count == 2)
        #expect(Set(styles(styled, "td").map(ObjectIdentifier.init)).count == 4)
        #expect(styles(styled, "td").count == 2000)
    }

    @Test func `groups that an element does not change are its parent's or the initial ones`() throws {
        let styled = StyleEngine(resources: NoResources()).style(document("<p>x<span>y</span>"))
        let (p, span) = (try #require(styles(styled, "p").first), try #require(styles(styled, "span").first))
        #expect(span.textGroup === p.textGroup)
        #expect(span.decorationGroup === ComputedStyle.initial.decorationGroup)
    }

    @Test func `the next document of the same template gets the same objects`() {
        let engine = StyleEngine(resources: NoResources())
        let html = "<html lang=de><style>p { color: red }</style><p style='margin: 0'>"
        let (first, second) = (engine.style(document(html + "a")), engine.style(document(html + "b")))
        #expect(styles(first, "p").first === styles(second, "p").first)
    }

    @Test func `another style sheet in the same engine is not mistaken for the first`() {
        let engine = StyleEngine(resources: NoResources())
        let colors = ["red", "lime", "red"].map { name in
            styles(engine.style(document("<style>p { color: \(name) }</style><p>")), "p").first?.text(of: "color")
        }
        #expect(colors == ["#ff0000", "#00ff00", "#ff0000"])
    }

    @Test func `documents with and without doctype keep apart`() {
        let engine = StyleEngine(resources: NoResources())
        let html = "<style>p { margin-left: 5 }</style><p style='margin-right: 5'>"
        let margins = ["<!doctype html>", "", "<!doctype html>"].map { doctype in
            styles(engine.style(document(doctype + html)), "p").first.map { style in
                [style.text(of: "margin-left"), style.text(of: "margin-right")]
            }
        }
        #expect(margins == [["0px", "0px"], ["5px", "5px"], ["0px", "0px"]])
    }

    @Test func `metrics of the font answer ex and ch`() {
        let options = StyleEngine.Options(fontMetrics: { text in
            FontMetricsAnswer(xHeight: text.fontSize * 0.45, zeroWidth: text.fontSize * 0.6)
        })
        let engine = StyleEngine(resources: NoResources(), options: options)
        let style = engine.style(declarations: "font-size: 20px; width: 3ch; height: 2ex").style
        #expect(style.text(of: "width") == "36px")
        #expect(style.text(of: "height") == "18px")
    }

    @Test func `a list of declarations stands for itself`() {
        let engine = StyleEngine(resources: NoResources())
        let (style, diagnostics) = engine.style(declarations: "color: lime; widht: 1px")
        #expect(style.text(of: "color") == "#00ff00")
        #expect(diagnostics.map(\.description).first?.hasPrefix("1:14: warning: the property 'widht'") == true)
    }

    @Test func `the dump shows what each element has of its own`() {
        let styled = StyleEngine(resources: NoResources()).style(
            document("<!doctype html><p id=x class=y style='color: red'>"))
        #expect(
            styled.dump.hasSuffix(
                """
                    p#x.y
                      color: #ff0000
                      display: block
                      margin-top: 16px
                      margin-bottom: 16px
                      unicode-bidi: isolate
                      text-decoration-color: #ff0000

                """))
    }
}
