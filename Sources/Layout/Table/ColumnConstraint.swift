import Geometry
import Style

/// What one cell asks of its columns: the outer widths of CSS Tables 3 §3.8.1.
struct CellConstraint: Equatable {
    var minimum: Double
    var maximum: Double
    /// As a fraction of the table.
    var percent: Double?
    /// Padding and border that stand beside a percentage in fixed layout.
    var percentEdges: Double = 0
    /// Whether the width is a length.
    var isConstrained = false
}

/// What a column asks for, from `<col>` and from the cells in it; nil where nobody has said anything yet.
struct ColumnConstraint: Equatable {
    var minimum: Double?
    var maximum: Double?
    var percent: Double?
    var percentEdges: Double = 0
    var isConstrained = false
    /// `visibility: collapse`.
    var isCollapsed = false
    var isFixedLayout = false
    /// A column that no cell begins in and no width is asked for: it has no width and no spacing of its own.
    var isMergeable = false

    init(isFixedLayout: Bool) {
        self.isFixedLayout = isFixedLayout
        isMergeable = !isFixedLayout
    }

    /// The constraint of a `<col>` or `<colgroup>`.
    ///
    /// - Parameter inherited: the width of the group around, for columns that have none.
    init(_ style: ComputedStyle, isFixedLayout: Bool, inherited: Double? = nil) {
        self.init(isFixedLayout: isFixedLayout)
        let sizes = CellSizes(style, edges: 0)
        var width = sizes.width ?? (sizes.percent == nil ? inherited : nil)
        if let given = width, let least = sizes.minimum { width = Swift.max(given, least) }
        minimum = sizes.minimum ?? 0
        maximum = width
        percent = sizes.percent == 0 ? nil : sizes.percent
        isConstrained = width != nil
        isCollapsed = style.text.visibility == .collapse
        isMergeable = !isFixedLayout && (width ?? 0) == 0 && percent == nil
    }

    var min: Double { minimum ?? 0 }
    var max: Double { maximum ?? 0 }

    /// The width of a column with a percentage in a table of this width.
    func percentWidth(of table: Double) -> Double {
        Swift.max(min, TableUnit.floor((percent ?? 0) * table) + percentEdges)
    }

    /// Takes in a cell that spans this column alone.
    mutating func encompass(_ cell: CellConstraint) {
        // In fixed layout a column's own width goes before its cells (CSS 2.2 §17.5.2.1).
        if isConstrained && isFixedLayout { return }
        isMergeable = false
        if let least = minimum {
            minimum = Swift.max(least, cell.minimum)
            let asked = isConstrained && !cell.isConstrained ? cell.minimum : cell.maximum
            maximum = Swift.max(max, asked)
        } else {
            minimum = cell.minimum
            maximum = cell.maximum
        }
        maximum = Swift.max(min, max)
        if let asked = cell.percent, asked > (percent ?? -1) {
            percent = asked
            percentEdges = cell.percentEdges
        }
        isConstrained = isConstrained || cell.isConstrained
    }
}

extension CellConstraint {
    /// Takes in another cell of the same column. A column is constrained when one of its cells is; cells without a
    /// width count with their minimum then.
    mutating func encompass(_ other: CellConstraint) {
        let own = minimum
        minimum = max(minimum, other.minimum)
        if isConstrained == other.isConstrained {
            maximum = max(maximum, other.maximum)
        } else if isConstrained {
            maximum = max(maximum, other.minimum)
        } else {
            maximum = max(own, other.maximum)
        }
        isConstrained = isConstrained || other.isConstrained
        if let asked = other.percent, asked > (percent ?? -1) {
            percent = asked
            percentEdges = other.percentEdges
        }
    }
}

/// The border-box widths that a cell's or column's style gives.
struct CellSizes {
    var width: Double?
    var minimum: Double?
    var maximum: Double?
    var percent: Double?

    init(_ style: ComputedStyle, edges: Double) {
        func length(_ sizing: Sizing) -> Double? {
            guard case .length(let length) = sizing, !length.hasPercentage else { return nil }
            return TableUnit.floor(style.borderBox(length.resolved(against: 0), edges: edges))
        }
        width = length(style.box.width)
        minimum = length(style.box.minWidth)
        maximum = length(style.box.maxWidth)
        if let least = minimum, let most = maximum { maximum = max(least, most) }
        if case .length(.percent(let fraction)) = style.box.width { percent = max(0, fraction) }
        if let asked = percent, case .length(.percent(let most)) = style.box.maxWidth { percent = min(asked, most) }
    }
}
