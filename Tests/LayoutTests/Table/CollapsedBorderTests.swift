import Geometry
import Style
import Testing

@testable import Layout

/// CSS 2.2 §17.6.2: which borders are painted, and where.
@Suite("Collapsed borders become lines")
struct CollapsedBorderTests {
    private func lines(_ rows: String, _ style: String = "") -> [BorderSegment] {
        let html =
            "<!DOCTYPE html><body style='margin:0'><table style='border-collapse:collapse;\(style)'>\(rows)</table>"
        return TablePages(html).first("table")?.fragment.collapsedBorders ?? []
    }

    private func cell(_ border: String, _ attributes: String = "") -> String {
        "<td \(attributes) style='padding:0;\(border)'><div style='width:20px;height:10px'></div></td>"
    }

    @Test("equal pieces are joined to one line from end to end")
    func joined() {
        let row = "<tr>\(cell("border:2px solid"))\(cell("border:2px solid"))</tr>"
        let lines = lines(row + row)
        #expect(lines.count == 6)
        #expect(
            lines.filter { $0.start.y == $0.end.y }.map { [$0.start.x, $0.end.x] } == [[0, 46], [0, 46], [0, 46]])
        #expect(lines.filter { $0.start.x == $0.end.x }.map(\.start.x) == [1, 23, 45])
    }

    @Test("the wider border wins, then the style that paints more")
    func conflicts() {
        func middle(_ left: String, _ right: String) -> BorderSide? {
            let row = "<tr>\(cell("border-right:\(left)"))\(cell("border-left:\(right)"))</tr>"
            return lines(row).first { $0.start.x == $0.end.x }?.side
        }
        #expect(middle("2px solid", "4px dashed")?.style == .dashed)
        #expect(middle("4px solid", "4px double")?.style == .double)
        #expect(middle("4px solid red", "4px solid black")?.color.red == 1)
        #expect(middle("4px hidden", "9px solid") == nil)
    }

    @Test("cells go before rows, rows before the table")
    func sources() {
        let row = "<tr style='border:2px solid red'>\(cell("border:2px solid black"))</tr>"
        #expect(lines(row, "border:2px solid red").allSatisfy { $0.side.color == .black })
        let plain = "<tr style='border:2px solid black'>\(cell(""))</tr>"
        #expect(lines(plain, "border:2px solid red").allSatisfy { $0.side.color == .black })
    }

    @Test("no line runs through a cell that spans")
    func spans() {
        let wide =
            "<tr>\(cell("border:2px solid", "colspan=2"))</tr><tr>\(cell("border:2px solid"))\(cell("border:2px solid"))</tr>"
        let middle = lines(wide).first { $0.start.x == $0.end.x && $0.start.x > 1 && $0.start.x < 40 }
        #expect(middle.map { $0.start.y > 10 } == true)
    }

    @Test("wider lines are painted over narrower ones")
    func order() {
        let row = "<tr>\(cell("border:1px solid"))\(cell("border:5px solid"))</tr>"
        let widths = lines(row).map(\.side.width)
        #expect(widths == widths.sorted())
    }
}
