import SQLite
import TestKit
import Testing

@Suite struct ConnectionTests {
    let root: TemporaryRoot

    init() throws { root = try TemporaryRoot() }

    private func open() throws -> Connection { try Connection(path: root.path("a.db")) }

    @Test func everyKindOfValueComesBackAsItWas() throws {
        let database = try open()
        try database.execute("CREATE TABLE t (a, b, c, d, e)")
        try database.run(
            "INSERT INTO t VALUES (?, ?, ?, ?, ?)", nil, 7, .real(1.5), "Müller\0 & Sons", .blob([0, 255]))
        let row = try #require(try database.row("SELECT * FROM t"))
        #expect(row[0] == .null)
        #expect(row.integer(1) == 7)
        #expect(row.real(2) == 1.5)
        #expect(row.text(3) == "Müller\0 & Sons")
        #expect(row.blob(4) == [0, 255])
    }

    @Test func aTransactionThatThrowsLeavesNothing() throws {
        let database = try open()
        try database.execute("CREATE TABLE t (a)")
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try database.transaction {
                try database.run("INSERT INTO t VALUES (1)")
                throw Stop()
            }
        }
        #expect(try database.rows("SELECT * FROM t").isEmpty)
    }

    @Test func anInnerTransactionIsUndoneAlone() throws {
        let database = try open()
        try database.execute("CREATE TABLE t (a)")
        struct Stop: Error {}
        try database.transaction {
            try database.run("INSERT INTO t VALUES (1)")
            try? database.transaction {
                try database.run("INSERT INTO t VALUES (2)")
                throw Stop()
            }
        }
        #expect(try database.rows("SELECT a FROM t").map { $0.integer(0) } == [1])
    }

    @Test func anErrorNamesTheStatementAndNoValues() throws {
        let database = try open()
        try database.execute("CREATE TABLE t (a UNIQUE)")
        try database.run("INSERT INTO t VALUES (?)", "secret")
        do {
            try database.run("INSERT INTO t VALUES (?)", "secret")
            Issue.record("the second insert must fail")
        } catch {
            #expect(error.isConstraint)
            #expect(error.sql == "INSERT INTO t VALUES (?)")
            #expect(!error.description.contains("secret"))
        }
    }

    @Test func whatWasCommittedIsThereForTheNextOpener() throws {
        try open().execute("CREATE TABLE t (a); PRAGMA user_version = 3")
        let again = try Connection(path: root.path("a.db"), .readOnly)
        #expect(try again.userVersion() == 3)
        #expect(try again.firstDamage() == nil)
    }

    @Test func aFileThatIsNoDatabaseIsDamage() throws {
        try root.write(String(repeating: "not a database ", count: 100), to: "a.db")
        do {
            _ = try open()
            Issue.record("must be refused")
        } catch let error as SQLiteError {
            #expect(error.isDamage)
        }
    }
}
