import Glibc
import Platform
import TestKit
import Testing

/// One file's trouble is no other file's.
@Suite struct NeighbourTests {
    @Test func filesThatWaitBehindOneThatHangsArePrintedByAnotherWorker() async throws {
        let service = try Service("time-limit = 3600")
        for number in 1...40 { try service.drop("\(number + 100) C", as: "\(number).txt") }
        try service.drop("7 Acme hang", as: "20-hang.txt")
        try await service.start()
        try await service.until("all others are printed") { service.outbox.count == 40 }
        try await service.until("all others are filed") { service.archive.count == 40 }
        // It hangs still; empty folders wait for other jobs.
        #expect(service.work.flatMap { service.root.names(in: "hot/work/\($0)") } == ["20-hang.txt"])
        #expect(service.failed.isEmpty)
        try await service.end(SIGKILL)
    }

    @Test func aFileThatTakesTooLongIsGivenUpAtOnceAndCostsNobodyAnAttempt() async throws {
        let service = try await served("time-limit = 1", beside: "7 Acme hang", as: "hang.txt")
        #expect(try service.report("hang.txt").contains("longer than 1 seconds"))
        let history = try service.command("history", "--json", "--file", "hang.txt").text
        let job = try #require(history.split(separator: "\"").first { $0.hasPrefix("20") })
        #expect(try service.command("show", String(job)).text.contains("attempt 1 ends: died"))
        #expect(try !service.command("show", String(job)).text.contains("attempt 2"))
    }

    @Test func aPrintingThatTakesAllMemoryIsEndedAndHurtsNobodyElse() async throws {
        let service = try await served("memory-limit = 600M", beside: "7 Acme hog", as: "hog.txt")
        #expect(service.failed == ["hog.txt", "hog.txt.error.txt"])
    }

    /// Serves a file that is trouble beside thirty that are not, which are printed.
    private func served(_ keys: String, beside trouble: String, as name: String) async throws -> Service {
        let service = try await Service(keys).start()
        try service.drop(trouble, as: name)
        for number in 1...30 { try service.drop("\(number + 100) C", as: "\(number).txt") }
        try await service.untilIdle()
        #expect(service.outbox.count == 30)
        return service
    }

    @Test func eachQueueHasLimitsOfItsOwn() async throws {
        let service = try await Service(
            "[inbox short]\ntime-limit = 1\n[inbox small]\nmemory-limit = 600M\n[inbox large]\nmemory-limit = 4G\n"
        ).start()
        try service.drop("1 A hang", as: "short/a.txt")
        try service.drop("2 B hog", as: "small/b.txt")
        try service.drop("3 C hog", as: "large/c.txt")
        try await service.until("all are done") { service.failed.count == 4 && service.archive.count == 1 }
        #expect(service.outbox == ["3.pdf"])
        #expect(service.failed == ["a.txt", "a.txt.error.txt", "b.txt", "b.txt.error.txt"])
    }

    @Test(.enabled(if: Machine.mayBeChanged, "a file system of its own takes root"), arguments: ["copied", "moved"])
    func aFileFromAnotherFileSystemIsPrintedOnceThoughTheServiceEndsOverIt(_ step: String) async throws {
        let service = try Service("duplicates = process")
        let inbox = service.root.path("hot/inbox")
        try #require(try Machine.mount("1m", at: inbox))
        defer { Machine.unmount(inbox) }
        try service.drop("- Acme", as: "a.txt")
        try await service.crash(at: step)
        #expect(service.inbox.isEmpty == (step == "moved"))
        try await service.start().untilIdle()
        #expect(service.outbox == ["INV-0001.pdf"])
        #expect(service.archive == ["a.txt"])
        // The same again is another file, and wanted.
        try service.drop("- Acme", as: "a.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["INV-0001.pdf", "INV-0002.pdf"])
    }
}
