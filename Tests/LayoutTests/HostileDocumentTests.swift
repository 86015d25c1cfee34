import Diagnostics
import Foundation
import Geometry
import Layout
import Markup
import Style
import TestKit
import Testing

@Suite struct HostileDocumentTests {
    private func layOut(_ html: String) -> LayoutResult {
        let styled = StyleEngine(resources: NoResources()).style(parseHTML(Array(html.utf8)).document)
        return Layout.layOut(styled, shaper: FakeShaper(), images: NoImages())
    }

    private func isFinite(_ box: BoxFragment) -> Bool {
        box.size.width.isFinite && box.size.height.isFinite
            && box.children.allSatisfy { child in
                guard child.origin.x.isFinite, child.origin.y.isFinite else { return false }
                guard case .box(let inner) = child.fragment else { return true }
                return isFinite(inner)
            }
    }

    @Test(arguments: [
        "<table style='min-width:1e308'>", "<p style='font-size:1e400px;width:1e308in'>x",
        "<p style='margin:-1e308%'>x",
        "<div style='width:33554432%'><div style='width:33554432%'><p style='width:1e9%'>x",
        "<div style='display:grid;grid-template-columns:repeat(49,1e308fr)'>x",
        "<div style='display:grid'><i style='aspect-ratio:1e-300/1e9'>x</i>x", "<p style='line-height:1e308'>x",
    ])
    func numbersBeyondMeasureStayFinite(html: String) {
        #expect(layOut("<!DOCTYPE html>" + html).pages.allSatisfy { isFinite($0.root) })
    }

    @Test(arguments: [
        "display:grid", "display:grid;min-height:1px", "display:flex", "display:flex;flex-direction:column",
        "display:inline-grid", "display:inline-flex", "display:inline-block", "display:table", "display:table-cell",
        "float:left", "float:left;padding:1px", "position:absolute", "break-inside:avoid", "position:relative",
    ])
    func nestingCostsNoMoreThanItsDepth(style: String) {
        #expect(!layOut(String(repeating: "<div style='\(style)'>", count: 200) + "x").pages.isEmpty)
        #expect(!layOut(String(repeating: "<div style='\(style)'><div>", count: 60) + "x").pages.isEmpty)
    }

    /// Where a page ends in what is nested: each level could be tried on two pages.
    @Test(arguments: [
        "display:flex;padding:1px;break-inside:avoid", "display:flex;flex-direction:column-reverse;min-height:2000px",
        "display:grid;grid-template-rows:2000px 10px;grid-area:30/30/50/50;break-inside:avoid",
        "display:grid;padding:1px;break-inside:avoid",
    ])
    func pageEndsInWhatIsNestedAreTriedSeldom(style: String) async {
        let text = "<p>x</p>" + String(repeating: "y<br>", count: 200)
        #expect(await pageCount(String(repeating: "<div style='\(style)'>", count: 40) + text) > 0)
    }

    /// An attempt counts by all that is laid out in it.
    @Test func boxesThatAvoidBreaksInBoxesThatDoAreTriedSeldom() async {
        let level = "<div style='height:70px'></div><div style='display:flex;break-inside:avoid'><div style='flex:1'>a"
        let result = await laidOut(
            "<style>@page{size:200px 100px;margin:0}</style>" + String(repeating: level, count: 125))
        #expect(result.diagnostics.contains { $0.message.contains("breaks are to be avoided in too many boxes") })
    }

    @Test func longNamedStringsAreCutWithAWarning() async {
        let text = String(repeating: "word ", count: 20_000)
        let html =
            "<style>@page{size:200px 9000px;@top-left{content:string(s)}}div{string-set:s content()}</style>"
            + String(repeating: "<div>", count: 400) + text
        let warnings = await laidOut(html).diagnostics.filter { $0.message.contains("named string") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.location.position != nil)
    }

