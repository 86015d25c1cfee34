import Foundation
import Press

/// What one document cost in processor time and memory.
struct Measurement {
    var milliseconds: Double
    /// Of resident memory at its highest, beyond what the warm press had taken before.
    var bytes: Int
    var pages: Int

    var line: String { "\(milliseconds) \(bytes) \(pages)" }

    init(milliseconds: Double, bytes: Int, pages: Int) {
        self.milliseconds = milliseconds
        self.bytes = bytes
        self.pages = pages
    }

    init?(line: String) {
        let words = line.split(separator: " ")
        guard words.count == 3, let milliseconds = Double(words[0]), let bytes = Int(words[1]),
            let pages = Int(words[2])
        else { return nil }
        self.init(milliseconds: milliseconds, bytes: bytes, pages: pages)
    }

    /// Prints a document in this process.
    static func make(_ html: String) throws -> Measurement {
        let press = Press()
        for _ in 0..<3 { _ = try press.print(input("<p>Warm <b>words</b> 0123456789 <i>in</i> all faces</p>")) }
        let document = input(html)
        let before = usage
        let result = try press.print(document)
        let after = usage
        return Measurement(
            milliseconds: after.milliseconds - before.milliseconds, bytes: after.bytes - before.bytes,
            pages: result.pageCount)
    }

    private static func input(_ html: String) -> PressInput {
        PressInput(html: Array(html.utf8), baseDirectory: "/nowhere")
    }

    /// Processor time, which other processes on the machine do not change much, and the peak of memory.
    private static var usage: (milliseconds: Double, bytes: Int) {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return (Double(seconds) * 1e3 + Double(microseconds) / 1e3, usage.ru_maxrss * 1024)
    }
}
