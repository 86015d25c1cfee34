/// A track before it meets an element.
private indirect enum SpecifiedTrack: Sendable {
    case plain(TrackSize)
    case length(SpecifiedLength)
    case fitContent(SpecifiedLength)
    case minmax(SpecifiedTrack, SpecifiedTrack)

    func computed(in builder: StyleBuilder) -> TrackSize {
        switch self {
        case .plain(let size): size
        case .length(let length): .length(length.computed(in: builder).nonNegative)
        case .fitContent(let length): .fitContent(length.computed(in: builder).nonNegative)
        case .minmax(let low, let high): .minmax(low.computed(in: builder), high.computed(in: builder))
        }
    }

    /// Of a size that is known without content, which automatic repetition asks for (CSS Grid 2 §7.2.3.2).
    var isFixed: Bool {
        switch self {
        case .length: return true
        case .minmax(let low, let high):
            if case .length = low { return true }
            if case .length = high { return true }
            return false
        case .plain, .fitContent: return false
        }
    }

    var isFraction: Bool { if case .plain(.fraction) = self { true } else { false } }
}

private indirect enum SpecifiedTrackItem: Sendable {
    case track(SpecifiedTrack)
    case names([String])
    case autoRepeat(fit: Bool, [SpecifiedTrackItem])

    func computed(in builder: StyleBuilder) -> TrackList.Item {
        switch self {
        case .track(let track): .track(track.computed(in: builder))
        case .names(let names): .lineNames(names)
        case .autoRepeat(let fit, let items): .autoRepeat(fit: fit, items.map { $0.computed(in: builder) })
        }
    }
}

extension ValueParser {
    /// A list that a repetition may grow to; more is cut off, so that no style sheet can fill the memory.
    private static var trackLimit: Int { 10_000 }

    /// `grid-template-columns` and `-rows` (CSS Grid 2 §7.2).
    mutating func trackList() -> (@Sendable (StyleBuilder) -> TrackList)? {
        if keyword("none") { return { _ in TrackList() } }
        if keyword("subgrid") {
            var names: [TrackList.Item] = []
            while let line = lineNames() { names.append(.lineNames(line)) }
            let items = names
            return { _ in TrackList(items: items, isSubgrid: true) }
        }
        guard let items = trackItems(allowsRepeat: true), !items.isEmpty else { return nil }
        let repeats = items.filter { if case .autoRepeat = $0 { true } else { false } }
        if !repeats.isEmpty {
            let othersFixed = items.allSatisfy { if case .track(let track) = $0 { track.isFixed } else { true } }
            guard repeats.count == 1, othersFixed else { return nil }
        }
        return { builder in TrackList(items: items.map { $0.computed(in: builder) }) }
    }

    private mutating func trackItems(allowsRepeat: Bool) -> [SpecifiedTrackItem]? {
        var items: [SpecifiedTrackItem] = []
        var hasTrack = false
        while !isAtEnd {
            if let names = lineNames() {
                items.append(.names(names))
            } else if let track = track() {
                items.append(.track(track))
                hasTrack = true
            } else if allowsRepeat, let repeated = function("repeat", { $0.repetition() }) {
                if items.count + repeated.count > Self.trackLimit { return nil }
                items += repeated
                hasTrack = true
            } else {
                break
            }
        }
        return hasTrack ? items : nil
    }

    private mutating func repetition() -> [SpecifiedTrackItem]? {
        let automatic = keyword(["auto-fill": false, "auto-fit": true])
        let count = automatic == nil ? integer() : 1
        guard let count, count >= 1, comma(), let items = trackItems(allowsRepeat: false) else { return nil }
        if let fit = automatic {
            let fixed = items.allSatisfy { if case .track(let track) = $0 { track.isFixed } else { true } }
            return fixed ? [.autoRepeat(fit: fit, items)] : nil
        }
        let times = min(count, max(1, Self.trackLimit / items.count))
        return Array(repeatElement(items, count: times).joined())
    }

    private mutating func lineNames() -> [String]? {
        guard let token = peek, token.kind == .openSquare else { return nil }
        return block { inner in
            var names: [String] = []
            while let name = inner.customIdent(except: ["span", "auto"]) { names.append(name) }
            return names
        }
    }

