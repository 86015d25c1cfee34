import Geometry
import Style

/// The floats of one block formatting context, in flow coordinates (CSS 2.2 §9.5).
///
/// Floats are only ever added, so that an attempt at layout is taken back by `rewind`.
final class FloatContext {
    /// The margin box of a placed float.
    struct Placed {
        var rect: Rect
        var isLeft: Bool
    }

    private(set) var floats: [Placed] = []
    /// Floats before this index end above every place that is still asked for.
    private var firstActive = 0
    private var lastQuery = -Double.infinity
    /// No float may stand higher than one that came before it (rule 5).
    private(set) var lowestTop = -Double.infinity

    var isEmpty: Bool { floats.isEmpty }
    var mark: Int { floats.count }

    func rewind(to mark: Int) {
        guard mark < floats.count else { return }
        floats.removeSubrange(mark...)
        firstActive = 0
        lastQuery = -.infinity
        lowestTop = floats.map(\.rect.minY).max() ?? -.infinity
    }

    func add(_ rect: Rect, isLeft: Bool) {
        floats.append(Placed(rect: rect, isLeft: isLeft))
        lowestTop = max(lowestTop, rect.minY)
    }

    /// What floats leave free between `left` and `right` over the band from `y` down to `y + height`.
    func band(at y: Double, height: Double, left: Double, right: Double) -> (left: Double, right: Double) {
        guard !floats.isEmpty else { return (left, right) }
        skipFinished(y)
        var free = (left: left, right: right)
        let bottom = y + max(height, 0.001)
        for float in floats[firstActive...] where float.rect.maxY > y + 0.001 && float.rect.minY < bottom {
            guard float.rect.width > 0 else { continue }
            if float.isLeft {
                free.left = max(free.left, float.rect.maxX)
            } else {
                free.right = min(free.right, float.rect.minX)
            }
        }
        return free
    }

    /// The next place below `y` where more room may come free: the upmost bottom edge of a float below it.
    func nextEdge(below y: Double) -> Double? {
        var edge: Double?
        for float in floats where float.rect.maxY > y + 0.001 { edge = min(edge ?? .infinity, float.rect.maxY) }
        return edge
    }

    /// The place below all floats that `clear` names, or nil when there is none to clear.
    func clearance(_ clear: BoxStyle.Clear) -> Double? {
        guard clear != .none else { return nil }
        var bottom: Double?
        for float in floats where clear == .both || (clear == .left) == float.isLeft {
            bottom = max(bottom ?? -.infinity, float.rect.maxY)
        }
        return bottom
    }

    /// The bottom of the lowest float, for a box that contains its floats.
    var bottom: Double { floats.map(\.rect.maxY).max() ?? -.infinity }

    private func skipFinished(_ y: Double) {
        if y < lastQuery { firstActive = 0 }
        lastQuery = y
        while firstActive < floats.count, floats[firstActive].rect.maxY <= y + 0.001 { firstActive += 1 }
    }
}
