internal import Platform

/// How many files were done lately: counts by second for the last minute, and by minute for the last hour.
struct Meter {
    private var seconds = Ring(count: 60, width: 1)
    private var minutes = Ring(count: 60, width: 60)

    private struct Ring {
        private var counts: [Int]
        private var latest = Int.min
        private let width: Int

        init(count: Int, width: Int) {
            counts = [Int](repeating: 0, count: count)
            self.width = width
        }

        private mutating func turn(to second: Int) {
            let slot = second / width
            if latest == Int.min || slot - latest >= counts.count {
                counts = [Int](repeating: 0, count: counts.count)
            } else if slot > latest {
                for passed in (latest + 1)...slot { counts[passed % counts.count] = 0 }
            }
            latest = max(latest, slot)
        }

        mutating func add(at second: Int) {
            turn(to: second)
            counts[latest % counts.count] += 1
        }

        mutating func sum(at second: Int) -> Int {
            turn(to: second)
            return counts.reduce(0, +)
        }
    }

    private(set) var total = 0

    mutating func add(at time: MonotonicTime) {
        let second = Int(time.nanoseconds / 1_000_000_000)
        seconds.add(at: second)
        minutes.add(at: second)
        total += 1
    }

    /// Within the last minute, and within the last hour.
    mutating func rates(at time: MonotonicTime) -> (minute: Int, hour: Int) {
        let second = Int(time.nanoseconds / 1_000_000_000)
        return (seconds.sum(at: second), minutes.sum(at: second))
    }
}
