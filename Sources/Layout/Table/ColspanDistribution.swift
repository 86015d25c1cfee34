import Geometry

/// A cell over several columns, and what it asks of them together.
struct SpanningConstraint {
    var columns: Range<Int>
    /// As the document says it, more than the columns that there are perhaps.
    var span: Int
    var cell: CellConstraint
}

/// Brings cells over one or many columns together into what each column asks for (CSS Tables 3 §3.8.2).
struct ColumnCollector {
    private(set) var columns: [ColumnConstraint]
    let spacing: Double
    let isFixedLayout: Bool

    /// - Parameters:
    ///   - columns: what `<col>` and `<colgroup>` say.
    ///   - cells: for each column the cells that span it alone, taken together.
    init(
        columns: [ColumnConstraint], cells: [CellConstraint?], spanning: [SpanningConstraint], spacing: Double,
        isFixedLayout: Bool
    ) {
        self.columns = columns
        self.spacing = spacing
        self.isFixedLayout = isFixedLayout
        for cell in spanning { keepOneColumn(of: cell.columns) }
        for (index, cell) in cells.enumerated() {
            if let cell { self.columns[index].encompass(cell) }
        }
        let sorted = spanning.sorted { ($0.span, $0.columns.lowerBound) < ($1.span, $1.columns.lowerBound) }
        for cell in sorted {
            if isFixedLayout { distributeEvenly(cell) } else { distribute(cell) }
        }
        limitPercentages()
    }

    /// A cell's width needs a column to go to: the first that is not collapsed.
    private mutating func keepOneColumn(of range: Range<Int>) {
        let kept = range.first { !columns[$0].isCollapsed } ?? range.lowerBound
        columns[kept].isMergeable = false
    }

    private func spacingInside(_ range: Range<Int>) -> Double {
        let count = range.count { !columns[$0].isMergeable }
        return Double(max(0, count - 1)) * spacing
    }

    // MARK: Automatic layout

    private mutating func distribute(_ spanning: SpanningConstraint) {
        let range = spanning.columns
        let inside = spacingInside(range)
        for index in range {
            columns[index].minimum = columns[index].min
            columns[index].maximum = columns[index].max
        }
        if let percent = spanning.cell.percent { distribute(percent: percent, over: range) }
        let least = ColumnDistribution.automatic(max(0, spanning.cell.minimum - inside), over: columns[range])
        for (index, width) in zip(range, least) { columns[index].minimum = max(columns[index].min, width) }
        let most = ColumnDistribution.automatic(
            max(0, spanning.cell.maximum - inside), over: columns[range], growsFixed: spanning.cell.isConstrained)
        for (index, width) in zip(range, most) {
            columns[index].maximum = max(columns[index].min, columns[index].max, width)
        }
    }

    /// What the spanned columns' percentages leave of the cell's goes to the columns without one, in proportion to
    /// their max-content widths.
    private mutating func distribute(percent: Double, over range: Range<Int>) {
        let own = range.filter { !columns[$0].isMergeable }
        let rest = percent - own.reduce(0) { $0 + (columns[$1].percent ?? 0) }
        let takers = own.filter { columns[$0].percent == nil }
        guard rest > 0, !takers.isEmpty else { return }
        let total = takers.reduce(0) { $0 + columns[$1].max }
        for index in takers {
            columns[index].percent = total > 0 ? rest * columns[index].max / total : rest / Double(takers.count)
        }
    }

    // MARK: Fixed layout

    private mutating func distributeEvenly(_ spanning: SpanningConstraint) {
        let range = spanning.columns
        let inside = spacingInside(range)
        let cell = spanning.cell
        let evenly = range.map { _ in 1.0 }
        let least = share(cell.isConstrained ? max(0, cell.minimum - inside) : 0, inProportionTo: evenly)
        let most = share(max(0, cell.maximum - inside), inProportionTo: evenly)
        for (place, index) in range.enumerated() {
            if columns[index].minimum == nil || columns[index].maximum == nil {
                columns[index].isConstrained = columns[index].isConstrained || cell.isConstrained
            }
            columns[index].minimum = columns[index].minimum ?? least[place]
            columns[index].maximum = columns[index].maximum ?? most[place]
            if let percent = cell.percent, columns[index].percent == nil, !columns[index].isConstrained {
                columns[index].percent = percent / Double(range.count)
            }
        }
    }

    /// Percentages beyond 100 % in all: in automatic layout the later columns lose theirs, in fixed layout all shrink.
    private mutating func limitPercentages() {
        var total = 0.0
        for index in columns.indices {
            columns[index].minimum = columns[index].min
            columns[index].maximum = max(columns[index].min, columns[index].max)
            guard let percent = columns[index].percent else { continue }
            if !isFixedLayout { columns[index].percent = max(0, min(percent, 1 - total)) }
            total += columns[index].percent ?? 0
        }
        guard isFixedLayout, total > 1 else { return }
        for index in columns.indices { columns[index].percent = columns[index].percent.map { $0 / total } }
    }
}
