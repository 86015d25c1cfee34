import Geometry

/// How a table's width is given to its columns (CSS Tables 3 §3.9.3, CSS 2.2 §17.5.2).
enum ColumnDistribution {
    /// What a column takes part in the distribution as.
    private enum Kind { case mergeable, percent, fixed, auto }

    /// The sizing guesses of CSS Tables 3 §3.9.3.1, each at least as wide as the one before.
    private enum Guess: Int, CaseIterable { case minimum, percentage, specified, maximum }

    private static func kind(of column: ColumnConstraint) -> Kind {
        if column.isMergeable { return .mergeable }
        if column.percent != nil { return .percent }
        return column.isConstrained ? .fixed : .auto
    }

    private static func width(of column: ColumnConstraint, _ guess: Guess, _ target: Double) -> Double {
        switch kind(of: column) {
        case .mergeable: 0
        case .percent: guess == .minimum ? column.min : column.percentWidth(of: target)
        case .fixed: guess.rawValue >= Guess.specified.rawValue ? column.max : column.min
        case .auto: guess == .maximum ? column.max : column.min
        }
    }

    /// Automatic layout: finds the two guesses that the target lies between and lets the columns that differ in them
    /// grow. A target narrower than all minimums is not met.
    ///
    /// - Parameter growsFixed: whether columns with a length grow beyond it when there is no other to grow.
    static func automatic(
        _ target: Double, over columns: ArraySlice<ColumnConstraint>, growsFixed: Bool = true
    ) -> [Double] {
        let kinds = columns.map(kind)
        // Percentages are of the width asked for, even where the minimums do not let it be.
        var lower: [Double] = []
        var lowerSum = 0.0
        for guess in Guess.allCases {
            let widths = columns.map { width(of: $0, guess, target) }
            let sum = widths.reduce(0, +)
            if sum >= target {
                guard guess != .minimum, sum != target else { return widths }
                let growth = zip(widths, lower).map { $0 - $1 }
                return grow(lower, by: target - lowerSum, in: growing(at: guess), kinds, weights: growth)
            }
            lower = widths
            lowerSum = sum
        }
        let rest = target - lowerSum
        if kinds.contains(.auto) { return grow(lower, by: rest, in: .auto, kinds, weights: lower) }
        if growsFixed && kinds.contains(.fixed) { return grow(lower, by: rest, in: .fixed, kinds, weights: lower) }
        return grow(lower, by: rest, in: .percent, kinds, weights: columns.map { $0.percent ?? 0 })
    }

    private static func growing(at guess: Guess) -> Kind {
        switch guess {
        case .minimum, .percentage: .percent
        case .specified: .fixed
        case .maximum: .auto
        }
    }

    private static func grow(
        _ widths: [Double], by amount: Double, in kind: Kind, _ kinds: [Kind], weights: [Double]
    ) -> [Double] {
        let chosen = kinds.indices.filter { kinds[$0] == kind }
        var widths = widths
        for (index, part) in zip(chosen, share(amount, inProportionTo: chosen.map { weights[$0] })) {
            widths[index] += part
        }
        return widths
    }

    // MARK: Fixed layout

    /// Fixed layout (CSS 2.2 §17.5.2.1): lengths, then percentages, then what is left evenly to the others. Without
    /// other columns lengths and percentages grow to fill the table; too many lengths shrink.
    static func fixed(_ target: Double, over columns: [ColumnConstraint]) -> [Double] {
        let kinds = columns.map(fixedKind)
        var widths = Array(repeating: 0.0, count: columns.count)
        let percents = columns.map { $0.percent == nil ? 0 : $0.percentWidth(of: target) }
        let hasAuto = kinds.contains(.auto)
        var left = target
        let lengths = zip(columns, kinds).reduce(0) { $1.1 == .length ? $0 + $1.0.max : $0 }
        if lengths > 0 {
            let room = max(0, target - percents.reduce(0, +))
            let scales = lengths > target || lengths < room && !hasAuto
            for index in columns.indices where kinds[index] == .length {
                widths[index] = TableUnit.floor(columns[index].max * (scales ? room / lengths : 1))
                left -= widths[index]
            }
        }
        guard left > 0 else { return widths }
        let percentSum = percents.reduce(0, +)
        if kinds.contains(.percent) {
            let room = left
            let scales = percentSum > room || percentSum < room && !hasAuto
            let count = Double(kinds.count { $0 == .percent })
            for index in columns.indices where kinds[index] == .percent {
                let width = percentSum > 0 ? percents[index] * (scales ? room / percentSum : 1) : room / count
                widths[index] = TableUnit.floor(width)
                left -= widths[index]
            }
        }
        giveRest(left, to: &widths, kinds)
        return widths
    }

    private enum FixedKind { case percent, length, zero, auto }

    /// A length of 0 leaves a column without width as long as others can take it.
    private static func fixedKind(of column: ColumnConstraint) -> FixedKind {
        if column.percent != nil { return .percent }
        guard column.isConstrained else { return .auto }
        return column.max > 0 ? .length : .zero
    }

    private static func giveRest(_ rest: Double, to widths: inout [Double], _ kinds: [FixedKind]) {
        let onlyZero = kinds.allSatisfy { $0 == .zero }
        let takers = kinds.indices.filter { kinds[$0] == .auto || onlyZero }
        if takers.isEmpty {
            if let last = kinds.lastIndex(where: { $0 != .zero }) { widths[last] += rest }
            return
        }
        for (index, part) in zip(takers, share(rest, inProportionTo: takers.map { _ in 1 })) { widths[index] += part }
    }
}
