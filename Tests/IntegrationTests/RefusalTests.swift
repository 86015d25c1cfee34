import Platform
import TestKit
import Testing

@Suite struct RefusalTests {
    @Test func whatIsNoFileIsRefusedWithoutBeingOpened() async throws {
        let service = try await Service().start()
        try service.root.write("7 Secret", to: "secret")
        _ = try Command("/bin/ln", ["-s", service.root.path("secret"), service.root.path("hot/inbox/link.txt")])
            .run(.init(time: .seconds(5)))
        _ = try Command("/usr/bin/mkfifo", [service.root.path("hot/inbox/pipe.txt")]).run(.init(time: .seconds(5)))
        try await service.until("both are refused") { service.failed.count == 4 }
        #expect(service.failed == ["link.txt", "link.txt.error.txt", "pipe.txt", "pipe.txt.error.txt"])
        #expect(try service.report("link.txt").contains("symbolic link"))
        #expect(try service.report("pipe.txt").contains("FIFO"))
        #expect(try Directory(service.root.path("hot/failed")).status(of: "link.txt")?.kind == .link)
        #expect(service.outbox.isEmpty)
        #expect(try service.root.read("secret") == "7 Secret")
    }

    @Test func anEmptyFileGetsMoreTimeAndIsThenRefused() async throws {
        let service = try await Service().start()
        // The shell keeps the time: this process may be late.
        let writer =
            "cd \(service.root.path("hot/inbox")); : > empty.txt; : > late.txt; sleep 0.5; ls; echo 7 Acme > late.txt"
        let run = try Command("/bin/sh", ["-c", writer]).run(.init(time: .seconds(30)))
        #expect(String(decoding: run.output, as: UTF8.self) == "empty.txt\nlate.txt\n")
        try await service.untilIdle()
        #expect(service.outbox == ["7.pdf"])
        #expect(try service.report("empty.txt").contains("the file is empty"))
    }

    @Test func aFileThatIsTooLargeIsRefusedUnread() async throws {
        let service = try await Service("max-size = 1000").start()
        try service.drop(String(repeating: "7 Acme\n", count: 1000), as: "large.txt")
        try await service.untilIdle()
        #expect(try service.report("large.txt").contains("max-size"))
        #expect(service.outbox.isEmpty)
    }

    @Test func aBrokenInvoiceDoesNotHoldUpTheOthersOfItsFile() async throws {
        let service = try await Service().start()
        try service.drop("1 A\n2 B broken\n- C unprintable\n4 D", as: "many.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["1.pdf", "4.pdf"])
        let report = try service.report("many.txt")
        #expect(report.contains("many.txt:2:1: error: the invoice is broken\n    hint: mend it"))
        #expect(report.contains("it cannot be printed"))
        #expect(report.contains("1 (A): outbox/1.pdf"))

        // Corrected and dropped again: only what is missing is printed.
        try service.drop("1 A\n2 B\n- C\n4 D", as: "many.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["1.pdf", "2.pdf", "4.pdf", "INV-0001.pdf"])
        #expect(service.failed == ["many.txt", "many.txt.error.txt"])
    }

    @Test func theSameContentIsPrintedOnce() async throws {
        let service = try await Service().start()
        try service.drop("- Acme", as: "a.txt")
        try await service.untilIdle()
        try service.drop("- Acme", as: "b.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["INV-0001.pdf"])
        #expect(service.archive == ["a.txt", "b.txt"])
        #expect(service.unfinished.isEmpty)
        #expect(service.log.contains("the same content was printed before, from a.txt"))
    }

    @Test(arguments: ["process", "fail"])
    func theSameContentIsPrintedAgainOrRefusedWhereThatIsWanted(_ wish: String) async throws {
        let service = try await Service("duplicates = \(wish)").start()
        try service.drop("- Acme", as: "a.txt")
        try await service.untilIdle()
        try service.drop("- Acme", as: "b.txt")
        try await service.untilIdle()
        if wish == "process" {
            #expect(service.outbox == ["INV-0001.pdf", "INV-0002.pdf"])
        } else {
            #expect(service.outbox == ["INV-0001.pdf"])
            #expect(try service.report("b.txt").contains("the same content was printed before, from a.txt"))
        }
    }

    @Test func theSameNumberWithOtherContentIsRefusedAndNamesTheFirstFile() async throws {
        let service = try await Service().start()
        try service.drop("7 Acme", as: "first.txt")
        try await service.untilIdle()
        try service.drop("7 Other", as: "second.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["7.pdf"])
        #expect(try service.report("second.txt").contains("first.txt (outbox/7.pdf)"))
    }

    @Test func theSameNumberIsPrintedAnewWhereThatIsWanted() async throws {
        let service = try await Service("same-number = revise").start()
        try service.drop("7 Acme", as: "first.txt")
        try await service.untilIdle()
        try service.drop("7 Other", as: "second.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["7-2.pdf", "7.pdf"])
    }

    @Test(arguments: ["7 Acme crash", "crash-reader"])
    func aFileThatKillsWorkersIsGivenUpAfterThreeAttemptsAndHurtsNobodyElse(_ poison: String) async throws {
        let service = try await Service().start()
        try service.drop(poison, as: "poison.txt")
        for number in 1...20 { try service.drop("\(number + 100) C", as: "\(number).txt") }
        try await service.untilIdle()
        #expect(service.outbox.count == 20)
        #expect(try service.report("poison.txt").contains("given up after 3 attempts"))
    }

    @Test func aPrintingThatHangsIsEnded() async throws {
        let service = try await Service("time-limit = 1").start()
        try service.drop("7 Acme hang", as: "hang.txt")
        try service.drop("8 Acme", as: "fine.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["8.pdf"])
        #expect(try service.report("hang.txt").contains("longer than 1 seconds"))
    }

    @Test func aFailedJobHandsItsNumberOn() async throws {
        let service = try await Service().start()
        try service.drop("- A unprintable", as: "a.txt")
        try await service.untilIdle()
        try service.drop("- B", as: "b.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["INV-0001.pdf"])
    }
}
