import Glibc
import Platform
import SQLite
import TestKit
import Testing

/// Folders, ledgers and limits that somebody has spoilt.
@Suite struct RecoveryTests {
    @Test func anOutboxThatIsDeletedIsMadeAgainAndTheWorkGoesOn() async throws {
        let service = try await Service().start()
        try service.drop("1 A", as: "a.txt")
        try await service.untilIdle()
        for folder in ["outbox", "failed", "archive"] {
            _ = try Command("/bin/rm", ["-r", service.root.path("hot/\(folder)")]).run(.init(time: .seconds(5)))
        }
        try service.drop("2 B", as: "b.txt")
        try service.drop("3 C broken", as: "c.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["2.pdf"])
        #expect(service.failed == ["c.txt", "c.txt.error.txt"])
        #expect(service.archive == ["b.txt"])
    }

    @Test(arguments: ["write", "call"])
    func aWorkerMayNeitherWriteNorCallOut(_ attempt: String) async throws {
        let service = try await Service().start()
        try service.drop("7 Acme \(attempt)", as: "a.txt")
        try await service.untilIdle()
        #expect(try service.report("a.txt").contains("refused: \(attempt == "write" ? EACCES : EPERM)"))
    }

    @Test func aDamagedLedgerIsRefusedAndRebuiltFromWhatIsLeft() async throws {
        let service = try await Service().start()
        for number in 0..<30 { try service.drop("- C\(number)", as: "\(number).txt") }
        try service.drop("X7 Own", as: "own.txt")
        try await service.untilIdle()
        #expect(try await service.end() == 0)
        let ledger = service.root.path("state/ledger.db")
        // All of it in the one file, so that there is nothing else to read it from.
        do { try Connection(path: ledger, .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        let file = try FileDescriptor(path: ledger, .read).readAll()
        let spoilt = Array(file.prefix(4096)) + [UInt8](repeating: 0xA5, count: file.count - 4096)
        try FileDescriptor(path: ledger, .rewrite).write(spoilt)
        try await service.start()
        #expect(try await service.end() != 0)
        #expect(service.log.contains("hotpress doctor --repair"))
        let repair = try service.command("doctor", "--repair")
        #expect(repair.exitCode == 0)
        #expect(repair.text.contains("31 originals and 31 PDFs"))
        try await service.start()
        // Known by its content, so not printed again; and the numbers go on behind the last one.
        try service.drop("- C3", as: "again.txt")
        try service.drop("- New", as: "new.txt")
        try await service.untilIdle()
        #expect(service.outbox.count == 32)
        #expect(try service.pdf("INV-0031.pdf").contains("New"))
    }

    @Test func aLedgerOfANewerProgramIsRefused() async throws {
        let service = try await Service().start()
        try await service.end()
        do {
            let database = try Connection(path: service.root.path("state/ledger.db"), .readWrite)
            try database.setUserVersion(9999)
        }
        try await service.start()
        #expect(try await service.end() != 0)
        #expect(service.log.contains("was written by a newer hotpress"))
    }

    @Test func aJobsStoryIsShownWithAllItsTimes() async throws {
        let service = try await Service().start()
        try service.drop("7 Acme", as: "a.txt")
        try await service.untilIdle()
        let history = try service.command("history", "--csv", "--from", "2020-01-01", "--queue", ".")
        let row = try #require(history.text.split(separator: "\r\n").last)
        #expect(row.contains(",a.txt,,done,archive/"))
        let job = try #require(row.split(separator: ",").first.map(String.init))
        let story = try service.command("show", job).text
        #expect(story.contains("claimed: 6 bytes") && story.contains("attempt 1 ends: decided"))
        #expect(try service.command("show", "nothing").exitCode == 66)
        #expect(try service.command("history", "--to", "2020-01-01").text.isEmpty)
    }

    @Test func oldJobsAreForgottenAndTheNumbersGoOn() async throws {
        let service = try await Service().start()
        try service.drop("- Old", as: "old.txt")
        try await service.untilIdle()
        try await service.end()
        do {
            let database = try Connection(path: service.root.path("state/ledger.db"), .readWrite)
            try database.execute("UPDATE jobs SET claimed = 1000, finished = 2000")
        }
        let text = try service.root.read("test.conf")
        try service.root.write(text.replacing("workers = 2", with: "workers = 2\nkeep = 30"), to: "test.conf")
        try await service.start()
        try await service.until("it is forgotten") { service.log.contains("forgot 1 jobs") }
        try service.drop("- New", as: "new.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["INV-0001.pdf", "INV-0002.pdf"])
    }
}
