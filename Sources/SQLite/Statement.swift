internal import CSQLite

/// A prepared statement; finalised when it goes away.
final class Statement {
    private let handle: OpaquePointer
    private let database: OpaquePointer
    private let sql: String

    init(_ sql: String, in database: OpaquePointer) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw SQLiteError(code: code, message: String(cString: sqlite3_errmsg(database)), sql: sql)
        }
        handle = prepared
        self.database = database
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    func rows(with values: [Value]) throws(SQLiteError) -> [Row] {
        var rows: [Row] = []
        try each(with: values) { rows.append($0) }
        return rows
    }

    /// Hands out row by row, so that those before a damaged place are had.
    func each(with values: [Value], _ body: (Row) -> Void) throws(SQLiteError) {
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw SQLiteError(code: SQLITE_RANGE, message: "\(values.count) values do not fit", sql: sql)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            let code = sqlite3_step(handle)
            switch code {
            case SQLITE_ROW: body(currentRow())
            case SQLITE_DONE: return
            default: throw failure(code)
            }
        }
    }

    private func bind(_ value: Value, at index: Int32) throws(SQLiteError) {
        // SQLITE_TRANSIENT: SQLite copies, since our bytes are ours only for the call.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .real(let number): sqlite3_bind_double(handle, index, number)
            case .text(let text): sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), transient)
            case .blob(let bytes):
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(handle, index, 0)
                    : sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count), transient)
            }
        if code != SQLITE_OK { throw failure(code) }
    }

    private func currentRow() -> Row {
        Row(
            values: (0..<sqlite3_column_count(handle)).map { column in
                let count = Int(sqlite3_column_bytes(handle, column))
                switch sqlite3_column_type(handle, column) {
                case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
                case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
                case SQLITE_TEXT:
                    let bytes = UnsafeBufferPointer(start: sqlite3_column_text(handle, column), count: count)
                    return .text(String(decoding: bytes, as: UTF8.self))
                case SQLITE_BLOB:
                    let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, column), count: count)
                    return .blob(Array(bytes))
                default: return .null
                }
            })
    }

    private func failure(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(database)), sql: sql)
    }
}
