import Geometry

/// What is known of a row's height before the table's own height is shared out.
struct RowHeight: Equatable {
    var height: Double = 0
    /// `height` in per cent on the row or a cell in it, as a fraction.
    var percent: Double?
    /// Whether the row or a cell in it has a height.
    var isConstrained = false
    /// Whether a cell that spans rows begins here.
    var hasSpanStart = false
    /// `visibility: collapse`.
    var isCollapsed = false
}

/// The rows of a row group, and what is asked of them together.
struct SectionHeight: Equatable {
    var rows: Range<Int>
    var height: Double
    var percent: Double?
    var isConstrained = false
    var isBody = true
}

/// How heights greater than the rows' own are shared out. CSS 2.2 §17.5.3 leaves it open; this is what browsers do.
enum RowDistribution {
    /// A cell over several rows, and the height that it needs.
    struct Spanning {
        var rows: Range<Int>
        var height: Double
    }

    /// Lets rows grow so that spanning cells fit; short spans first, so that long ones find what those left.
    static func fit(_ spanning: [Spanning], into rows: inout [RowHeight], spacing: Double) {
        let sorted = spanning.sorted { ($0.rows.count, $0.rows.lowerBound) < ($1.rows.count, $1.rows.lowerBound) }
        for cell in sorted {
            grow(&rows, cell.rows, to: cell.height, spacing: spacing, isSpanning: true, percentBase: nil)
        }
    }

    /// Lets the rows in a range grow to a height in all.
    ///
    /// - Parameters:
    ///   - isSpanning: the height is a spanning cell's, not a row group's or the table's.
    ///   - percentBase: what percentage heights of rows refer to; nil where they have no meaning.
    static func grow(
        _ rows: inout [RowHeight], _ range: Range<Int>, to height: Double, spacing: Double, isSpanning: Bool = false,
        percentBase: Double?
    ) {
        guard !range.isEmpty else { return }
        var total = 0.0
        for index in range { total += rows[index].height }
        var rest = height - spacing * Double(range.count - 1) - total
        guard rest > 0 else { return }

        // First, rows with a percentage grow up to it.
        var missing: [Int: Double] = [:]
        if let base = percentBase {
            for index in range {
                guard let percent = rows[index].percent, percent > 0 else { continue }
                let lack = TableUnit.floor(percent * base) - rows[index].height
                if lack > 0 { missing[index] = lack }
            }
            let lacking = missing.keys.sorted()
            let lacks = lacking.compactMap { missing[$0] }
            let given = min(rest, lacks.reduce(0, +))
            add(given, to: lacking, of: &rows, weights: lacks)
            total += given
            rest -= given
            guard rest > 0 else { return }
        }

        let growing = rowsToGrow(rows, range, isSpanning: isSpanning, percentBase: percentBase, filled: missing)
        switch growing {
        case .inProportion(let indices): add(rest, to: indices, of: &rows, weights: indices.map { rows[$0].height })
        case .evenly(let indices): add(rest, to: indices, of: &rows, weights: indices.map { _ in 1 })
        }
    }

    private enum Growing {
        case inProportion([Int])
        case evenly([Int])
    }

    private static func rowsToGrow(
        _ rows: [RowHeight], _ range: Range<Int>, isSpanning: Bool, percentBase: Double?, filled: [Int: Double]
    ) -> Growing {
        if isSpanning {
            let starting = range.dropFirst().filter { rows[$0].hasSpanStart }
            if !starting.isEmpty { return .evenly(starting) }
        }
        func isConstrained(_ index: Int) -> Bool {
            rows[index].isConstrained && (rows[index].percent == nil || percentBase != nil)
        }
        let empty = range.filter { rows[$0].height == 0 && filled[$0] == nil }
        let full = range.filter { rows[$0].height > 0 || filled[$0] != nil }
        let free = full.filter { !isConstrained($0) }
        if !free.isEmpty { return .inProportion(free) }
        if !empty.isEmpty {
            if isSpanning {
                if full.isEmpty { return .evenly([empty[empty.count - 1]]) }
            } else {
                let freeEmpty = empty.filter { !isConstrained($0) }
                return .evenly(freeEmpty.isEmpty ? empty : freeEmpty)
            }
        }
        return .inProportion(full)
    }

    private static func add(_ amount: Double, to indices: [Int], of rows: inout [RowHeight], weights: [Double]) {
        for (index, part) in zip(indices, share(amount, inProportionTo: weights)) { rows[index].height += part }
    }

    // MARK: The table's height

    /// Shares a table's height out to its row groups and on to their rows: groups with a percentage up to it, then
    /// bodies rather than heads and feet, groups without a height rather than those with one.
    ///
    /// - Parameter height: without the table's border and padding.
    static func fill(
        _ height: Double, sections: inout [SectionHeight], rows: inout [RowHeight], spacing: Double
    ) {
        guard !sections.isEmpty else { return }
        let room = max(0, height - Double(sections.count + 1) * spacing)
        var total = sections.reduce(0) { $0 + $1.height }
        guard room > total else { return }
        let old = sections.map(\.height)
        let lacks = sections.map { section in
            guard let percent = section.percent else { return 0.0 }
            return max(0, TableUnit.floor(percent * room) - section.height)
        }
        let lacking = sections.indices.filter { lacks[$0] > 0 }
        let given = min(room - total, lacks.reduce(0, +))
        for (index, part) in zip(lacking, share(given, inProportionTo: lacking.map { lacks[$0] })) {
            sections[index].height += part
        }
        total += given
        let growing = sectionsToGrow(sections)
        if room > total {
            for (index, part) in zip(growing, share(room - total, inProportionTo: growing.map { sections[$0].height }))
            {
                sections[index].height += part
            }
        }
        for (index, section) in sections.enumerated() where section.height > old[index] {
            grow(&rows, section.rows, to: section.height, spacing: spacing, percentBase: section.height)
        }
    }

    private static func sectionsToGrow(_ sections: [SectionHeight]) -> [Int] {
        let bodies = sections.indices.filter { sections[$0].isBody }
        let candidates = bodies.isEmpty ? Array(sections.indices) : bodies
        let auto = candidates.filter { !sections[$0].isConstrained }
        if !auto.isEmpty { return auto }
        let fixed = candidates.filter { sections[$0].percent == nil }
        return fixed.isEmpty ? candidates : fixed
    }
}
