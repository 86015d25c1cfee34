public import Platform

/// A clock that stands still until it is told to move; its two times move apart, as a stepped clock does.
public final class FixedClock: Clock {
    private let times: Lock<(MonotonicTime, WallTime)>

    public init(monotonic: MonotonicTime = MonotonicTime(nanoseconds: 0), wall: WallTime) {
        times = Lock((monotonic, wall))
    }

    public var monotonic: MonotonicTime { times.value.0 }
    public var wall: WallTime { times.value.1 }

    public func advance(by duration: Duration) {
        times.change { $0 = ($0.0 + duration, $0.1 + duration) }
    }

    /// Sets the wall clock and leaves the monotonic one alone.
    public func setWall(_ wall: WallTime) { times.change { $0.1 = wall } }
}
