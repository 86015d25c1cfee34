import Style

/// What an item asks of the tracks it covers, along one axis; sizes are of the margin box.
struct GridContribution {
    var tracks: Range<Int>
    var minimum: Double
    var minContent: Double
    var maxContent: Double
    /// What tracks that are all bounded by lengths come to.
    var most: Double = .infinity
}

/// The track sizing algorithm along one axis (CSS Grid 1 §12.3).
struct GridTrackSizing {
    struct Track {
        var min: TrackSize
        var max: TrackSize
        var base: Double = 0
        var limit: Double = .infinity
        var isCollapsed = false

        /// Whether the maximum is a flex factor, be it 0.
        var isFlexible: Bool {
            guard !isCollapsed, case .fraction = max else { return false }
            return true
        }

        /// None for a collapsed track: it is a fixed one of 0 (§7.2.3.2).
        var flex: Double {
            guard !isCollapsed, case .fraction(let factor) = max else { return 0 }
            return factor
        }
    }

    private(set) var tracks: [Track]
    private let gap: Double
    /// The container's content size along the axis; nil when it is not definite.
    private let available: Double?
    private let items: [GridContribution]
    /// Whether the container is asked for its min-content size: then flexible tracks get what they must have.
    private let isLeast: Bool

    init(
        _ sizes: [TrackSize], collapsed: Set<Int>, gap: Double, available: Double?, items: [GridContribution],
        stretches: Bool = false, bounds: SizeLimits = SizeLimits(), isLeast: Bool = false
    ) {
        self.isLeast = isLeast
        self.gap = gap
        self.available = available
        self.items = items
        tracks = sizes.indices.map { index in
            let functions = sizes[index].functions
            var track = Track(min: functions.min, max: functions.max)
            track.isCollapsed = collapsed.contains(index)
            return track
        }
        initialize()
        resolveIntrinsic()
        maximize()
        expandFlexible(bounds)
        if stretches { stretchAuto(bounds.least) }
    }

    /// The start of each track and its size; collapsed tracks take their gap with them.
    func positions(_ distribution: BoxAlignment.Distribution = BoxAlignment.Distribution()) -> [(
        start: Double, size: Double
    )] {
        var position = distribution.before
        return tracks.map { track in
            let start = position
            if !track.isCollapsed { position += track.base + gap + distribution.between }
            return (start, track.isCollapsed ? 0 : track.base)
        }
    }

    var sum: Double { tracks.reduce(0) { $0 + $1.base } + gapSum }
    var openCount: Int { tracks.count { !$0.isCollapsed } }
    private var gapSum: Double { gap * Double(max(0, openCount - 1)) }

    // MARK: §12.4

    private mutating func initialize() {
        for index in tracks.indices {
            if tracks[index].isCollapsed {
                (tracks[index].min, tracks[index].max) = (.length(.zero), .length(.zero))
                tracks[index].limit = 0
                continue
            }
            if let base = fixed(tracks[index].min) { tracks[index].base = base }
            if let limit = fixed(tracks[index].max) {
                tracks[index].limit = max(limit, tracks[index].base)
            }
        }
    }

    private func fixed(_ size: TrackSize) -> Double? {
        guard case .length(let length) = size else { return nil }
        if length.hasPercentage, available == nil { return nil }
        return Swift.max(0, length.resolved(against: available ?? 0))
    }

    // MARK: §12.5

    private mutating func resolveIntrinsic() {
        let spans = Dictionary(grouping: items.indices.filter { !crossesFlexible(items[$0]) }) {
            items[$0].tracks.count
        }
        for span in spans.keys.sorted() { distribute(spans[span] ?? []) }
        let flexible = items.indices.filter { crossesFlexible(items[$0]) }
        distributeFlexible(flexible)
        for index in tracks.indices where tracks[index].limit.isInfinite && !tracks[index].isFlexible {
            tracks[index].limit = tracks[index].base
        }
    }

    private func crossesFlexible(_ item: GridContribution) -> Bool {
        item.tracks.contains { tracks[$0].isFlexible }
    }