    private mutating func track() -> SpecifiedTrack? {
        if let fit = function("fit-content", { $0.lengthPercentage(.nonNegative) }) { return .fitContent(fit) }
        if let size = function(
            "minmax",
            { inner -> SpecifiedTrack? in
                guard let low = inner.breadth(), !low.isFraction, inner.comma(), let high = inner.breadth() else {
                    return nil
                }
                return .minmax(low, high)
            })
        {
            return size
        }
        return breadth()
    }

    private mutating func breadth() -> SpecifiedTrack? {
        let keywords: Keywords<TrackSize> = ["auto": .auto, "min-content": .minContent, "max-content": .maxContent]
        if let size = keyword(keywords) { return .plain(size) }
        if let token = peek, token.kind == .dimension, token.text == "fr" {
            guard token.number >= 0 else { return nil }
            advance()
            return .plain(.fraction(used(token.number)))
        }
        return attempt { $0.lengthPercentage(.nonNegative) }.map { .length($0) }
    }

    /// `grid-auto-columns` and `-rows`.
    mutating func trackSizes() -> (@Sendable (StyleBuilder) -> [TrackSize])? {
        var tracks: [SpecifiedTrack] = []
        while let track = track() { tracks.append(track) }
        guard !tracks.isEmpty else { return nil }
        let list = tracks
        return { builder in list.map { $0.computed(in: builder) } }
    }

    mutating func gridAreas() -> GridAreas? {
        if keyword("none") { return GridAreas(rows: []) }
        var rows: [[String?]] = []
        while let text = string() {
            guard let row = Self.areaRow(text) else { return nil }
            rows.append(row)
        }
        return Self.validAreas(rows)
    }

    /// The names of one row; a run of full stops is an empty cell.
    static func areaRow(_ text: String) -> [String?]? {
        let words = text.utf8.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
        guard !words.isEmpty else { return nil }
        return words.map { word in word.allSatisfy { $0 == UInt8(ascii: ".") } ? nil : String(Substring(word)) }
    }

    /// Rows of one length whose areas are rectangles (CSS Grid 2 §7.3).
    static func validAreas(_ rows: [[String?]]) -> GridAreas? {
        guard let width = rows.first?.count, rows.allSatisfy({ $0.count == width }) else { return nil }
        var cells: [String: [(row: Int, column: Int)]] = [:]
        for (row, names) in rows.enumerated() {
            for (column, name) in names.enumerated() {
                if let name { cells[name, default: []].append((row, column)) }
            }
        }
        for places in cells.values {
            let (rows, columns) = (places.map(\.row), places.map(\.column))
            let height = (rows.max() ?? 0) - (rows.min() ?? 0) + 1
            let width = (columns.max() ?? 0) - (columns.min() ?? 0) + 1
            if height * width != places.count { return nil }
        }
        return GridAreas(rows: rows)
    }

    mutating func gridAutoFlow() -> GridAutoFlow? {
        var flow = GridAutoFlow()
        let before = keyword("dense")
        let axis = keyword(["row": false, "column": true])
        guard before || axis != nil else { return nil }
        flow.isColumn = axis ?? false
        flow.isDense = before || keyword("dense")
        return flow
    }

    /// `<grid-line>` (CSS Grid 2 §8.3).
    mutating func gridLine() -> GridLine? {
        if keyword("auto") { return .auto }
        var (isSpan, number, name): (Bool, Int?, String?) = (false, nil, nil)
        while !isAtEnd {
            if !isSpan, keyword("span") {
                isSpan = true
            } else if number == nil, let value = attempt({ $0.integer() }) {
                number = value
            } else if name == nil, let value = customIdent(except: ["span", "auto"]) {
                name = value
            } else {
                break
            }
        }
        if number == 0 || (isSpan && (number ?? 1) < 1) { return nil }
        switch (isSpan, number, name) {
        case (true, let number?, nil): return .span(number)
        case (true, let number, let name?): return .spanNamed(name, number ?? 1)
        case (false, let number?, nil): return .line(number)
        case (false, let number, let name?): return .named(name, number ?? 0)
        case (_, nil, nil): return nil
        }
    }
}
