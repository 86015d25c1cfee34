/// How often a measure fell below each of some bounds, in seconds.
struct Histogram: Sendable {
    /// From a millisecond to a minute, as printing an invoice takes.
    static let work = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
    /// From a tenth of a second to a day, as a mail may wait.
    static let post = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400, 43_200, 86_400]

    let bounds: [Double]
    /// One for each bound, not added up, and a last one for what lies above them all.
    private(set) var counts: [Int]
    private(set) var sum = 0.0

    init(_ bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    mutating func observe(_ seconds: Double) {
        // A clock that was set back measures less than nothing.
        let seconds = max(0, seconds)
        counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
        sum += seconds
    }
}