    private mutating func distribute(_ items: [Int]) {
        let isDefinite = available != nil
        grow(items, { $0.minimum }, base: true) { Self.isIntrinsic($0.min, isDefinite) }
        grow(items, { $0.minContent }, base: true) { Self.isContent($0.min) }
        grow(items, { $0.maxContent }, base: true) { $0.min == .maxContent }
        grow(items, { $0.minContent }, base: false) { Self.isIntrinsic($0.max, isDefinite) }
        grow(items, { $0.maxContent }, base: false) { Self.growsToMax($0.max, isDefinite) }
        for index in tracks.indices {
            if case .fitContent(let length) = tracks[index].max, tracks[index].limit.isFinite,
                available != nil || !length.hasPercentage
            {
                let most = length.resolved(against: available ?? 0)
                tracks[index].limit = Swift.min(tracks[index].limit, Swift.max(most, tracks[index].base))
            }
            tracks[index].limit = Swift.max(tracks[index].limit, tracks[index].base)
        }
    }

    private mutating func distributeFlexible(_ items: [Int]) {
        let isDefinite = available != nil
        grow(items, { $0.minimum }, base: true) { $0.isFlexible && Self.isIntrinsic($0.min, isDefinite) }
        grow(items, { $0.minContent }, base: true) { $0.isFlexible && Self.isContent($0.min) }
        grow(items, { $0.maxContent }, base: true) { $0.isFlexible && $0.min == .maxContent }
    }

    private static func isIntrinsic(_ size: TrackSize, _ isDefinite: Bool) -> Bool {
        switch size {
        case .auto, .minContent, .maxContent, .fitContent: true
        case .length(let length): length.hasPercentage && !isDefinite
        case .fraction, .minmax: false
        }
    }

    private static func isContent(_ size: TrackSize) -> Bool { size == .minContent || size == .maxContent }

    private static func growsToMax(_ size: TrackSize, _ isDefinite: Bool) -> Bool {
        switch size {
        case .auto, .maxContent, .fitContent: true
        case .length(let length): length.hasPercentage && !isDefinite
        default: false
        }
    }

    /// §12.5.1: gives each item's missing space to the tracks it covers; every item of a step sees the tracks as they
    /// were before the step.
    private mutating func grow(
        _ items: [Int], _ wish: (GridContribution) -> Double, base: Bool, where affects: (Track) -> Bool
    ) {
        var planned = Array(repeating: 0.0, count: tracks.count)
        var isCovered = Array(repeating: false, count: tracks.count)
        for index in items {
            let item = self.items[index]
            for track in item.tracks { isCovered[track] = true }
            let affected = item.tracks.filter { affects(tracks[$0]) && !tracks[$0].isCollapsed }
            guard !affected.isEmpty else { continue }
            let taken = item.tracks.reduce(0.0) { sum, track in
                let size = base || tracks[track].limit.isInfinite ? tracks[track].base : tracks[track].limit
                return sum + size
            }
            let gaps = gap * Double(item.tracks.count { !tracks[$0].isCollapsed } - 1)
            let extra = wish(item) - taken - Swift.max(0, gaps)
            if extra <= 0 {
                if !base {
                    for track in affected where tracks[track].limit.isInfinite {
                        planned[track] = Swift.max(planned[track], 0)
                    }
                }
                continue
            }
            share(extra, among: affected, base: base, into: &planned)
        }
        for track in tracks.indices {
            if base {
                tracks[track].base += planned[track]
                tracks[track].limit = Swift.max(tracks[track].limit, tracks[track].base)
            } else if affects(tracks[track]), planned[track] > 0 || tracks[track].limit.isInfinite,
                isCovered[track]
            {
                let start = tracks[track].limit.isInfinite ? tracks[track].base : tracks[track].limit
                tracks[track].limit = start + planned[track]
            }
        }
    }

