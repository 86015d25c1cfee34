import Geometry
import Style
import Testing

@testable import Layout

/// Tables over pages of 200 px: CSS Fragmentation 3 §3 and §4, CSS Tables 3 §3.11. Cells have no padding.
@Suite("Tables go over pages row by row")
struct TablePagingTests {
    // MARK: Building

    private func row(_ id: Int, height: Int = 50, _ style: String = "", cell: String = "") -> String {
        "<tr id=r\(id) style='\(style)'><td style='padding:0;\(cell)'><div style='height:\(height)px;background:red'></div></td></tr>"
    }

    private func table(_ rows: String, _ style: String = "") -> String {
        "<!DOCTYPE html><body style='margin:0'><table style='border-spacing:0;width:100px;\(style)'>\(rows)</table>"
    }

    private func pages(_ html: String, height: Double = 200) -> TablePages { TablePages(html, height: height) }

    /// Which rows stand on which page, from top to bottom.
    private func rows(_ pages: TablePages) -> [[String]] {
        pages.result.pages.indices.map { pages.column("tr", on: $0) }
    }

    // MARK: Rows

    @Test("a row that does not fit goes to the next page whole")
    func wholeRows() {
        let pages = pages(table((1...3).map { row($0, height: 80) }.joined()))
        #expect(rows(pages) == [["tr#r1 0-80", "tr#r2 80-160"], ["tr#r3 0-80"]])
    }

    @Test("rows that fill a page exactly need no page more")
    func exactFit() {
        let pages = pages(table((1...8).map { row($0) }.joined()))
        #expect(pages.result.pages.count == 2)
        #expect(pages.column("tr", on: 1).first == "tr#r5 0-50")
    }

