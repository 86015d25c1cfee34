internal import CSQLite

/// An open database; closed when it goes away. For one owner at a time.
public final class Connection {
    /// What the opener may do.
    public enum Mode: Sendable {
        /// Made where it is missing.
        case create
        case readWrite
        case readOnly

        var flags: Int32 {
            switch self {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        }
    }

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    private var depth = 0
    private var isDurable = true

    /// Opens a file with WAL, synchronous FULL, foreign keys on, and five seconds of patience with other writers.
    public init(path: String, _ mode: Mode = .create) throws(SQLiteError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, mode.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw SQLiteError(code: code, message: "\(path): \(message)", sql: nil)
        }
        handle = opened
        sqlite3_busy_timeout(handle, 5000)
        if case .readOnly = mode { return }
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA foreign_keys = ON")
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// Runs SQL text of one or more statements that take and give nothing.
    public func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code, sql) }
    }

    /// Runs one statement and answers how many rows it changed.
    @discardableResult
    public func run(_ sql: String, _ values: Value...) throws(SQLiteError) -> Int {
        try change(sql, with: values)
    }

    /// Runs one statement and answers how many rows it changed.
    public func change(_ sql: String, with values: [Value]) throws(SQLiteError) -> Int {
        _ = try rows(sql, with: values)
        return Int(sqlite3_changes(handle))
    }

    /// The first row, or nil.
    public func row(_ sql: String, _ values: Value...) throws(SQLiteError) -> Row? {
        try rows(sql, with: values).first
    }

    public func rows(_ sql: String, _ values: Value...) throws(SQLiteError) -> [Row] {
        try rows(sql, with: values)
    }

    /// All rows; the prepared statement is kept for the next time.
    public func rows(_ sql: String, with values: [Value]) throws(SQLiteError) -> [Row] {
        let statement = try prepared(sql)
        return try statement.rows(with: values)
    }

    /// Hands out row by row; those before a fault were handed out when it is thrown.
    public func each(_ sql: String, _ body: (Row) -> Void) throws(SQLiteError) {
        try prepared(sql).each(with: [], body)
    }

    /// The row id of the latest insert.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements[sql] { return known }
        let statement = try Statement(sql, in: handle)
        statements[sql] = statement
        return statement
    }

    private func failure(_ code: Int32, _ sql: String?) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }

    // MARK: Transactions

    /// All or nothing: what `body` does is durable when this returns, and undone when it throws. Inside another
    /// transaction it is a savepoint: undone alone, durable with the outer one.
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        let level = depth
        try run(level == 0 ? "BEGIN IMMEDIATE" : "SAVEPOINT level\(level)")
        depth += 1
        defer { depth = level }
        do {
            let result = try body()
            try run(level == 0 ? "COMMIT" : "RELEASE level\(level)")
            return result
        } catch {
            // SQLite rolls back by itself after some faults (a full disk); a second ROLLBACK is then an error of no interest.
            try? execute(level == 0 ? "ROLLBACK" : "ROLLBACK TO level\(level); RELEASE level\(level)")
            throw error
        }
    }

    /// Whether a commit waits for the disk (synchronous FULL) or leaves that to the next one that does (NORMAL, in WAL
    /// mode still safe from the end of the process). Inside a transaction nothing changes.
    public func setDurable(_ durable: Bool) throws(SQLiteError) {
        guard depth == 0, durable != isDurable else { return }
        try execute("PRAGMA synchronous = \(durable ? "FULL" : "NORMAL")")
        isDurable = durable
    }

    // MARK: The file

    /// A number that belongs to the application, kept in the file's head (PRAGMA user_version).
    public func userVersion() throws(SQLiteError) -> Int {
        Int(try row("PRAGMA user_version")?.integer(0) ?? 0)
    }

    public func setUserVersion(_ version: Int) throws(SQLiteError) {
        try execute("PRAGMA user_version = \(version)")
    }

    /// The first complaint of SQLite's own check of the file, or nil where it is sound.
    public func firstDamage() throws(SQLiteError) -> String? {
        let answer = try row("PRAGMA quick_check(1)")?.text(0)
        return answer == "ok" ? nil : answer ?? "no answer"
    }
}
