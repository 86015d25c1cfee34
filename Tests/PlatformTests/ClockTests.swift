import Testing

@testable import Platform

@Suite struct ClockTests {
    @Test func aMomentThatHasPassedIsNotWaitedFor() {
        #expect((MonotonicTime.now + .milliseconds(-9)).pollTimeout == 0)
        #expect(MonotonicTime(nanoseconds: 0).pollTimeout == 0)
    }

    @Test func aMomentToComeIsWaitedForUntilItIsThere() {
        let left = (MonotonicTime.now + .seconds(3600)).pollTimeout
        #expect((3_500_000...3_600_000).contains(left))
        #expect((MonotonicTime.now + .seconds(1 << 32)).pollTimeout == .max)
    }
}
