import Geometry
import Style

/// The floats of one block formatting context, in flow coordinates (CSS 2.2 §9.5).
///
/// What floats leave free is kept as bands from top to bottom, so that a question costs as much as there are bands in
/// its height, however many floats there are. Floats are only ever added, so that an attempt at layout is taken back by
/// `rewind`.
final class FloatContext {
    /// From its top to the next band's: how far the floats at either side reach into it.
    private struct Band {
        var top: Double
        /// The right end of the floats at the left.
        var left = -Double.infinity
        /// The left end of the floats at the right.
        var right = Double.infinity
    }

    /// What is known once a float is placed, and how to take it back.
    private struct Step {
        var lowestTop: Double
        var leftBottom: Double?
        var rightBottom: Double?
        /// The bands before the float: these stood in place of `replaced`.
        var former: [Band]
        var replaced: Range<Int>
    }

    private static let free = [Band(top: -.infinity)]
    private var bands = FloatContext.free
    private var steps: [Step] = []

    var isEmpty: Bool { steps.isEmpty }
    var mark: Int { steps.count }

    /// No float may stand higher than one that came before it (rule 5).
    var lowestTop: Double { steps.last?.lowestTop ?? -.infinity }

    /// The bottom of the lowest float, for a box that contains its floats.
    var bottom: Double { clearance(.both) ?? -.infinity }

    func rewind(to mark: Int) {
        while steps.count > mark, let step = steps.popLast() { bands.replaceSubrange(step.replaced, with: step.former) }
    }

    /// - Parameter rect: the float's margin box.
    func add(_ rect: Rect, isLeft: Bool) {
        var step = steps.last ?? Step(lowestTop: -.infinity, former: [], replaced: 0..<0)
        step.lowestTop = max(step.lowestTop, rect.minY)
        if isLeft {
            step.leftBottom = max(step.leftBottom ?? -.infinity, rect.maxY)
        } else {
            step.rightBottom = max(step.rightBottom ?? -.infinity, rect.maxY)
        }
        (step.former, step.replaced) = ([], 0..<0)
        if rect.width > 0, rect.maxY > rect.minY {
            let first = index(at: rect.minY)
            let last = index(at: rect.maxY)
            step.former = Array(bands[first...last])
            let narrowed = Self.narrowing(step.former, by: rect, isLeft: isLeft)
            bands.replaceSubrange(first...last, with: narrowed)
            step.replaced = first..<(first + narrowed.count)
        }
        steps.append(step)
    }

    /// The bands with a float in them that begins in the first and ends in the last.
    private static func narrowing(_ bands: [Band], by rect: Rect, isLeft: Bool) -> [Band] {
        var narrowed: [Band] = []
        narrowed.reserveCapacity(bands.count + 2)
        for (index, band) in bands.enumerated() {
            let end = index + 1 < bands.count ? bands[index + 1].top : .infinity
            if band.top < rect.minY { narrowed.append(band) }
            var middle = band
            middle.top = max(band.top, rect.minY)
            if middle.top < min(end, rect.maxY) {
                if isLeft { middle.left = max(band.left, rect.maxX) } else { middle.right = min(band.right, rect.minX) }
                narrowed.append(middle)
            }
            if end > rect.maxY {
                var rest = band
                rest.top = max(band.top, rect.maxY)
                narrowed.append(rest)
            }
        }
        return narrowed
    }

    /// What floats leave free between `left` and `right` over the band from `y` down to `y + height`.
    func band(at y: Double, height: Double, left: Double, right: Double) -> (left: Double, right: Double) {
        guard !steps.isEmpty else { return (left, right) }
        var free = (left: left, right: right)
        let bottom = y + max(height, Self.tolerance)
        for band in bands[index(at: y + Self.tolerance)...] {
            if band.top >= bottom { break }
            free.left = max(free.left, band.left)
            free.right = min(free.right, band.right)
        }
        return free
    }

    /// The next place below `y` where more room may come free.
    func nextEdge(below y: Double) -> Double? {
        let next = index(at: y + Self.tolerance) + 1
        return next < bands.count ? bands[next].top : nil
    }

    /// The place below all floats that `clear` names, or nil when there is none to clear.
    func clearance(_ clear: BoxStyle.Clear) -> Double? {
        guard let step = steps.last else { return nil }
        switch clear {
        case .none: return nil
        case .left: return step.leftBottom
        case .right: return step.rightBottom
        case .both: return max(step.leftBottom ?? -.infinity, step.rightBottom ?? -.infinity)
        }
    }

    /// A float that reaches less far into a band is not in it: sums of fractions do not meet exactly.
    private static let tolerance = 0.001

    /// The band that a place is in; at a border the lower one.
    private func index(at y: Double) -> Int {
        var low = 0
        var high = bands.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if bands[middle].top <= y { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
