import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS Fragmentation 3 §3.3, §4: lines over pages. Lines are 10 high.
@Suite struct InlinePagingTests {
    private func paragraph(_ lines: Int, orphans: Int = 2, widows: Int = 2) -> Paragraph {
        Paragraph(text: {
            $0.orphans = orphans
            $0.widows = widows
        }).text((0..<lines).map { _ in "aaaa" }.joined(separator: " "))
    }

    @Test func `a line that would cross the end of a page begins the next`() {
        let lines = paragraph(5, orphans: 1, widows: 1)
        #expect(lines.tops(in: lines.pages(25)) == [0, 10, 25, 35, 50])
        #expect(lines.layOut(in: lines.pages(25))?.height == 60)
        #expect(lines.layOut(in: lines.pages(25))?.dependsOnPages == true)
        #expect(lines.layOut(in: lines.pages(50))?.dependsOnPages == false)
    }

    @Test func `too few lines before the page end send the block to the next page`() {
        let lines = paragraph(5)
        #expect(lines.tops(in: lines.pages(40, from: 25, mayBreakBefore: true)) == nil)
        #expect(lines.tops(in: lines.pages(40, from: 20, mayBreakBefore: true)) == [20, 30, 40, 50, 60])
    }

    @Test func `a block that may not move breaks all the same`() {
        let lines = paragraph(5)
        #expect(lines.tops(in: lines.pages(40, from: 25)) == [25, 40, 50, 60, 70])
    }

    @Test func `too few lines behind a break take others along`() {
        let lines = paragraph(5)
        #expect(lines.tops(in: lines.pages(40)) == [0, 10, 20, 40, 50])
        let four = paragraph(5, widows: 3)
        #expect(four.tops(in: four.pages(40)) == [0, 10, 40, 50, 60])
    }

    @Test func `a block whose orphans and widows cannot both be had keeps its orphans`() {
        let lines = paragraph(3)
        #expect(lines.tops(in: lines.pages(40, from: 20, mayBreakBefore: true)) == [20, 30, 40])
        #expect(lines.tops(in: lines.pages(40, from: 30, mayBreakBefore: true)) == nil)
    }

    @Test func `a block that avoids breaks moves whole, where it may`() {
        let lines = paragraph(5)
        #expect(lines.tops(in: lines.pages(40, from: 10, mayBreakBefore: true, avoidsBreaks: true)) == nil)
        #expect(lines.tops(in: lines.pages(40, from: 10, avoidsBreaks: true)) == [10, 20, 30, 40, 50])
    }

    @Test func `a line higher than a page is placed at its start, and what follows behind it`() {
        let tall = Paragraph(text: {
            $0.orphans = 1; $0.widows = 1
        }).text("aaaaa").atomic(40, 60).text("bbbbb")
        #expect(tall.tops(in: tall.pages(50)) == [0, 50, 112])
    }

    @Test func `lines over many pages lose none`() {
        let lines = paragraph(100)
        // Three on each of 32 pages, then two and two, so that the last is not alone.
        let tops = lines.tops(in: lines.pages(35))
        #expect(tops?.count == 100)
        #expect(tops?.suffix(5) == [1105, 1120, 1130, 1155, 1165])
    }

    @Test func `a float met on a line that moves to the next page moves with it`() {
        let lines = Paragraph(text: {
            $0.orphans = 1; $0.widows = 1
        }).text("aaaa bbb ").float(.right, 10, 5).text("c")
        let layout = lines.layOut(in: lines.pages(16))
        #expect(
            layout.map(Dump.lines) == [
                #"0+10 0"aaaa"^8"#, "float 40,16 10x5", #"16+10 0"bbb"^8"#, #"32+10 0"c"^8"#,
            ])
    }
}
