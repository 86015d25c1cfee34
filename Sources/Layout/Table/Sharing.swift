/// Lengths in tables are multiples of 1/64 px, so that sums of columns meet the widths they were made from exactly
/// and no line wraps for a rounding error.
enum TableUnit {
    static func floor(_ length: Double) -> Double { (length * 64).rounded(.down) / 64 }

    /// What content needs; a hair above a step is the step.
    static func ceiling(_ length: Double) -> Double { (length * 64 - 1e-4).rounded(.up) / 64 }
}

/// Shares an amount out in proportion to weights, or evenly when all are 0; what rounding leaves goes to the last.
func share(_ amount: Double, inProportionTo weights: [Double]) -> [Double] {
    guard !weights.isEmpty else { return [] }
    let total = weights.reduce(0, +)
    var left = amount
    var shares = weights.map { weight in
        let part = TableUnit.floor(total > 0 ? amount * weight / total : amount / Double(weights.count))
        left -= part
        return part
    }
    shares[shares.count - 1] += left
    return shares
}
