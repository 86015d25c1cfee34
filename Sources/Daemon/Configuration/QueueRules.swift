internal import Platform

/// When files are taken: `Mon-Fri 08:00-18:00;Sat 09:00-12:00`, by the machine's time zone; empty: always.
public struct TimeWindows: Sendable, Hashable {
    /// Minutes of the week, from Sunday 00:00.
    private var spans: [Range<Int>] = []

    private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let day = 24 * 60
    private static let week = 7 * day

    public init() {}

    /// Nil where an item is no window.
    init?(_ items: [String]) {
        for item in items {
            guard let found = Self.spans(item) else { return nil }
            spans += found
        }
    }

    private static func spans(_ item: String) -> [Range<Int>]? {
        let words = item.split(separator: " ").map { $0.lowercased() }
        guard (1...2).contains(words.count), let hours = hours(words[words.count - 1]),
            let days = words.count == 2 ? days(words[0]) : Array(0..<7)
        else { return nil }
        // A window that ends before it begins goes on after midnight.
        let length = hours.end > hours.start ? hours.end - hours.start : hours.end + day - hours.start
        return days.map { ($0 * day + hours.start)..<($0 * day + hours.start + length) }
    }

    private static func days(_ text: String) -> [Int]? {
        let ends = text.split(separator: "-").map { days.firstIndex(of: String($0)) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
        return (0...((last - first + 7) % 7)).map { (first + $0) % 7 }
    }

    private static func hours(_ text: String) -> (start: Int, end: Int)? {
        let ends = text.split(separator: "-").map { minutes(String($0)) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start != end else { return nil }
        return (start, end)
    }

    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...24).contains(hour),
            (0...59).contains(minute), hour < 24 || minute == 0
        else { return nil }
        return hour * 60 + minute
    }

    /// Nil where files are taken now, else in how many minutes the next window opens.
    func minutesUntilOpen(_ now: WallTime.Parts) -> Int? {
        if spans.isEmpty { return nil }
        let minute = now.weekday * Self.day + now.hour * 60 + now.minute
        // The window of a Saturday may reach into the next week.
        let isOpen = spans.contains { $0.contains(minute) || $0.contains(minute + Self.week) }
        if isOpen { return nil }
        return spans.map { (($0.lowerBound - minute) % Self.week + Self.week) % Self.week }.min()
    }
}

/// The name of a file that belongs to another one: `*.done`, `.~lock.*#`, the star being the other one's name.
public struct CompanionName: Sendable, Hashable {
    private let before: [UInt8]
    private let after: [UInt8]

    /// Nil where the pattern is nothing but a star, or has not exactly one.
    init?(_ pattern: String) {
        let parts = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty || !parts[1].isEmpty, !pattern.utf8.contains(UInt8(ascii: "/")) else {
            return nil
        }
        before = Array(parts[0])
        after = Array(parts[1])
    }

    /// The companion of a file; nil where its name would be too long.
    func name(for file: FileName) -> FileName? { FileName(bytes: before + file.bytes + after) }

    /// Whose companion this is; nil where it is none.
    func file(of name: FileName) -> FileName? {
        guard name.bytes.count > before.count + after.count, name.bytes.starts(with: before),
            name.bytes.suffix(after.count).elementsEqual(after)
        else { return nil }
        return FileName(bytes: name.bytes.dropFirst(before.count).dropLast(after.count))
    }
}

/// A program that is run for each file, and what happens where it fails.
public struct HookSettings: Sendable, Hashable {
    /// What happens to the file whose hook has failed.
    public enum Failure: String, Sendable, CaseIterable {
        /// Refused, with a report that says what the program said. Not for `post`: what is printed stays printed.
        case fail
        /// Only logged.
        case ignore
        /// Run again, with growing waits, ten times at most; then as `fail` before printing, and as `ignore` after it.
        case retry
    }

    /// Program and arguments, as they are; no shell.
    public var command: [String]
    public var failure: Failure
    public var timeout = Duration.seconds(30)

    public init(_ command: [String], failure: Failure) {
        self.command = command
        self.failure = failure
    }
}
