import Ledger
import Platform
import TestKit
import Testing

@testable import Daemon

@Suite struct BacklogTests {
    private func key(_ name: String, _ queue: String = "") -> Settling.Key {
        Settling.Key(queue: queue, name: FileName(safe: name))
    }

    private func settings(_ order: InboxSettings.Order = .arrival, priority: Int = 0) -> InboxSettings {
        var settings = InboxSettings()
        (settings.order, settings.priority) = (order, priority)
        return settings
    }

    private func drain(_ backlog: inout Backlog, _ isOpen: (String) -> Bool = { _ in true }) -> [String] {
        var names: [String] = []
        while let next = backlog.next(isOpen) { names.append(next.name.text) }
        return names
    }

    @Test func filesGoAsTheyCameOrByName() {
        var backlog = Backlog()
        for name in ["c", "a", "b"] {
            backlog.add(key(name), settings())
            backlog.add(key(name), settings())
        }
        #expect(backlog.count == 3)
        #expect(drain(&backlog) == ["c", "a", "b"])
        for number in (0..<500).shuffled() { backlog.add(key(padded(number, 3)), settings(.name)) }
        #expect(drain(&backlog) == (0..<500).map { padded($0, 3) })
        #expect(backlog.isEmpty)
    }

    @Test func aCrowdWaitsWithoutBeingCopied() {
        // Copied at each arrival, these would be two thousand million moves.
        var backlog = Backlog()
        for number in 0..<60_000 { backlog.add(key(padded(number, 5)), settings()) }
        #expect(backlog.count == 60_000)
        for number in 0..<1000 { #expect(backlog.next { _ in true } == key(padded(number, 5))) }
    }

    @Test func theHigherPriorityGoesFirstAmongOpenQueues() {
        var backlog = Backlog()
        backlog.add(key("low", "a"), settings(priority: -1))
        backlog.add(key("first", "b"), settings())
        backlog.add(key("second", "c"), settings())
        backlog.add(key("high", "d"), settings(priority: 1))
        #expect(drain(&backlog) { $0 != "d" } == ["first", "second", "low"])
        #expect(drain(&backlog) == ["high"])
    }

    @Test func windowsOfTimeMayReachOverMidnightAndOverTheWeek() throws {
        let night = try #require(TimeWindows(["Fri-Sat 22:00-06:00"]))
        func minutes(_ day: Int, _ hour: Int) throws -> Int? {
            // 2026-11-01 was a Sunday.
            let time = try #require(WallTime(year: 2026, month: 11, day: day))
            return night.minutesUntilOpen((time + .seconds(hour * 3600)).local)
        }
        #expect(try minutes(6, 21) == 60)
        #expect(try minutes(6, 23) == nil)
        #expect(try minutes(7, 5) == nil)
        #expect(try minutes(8, 5) == nil)
        #expect(try minutes(8, 6) == 5 * 1440 + 16 * 60)
        for wrong in ["8-9", "Mon 25:00-26:00", "Mo 08:00-09:00", "08:00-08:00"] {
            #expect(TimeWindows([wrong]) == nil)
        }
    }

    @Test func aClockThatIsSetMovesHoursAndNoThrottle() throws {
        let noon = try #require(WallTime(year: 2026, month: 11, day: 2)) + .seconds(12 * 3600)
        let clock = FixedClock(wall: noon)
        var settings = InboxSettings()
        settings.throttle = 60
        var gate = Gate()
        gate.took("q", settings, clock)
        clock.setWall(noon + .seconds(86_400))
        #expect(gate.closure(of: "q", settings, clock)?.wait == .seconds(1))
        clock.setWall(noon + .seconds(-86_400))
        clock.advance(by: .seconds(1))
        #expect(gate.closure(of: "q", settings, clock) == nil)
        settings.hours = try #require(TimeWindows(["11:00-13:00"]))
        #expect(gate.closure(of: "q", settings, clock) == nil)
        clock.setWall(noon + .seconds(7200))
        #expect(gate.closure(of: "q", settings, clock)?.reason == "outside its hours for 21 h 0 min")
    }

    @Test func companionsAreTheNamesAroundTheirFiles() throws {
        let lock = try #require(CompanionName(".~lock.*#"))
        #expect(lock.name(for: "a.json") == ".~lock.a.json#")
        #expect(lock.file(of: ".~lock.a.json#") == "a.json")
        #expect(lock.file(of: ".~lock.#") == nil)
        #expect(CompanionName("*") == nil && CompanionName("a") == nil && CompanionName("*/b") == nil)
    }
}
