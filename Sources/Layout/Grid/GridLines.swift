import Style

/// Where an item wants to stand along one axis: at a line, or anywhere with a span.
struct GridSpan {
    var start: Int?
    var length: Int
}

/// What the lines mean that an item names (CSS Grid 1 §8.3).
extension GridTemplate {
    /// Lines and spans beyond these are taken to be these (CSS Grid 1 §5.4).
    private static let farthestLine = 10_000
    private static let longestSpan = 1_000

    /// The lines that bound an absolutely positioned box; nil is the padding edge (§9.1).
    func bounds(_ start: GridLine, _ end: GridLine) -> (start: Int?, end: Int?) {
        let from = line(start, isStart: true)
        let to = line(end, isStart: false)
        guard let from, let to else { return (from, to) }
        return from == to ? (from, nil) : (min(from, to), max(from, to))
    }

    /// §8.3: what two line values mean together.
    func span(_ start: GridLine, _ end: GridLine) -> GridSpan {
        var span = unlimitedSpan(start, end)
        span.start = span.start.map { min(max($0, -Self.farthestLine), Self.farthestLine) }
        span.length = min(span.length, Self.longestSpan)
        return span
    }

    private func unlimitedSpan(_ start: GridLine, _ end: GridLine) -> GridSpan {
        let from = line(start, isStart: true)
        let to = line(end, isStart: false)
        switch (from, to) {
        case (let from?, let to?):
            if from == to { return GridSpan(start: from, length: 1) }
            return GridSpan(start: min(from, to), length: abs(to - from))
        case (let from?, nil): return GridSpan(start: from, length: length(end, from: from, forward: true))
        case (nil, let to?):
            let length = length(start, from: to, forward: false)
            return GridSpan(start: to - length, length: length)
        case (nil, nil):
            if case .span(let count) = start { return GridSpan(start: nil, length: max(1, count)) }
            if case .span(let count) = end { return GridSpan(start: nil, length: max(1, count)) }
            return GridSpan(start: nil, length: 1)
        }
    }

    private func length(_ line: GridLine, from: Int, forward: Bool) -> Int {
        switch line {
        case .span(let count): return max(1, count)
        case .spanNamed(let name, let count):
            let lines = self.lines(named: name)
            let beyond = forward ? lines.filter { $0 > from } : lines.filter { $0 < from }.reversed()
            if count <= beyond.count { return abs(beyond[count - 1] - from) }
            let edge = forward ? max(tracks.count, from) : min(0, from)
            return max(1, abs(edge - from) + count - beyond.count)
        default: return 1
        }
    }

    private func line(_ line: GridLine, isStart: Bool) -> Int? {
        switch line {
        case .auto, .span, .spanNamed: return nil
        case .line(let number): return number > 0 ? number - 1 : tracks.count + 1 + number
        case .named(let name, let number):
            if number == 0, let area = areas[name] { return isStart ? area.lowerBound : area.upperBound }
            let suffixed = lines(named: name + (isStart ? "-start" : "-end"))
            if number == 0, let first = suffixed.first { return first }
            if let area = impliedLine(name) { return area }
            let lines = self.lines(named: name)
            let wanted = number == 0 ? 1 : number
            if wanted > 0 {
                return wanted <= lines.count ? lines[wanted - 1] : tracks.count + wanted - lines.count
            }
            return -wanted <= lines.count ? lines[lines.count + wanted] : wanted + lines.count
        }
    }

    /// A named area names its lines `name-start` and `name-end`.
    private func impliedLine(_ name: String) -> Int? {
        if name.hasSuffix("-start"), let area = areas[String(name.dropLast(6))] { return area.lowerBound }
        if name.hasSuffix("-end"), let area = areas[String(name.dropLast(4))] { return area.upperBound }
        return nil
    }
}