    /// Equal parts up to each track's limit; what is left beyond the limits in equal parts again, or by flex factors.
    private func share(_ extra: Double, among affected: [Int], base: Bool, into planned: inout [Double]) {
        var given = Dictionary(uniqueKeysWithValues: affected.map { ($0, 0.0) })
        var rest = extra
        let flex = affected.reduce(0) { $0 + tracks[$1].flex }
        if base, flex > 0 {
            for track in affected { given[track, default: 0] += rest * tracks[track].flex / flex }
            rest = 0
        }
        var open = affected
        while rest > 1e-6, !open.isEmpty {
            let part = rest / Double(open.count)
            var next: [Int] = []
            for track in open {
                let room = base ? tracks[track].limit - tracks[track].base - (given[track] ?? 0) : .infinity
                let gets = Swift.min(part, Swift.max(0, room))
                given[track, default: 0] += gets
                rest -= gets
                if gets == part { next.append(track) }
            }
            if next.count == open.count { break }
            open = next
        }
        if rest > 1e-6, base {
            let preferred = affected.filter { Self.isIntrinsic(tracks[$0].max, available != nil) }
            let takers = preferred.isEmpty ? affected : preferred
            for track in takers { given[track, default: 0] += rest / Double(takers.count) }
        }
        for (track, amount) in given { planned[track] = Swift.max(planned[track], amount) }
    }

    // MARK: §12.6 to §12.8

    private mutating func maximize() {
        guard let available else {
            for index in tracks.indices where tracks[index].limit.isFinite && !tracks[index].isFlexible {
                tracks[index].base = tracks[index].limit
            }
            return
        }
        var free = available - sum
        var open = tracks.indices.filter { tracks[$0].base < tracks[$0].limit && !tracks[$0].isFlexible }
        while free > 1e-6, !open.isEmpty {
            let part = free / Double(open.count)
            for index in open {
                let gets = Swift.min(part, tracks[index].limit - tracks[index].base)
                tracks[index].base += gets
                free -= gets
            }
            open = open.filter { tracks[$0].base < tracks[$0].limit - 1e-9 }
        }
    }

    private mutating func expandFlexible(_ bounds: SizeLimits) {
        let flexible = tracks.indices.filter { tracks[$0].isFlexible }
        guard !flexible.isEmpty, !isLeast else { return }
        var fraction: Double
        if let available {
            fraction = fractionSize(Array(tracks.indices), filling: available - gapSum)
        } else {
            fraction = flexible.map { tracks[$0].base / Swift.max(1, tracks[$0].flex) }.max() ?? 0
            for item in items where crossesFlexible(item) {
                let gaps = gap * Double(item.tracks.count - 1)
                fraction = Swift.max(fraction, fractionSize(Array(item.tracks), filling: item.maxContent - gaps))
            }
            let used = flexible.reduce(sum) {
                $0 - tracks[$1].base + Swift.max(tracks[$1].base, fraction * tracks[$1].flex)
            }
            if used != bounds.clamp(used) {
                fraction = fractionSize(Array(tracks.indices), filling: bounds.clamp(used) - gapSum)
            }
        }
        for index in flexible { tracks[index].base = Swift.max(tracks[index].base, fraction * tracks[index].flex) }
    }

    /// §12.7.1: the size of one fr.
    private func fractionSize(_ indices: [Int], filling space: Double) -> Double {
        var inflexible = Set(indices.filter { tracks[$0].flex == 0 })
        while true {
            let leftover = space - indices.reduce(0) { $0 + (inflexible.contains($1) ? tracks[$1].base : 0) }
            let factors = indices.reduce(0) { $0 + (inflexible.contains($1) ? 0 : tracks[$1].flex) }
            let size = leftover / Swift.max(1, factors)
            let tooSmall = indices.filter {
                !inflexible.contains($0) && size * tracks[$0].flex < tracks[$0].base - 1e-9
            }
            if tooSmall.isEmpty { return Swift.max(0, size) }
            inflexible.formUnion(tooSmall)
        }
    }

    private mutating func stretchAuto(_ least: Double) {
        let space = available ?? least
        let free = space - sum
        let autos = tracks.indices.filter { tracks[$0].max == .auto && !tracks[$0].isCollapsed }
        guard free > 0, !autos.isEmpty else { return }
        for index in autos { tracks[index].base += free / Double(autos.count) }
    }
}
