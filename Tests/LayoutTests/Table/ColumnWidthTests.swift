import Geometry
import Testing

@testable import Layout

/// The distribution of widths as such: CSS Tables 3 §3.9.3, CSS 2.2 §17.5.2.1.
@Suite("Widths are shared out to columns")
struct ColumnWidthTests {
    private func column(_ least: Double, _ most: Double, percent: Double? = nil, fixed: Bool = false)
        -> ColumnConstraint
    {
        var column = ColumnConstraint(isFixedLayout: false)
        column.isMergeable = false
        column.minimum = least
        column.maximum = most
        column.percent = percent
        column.isConstrained = fixed
        return column
    }

    private func automatic(_ width: Double, _ columns: [ColumnConstraint], growsFixed: Bool = true) -> [Double] {
        ColumnDistribution.automatic(width, over: columns[...], growsFixed: growsFixed)
    }

    @Test("no column is narrower than its minimum")
    func minimum() { #expect(automatic(10, [column(20, 50), column(30, 60)]) == [20, 30]) }

    @Test("between the guesses only one kind of column grows")
    func guesses() {
        let columns = [column(10, 20, percent: 0.5), column(10, 60, fixed: true), column(10, 90)]
        #expect(automatic(40, columns) == [20, 10, 10])
        #expect(automatic(80, columns) == [40, 30, 10])
        #expect(automatic(200, columns) == [100, 60, 40])
        #expect(automatic(400, columns) == [200, 60, 140])
    }

    @Test("a length grows only where the target may do that")
    func unconstrainedTarget() {
        #expect(automatic(200, [column(10, 50, fixed: true)], growsFixed: false) == [50])
        #expect(automatic(200, [column(10, 50, fixed: true)]) == [200])
    }

    @Test("shares are steps of 1/64 px and add up")
    func shares() {
        let widths = automatic(100, [column(1, 1), column(1, 1), column(1, 1)])
        #expect(widths[0] == 33.328125)
        #expect(widths.reduce(0, +) == 100)
    }

    @Test("columns without width or cell are passed over")
    func mergeable() {
        var empty = column(0, 0)
        empty.isMergeable = true
        #expect(automatic(100, [column(10, 10), empty, column(10, 10)]) == [50, 0, 50])
    }

    @Test("fixed layout shrinks lengths that are too many")
    func fixedShrinks() {
        let columns = [column(0, 300, fixed: true), column(0, 100, fixed: true)]
        #expect(ColumnDistribution.fixed(200, over: columns) == [150, 50])
    }

    @Test("rows in proportion, empty rows only when others cannot grow")
    func rows() {
        var rows = [RowHeight(height: 10), RowHeight(height: 30), RowHeight()]
        RowDistribution.grow(&rows, 0..<3, to: 80, spacing: 0, percentBase: nil)
        #expect(rows.map(\.height) == [20, 60, 0])
        var fixed = [RowHeight(height: 10, isConstrained: true), RowHeight()]
        RowDistribution.grow(&fixed, 0..<2, to: 50, spacing: 0, percentBase: nil)
        #expect(fixed.map(\.height) == [10, 40])
    }
}
