import Glibc
import Platform
import TestKit
import Testing

/// A service on a clock that is set (TestDaemon's `SteppedClock`).
@Suite struct ClockStepTests {
    private static let day = 86_400_000

    private func set(_ service: Service, wallDays: Int = 0, monotonicSeconds: Int = 0) throws {
        try service.root.write("\(wallDays * Self.day) \(monotonicSeconds * 1000)\n", to: "clock.new")
        try service.root.folder.move("clock.new", to: service.root.folder, as: "clock", replacing: true)
    }

    private func service(_ keys: String = "") throws -> Service {
        let service = try Service(keys)
        service.launcher = ["/usr/bin/env", "HOTPRESS_TEST_CLOCK=\(service.root.path("clock"))"]
        return service
    }

    @Test func aClockThatIsSetForwardAndBackHoldsNothingUp() async throws {
        let service = try service("throttle = 10000\n")
        try set(service)
        try await service.start()
        for (number, days) in [0, 4000, -4000, 1].enumerated() {
            try set(service, wallDays: days)
            try service.drop("\(number + 1) C", as: "\(number + 1).txt")
            try await service.until("it is printed") { service.outbox.count == number + 1 }
            try await service.untilIdle()
        }
        // Filed by the day that it was meant to be.
        #expect(Set(service.root.names(in: "hot/archive")).count >= 3)
        #expect(try service.state().service?.done == 4)
        #expect(try await service.end() == 0)
    }

    @Test func aFileThatIsSettlingWhileTheClockIsSetIsTaken() async throws {
        let service = try service()
        try set(service)
        try await service.start()
        let script = """
            cd "$0"; exec > hot/inbox/a.txt; echo 1 First; sleep 0.2
            echo "-900000000 0" > clock.new; mv clock.new clock; sleep 0.2; echo 2 Second; sleep 0.2
            """
        _ = try Command("/bin/sh", ["-c", script, service.root.path]).run(.init(time: .seconds(30)))
        try await service.untilIdle()
        #expect(service.outbox == ["1.pdf", "2.pdf"])
    }

    /// By its own clock it stays throttled for an hour, however long the machine takes for the rest.
    @Test func aThrottledQueueTakesOneFileAfterTheOther() async throws {
        let service = try service("[inbox slow]\nthrottle = 2\n")
        try set(service)
        try await service.start()
        try service.drop("1 C", as: "slow/1.txt")
        try await service.until("one is printed") { service.outbox == ["1.pdf"] }
        try set(service, monotonicSeconds: -3600)
        try service.drop("2 C", as: "slow/2.txt")
        try service.drop("9 Z", as: "z.txt")
        try await service.until("another queue's is printed") { service.outbox == ["1.pdf", "9.pdf"] }
        let slow = { try service.state().service?.queues.first { $0.name == "slow" } }
        try await service.until("the next one waits") { try slow()?.waiting == 1 }
        #expect(try slow()?.closed == "throttled to 2 files a minute")
        #expect(service.outbox == ["1.pdf", "9.pdf"])
        try set(service, monotonicSeconds: 30)
        service.signal(SIGHUP)
        try await service.until("the next one is printed") { service.outbox == ["1.pdf", "2.pdf", "9.pdf"] }
    }

    @Test func anInterruptedJobIsTakenUpThoughTheClockWasSetBackMeanwhile() async throws {
        let service = try service()
        try set(service, wallDays: 30)
        try service.drop("- Acme", as: "a.txt")
        try await service.crash(at: "numbered")
        try set(service, wallDays: -30)
        try await service.start().untilIdle()
        #expect(service.outbox == ["INV-0001.pdf"])
        #expect(service.archive == ["a.txt"])
    }

    @Test(.enabled(if: Machine.mayBeChanged, "an overlay takes root"))
    func whatNoEventTellsOfIsFoundByTheSlowRescan() async throws {
        let service = try service()
        try set(service)
        let (inbox, scratch) = (service.root.path("hot/inbox"), service.root.path("scratch"))
        defer { for path in [inbox, scratch] { Machine.unmount(path) } }
        try #require(try Machine.mountOverlay(at: inbox, upon: scratch))
        // The watchdog's interval is the heartbeat's: five a second.
        service.launcher += ["NOTIFY_SOCKET=\(service.root.path("nobody"))", "WATCHDOG_USEC=400000"]
        try await service.start()
        // Behind the overlay's back.
        try service.root.write("7 Acme", to: "scratch/upper/a.txt")
        try service.drop("8 Acme", as: "b.txt")
        try await service.until("what an event tells of is printed") { service.outbox == ["8.pdf"] }
        #expect(service.inbox == ["a.txt"])
        try set(service, monotonicSeconds: 300)
        try await service.until("the other is found") { service.outbox == ["7.pdf", "8.pdf"] }
    }
}
