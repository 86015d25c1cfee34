import Style

/// The explicit grid along one axis: its tracks and the names of its lines (CSS Grid 1 §7).
struct GridTemplate {
    private(set) var tracks: [TrackSize] = []
    /// One list for each line, one more than tracks.
    private(set) var lineNames: [[String]] = [[]]
    /// The tracks that `auto-fit` made, which collapse when they stay empty.
    private(set) var autoFit: Range<Int> = 0..<0
    /// Start and end line of each named area.
    private(set) var areas: [String: Range<Int>] = [:]

    /// - Parameters:
    ///   - available: the container's content size along the axis, for auto-repeat; nil when it is not definite.
    ///   - names: the names of `grid-template-areas` along this axis, with their lines.
    init(
        _ list: TrackList, available: Double?, gap: Double, areas: [String: Range<Int>], areaTracks: Int,
        auto: [TrackSize]
    ) {
        for item in list.items { append(item, list, available, gap) }
        // Areas may need more tracks than the list has; those are sized like implicit ones.
        while tracks.count < areaTracks {
            tracks.append(auto.isEmpty ? .auto : auto[(tracks.count - list.items.count).magnitudeModulo(auto.count)])
            lineNames.append([])
        }
        self.areas = areas
    }

    /// The tracks of a subgrid: those of the grid around it, with names of their own beside those they have there
    /// (CSS Grid 2 §2).
    init(_ list: TrackList, of axis: Subgrid.Axis) {
        tracks = axis.sizes
        lineNames = axis.lineNames
        var line = 0
        for item in list.items {
            guard case .lineNames(let names) = item, line < lineNames.count else { continue }
            lineNames[line] += names
            line += 1
        }
    }

    private mutating func append(_ item: TrackList.Item, _ list: TrackList, _ available: Double?, _ gap: Double) {
        switch item {
        case .track(let size):
            tracks.append(size)
            lineNames.append([])
        case .lineNames(let names): lineNames[lineNames.count - 1] += names
        case .autoRepeat(let fit, let items):
            let start = tracks.count
            for _ in 0..<repetitions(of: items, list, available, gap) {
                for inner in items { append(inner, list, available, gap) }
            }
            if fit { autoFit = start..<tracks.count }
        }
    }

    /// As many as fit, one at the least (§7.2.3.2).
    private func repetitions(of items: [TrackList.Item], _ list: TrackList, _ available: Double?, _ gap: Double) -> Int
    {
        guard let available else { return 1 }
        func length(_ items: [TrackList.Item]) -> (sum: Double, count: Int) {
            items.reduce((0, 0)) { sum, item in
                guard case .track(let size) = item else { return sum }
                return (sum.0 + (size.fixedLength(available) ?? 0), sum.1 + 1)
            }
        }
        let repeated = length(items)
        let others = length(list.items)
        let each = repeated.sum + gap * Double(repeated.count)
        guard each > 0 else { return 1 }
        let room = available - others.sum - gap * Double(others.count) + gap
        return max(1, min(1000, Int((room / each + 0.0001).rounded(.down))))
    }

    /// Numbers of the lines that bear a name, from 0.
    func lines(named name: String) -> [Int] { lineNames.indices.filter { lineNames[$0].contains(name) } }
}

extension Int {
    fileprivate func magnitudeModulo(_ count: Int) -> Int { ((self % count) + count) % count }
}

extension TrackSize {
    /// The definite length that auto-repeat counts with: the maximum if it is one, else the minimum.
    func fixedLength(_ available: Double) -> Double? {
        switch self {
        case .length(let length): return max(1, length.resolved(against: available))
        case .minmax(let low, let high):
            let floor = low.fixedLength(available)
            guard let ceiling = high.fixedLength(available) else { return floor }
            return max(ceiling, floor ?? 0)
        default: return nil
        }
    }

    /// The minimum and maximum sizing functions (§7.2).
    var functions: (min: TrackSize, max: TrackSize) {
        switch self {
        case .minmax(let low, let high):
            if case .fraction = low { return (.auto, high) }
            return (low, high)
        case .fraction: return (.auto, self)
        case .fitContent: return (.auto, self)
        default: return (self, self)
        }
    }
}
