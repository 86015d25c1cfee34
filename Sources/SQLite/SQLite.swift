// SQLite: statements and transactions over the C API.
//
// What it does: opens a database file, prepares statements once and keeps them, binds values, reads rows, and runs
// transactions and savepoints. In and out: plain `Value`s and `Row`s; no handle leaves this target.
//
// Whom it trusts: SQL comes from our own code; whatever comes from outside is bound, never pasted into SQL.
//
// Concurrency: a `Connection` is not Sendable; one owner at a time uses it, and other processes are kept apart by
// SQLite's own locks (WAL: one writer, many readers).
//
// How it fails: `SQLiteError` with code, SQLite's message, and the SQL without bound values, so that no customer's
// data gets into a log.

/// What SQLite refused.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The extended result code (SQLITE_BUSY is 5, SQLITE_CORRUPT 11, SQLITE_FULL 13).
    public let code: Int32
    public let message: String
    /// The statement, without bound values.
    public let sql: String?

    /// The code without its extension.
    public var primaryCode: Int32 { code & 0xFF }

    /// SQLITE_CORRUPT and SQLITE_NOTADB: the file is damaged or is no database.
    public var isDamage: Bool { primaryCode == 11 || primaryCode == 26 }

    /// SQLITE_BUSY, IOERR, FULL, READONLY, CANTOPEN, NOMEM: faults of the machine that may pass.
    public var isTemporary: Bool { [5, 6, 7, 8, 10, 13, 14].contains(primaryCode) }

    /// SQLITE_CONSTRAINT: a rule of the schema was broken.
    public var isConstraint: Bool { primaryCode == 19 }

    public var description: String { "SQLite: \(message) (code \(code))" + (sql.map { " in: \($0)" } ?? "") }
}

/// A value of a column.
public enum Value: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    public static func integer(_ value: Int) -> Value { .integer(Int64(value)) }
    public static func text(_ value: String?) -> Value { value.map { Value.text($0) } ?? .null }
    public static func integer(_ value: Int64?) -> Value { value.map { Value.integer($0) } ?? .null }
    public static func blob(_ value: [UInt8]?) -> Value { value.map { Value.blob($0) } ?? .null }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(nilLiteral: ()) { self = .null }
}

/// One row of a result; columns are counted from 0.
public struct Row: Sendable, Hashable {
    let values: [Value]

    public subscript(column: Int) -> Value { column < values.count ? values[column] : .null }

    public func text(_ column: Int) -> String? {
        if case .text(let text) = self[column] { text } else { nil }
    }

    public func integer(_ column: Int) -> Int64? {
        if case .integer(let number) = self[column] { number } else { nil }
    }

    public func blob(_ column: Int) -> [UInt8]? {
        switch self[column] {
        case .blob(let bytes): bytes
        case .text(let text): Array(text.utf8)
        default: nil
        }
    }

    public func real(_ column: Int) -> Double? {
        switch self[column] {
        case .real(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
}