    @Test("spacing is dropped where a page ends")
    func spacingAtBreak() {
        let pages = pages(table((1...5).map { row($0) }.joined(), "border-spacing:0 10px"))
        #expect(
            rows(pages) == [["tr#r1 10-60", "tr#r2 70-120", "tr#r3 130-180"], ["tr#r4 0-50", "tr#r5 60-110"]])
    }

    @Test("the lower border of a table makes no page of its own")
    func lowerBorder() {
        let pages = pages(table((1...4).map { row($0) }.joined(), "border-bottom:8px solid"))
        #expect(pages.result.pages.count == 1)
    }

    @Test("a row taller than a page is cut, its content complete")
    func tallRow() {
        let blocks = (1...6).map { "<div id=b\($0) style='height:60px;background:red;break-inside:avoid'></div>" }
            .joined()
        let tall = "<tr id=r2><td style='padding:0'>\(blocks)</td></tr>"
        let pages = pages(table(row(1) + tall + row(3)))
        #expect(pages.column("div#b", on: 0) == ["div#b1 50-110", "div#b2 110-170"])
        #expect(pages.column("div#b", on: 1) == ["div#b3 0-60", "div#b4 60-120", "div#b5 120-180"])
        #expect(pages.column("div#b", on: 2) == ["div#b6 0-60"])
        #expect(pages.column("tr#r3", on: 2) == ["tr#r3 60-110"])
    }

    @Test("the cells of a tall row break each for itself")
    func tallRowCells() {
        let left = (1...5).map { "<div id=a\($0) style='height:90px;background:red;break-inside:avoid'></div>" }
            .joined()
        let right = (1...2).map { "<div id=b\($0) style='height:150px;background:red;break-inside:avoid'></div>" }
            .joined()
        let cells = "<td style='padding:0'>\(left)</td><td style='padding:0;vertical-align:top'>\(right)</td>"
        let pages = pages(table("<tr id=r1>\(cells)</tr>"))
        #expect(pages.column("div#a", on: 1) == ["div#a3 0-90", "div#a4 90-180"])
        #expect(pages.column("div#b", on: 1) == ["div#b2 0-150"])
        #expect(pages.column("div#a", on: 2) == ["div#a5 0-90"])
    }

    @Test("a row that fits a page but not the rest of this one is not cut")
    func noNeedlessCut() {
        let blocks = (1...3).map { "<div id=b\($0) style='height:50px;background:red;break-inside:avoid'></div>" }
            .joined()
        let pages = pages(table(row(1, height: 100) + "<tr id=r2><td style='padding:0'>\(blocks)</td></tr>"))
        #expect(pages.column("div#b", on: 0).isEmpty)
        #expect(pages.column("div#b", on: 1).count == 3)
    }

    @Test("a block that no page can hold is cut by the page's end, and layout ends")
    func monster() {
        let pages = pages(table(row(1, height: 900) + row(2)))
        #expect(pages.result.pages.count == 5)
        #expect(pages.column("tr#r2", on: 4) == ["tr#r2 100-150"])
    }

    // MARK: Heads and feet

    private func head(_ height: Int = 30) -> String { "<thead>\(row(0, height: height))</thead>" }

    @Test("the head stands on every page and takes its height")
    func repeatedHead() {
        let pages = pages(table(head() + (1...7).map { row($0) }.joined()))
        #expect(pages.column("tr", on: 0) == ["tr#r0 0-30", "tr#r1 30-80", "tr#r2 80-130", "tr#r3 130-180"])
        #expect(pages.column("tr", on: 1) == ["tr#r4 30-80", "tr#r5 80-130", "tr#r6 130-180"])
        #expect(pages.column("tr", on: 2) == ["tr#r7 30-80"])
        #expect(headCopies(pages, on: 1) == 1 && headCopies(pages, on: 2) == 1)
    }

    /// Copies have no node, so that an anchor in a head stays one place.
    private func headCopies(_ pages: TablePages, on page: Int) -> Int {
        var count = 0
        func visit(_ fragment: BoxFragment) {
            if fragment.role == .tableRowGroup, fragment.node == nil, fragment.style.box.display == .tableHeaderGroup {
                count += 1
            }
            for case .box(let child) in fragment.children.map(\.fragment) { visit(child) }
        }
        guard page < pages.result.pages.count else { return 0 }
        visit(pages.result.pages[page].root)
        return count
    }

    @Test("a head higher than a quarter of the page does not repeat")
    func highHead() {
        let pages = pages(table(head(60) + (1...5).map { row($0) }.joined()))
        #expect(pages.column("tr", on: 1).first == "tr#r3 0-50")
        #expect(headCopies(pages, on: 1) == 0)
    }

    @Test("what is cut inside a row leaves room for the head")
    func headOverCutRow() {
        let blocks = (1...6).map { "<div id=b\($0) style='height:60px;background:red;break-inside:avoid'></div>" }
            .joined()
        let pages = pages(table(head() + "<tr><td style='padding:0'>\(blocks)</td></tr>"))
        #expect(pages.column("div#b", on: 0) == ["div#b1 30-90", "div#b2 90-150"])
        #expect(pages.column("div#b", on: 1) == ["div#b3 30-90", "div#b4 90-150"])
        #expect(pages.column("div#b", on: 2) == ["div#b5 30-90", "div#b6 90-150"])
        #expect(headCopies(pages, on: 2) == 1)
    }

    @Test("rows that end where the page ends leave the next one under the head")
    func headAfterExactFit() {
        let pages = pages(table(head(50) + (1...4).map { row($0) }.joined()))
        #expect(pages.column("tr", on: 1) == ["tr#r4 50-100"])
    }

    @Test("a head does not stand alone at the end of a page")
    func headWithFirstRow() {
        let before = "<!DOCTYPE html><body style='margin:0'><div style='height:140px'></div>"
        let body = "<table style='border-spacing:0;width:100px'>\(head())\(row(1)) </table>"
        let pages = pages(before + body)
        #expect(pages.column("tr", on: 0).isEmpty)
        #expect(pages.column("tr", on: 1) == ["tr#r0 0-30", "tr#r1 30-80"])
    }

    @Test("a foot stands once, at the end")
    func footOnce() {
        let pages = pages(table("<tfoot>\(row(9, height: 30))</tfoot>" + (1...5).map { row($0) }.joined()))
        #expect(pages.column("tr", on: 0).count == 4)
        #expect(pages.column("tr", on: 1) == ["tr#r5 0-50", "tr#r9 50-80"])
    }

    @Test("a foot that may not be broken inside stands on every page")
    func footRepeats() {
        let foot = "<tfoot style='break-inside:avoid'>\(row(9, height: 30))</tfoot>"
        let pages = pages(table(foot + (1...5).map { row($0) }.joined()))
        #expect(pages.column("tr", on: 0) == ["tr#r1 0-50", "tr#r2 50-100", "tr#r3 100-150"])
        #expect(pages.column("tr", on: 1) == ["tr#r4 0-50", "tr#r5 50-100", "tr#r9 100-130"])
    }

    @Test("heads of a table in a cut cell repeat under the outer head")
    func nestedHeads() {
        let inner =
            "<table style='border-spacing:0'><thead>\(row(50, height: 20))</thead>"
            + (51...56).map { row($0, height: 40) }.joined() + "</table>"
        let pages = pages(table(head() + "<tr><td style='padding:0'>\(inner)</td></tr>"))
        #expect(pages.column("tr#r5", on: 0).suffix(3) == ["tr#r51 50-90", "tr#r52 90-130", "tr#r53 130-170"])
        #expect(pages.column("tr#r5", on: 1).first == "tr#r54 50-90")
        #expect(headCopies(pages, on: 1) == 2)
    }

    // MARK: Break properties

    @Test("break-before on a row begins a page")
    func forcedBefore() {
        let pages = pages(table(row(1) + row(2, "break-before:page") + row(3)))
        #expect(rows(pages) == [["tr#r1 0-50"], ["tr#r2 0-50", "tr#r3 50-100"]])
    }

    @Test("break-after on a row group begins a page under the head")
    func forcedAfterGroup() {
        let pages = pages(
            table(head() + "<tbody style='break-after:page'>\(row(1))</tbody><tbody>\(row(2))</tbody>"))
        #expect(pages.column("tr", on: 1) == ["tr#r2 30-80"])
    }

    @Test("break-before: right leaves a blank page where needed")
    func forcedRight() {
        let pages = pages(table(row(1) + row(2, "break-before:right")))
        #expect(pages.result.pages.count == 3)
        #expect(pages.column("tr", on: 2) == ["tr#r2 0-50"])
    }

    @Test("break-after: avoid keeps a row with the next")
    func avoidBetween() {
        let pages = pages(table((1...3).map { row($0) }.joined() + row(4, "break-after:avoid") + row(5)))
        #expect(pages.column("tr", on: 1) == ["tr#r4 0-50", "tr#r5 50-100"])
    }

    @Test("a row group that avoids breaks moves whole when it fits a page")
    func avoidInGroup() {
        let group = "<tbody style='break-inside:avoid'>\(row(3))\(row(4))\(row(5))</tbody>"
        let pages = pages(table("<tbody>\(row(1))\(row(2))</tbody>" + group))
        #expect(pages.column("tr", on: 1) == ["tr#r3 0-50", "tr#r4 50-100", "tr#r5 100-150"])
    }

    @Test("a row group that no page can hold breaks all the same")
    func avoidInTallGroup() {
        let rows = (2...8).map { row($0) }.joined()
        let pages = pages(table("<tbody>\(row(1))</tbody><tbody style='break-inside:avoid'>\(rows)</tbody>"))
        #expect(pages.column("tr", on: 0).count == 4)
        #expect(pages.column("tr", on: 1).count == 4)
    }

    @Test("a table that avoids breaks moves whole")
    func avoidInTable() {
        let before = "<!DOCTYPE html><body style='margin:0'><div style='height:100px'></div>"
        let pages = pages(
            before
                + "<table style='border-spacing:0;width:100px;break-inside:avoid'>\(row(1))\(row(2))\(row(3))</table>")
        #expect(rows(pages) == [[], ["tr#r1 0-50", "tr#r2 50-100", "tr#r3 100-150"]])
    }

    @Test("rows that a tall cell spans stay together where they fit")
    func spansTogether() {
        let tall = "<td rowspan=2 style='padding:0'><div id=s style='height:20px'></div></td>"
        let first = "<tr id=r4><td style='padding:0'><div style='height:50px;background:red'></div></td>\(tall)</tr>"
        let pages = pages(table((1...3).map { row($0) }.joined() + first + row(5)))
        #expect(pages.column("tr", on: 0).count == 3)
        #expect(pages.column("tr", on: 1) == ["tr#r4 0-50", "tr#r5 50-100"])
    }

    @Test("a cell over more rows than a page holds breaks between its blocks")
    func spansOverPages() {
        let blocks = (1...5).map { "<div id=b\($0) style='height:60px;background:red;break-inside:avoid'></div>" }
            .joined()
        let tall = "<td rowspan=6 style='padding:0;vertical-align:top'>\(blocks)</td>"
        let first = "<tr id=r1><td style='padding:0'><div style='height:50px;background:red'></div></td>\(tall)</tr>"
        let pages = pages(table(first + (2...6).map { row($0) }.joined()))
        #expect(pages.column("div#b", on: 0) == ["div#b1 0-60", "div#b2 60-120", "div#b3 120-180"])
        #expect(pages.column("div#b", on: 1) == ["div#b4 0-60", "div#b5 60-120"])
        #expect(pages.column("tr", on: 0).count == 4)
        #expect(pages.column("tr", on: 1).suffix(2) == ["tr#r5 0-50", "tr#r6 50-120"])
    }

    // MARK: Captions and borders

    @Test("a caption stays with the first row")
    func captionWithFirstRow() {
        let before = "<!DOCTYPE html><body style='margin:0'><div style='height:140px'></div>"
        let caption = "<caption><div style='height:20px'></div></caption>"
        let pages = pages(before + "<table style='border-spacing:0;width:100px'>\(caption)\(row(1)) </table>")
        #expect(pages.column("caption", on: 1) == ["caption 0-20"])
        #expect(pages.column("tr", on: 1) == ["tr#r1 20-70"])
    }

    @Test("collapsed borders are drawn in full on both sides of a page's end")
    func collapsedAtBreak() {
        let pages = pages(
            table((1...3).map { row($0, height: 90, cell: "border:4px solid") }.joined(), "border-collapse:collapse"))
        let lines = (0...1).map { page in
            pages.found.first { $0.name == "table" && $0.page == page }?.fragment.collapsedBorders.filter {
                $0.start.y == $0.end.y
            }.map(\.start.y).sorted() ?? []
        }
        // Rows are 94 px high between the lines' middles, the first under half the table's border.
        #expect(lines == [[2, 96, 188], [2, 94]])
    }

    @Test("many pages of rows keep the order and lose none", arguments: 1...60)
    func everyCount(_ count: Int) {
        let pages = pages(table(head(20) + (1...count).map { row($0, height: 20) }.joined()))
        let seen = rows(pages).joined().map { String($0.prefix { $0 != " " }) }
        #expect(seen == (0...count).map { "tr#r\($0)" })
        #expect(pages.result.pages.count == (count + 8) / 9)
    }
}
