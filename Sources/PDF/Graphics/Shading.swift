/// A colour that changes along a line or between two circles (§8.7.4.5.3, §8.7.4.5.4).
public struct Shading: Sendable {
    public enum Shape: Sendable {
        case axial(x1: Double, y1: Double, x2: Double, y2: Double)
        /// Between two circles of one centre.
        case radial(x: Double, y: Double, from: Double, to: Double)
    }

    public struct Stop: Sendable, Hashable {
        /// From 0 to 1; stops are in this order.
        public var offset: Double
        public var color: RGB
        public var alpha: Double

        public init(offset: Double, color: RGB, alpha: Double = 1) {
            self.offset = offset
            self.color = color
            self.alpha = alpha
        }
    }

    public var shape: Shape
    public var stops: [Stop]
    /// Whether the colours begin again past their end; else the last one goes on.
    public var repeats: Bool
    /// From the shape's space to the current one: for ellipses.
    public var map: Affine?

    public init(_ shape: Shape, stops: [Stop], repeats: Bool = false, map: Affine? = nil) {
        self.shape = shape
        self.stops = stops
        self.repeats = repeats
        self.map = map
    }

    enum Channel { case color, alpha }

    var isTranslucent: Bool { stops.contains { $0.alpha < 1 } }

    /// How many times the colours run, before the first and in all, to fill an area of the current space.
    private func periods(over area: Box) -> Range<Int> {
        guard repeats else { return 0..<1 }
        let points = area.mapped(by: map?.inverse ?? .identity).corners
        let places: [Double]
        switch shape {
        case .axial(let x1, let y1, let x2, let y2):
            let (dx, dy) = (x2 - x1, y2 - y1)
            let square = dx * dx + dy * dy
            guard square > 1e-12 else { return 0..<1 }
            places = points.map { (($0.x - x1) * dx + ($0.y - y1) * dy) / square }
        case .radial(let x, let y, let from, let to):
            guard to - from > 1e-9 else { return 0..<1 }
            let distance = points.map { (($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y)).squareRoot() }.max() ?? 0
            places = [-from / (to - from), (distance - from) / (to - from)]
        }
        let first = (places.min() ?? 0).rounded(.down)
        let last = (places.max() ?? 1).rounded(.up)
        guard first.isFinite, last.isFinite else { return 0..<1 }
        // Finer ones than this are finer than any printer's dots.
        let start = Int(max(first, -Self.mostPeriods))
        return start..<max(start + 1, Int(min(last, Self.mostPeriods)))
    }

    private static let mostPeriods = 2000.0

    /// Writes the shading dictionary, all of it but the map.
    func write(_ writer: inout ObjectWriter, area: Box, channel: Channel, function: ObjectID) {
        let periods = periods(over: area)
        writer.entry("ShadingType", { if case .axial = shape { 2 } else { 3 } }())
        writer.entry("ColorSpace", name: channel == .color ? "DeviceRGB" : "DeviceGray")
        let (from, to) = (Double(periods.lowerBound), Double(periods.upperBound))
        switch shape {
        case .axial(let x1, let y1, let x2, let y2):
            let (dx, dy) = (x2 - x1, y2 - y1)
            writer.entry("Coords", numbers: [x1 + dx * from, y1 + dy * from, x1 + dx * to, y1 + dy * to])
        case .radial(let x, let y, let inner, let outer):
            let width = outer - inner
            let coords = [x, y, max(0, inner + width * from), x, y, max(0, inner + width * to)]
            writer.entry("Coords", numbers: coords)
        }
        writer.bytes.put("/Extend[true true]")
        if periods.count == 1 { return writer.entry("Function", function) }
        writer.dictionary("Function") {
            Self.stitch(
                &$0, Array(repeating: function, count: periods.count),
                bounds: (1..<periods.count).map { Double($0) / Double(periods.count) })
        }
    }

    /// The colours from 0 to 1 as functions (§7.10): one between each two stops, stitched.
    func writeFunction(_ writer: inout ObjectWriter, channel: Channel) {
        let stops = completeStops
        let pairs = zip(stops, stops.dropFirst()).filter { $0.offset < $1.offset }
        guard pairs.count > 1 else {
            let pair = pairs.first ?? (stops[0], stops[stops.count - 1])
            return Self.writeInterpolation(&writer, pair, channel)
        }
        writer.entry("FunctionType", 3)
        writer.entry("Domain", numbers: [0, 1])
        writer.array("Functions") {
            for pair in pairs { $0.dictionary { Self.writeInterpolation(&$0, pair, channel) } }
        }
        writer.entry("Bounds", numbers: pairs.dropFirst().map { $0.0.offset })
        writer.array("Encode") { for _ in pairs { $0.bytes.put("0 1 ") } }
    }

    /// The stops with one at each end, offsets never falling.
    private var completeStops: [Stop] {
        var result: [Stop] = []
        for stop in stops {
            var stop = stop
            stop.offset = max(min(max(stop.offset, 0), 1), result.last?.offset ?? 0)
            result.append(stop)
        }
        guard var first = result.first, var last = result.last else {
            let none = Stop(offset: 0, color: .black, alpha: 0)
            return [none, Stop(offset: 1, color: .black, alpha: 0)]
        }
        if first.offset > 0 {
            first.offset = 0
            result.insert(first, at: 0)
        }
        if last.offset < 1 {
            last.offset = 1
            result.append(last)
        }
        return result
    }

    private static func writeInterpolation(_ writer: inout ObjectWriter, _ pair: (Stop, Stop), _ channel: Channel) {
        func parts(_ stop: Stop) -> [Double] { channel == .color ? stop.color.numbers : [stop.alpha] }
        writer.entry("FunctionType", 2)
        writer.entry("Domain", numbers: [0, 1])
        writer.entry("C0", numbers: parts(pair.0))
        writer.entry("C1", numbers: parts(pair.1))
        writer.entry("N", 1)
    }

    private static func stitch(_ writer: inout ObjectWriter, _ functions: [ObjectID], bounds: [Double]) {
        writer.entry("FunctionType", 3)
        writer.entry("Domain", numbers: [0, 1])
        writer.entry("Functions", functions)
        writer.entry("Bounds", numbers: bounds)
        writer.array("Encode") { for _ in functions { $0.bytes.put("0 1 ") } }
    }
}
