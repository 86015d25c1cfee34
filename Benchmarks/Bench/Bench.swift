// Bench: what one process takes to make an invoice, step by step.
//
// In:   how many lines the invoices have; a template of those that come with the program.
// Out:  a table, or JSON (`--json`): median milliseconds and bytes for each invoice and way of making it. `--dump DIR`
//       writes what is printed instead, so that other programs print the same: `3.json`, `3.html` …
//       `--pages DIR` prints the HTML files of a folder to that of `--dump`: to see that a change leaves pages alone.
// Ways: `warm` is HTML to PDF in a press that has printed the same template before, another invoice in between;
//       `filled` reads and adds up JSON and fills the template too; `cold` is the first page of a new press.
// Fails: with a line on standard error and exit code 64 or 70.

import Diagnostics
import Glibc
import Platform
import Press

@main
struct Bench {
    static func main() {
        do {
            let options = try BenchOptions(CommandLine.arguments.dropFirst())
            if let pages = options.pages { return try printPages(of: pages, to: options.dump ?? ".") }
            let line = try InvoiceLine(template: options.template)
            if let folder = options.dump { return try dump(options, line, to: folder) }
            var rows: [BenchRow] = []
            for count in options.lines {
                for way in options.ways { rows.append(try measure(way, count, options, line)) }
            }
            print(options.isJSON ? BenchRow.json(rows) : BenchRow.table(rows), terminator: "")
        } catch let error as BenchUsage {
            fail(error.message, 64)
        } catch {
            fail("\(error)", 70)
        }
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        try? FileDescriptor.standard(2).write(Array("Bench: \(message)\n".utf8))
        exit(code)
    }

    private static func dump(_ options: BenchOptions, _ line: InvoiceLine, to folder: String) throws {
        for count in options.lines {
            let json = SampleInvoice.json(lines: count)
            try FileDescriptor(path: "\(folder)/\(count).json", .replace(mode: 0o644)).write(json)
            try FileDescriptor(path: "\(folder)/\(count).html", .replace(mode: 0o644)).write(line.fill(json))
        }
    }

    /// Prints the pages of a folder, `a.html` to `a.pdf`.
    private static func printPages(of folder: String, to target: String) throws {
        let press = Press()
        let options = PressOptions(creationDate: "2026-11-30T12:00:00Z")
        for name in try Directory(folder).names().map(\.description).sorted()
        where name.hasSuffix(".html") {
            let html = try FileDescriptor(path: "\(folder)/\(name)", .read).readAll()
            let result = try press.print(PressInput(html: html, name: name, baseDirectory: folder), options)
            let path = "\(target)/\(name.dropLast(5)).pdf"
            try FileDescriptor(path: path, .replace(mode: 0o644)).write(result.files[0])
        }
    }

    private static func measure(
        _ way: BenchOptions.Way, _ count: Int, _ options: BenchOptions, _ line: InvoiceLine
    ) throws -> BenchRow {
        let json = SampleInvoice.json(lines: count)
        let html = try line.fill(json)
        let press = Press()
        var size = 0
        let work: () throws -> Void =
            switch way {
            case .warm: { size = try line.print(html, press) }
            case .filled: { size = try line.print(line.fill(json), press) }
            case .cold: { size = try line.print(html, Press()) }
            }
        // The press meets another invoice of the template first, so that nothing of this very one is kept.
        if way != .cold { _ = try line.print(line.fill(SampleInvoice.json(lines: 2)), press) }
        if let rounds = options.rounds {
            for _ in 0..<rounds { try work() }
            return BenchRow(way: way, lines: count, times: .init(wall: 0, processor: 0), bytes: size)
        }
        return BenchRow(way: way, lines: count, times: try Stopwatch.times(for: options.seconds, work), bytes: size)
    }
}

/// Measured times of one piece of work.
enum Stopwatch {
    /// Milliseconds: the median by the clock, and the mean of what the processor gave.
    struct Times {
        let wall: Double
        let processor: Double
    }

    /// Repeats work for some seconds, at least five times after a first that does not count.
    static func times(for seconds: Double, _ work: () throws -> Void) rethrows -> Times {
        try work()
        var times: [Double] = []
        let start = read(CLOCK_MONOTONIC)
        let processor = read(CLOCK_PROCESS_CPUTIME_ID)
        while times.count < 5 || read(CLOCK_MONOTONIC) - start < seconds * 1000 {
            let before = read(CLOCK_MONOTONIC)
            try work()
            times.append(read(CLOCK_MONOTONIC) - before)
        }
        let spent = read(CLOCK_PROCESS_CPUTIME_ID) - processor
        return Times(wall: times.sorted()[times.count / 2], processor: spent / Double(times.count))
    }

    /// The most memory that the process has held, in MiB.
    static var peakMemory: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1024
    }

    /// Milliseconds.
    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
