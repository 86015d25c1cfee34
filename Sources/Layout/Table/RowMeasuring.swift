import Geometry
import Markup
import Style

/// A cell laid out in endless space at its width, and its row height then known.
struct MeasuredCell {
    var layout: BoxLayout
}

/// All rows of a table with their heights and cells.
struct MeasuredRows {
    var cells: [MeasuredCell]
    var rows: [RowHeight]
    var sections: [SectionHeight]
    /// The baseline of each row, from its top.
    var baselines: [Double]
    /// A height that the table has without its border and padding, however little is in it.
    var leastHeight: Double = 0
    var hasGivenHeight = false
}

extension LayoutContext {
    /// Lays out all cells and finds the heights of rows (CSS 2.2 §17.5.3).
    func measureRows(_ grid: TableGrid, _ widths: TableWidths) -> MeasuredRows {
        let cells = grid.cells.map { cell in
            MeasuredCell(layout: measureCell(cell.box, width: widths.width(of: cell.columns), widths))
        }
        var measured = MeasuredRows(cells: cells, rows: [], sections: [], baselines: [])
        measured.rows.reserveCapacity(grid.rows.count)
        var spanning: [RowDistribution.Spanning] = []
        for (index, row) in grid.rows.enumerated() {
            var tabulator = RowTabulator(heightsTakeInEdges: styled.document.isQuirky)
            for cell in row.cells {
                tabulator.add(grid.cells[cell], cells[cell], base: widths.width, spanning: &spanning)
            }
            measured.rows.append(tabulator.finish(row.box.style))
            measured.baselines.append(tabulator.baseline(in: measured.rows[index].height))
            let section = grid.sections[row.section].box
            if section.style.text.visibility == .collapse { measured.rows[index].isCollapsed = true }
        }
        limitPercentages(grid, &measured.rows)
        // As in browsers, what spanning cells add to rows does not count as their row group's height.
        let rowsAlone = measured.rows
        RowDistribution.fit(spanning, into: &measured.rows, spacing: grid.spacing.height)
        measured.sections = grid.sections.map { section in
            let height = section.rows.reduce(0) { $0 + rowsAlone[$1].height }
            return measureSection(section, rowsHeight: height, &measured.rows, spacing: grid.spacing.height)
        }
        return measured
    }

    /// Lays a cell out in endless space at a width; its height is that of its content.
    func measureCell(_ box: Box, width: Double, _ table: TableWidths) -> BoxLayout {
        var space = ConstraintSpace(origin: Point(), pages: endless, containingWidth: table.contentWidth)
        space.width = .fixed(width)
        space.isKeptOutside = true
        return measure(box, space)
    }

    /// Percentages of the rows of a group make no more than 100 % together.
    private func limitPercentages(_ grid: TableGrid, _ rows: inout [RowHeight]) {
        for section in grid.sections {
            var left = 1.0
            for index in section.rows {
                guard let percent = rows[index].percent else { continue }
                rows[index].percent = min(percent, left)
                left -= min(percent, left)
            }
        }
    }

    private func measureSection(
        _ section: TableGrid.Section, rowsHeight: Double, _ rows: inout [RowHeight], spacing: Double
    ) -> SectionHeight {
        var height = rowsHeight + spacing * Double(max(0, section.rows.count - 1))
        var percent: Double?
        var isConstrained = false
        if case .length(let length) = section.box.style.box.height {
            if case .percent(let fraction) = length {
                percent = fraction
                isConstrained = true
            } else if !length.hasPercentage {
                isConstrained = true
                let given = length.resolved(against: 0)
                if given > height {
                    RowDistribution.grow(&rows, section.rows, to: given, spacing: spacing, percentBase: given)
                    height = given
                }
            }
        }
        return SectionHeight(
            rows: section.rows, height: height, percent: percent, isConstrained: isConstrained,
            isBody: section.kind == .body)
    }
}

extension TableWidths {
    /// What percentages in cells refer to.
    var contentWidth: Double { max(0, width - edges.horizontal) }
}

/// Gathers the cells of one row: its height and its baseline (CSS 2.2 §17.5.3).
struct RowTabulator {
    /// In quirks mode the height of a cell takes in its padding and border (Quirks Mode §3.7).
    private let heightsTakeInEdges: Bool
    private var row = RowHeight()
    private var ascent: Double?
    private var descent = 0.0
    /// The least bottom padding and border among cells when none has a baseline.
    private var leastBottom: Double?

    init(heightsTakeInEdges: Bool) { self.heightsTakeInEdges = heightsTakeInEdges }

    mutating func add(
        _ cell: TableGrid.Cell, _ measured: MeasuredCell, base: Double, spanning: inout [RowDistribution.Spanning]
    ) {
        let layout = measured.layout
        let edges = layout.fragment.border + layout.fragment.padding
        var given: Double?
        var percent: Double?
        if case .length(let length) = cell.source.style.box.height {
            if case .percent(let fraction) = length {
                percent = fraction
            } else if !length.hasPercentage {
                let height = length.resolved(against: 0)
                given =
                    heightsTakeInEdges
                    ? max(height, edges.vertical) : cell.box.style.borderBox(height, edges: edges.vertical)
            }
        }
        align(cell, layout, bottom: edges.bottom)
        let height = max(layout.size.height, given ?? 0)
        if cell.rowSpan > 1 {
            row.hasSpanStart = true
            spanning.append(RowDistribution.Spanning(rows: cell.rows, height: height))
            return
        }
        row.height = max(row.height, height)
        if given != nil || percent != nil { row.isConstrained = true }
        if let percent { row.percent = max(row.percent ?? 0, percent) }
    }

    private mutating func align(_ cell: TableGrid.Cell, _ layout: BoxLayout, bottom: Double) {
        if cell.box.style.cellAlignment == .baseline, let baseline = layout.cellBaseline {
            ascent = max(ascent ?? baseline, baseline)
            if cell.rowSpan == 1 { descent = max(descent, layout.size.height - baseline) }
        } else if ascent == nil {
            leastBottom = min(leastBottom ?? bottom, bottom)
        }
    }

    mutating func finish(_ style: ComputedStyle) -> RowHeight {
        if case .length(let length) = style.box.height {
            if case .percent(let fraction) = length {
                row.isConstrained = true
                row.percent = max(row.percent ?? 0, fraction)
            } else if !length.hasPercentage {
                row.isConstrained = true
                row.height = max(row.height, length.resolved(against: 0))
            }
        }
        if let ascent { row.height = max(row.height, ascent + descent) }
        row.isCollapsed = style.text.visibility == .collapse
        return row
    }

    /// Without text the bottom of the content edge is the row's baseline.
    func baseline(in height: Double) -> Double { ascent ?? max(0, height - (leastBottom ?? height)) }
}

extension BoxLayout {
    /// What a row aligns of a cell: the baseline of its text, else the bottom of its content edge; nil when nothing is
    /// in it (CSS Tables 3 §3.10.2).
    var cellBaseline: Double? {
        if let firstBaseline { return firstBaseline }
        guard !fragment.children.isEmpty else { return nil }
        return size.height - fragment.border.bottom - fragment.padding.bottom
    }
}

/// How a cell's content stands in its height.
enum CellAlignment { case top, middle, bottom, baseline }

extension ComputedStyle {
    /// What `vertical-align` means on a cell: values other than these four are `baseline` (CSS 2.2 §17.5.3).
    var cellAlignment: CellAlignment {
        switch box.verticalAlign {
        case .top: .top
        case .middle: .middle
        case .bottom: .bottom
        default: .baseline
        }
    }
}