    @Test func pageMarginsThatHoldTooMuchAreLeftEmptyWithAWarning() async {
        let html = """
            <style>@page{size:100px 60px;margin:20px;@top-left{content:string(s)}@top-center{content:string(s)}
            @top-right{content:string(s)}@bottom-left{content:string(s)}@bottom-right{content:string(s)}}
            h1{string-set:s content();position:absolute}p{break-after:page}</style><h1>\(String(repeating: "x", count: 4_000))</h1>
            """
        let result = await laidOut(html + String(repeating: "<p>x", count: 1_200))
        #expect(result.pages.count == 1_200)
        #expect(result.diagnostics.contains { $0.message.contains("page margins hold too much") })
    }

    @Test func aDocumentOfTooManyPagesIsToldOf() {
        let result = layOut("<style>@page{size:100px 20px;margin:0}</style><div style='height:1000000px'>x</div>y")
        #expect(result.diagnostics.contains { $0.message.contains("more than 20000 pages") })
    }

    /// Each line makes all boxes around its text anew.
    @Test func inlineBoxesOfManyLinesAreBounded() async {
        let html = String(repeating: "<span>", count: 500) + String(repeating: "x<br>", count: 3_000)
        let result = await laidOut(html)
        #expect(result.diagnostics.contains { $0.message.contains("inline elements stand too deep") })
    }

    @Test func floatsThatAvoidBreaksInFloatsAreTriedSeldom() async {
        let level = "<p style='float:right;break-inside:avoid;margin:0'>a<br>b<br>c"
        let html =
            "<style>@page{size:300px 100px;margin:0}</style>" + String(repeating: "<div>x</div>" + level, count: 200)
        #expect(await pageCount(html.replacing("<p", with: "<span").replacing("</p", with: "</span")) > 0)
    }

    @Test func columnsInColumnsStayFinite() {
        let nested = String(repeating: "<div style='columns:84;text-align:right'>", count: 300)
        #expect(layOut(nested + "x").pages.allSatisfy { isFinite($0.root) })
    }

    /// In a stack as large as the program asks for.
    @Test(arguments: ["div", "span", "table><tr><td", "ul><li", "div style='display:flex'", "div style='columns:2'"])
    func deepestNestingFitsTheStack(tag: String) async {
        #expect(await pageCount(String(repeating: "<\(tag)>", count: 600) + "x") > 0)
    }

    private func pageCount(_ html: String) async -> Int { await laidOut(html).pages.count }

    private func laidOut(_ html: String) async -> LayoutResult {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: layOut(html)) }
            thread.stackSize = 32 << 20
            thread.start()
        }
    }

    @Test func boxesOverAllPagesAreLeftOutWhereTheyAreEmpty() {
        let result = layOut(String(repeating: "<div style='height:1e9px;float:left'>x</div>", count: 50))
        #expect(result.pages.count > 1_000)
        #expect(result.diagnostics.contains { $0.message.contains("huge height") })
    }

    @Test func pagesAreNoLargerThanPaperCanBe() {
        let pages = layOut("<style>@page{size:1e9px 1e9px}</style>x").pages
        #expect(pages.first?.size == Size(width: 19_200, height: 19_200))
    }

    @Test(arguments: [
        "grid-row:span 2147483647;grid-column:span 2147483647", "grid-row:-2147483648/2147483647",
        "grid-column:2147483647", "grid-area:9/-9/99999999/span 99999999",
    ])
    func gridLinesFarAwayAreBroughtNear(area: String) {
        let items = String(repeating: "<i style='\(area)'>x</i>", count: 20)
        for flow in ["row", "column", "row dense"] {
            #expect(!layOut("<div style='display:grid;grid-auto-flow:\(flow)'>\(items)</div>").pages.isEmpty)
        }
    }

    @Test func aNamedStringOfThePageBeforeStandsOnIt() {
        let html = """
            <style>@page{size:100px 40px;margin:20px 0;@top-left{content:string(s, start);font-size:1px}}
            h1{string-set:s content();break-before:page}h1,p,body{margin:0;font-size:10px}</style><h1>A</h1><h1>B</h1><p>c
            """
        #expect(layOut(html).pages.map { text(of: $0.root).filter { !$0.isWhitespace } } == ["AA", "BA", "cB"])
    }

    private func text(of box: BoxFragment) -> String {
        box.children.map { child in
            switch child.fragment {
            case .box(let inner): text(of: inner)
            case .text(let text): String(decoding: text.text, as: UTF8.self)
            }
        }.joined()
    }
}
