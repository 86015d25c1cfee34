import Platform
import TestKit
import Testing

@testable import Daemon

@Suite struct SettlingTests {
    let root: TemporaryRoot
    let key = Settling.Key(queue: "", name: "a.json")
    let clock = FixedClock(wall: WallTime(milliseconds: 1_000_000))

    init() throws { root = try TemporaryRoot() }

    private func status(_ text: String) throws -> FileStatus {
        try root.write(text, to: "a.json")
        return try #require(try root.folder.status(of: "a.json"))
    }

    @Test func aFileIsSettledOnceItHasBeenStillForTheWholeWait() throws {
        var settling = Settling()
        settling.touch(key, .milliseconds(500), at: clock.monotonic)
        settling.see(key, try status("{}"))
        clock.advance(by: .milliseconds(499))
        #expect(settling.dueKeys(at: clock.monotonic).isEmpty)
        clock.advance(by: .milliseconds(1))
        #expect(settling.dueKeys(at: clock.monotonic) == [key])
        #expect(settling.look(key, try #require(try root.folder.status(of: "a.json")), at: clock.monotonic))
        #expect(settling.isEmpty)
    }

    @Test func aFileThatGrowsBeginsAnewEvenWithoutAnEvent() throws {
        var settling = Settling()
        settling.touch(key, .milliseconds(500), at: clock.monotonic)
        settling.see(key, try status("{"))
        clock.advance(by: .milliseconds(500))
        #expect(settling.dueKeys(at: clock.monotonic) == [key])
        #expect(!settling.look(key, try status("{\"more\": 1"), at: clock.monotonic))
        #expect(settling.nextLook() == clock.monotonic + .milliseconds(500))
    }

    @Test func eachEventBeginsTheWaitAnew() {
        var settling = Settling()
        settling.touch(key, .milliseconds(500), at: clock.monotonic)
        clock.advance(by: .milliseconds(400))
        settling.touch(key, .milliseconds(50), at: clock.monotonic)
        #expect(settling.nextLook() == clock.monotonic + .milliseconds(50))
        settling.touch(key, .milliseconds(500), at: clock.monotonic)
        clock.advance(by: .milliseconds(100))
        #expect(settling.dueKeys(at: clock.monotonic).isEmpty)
    }

    @Test func aStepOfTheWallClockChangesNothing() {
        var settling = Settling()
        settling.touch(key, .milliseconds(500), at: clock.monotonic)
        clock.setWall(WallTime(milliseconds: 9_000_000_000))
        #expect(settling.dueKeys(at: clock.monotonic).isEmpty)
        settling.drop(key)
        #expect(settling.nextLook() == nil)
    }
}
