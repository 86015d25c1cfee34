/// The cells of a grid that items stand in: for each line of cells along the major axis, what is taken across it.
struct GridOccupancy {
    /// Sorted, and apart from each other.
    private var taken: [Int: [Range<Int>]] = [:]

    mutating func insert(_ major: Range<Int>, _ minor: Range<Int>) {
        for line in major { Self.insert(minor, into: &taken[line, default: []]) }
    }

    /// Where the first taken stretch ends that is met in an area; nil when all of it is free.
    func end(in major: Range<Int>, _ minor: Range<Int>) -> Int? {
        for line in major {
            guard let stretches = taken[line] else { continue }
            let next = Self.first(in: stretches, endingBehind: minor.lowerBound)
            if next < stretches.count, stretches[next].lowerBound < minor.upperBound {
                return stretches[next].upperBound
            }
        }
        return nil
    }

    private static func insert(_ range: Range<Int>, into stretches: inout [Range<Int>]) {
        let first = first(in: stretches, endingBehind: range.lowerBound - 1)
        var last = first
        var merged = range
        while last < stretches.count, stretches[last].lowerBound <= range.upperBound {
            merged =
                min(merged.lowerBound, stretches[last].lowerBound)..<max(merged.upperBound, stretches[last].upperBound)
            last += 1
        }
        stretches.replaceSubrange(first..<last, with: CollectionOfOne(merged))
    }

    private static func first(in stretches: [Range<Int>], endingBehind place: Int) -> Int {
        var low = 0
        var high = stretches.count
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].upperBound <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
