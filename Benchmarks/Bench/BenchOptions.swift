/// What is asked of a run.
struct BenchOptions {
    enum Way: String, CaseIterable { case warm, filled, cold }

    var isJSON = false
    /// A folder to write the invoices to, instead of measuring.
    var dump: String?
    /// A folder of pages to print instead.
    var pages: String?
    var template = "classic"
    var lines = [3, 40, 1000]
    var ways = Way.allCases
    /// For each figure.
    var seconds = 2.0
    /// Repeats so many times and takes no time: for programs that count instructions.
    var rounds: Int?

    static let usage =
        "usage: Bench [--json] [--dump DIR] [--pages DIR] [--template NAME] [--lines 3,40] [--ways warm,filled,cold] "
        + "[--seconds S] [--rounds N]"

    init(_ arguments: some Sequence<String>) throws(BenchUsage) {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            if option == "--json" {
                isJSON = true
                continue
            }
            guard let value = rest.popFirst(), take(option, value) else { throw BenchUsage(message: Self.usage) }
        }
    }

    private mutating func take(_ option: String, _ value: String) -> Bool {
        let parts = value.split(separator: ",").map(String.init)
        switch option {
        case "--dump": dump = value
        case "--pages": pages = value
        case "--template": template = value
        case "--lines":
            lines = parts.compactMap(Int.init)
            return lines.count == parts.count && lines.allSatisfy { $0 > 0 }
        case "--ways":
            ways = parts.compactMap(Way.init)
            return ways.count == parts.count
        case "--seconds":
            seconds = Double(value) ?? 0
            return seconds > 0
        case "--rounds":
            rounds = Int(value)
            return rounds != nil
        default: return false
        }
        return true
    }
}

struct BenchUsage: Error {
    let message: String
}

/// A figure.
struct BenchRow {
    let way: BenchOptions.Way
    let lines: Int
    let times: Stopwatch.Times
    /// Of the PDF.
    let bytes: Int

    static func table(_ rows: [BenchRow]) -> String {
        "way     lines   median ms   processor ms      bytes\n"
            + rows.map {
                "\($0.way.rawValue.padded(6)) \("\($0.lines)".padded(6, right: true)) "
                    + "\(thousandths($0.times.wall).padded(11, right: true)) "
                    + "\(thousandths($0.times.processor).padded(14, right: true)) "
                    + "\("\($0.bytes)".padded(10, right: true))\n"
            }.joined()
    }

    /// `[{"way": "warm", "lines": 3, "ms": 0.912, "cpu": 0.905, "mb": 40.1, "bytes": 20511}, …]`, `mb` that of the run.
    static func json(_ rows: [BenchRow]) -> String {
        "[\n"
            + rows.map {
                "  {\"way\": \"\($0.way.rawValue)\", \"lines\": \($0.lines), "
                    + "\"ms\": \(thousandths($0.times.wall)), \"cpu\": \(thousandths($0.times.processor)), "
                    + "\"mb\": \(thousandths(Stopwatch.peakMemory)), \"bytes\": \($0.bytes)}"
            }.joined(separator: ",\n") + "\n]\n"
    }

    private static func thousandths(_ value: Double) -> String {
        let whole = Int((value * 1000).rounded())
        let fraction = "\(whole % 1000)"
        return "\(whole / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}

extension String {
    fileprivate func padded(_ width: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return right ? space + self : self + space
    }
}
