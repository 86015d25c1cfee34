import Foundation
import Glibc
import Platform
import TestKit
import Testing

/// What the commands tell of the work, with and without a running service.
@Suite struct CommandTests {
    /// Three files done, one failed, one skipped.
    private func served() async throws -> Service {
        let service = try await Service("[inbox shop]\npriority = 1\n").start()
        try service.drop("101 Anna", as: "a.txt")
        try await service.untilIdle()
        try service.drop("102 Berta\n103 Anna", as: "b.txt")
        try service.drop("201 Carl", as: "shop/c.txt")
        try service.drop("301 Doris broken", as: "d.txt")
        try service.drop("101 Anna", as: "e.txt")
        try await service.until("all are filed") { service.archive.count == 4 && service.failed.count == 2 }
        return service
    }

    private func files(_ service: Service, _ words: String...) throws -> Set<String> {
        let line = ["history", "--csv", "--config", service.root.path("test.conf")] + words
        let rows = try BuiltProgram.run(BuiltProgram.path, line).text.split(separator: "\r\n").dropFirst()
        return Set(rows.compactMap { row in row.split(separator: ",").map(String.init).first { $0.hasSuffix(".txt") } })
    }

    @Test(arguments: [true, false]) func theHistoryIsSearchedByEverythingItHolds(_ isRunning: Bool) async throws {
        let service = try await served()
        if !isRunning { try await service.end() }
        #expect(try files(service) == ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"])
        #expect(try files(service, "--number", "10") == ["a.txt", "b.txt"])
        #expect(try files(service, "--customer", "Anna") == ["a.txt", "b.txt"])
        #expect(try files(service, "--file", "c.txt") == ["c.txt"])
        #expect(try files(service, "--queue", "shop") == ["c.txt"])
        #expect(try files(service, "--queue", ".") == ["a.txt", "b.txt", "d.txt", "e.txt"])
        #expect(try files(service, "--state", "failed") == ["d.txt"])
        #expect(try files(service, "--state", "skipped") == ["e.txt"])
        #expect(try files(service, "--state", "done", "--customer", "Anna", "--number", "103") == ["b.txt"])
        #expect(try files(service, "--limit", "2").count == 2)
        #expect(try files(service, "--to", "2020-01-01").isEmpty)
        #expect(try files(service, "--from", "2020-01-01").count == 5)
        let json = try service.command("history", "--json", "--file", "b.txt").output
        let entries = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
        #expect(entries.count == 1)
    }

    @Test func aRetryNeedsNoRunningService() async throws {
        let service = try await served()
        try await service.end()
        let failed = try service.command("history", "--json", "--state", "failed").text
        let job = try #require(failed.split(separator: "\"").first { $0.hasPrefix("20") && $0.contains("-") })
        #expect(try service.command("show", String(job)).text.contains("d.txt"))
        #expect(try service.command("retry", String(job)).text.contains("back in"))
        #expect(service.inbox.contains("d.txt"))
        #expect(service.failed.isEmpty)
        try service.drop("301 Doris", as: "d.txt")
        try await service.start().until("it is printed") { service.outbox.contains("301.pdf") }
        // Nothing of it is left to be tried.
        #expect(try service.command("retry", String(job)).exitCode == 65)
        #expect(try service.command("retry", "no-such-job").exitCode == 66)
        #expect(try service.command("retry", "--failed").text.isEmpty)
    }

    @Test func allFailedFilesAreRetriedAtOnce() async throws {
        let service = try await Service().start()
        for number in 1...5 { try service.drop("\(number) C broken", as: "\(number).txt") }
        try await service.until("all have failed") { service.failed.count == 10 }
        #expect(try service.command("retry", "--failed").text.split(separator: "\n").count == 5)
        try await service.until("all have failed again") {
            service.failed.count == 10 && service.log.split(separator: "not printed: ").count == 11
        }
    }

    @Test func theStatusCountsWithAndWithoutAService() async throws {
        let service = try await served()
        #expect(try service.status().contains("printed  4 from 3 files"))
        #expect(try service.status().contains("failed   1 file, 1 of them in failed/"))
        #expect(try service.status().contains("skipped  1 duplicate\n"))
        #expect(try service.status().contains("service  runs (process "))
        try await service.until("all are counted") {
            try service.status().contains("5 in the last hour, 5 since the start")
        }
        try await service.end()
        #expect(try service.status().contains("service  does not run"))
        #expect(try service.status().contains("printed  4 from 3 files"))
        #expect(try service.command("pause", "shop").exitCode == 0)
        #expect(try service.status().contains("paused   shop, since "))
        #expect(try service.command("resume").exitCode == 0)
    }

    @Test func theStatusThatIsWatchedIsShownAnew() async throws {
        let service = try await Service().start()
        let shown = service.root.path("shown")
        let command = "'\(BuiltProgram.path)' status --watch --config '\(service.root.path("test.conf"))'"
        // A terminal of its own (script(1)); else a text is only put after the other.
        let watching = try Child(
            Command("/usr/bin/script", ["-qefc", command, shown]), input: FileDescriptor(path: "/dev/null", .read),
            output: FileDescriptor(path: "/dev/null", .rewrite), error: FileDescriptor(path: "/dev/null", .rewrite))
        func text() -> String { (try? service.root.read("shown")) ?? "" }
        try await service.until("it is shown") { text().contains("printed  0 from 0 files") }
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("the change is shown") { text().contains("printed  1 from 1 file") }
        #expect(text().contains("\u{1B}[H"))
        watching.signalGroup(SIGKILL)
    }

    @Test func theStatusThatIsWatchedComesAsOneTextAfterAnotherToAProgram() async throws {
        let service = try await Service().start()
        let shown = service.root.path("shown")
        let watching = try Child(
            Command(BuiltProgram.path, ["status", "--watch", "--json", "--config", service.root.path("test.conf")]),
            input: FileDescriptor(path: "/dev/null", .read), output: FileDescriptor(path: shown, .create(mode: 0o644)),
            error: FileDescriptor(path: "/dev/null", .rewrite))
        func text() -> String { (try? service.root.read("shown")) ?? "" }
        try await service.until("it was shown twice") { text().split(separator: "\"working\"").count > 2 }
        #expect(!text().contains("\u{1B}"))
        watching.signalGroup(SIGINT)
        try await service.until("it ends") { watching.waitUntilEnded(milliseconds: 0) }
    }
}
