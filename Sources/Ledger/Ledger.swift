// Ledger: what survives a crash.
//
// What it does: keeps jobs, attempts, documents (number, hash, path), mails, number sequences and events in one SQLite
// file, and lets each change state only as JobState.swift allows. docs/LEDGER.md draws the states and says what the next
// start does after a crash at any step.
//
// In and out: plain records (`JobRecord`, `DocumentRecord`, `MailRecord`) and times in milliseconds since 1970. File
// names are bytes. The ledger touches no file but its own.
//
// Whom it trusts: its caller for the order of things (docs/ARCHITECTURE.md, "Durability"); several changes that must
// stand or fall together are put into one `transaction`.
//
// How it fails: `LedgerError` for a ledger that must not be used (damaged, newer than this program) or a step that is
// not legal, `SQLiteError` for the machine. Nothing is repaired by silence.

internal import SQLite

/// The open ledger; for one owner at a time.
public final class Ledger {
    let database: Connection
    public let path: String

    /// Opens the ledger for writing; made where it is missing, brought up to this program's schema where it is older.
    public init(path: String) throws {
        self.path = path
        database = try Self.opening(path) { try Connection(path: path, .create) }
        try Self.opening(path) {
            if let damage = try database.firstDamage() { throw LedgerError.damaged(path: path, detail: damage) }
            try migrate(database, path: path)
        }
    }

    /// Opens a ledger that is there, to look at it.
    public init(readingAt path: String) throws {
        self.path = path
        database = try Self.opening(path) { try Connection(path: path, .readWrite) }
        try Self.opening(path) { try refuseUnknownSchema(database, path: path) }
    }

    /// Says "damaged" in the ledger's own words where SQLite finds that the file is.
    private static func opening<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError where error.isDamage {
            throw LedgerError.damaged(path: path, detail: error.message)
        }
    }

    /// How long-lived a transaction is on return.
    public enum Durability: Sendable, Comparable {
        /// Survives the end of this process, by kill -9 too; a power cut may take it back.
        case process
        /// Survives a power cut.
        case power
    }

    /// All or nothing; inside another transaction, undone alone and as durable as the outer one.
    public func transaction<Result>(
        _ durability: Durability = .power, _ body: () throws -> Result
    ) throws -> Result {
        try database.setDurable(durability == .power)
        return try database.transaction(body)
    }
}

/// Why the ledger cannot be used, or a step cannot be taken.
public enum LedgerError: Error, Sendable, Hashable {
    case damaged(path: String, detail: String)
    case newer(path: String, version: Int, known: Int)
    case illegalStep(what: String, from: String, to: String)
    case unknownJob(String)
}
