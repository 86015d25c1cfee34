/// Metrics in Prometheus' text format (exposition format 0.0.4), one family after the other.
struct MetricsText {
    enum Kind: String {
        case counter, gauge
    }

    struct Sample {
        let labels: [(String, String)]
        let value: Double

        init(_ value: Double, _ labels: (String, String)...) {
            self.labels = labels
            self.value = value
        }

        init(_ value: Int, _ labels: (String, String)...) {
            self.labels = labels
            self.value = Double(value)
        }
    }

    private(set) var text = ""

    /// A family without samples is left out.
    mutating func add(_ kind: Kind, _ name: String, _ help: String, _ samples: [Sample]) {
        if samples.isEmpty { return }
        begin(kind.rawValue, name, help)
        for sample in samples { line(name, sample.labels, sample.value) }
    }

    mutating func add(_ histogram: Histogram, _ name: String, _ help: String) {
        begin("histogram", name, help)
        var sum = 0
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            sum += count
            line(name + "_bucket", [("le", Self.number(bound))], Double(sum))
        }
        let all = histogram.counts.reduce(0, +)
        line(name + "_bucket", [("le", "+Inf")], Double(all))
        line(name + "_sum", [], histogram.sum)
        line(name + "_count", [], Double(all))
    }

    private mutating func begin(_ kind: String, _ name: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        let inside = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        text += name + (inside.isEmpty ? "" : "{\(inside)}") + " \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func escaped(_ label: String) -> String {
        label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
