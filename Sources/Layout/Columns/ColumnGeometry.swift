import Geometry
import Style

/// How many columns a multi-column container has, how wide they are, and where they stand (CSS Multi-column 1 §3.4).
struct ColumnGeometry {
    let count: Int
    let width: Double
    let gap: Double
    private let isRightToLeft: Bool

    /// nil for a box that is no multi-column container.
    init?(_ style: ComputedStyle, available: Double) {
        let arrangement = style.arrangement
        guard arrangement.columnCount != nil || arrangement.columnWidth != nil else { return nil }
        let gap = arrangement.columnGap?.resolved(against: available) ?? style.text.fontSize
        var count = min(max(1, arrangement.columnCount ?? Self.mostColumns), Self.mostColumns)
        if let wanted = arrangement.columnWidth {
            let fitting = ((available + gap) / max(1, wanted + gap)).rounded(.down)
            count = min(count, max(1, Int(min(fitting, Double(Self.mostColumns)))))
        }
        self.count = count
        self.gap = gap
        width = max(0, (available + gap) / Double(count) - gap)
        isRightToLeft = style.text.direction == .rtl
    }

    private static let mostColumns = 1000

    /// The left edge of a column; those beyond the last overflow at the end side (§8.2).
    func x(of column: Int) -> Double {
        Double(isRightToLeft ? count - 1 - column : column) * (width + gap)
    }

    /// Left edges of the rules between the first columns, of this width.
    func rules(between columns: Int, width rule: Double) -> [Double] {
        guard columns > 1 else { return [] }
        return (1..<columns).map { max(x(of: $0), x(of: $0 - 1)) - gap / 2 - rule / 2 }
    }
}

/// Finds the height at which content fills columns evenly (§7.1), from the content as it stands in one column.
struct ColumnBalance {
    /// Top and bottom of what may not be cut, in order.
    private var atoms: [(top: Double, bottom: Double)] = []

    init(_ children: [PlacedFragment]) {
        for child in children { collect(child, at: 0) }
        atoms.sort { $0.top < $1.top }
    }

    private mutating func collect(_ placed: PlacedFragment, at top: Double) {
        guard case .box(let box) = placed.fragment else { return }
        let top = top + placed.origin.y
        let isWhole =
            box.role != .block || box.style.box.breakInside == .avoid || box.style.box.clips || box.children.isEmpty
        if isWhole {
            if box.size.height > 0 { atoms.append((top, top + box.size.height)) }
        } else {
            for child in box.children { collect(child, at: top) }
        }
    }

    /// The least height at which no more than `count` columns are filled.
    func height(for count: Int, total: Double) -> Double {
        var least = max(total / Double(count), atoms.lazy.map { $0.bottom - $0.top }.max() ?? 0)
        if columns(of: least).count <= count { return least }
        var most = total
        for _ in 0..<40 where most - least > 0.01 {
            let middle = (least + most) / 2
            if columns(of: middle).count <= count { most = middle } else { least = middle }
        }
        return max(total / Double(count), columns(of: most).tallest)
    }

    private func columns(of height: Double) -> (count: Int, tallest: Double) {
        var count = 0
        var start = -Double.infinity
        var tallest = 0.0
        for atom in atoms {
            if count == 0 || atom.bottom - start > height + PageFlow.tolerance {
                count += 1
                start = count == 1 ? 0 : atom.top
            }
            tallest = max(tallest, atom.bottom - start)
        }
        return (count, tallest)
    }
}
