internal import CSystemd
internal import Glibc

/// A moment on the clock that is never set: nanoseconds since the machine started, time asleep included.
public struct MonotonicTime: Sendable, Hashable, Comparable {
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static var now: MonotonicTime { MonotonicTime(nanoseconds: read(CLOCK_BOOTTIME)) }

    public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }
    public static func + (a: MonotonicTime, b: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: a.nanoseconds + b.wholeNanoseconds)
    }
    public static func - (a: MonotonicTime, b: MonotonicTime) -> Duration {
        .nanoseconds(a.nanoseconds - b.nanoseconds)
    }

    /// Milliseconds until this moment, rounded up, as poll(2) takes them: 0 once it has passed, for less than 0 would
    /// be no limit at all.
    var pollTimeout: Int32 { Int32(clamping: max(0, (nanoseconds - Self.now.nanoseconds + 999_999) / 1_000_000)) }
}

/// A moment as people write it: seconds since 1970, UTC; for show and for stored deadlines alone.
public struct WallTime: Sendable, Hashable, Comparable, Codable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }
    public static func + (a: WallTime, b: Duration) -> WallTime {
        WallTime(milliseconds: a.milliseconds + Int64(b.wholeMilliseconds))
    }
    public static func - (a: WallTime, b: WallTime) -> Duration { .milliseconds(a.milliseconds - b.milliseconds) }
}

/// Where time comes from, so that tests can stop it.
public protocol Clock: Sendable {
    var monotonic: MonotonicTime { get }
    var wall: WallTime { get }
}

/// The machine's own clocks.
public struct SystemClock: Clock {
    public init() {}
    public var monotonic: MonotonicTime { .now }
    public var wall: WallTime { WallTime(milliseconds: read(CLOCK_REALTIME) / 1_000_000) }

    /// Whether something keeps the machine's clock right (adjtimex(2)); nil where the kernel does not say.
    public static var isSynchronized: Bool? {
        var state = timex()
        let answer = adjtimex(&state)
        return answer < 0 ? nil : answer != TIME_ERROR
    }
}

extension Duration {
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
    public var wholeMilliseconds: Int { Int(wholeNanoseconds / 1_000_000) }
}

private func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// CLOCK_MONOTONIC in microseconds, as systemd compares it; it stands still while the machine sleeps.
var bootlessMicroseconds: Int64 { read(CLOCK_MONOTONIC) / 1000 }
