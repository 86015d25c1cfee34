import Style

/// CSS Box Alignment 3: what a keyword does with free space.
enum BoxAlignment {
    /// How free space is shared among several subjects: before the first one, and between each two.
    struct Distribution {
        var before: Double = 0
        var between: Double = 0
    }

    /// How far from the left or the top a box stands in an area with `free` space left over (§4, §6.1).
    ///
    /// - Parameters:
    ///   - isTurned: the container's start is on the right.
    ///   - isOwnTurned: the box's own start is.
    static func offset(
        _ alignment: Alignment, free: Double, isTurned: Bool = false, isOwnTurned: Bool = false
    ) -> Double {
        let start = isTurned ? free : 0
        if free < 0, alignment.isSafe { return start }
        switch alignment.keyword {
        case .center: return free / 2
        case .end, .flexEnd, .lastBaseline: return isTurned ? 0 : free
        case .selfStart: return isOwnTurned ? free : 0
        case .selfEnd: return isOwnTurned ? 0 : free
        case .left: return 0
        case .right: return free
        default: return start
        }
    }

    /// `justify-content` and `align-content` (§5.3). `isReversed`: the axis of `flex-start` runs the other way round
    /// from that of `start`.
    static func distribute(
        _ alignment: Alignment, free: Double, count: Int, isReversed: Bool = false, isRightToLeft: Bool = false
    ) -> Distribution {
        let isOverflow = free < 0
        switch alignment.keyword {
        case .spaceBetween where count > 1 && !isOverflow:
            return Distribution(before: 0, between: free / Double(count - 1))
        case .spaceAround where !isOverflow:
            let part = free / Double(max(1, count))
            return Distribution(before: part / 2, between: part)
        case .spaceEvenly where !isOverflow:
            let part = free / Double(count + 1)
            return Distribution(before: part, between: part)
        case .center where !(isOverflow && alignment.isSafe): return Distribution(before: free / 2)
        case .end where !(isOverflow && alignment.isSafe): return Distribution(before: isReversed ? 0 : free)
        case .start: return Distribution(before: isReversed ? free : 0)
        case .flexEnd where !(isOverflow && alignment.isSafe): return Distribution(before: free)
        case .left: return Distribution(before: isReversed != isRightToLeft ? free : 0)
        case .right: return Distribution(before: isReversed != isRightToLeft ? 0 : free)
        default: return Distribution()
        }
    }
}
