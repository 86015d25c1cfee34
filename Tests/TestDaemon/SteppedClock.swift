import Platform

/// The machine's clocks, set off by what a file says: two numbers, milliseconds of the wall clock and of the monotonic one.
struct SteppedClock: Clock {
    private let path: String

    /// The machine's own clock where no file is named.
    static var wanted: any Clock {
        ThisProcess.environment("HOTPRESS_TEST_CLOCK").map { Self(path: $0) } ?? SystemClock()
    }

    private var steps: (wall: Int, monotonic: Int) {
        let bytes = (try? FileDescriptor(path: path, .read).readAll()) ?? []
        let numbers = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
            Int($0)
        }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    var wall: WallTime { SystemClock().wall + .milliseconds(steps.wall) }
    var monotonic: MonotonicTime { .now + .milliseconds(steps.monotonic) }
}
