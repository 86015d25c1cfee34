import Glibc
import Platform
import SQLite
import TestKit
import Testing

/// Numbers of sequences, by real processes.
@Suite struct NumbersTests {
    /// What every number that was ever given has become: none twice, none gone.
    private func audit(_ service: Service) throws -> (given: Int, twice: Int, gone: [Int]) {
        let database = try Connection(path: service.root.path("state/ledger.db"), .readWrite)
        let last = Int(try database.row("SELECT max(last) FROM sequences")?.integer(0) ?? 0)
        let borne = try database.rows("SELECT value FROM documents WHERE value IS NOT NULL").compactMap {
            $0.integer(0)
        }
        let waiting = try database.rows("SELECT value FROM released").compactMap { $0.integer(0) }
        let passed = try database.rows("SELECT value FROM passed").compactMap { $0.integer(0) }
        let known = Set((borne + waiting + passed).map(Int.init))
        return (last, borne.count - Set(borne).count, (1..<(last + 1)).filter { !known.contains($0) })
    }

    @Test func sixteenPressmenThatAreKilledGiveNoNumberTwiceAndLoseNone() async throws {
        let service = try Service()
        let text = try service.root.read("test.conf")
        try service.root.write(text.replacing("workers = 2", with: "workers = 16"), to: "test.conf")
        for number in 0..<120 {
            // Some bring a number of the sequence along, and some of those fail.
            let own = number % 10 == 3 ? "INV-\(number < 100 ? "00" : "0")\(number)" : "-"
            let fault = number % 20 == 3 || number % 17 == 5 ? " unprintable" : ""
            try service.drop("\(own) Customer-\(number)\(fault)\n- Second-\(number)", as: "\(number).txt")
        }
        for round in 0..<8 {
            try await service.start()
            try await Task.sleep(for: .milliseconds(60 + round * 37))
            try await service.end(SIGKILL)
            let found = try audit(service)
            #expect(found.twice == 0)
            #expect(found.gone.isEmpty)
        }
        try await service.start().untilIdle()
        let found = try audit(service)
        #expect(found.twice == 0)
        #expect(found.gone.isEmpty)
        #expect(found.given >= 200)
        #expect(try await service.end() == 0)
    }

    @Test func sequencesGoBySellerTypeAndFolderAndTheCommandShowsVoidsAndSetsThem() async throws {
        let service = try Service(
            """
            [sequence]
            pattern = R-{year}-{000}
            reset = yearly
            [sequence credit]
            pattern = C-{00}{check}
            type = credit-note
            [sequence shop]
            pattern = S-{0}
            folder = shop
            [sequence other]
            pattern = O-{0}
            seller = Other Ltd
            """, program: "hotpress")
        try await service.start()
        let rest = #""date": "2026-11-30", "lines": [{"name": "x", "price": 5}]}"#
        try service.drop("{" + rest, as: "a.json")
        try service.drop(#"{"type": "credit-note", "# + rest, as: "b.json")
        try service.drop(#"{"seller": {"name": "Other Ltd"}, "notes": ["n"], "# + rest, as: "c.json")
        try service.root.write(#"{"notes": ["shop"], "# + rest, to: "hot/inbox/shop/d.json")
        try await service.until("all are printed") {
            service.outbox.sorted() == ["C-018.pdf", "O-1.pdf", "R-2026-001.pdf", "S-1.pdf"]
        }
        let config = service.root.path("test.conf")
        func numbers(_ words: String...) throws -> BuiltProgram.Run {
            try BuiltProgram.run(BuiltProgram.path, ["numbers", "--config", config] + words)
        }
        #expect(try numbers().text.contains("main 2026  R-{year}-{000}  1 given, next R-2026-002\n"))
        #expect(try numbers("--void", "R-2026-002").exitCode == 64)
        #expect(try numbers("--void", "R-2026-001", "--reason", "x").exitCode == 65)
        #expect(try numbers("--void", "X-1", "--reason", "x").errors.contains("is no number of a sequence"))
        #expect(try numbers("--void", "R-2026-002", "--reason", "torn form").text.contains(": torn form\n"))
        #expect(try numbers().text.contains("1 given, next R-2026-003\n"))
        #expect(try numbers("--next", "S-40", "--reason", "old books").exitCode == 0)
        try service.drop(#"{"notes": ["2"], "# + rest, as: "e.json")
        try service.root.write(#"{"notes": ["3"], "# + rest, to: "hot/inbox/shop/f.json")
        try await service.until("the next ones are") {
            service.outbox.contains("R-2026-003.pdf") && service.outbox.contains("S-40.pdf")
        }
        #expect(try numbers("--json").text.contains("\"reason\" : \"old books\""))
    }
}
