import Glibc
import Platform
import TestKit
import Testing

/// Queues of the inbox: who goes first, who waits, and what is run around them.
@Suite struct QueueTests {
    /// A program that writes down what it was told.
    private func script(_ service: Service, _ name: String, _ text: String) throws -> String {
        try service.root.write("#!/bin/sh\n\(text)\n", to: name)
        _ = try Command("/bin/chmod", ["755", service.root.path(name)]).run(.init(time: .seconds(5)))
        return service.root.path(name)
    }

    private func configure(_ service: Service, _ text: String) throws {
        try service.root.write(service.root.read("test.conf") + text, to: "test.conf")
    }

    /// Serves one file with these keys, which is printed and filed.
    private func printOne(_ service: Service, _ keys: String) async throws {
        try configure(service, keys)
        try await service.start()
        try service.drop("1 A", as: "a.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["1.pdf"])
        #expect(service.archive == ["a.txt"])
    }

    @Test func aPausedQueueTakesNothingUntilItIsResumedAndOthersGoOn() async throws {
        let service = try await Service().start()
        try service.drop("1 A", as: "shop/a.txt")
        try await service.until("it is printed") { service.outbox == ["1.pdf"] }
        #expect(try service.command("pause", "shop", "--reason", "stocktaking").text == "shop: paused\n")
        try service.drop("2 B", as: "shop/b.txt")
        try service.drop("3 C", as: "c.txt")
        try await service.until("the other is printed") { service.outbox == ["1.pdf", "3.pdf"] }
        try await service.until("the paused one is settled") {
            try service.state().service?.queues.first { $0.name == "shop" }?.waiting == 1
        }
        let shop = try #require(try service.state().service?.queues.first { $0.name == "shop" })
        #expect(shop.closed == "paused by hand: stocktaking")
        #expect(try service.command("resume", "shop").exitCode == 0)
        try await service.until("it is printed") { service.outbox.contains("2.pdf") }
    }

    @Test func aPauseOfEverythingOutlivesTheServiceAndIsMadeWithoutIt() async throws {
        let service = try await Service().start()
        try await service.end()
        #expect(try service.command("pause").text.contains("holds from the next start"))
        try service.drop("1 A", as: "a.txt")
        try await service.start()
        try await service.until("it waits") { try service.state().service?.queues.first?.waiting == 1 }
        #expect(try service.state().pauses.map(\.queue) == [nil])
        #expect(service.outbox.isEmpty)
        #expect(try service.command("resume").exitCode == 0)
        try await service.until("it is printed") { service.outbox == ["1.pdf"] }
        #expect(try service.command("resume").exitCode == 65)
        #expect(try service.command("pause", "nowhere").exitCode == 66)
    }

    @Test func theQueueWithTheHigherPriorityGoesFirstAndNamesInTheirOrder() async throws {
        let service = try Service()
        try configure(service, "[inbox late]\npriority = -5\n[inbox names]\norder = name\npriority = 5\n")
        let text = try service.root.read("test.conf").replacing("workers = 2", with: "workers = 1")
        try service.root.write(text, to: "test.conf")
        try await service.start()
        #expect(try service.command("pause").exitCode == 0)
        try service.drop("- Late", as: "late/l.txt")
        try service.drop("- Plain", as: "p.txt")
        for name in ["c", "a", "b"] { try service.drop("- N\(name)", as: "names/\(name).txt") }
        try await service.until("all are settled") {
            try service.state().service?.queues.map(\.waiting) == [1, 1, 3]
        }
        // Those count too that are not known to be whole yet; another program keeps the time until they are.
        _ = try Command("/bin/sh", ["-c", "sleep 1"]).run(.init(time: .seconds(30)))
        #expect(try service.command("resume").exitCode == 0)
        try await service.until("all are printed") { service.outbox.count == 5 }
        let customers = try service.outbox.map { name in
            try service.pdf(name).split(whereSeparator: \.isWhitespace).last.map(String.init)
        }
        #expect(customers == ["Na", "Nb", "Nc", "Plain", "Late"])
    }

    /// A window of time, in hours from the one that it is now.
    private static func hours(from start: Int, to end: Int) -> String {
        let now = SystemClock().wall.local.hour
        return "\(padded((now + start + 24) % 24, 2)):00-\(padded((now + end + 24) % 24, 2)):00"
    }

    @Test func outsideItsHoursAQueueWaits() async throws {
        let service = try await Service("[inbox night]\nhours = \(Self.hours(from: 2, to: 3))\n").start()
        try service.drop("1 A", as: "night/a.txt")
        try service.drop("2 B", as: "b.txt")
        try await service.until("the other is printed") { service.outbox == ["2.pdf"] }
        try await service.until("it waits") {
            try service.state().service?.queues.first { $0.name == "night" }?.closed?.contains("hours") == true
        }
        #expect(service.outbox == ["2.pdf"])
    }

    @Test func aFileIsTakenOnceItsMarkerIsThereAndItsLockIsGone() async throws {
        let service = try await Service("done-file = *.done\nlock-file = *.lock\n").start()
        try service.drop("", as: "a.txt.lock")
        try service.drop("1 A", as: "a.txt")
        try service.drop("2 B", as: "b.txt")
        try service.drop("", as: "a.txt.done")
        try service.drop("3 C", as: "c.txt")
        try service.drop("", as: "c.txt.done")
        try await service.until("the whole one is printed") { service.outbox == ["3.pdf"] }
        #expect(service.inbox == ["a.txt", "a.txt.done", "a.txt.lock", "b.txt"])
        try Directory(service.root.path("hot/inbox")).remove("a.txt.lock")
        try await service.until("the unlocked one is printed") { service.outbox == ["1.pdf", "3.pdf"] }
        #expect(service.inbox == ["b.txt"])
    }

    @Test func aProgramBeforeMayRefuseAFileAndOneAfterIsToldWhatBecameOfIt() async throws {
        let service = try Service()
        let pre = try script(service, "pre", "grep -q '\"name\":\"bad' && { echo 'not this one' >&2; exit 3; }; exit 0")
        let post = try script(
            service, "post", "cat >> '\(service.root.path("told"))'; echo >> '\(service.root.path("told"))'")
        try configure(service, "pre = \(pre)\npost = \(post);an argument\n")
        try await service.start()
        try service.drop("1 A", as: "good.txt")
        try service.drop("2 B", as: "bad.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["1.pdf"])
        #expect(try service.report("bad.txt").contains("answered 3: not this one"))
        let told = try service.root.read("told")
        #expect(told.contains("\"number\":\"1\"") && told.contains("\"state\":\"done\""))
        #expect(told.contains("\"state\":\"failed\""))
    }

    @Test func aProgramThatHangsIsEndedAndIgnoredWhereThatIsWanted() async throws {
        let service = try Service()
        let pre = try script(service, "pre", "sleep 100")
        try await printOne(service, "pre = \(pre)\npre-failure = ignore\nhook-timeout = 1\n")
        #expect(service.log.contains("took longer than 1 s"))
    }

    @Test func aProgramThatFailsIsRunAgainWhereThatIsWanted() async throws {
        let service = try Service()
        let count = service.root.path("count")
        let twice = "echo >> \(count)-$1; [ $(wc -l < \(count)-$1) -gt 2 ]"
        let pre = try script(service, "pre", "set -- pre; \(twice)")
        let post = try script(service, "post", "set -- post; \(twice)")
        try await printOne(service, "pre = \(pre)\npost = \(post)\npre-failure = retry\npost-failure = retry\n")
        for hook in ["pre", "post"] { #expect(try service.root.read("count-\(hook)") == "\n\n\n") }
    }

    @Test func aProgramAfterThatFailsCostsNothing() async throws {
        let service = try Service()
        let post = try script(service, "post", "exit 9")
        try await printOne(service, "post = \(post)\n")
        #expect(service.log.contains("the program after printing has failed"))
    }

    @Test func aFileInAClosedQueueIsTakenOnceItsHoursBegin() async throws {
        let closed = Self.hours(from: 2, to: 3)
        let service = try await Service("[inbox night]\nhours = \(closed)\n").start()
        try service.drop("1 A", as: "night/a.txt")
        try await service.until("it waits") {
            try service.state().service?.queues.first { $0.name == "night" }?.waiting == 1
        }
        let text = try service.root.read("test.conf")
        try service.root.write(text.replacing(closed, with: Self.hours(from: -1, to: 2)), to: "test.conf")
        service.signal(SIGHUP)
        try await service.until("it is printed") { service.outbox == ["1.pdf"] }
    }

    @Test func aPausedQueueHoldsTheQueuesBelowIt() async throws {
        let service = try await Service().start()
        try service.drop("1 A", as: "shop/a.txt")
        try await service.until("it is printed") { service.outbox == ["1.pdf"] }
        #expect(try service.command("pause", "shop").exitCode == 0)
        try service.drop("2 B", as: "shop/deep/b.txt")
        try service.drop("3 C", as: "shopping/c.txt")
        try await service.until("the neighbour's is printed") { service.outbox == ["1.pdf", "3.pdf"] }
        try await service.until("the one below waits") {
            try service.state().service?.queues.first { $0.name == "shop/deep" }?.waiting == 1
        }
        #expect(try service.command("resume", "shop").exitCode == 0)
        try await service.until("it is printed") { service.outbox.contains("2.pdf") }
    }
}
