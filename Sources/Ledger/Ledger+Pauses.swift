internal import SQLite

extension Ledger {
    /// What stands in the table for every queue: no folder can have this name.
    private static let everything = "/"

    /// Pauses by hand, which outlive the service.
    public func pauses() throws -> [PauseRecord] {
        try database.rows("SELECT queue, since, reason FROM pauses ORDER BY queue").map { row in
            let name = row.text(0) ?? Self.everything
            return PauseRecord(
                queue: name == Self.everything ? nil : name, since: row.integer(1) ?? 0, reason: row.text(2) ?? "")
        }
    }

    /// From now on nothing is taken from a queue, or from any where `queue` is nil.
    public func pause(_ queue: String?, at time: Int64, reason: String) throws {
        try database.run(
            "INSERT INTO pauses (queue, since, reason) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET reason = excluded.reason",
            .text(queue ?? Self.everything), .integer(time), .text(reason))
    }

    /// Takes a pause back, or all of them where `queue` is nil. False where there was none.
    public func resume(_ queue: String?) throws -> Bool {
        guard let queue else { return try database.run("DELETE FROM pauses") > 0 }
        return try database.run("DELETE FROM pauses WHERE queue = ?", .text(queue)) > 0
    }
}
