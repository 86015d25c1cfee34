internal import SQLite

extension Ledger {
    /// Takes over whatever rows of a damaged ledger can still be read; answers how many, by table.
    ///
    /// Each table is read from its beginning and from its end, up to the first damaged page on either side.
    public func salvage(from path: String) throws -> [(table: String, rows: Int)] {
        guard let damaged = try? Connection(path: path, .readWrite) else { return [] }
        let tables = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
            .compactMap { $0.text(0) }
        var counts: [(table: String, rows: Int)] = []
        try database.transaction {
            try database.execute("PRAGMA defer_foreign_keys = ON")
            for table in tables { counts.append((table, try salvage(table, from: damaged))) }
            for table in ["attempts", "documents", "mails", "events"] {
                try database.run("DELETE FROM \(table) WHERE job IS NOT NULL AND job NOT IN (SELECT id FROM jobs)")
            }
            // A number that is in use is free for nobody, and a sequence is never behind its documents.
            try database.run(
                """
                DELETE FROM released WHERE EXISTS (SELECT 1 FROM documents WHERE sequence = released.sequence \
                AND period = released.period AND value = released.value)
                """)
            try database.run(
                """
                INSERT INTO sequences (name, period, last) SELECT sequence, period, max(value) FROM documents \
                WHERE value IS NOT NULL GROUP BY sequence, period \
                ON CONFLICT DO UPDATE SET last = max(last, excluded.last)
                """)
        }
        return counts
    }

    private func salvage(_ table: String, from damaged: Connection) throws -> Int {
        let ours = Set(try columns(of: table, in: database))
        // An older schema has fewer columns; where not even they can be read there is nothing to take.
        let names = ((try? columns(of: table, in: damaged)) ?? []).filter { ours.contains($0) }
        if names.isEmpty { return 0 }
        let list = names.joined(separator: ", ")
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        let keys = try database.rows("SELECT name FROM pragma_table_info('\(table)') WHERE pk > 0 ORDER BY pk")
            .compactMap { $0.text(0) }
        let sql = "INSERT OR REPLACE INTO \(table) (\(list)) VALUES (\(marks))"
        var total = 0
        for direction in ["ASC", "DESC"] {
            var found: [[Value]] = []
            let order = keys.map { "\($0) \(direction)" }.joined(separator: ", ")
            do throws(SQLiteError) {
                try damaged.each("SELECT \(list) FROM \(table) ORDER BY \(order)") { row in
                    found.append(names.indices.map { row[$0] })
                }
            } catch {
                // What came before the damage is in `found`.
            }
            for values in found {
                if try insert(values, sql) { total += 1 }
            }
            if direction == "ASC", (try? damaged.firstDamage()) == .some(nil) { break }
        }
        return total
    }

    /// False where a rule of the schema speaks against the row.
    private func insert(_ values: [Value], _ sql: String) throws(SQLiteError) -> Bool {
        do throws(SQLiteError) {
            _ = try database.rows(sql, with: values)
            return true
        } catch {
            if error.isConstraint { return false }
            throw error
        }
    }

    private func columns(of table: String, in database: Connection) throws -> [String] {
        try database.rows("SELECT name FROM pragma_table_info('\(table)')").compactMap { $0.text(0) }
    }

    // MARK: What the folders prove

    /// True where a job's original is known to lie there.
    public func isFiled(at path: String) throws -> Bool {
        try database.row("SELECT 1 FROM jobs WHERE filed = ? LIMIT 1", .text(path)) != nil
    }

    /// True where a document has this file in the outbox.
    public func knowsOutput(_ output: String) throws -> Bool {
        try database.row("SELECT 1 FROM documents WHERE output = ? AND state = 'printed' LIMIT 1", .text(output)) != nil
    }

    /// Records a job that only its original tells of; it is decided.
    public func recordProven(_ job: JobRecord, _ state: JobState, filed: String, hash: String, reason: String?) throws {
        try record(job)
        try database.run(
            "UPDATE jobs SET state = ?, hash = ?, finished = claimed, filed = ?, reason = ? WHERE id = ?",
            .text(state.rawValue), .text(hash), .text(filed), .text(reason), .text(job.identifier))
        try note(job.identifier, job.claimed, "recovered", "from \(filed)")
    }

    /// Records a document that its PDF proves. Its number was the file's own, or nobody knows.
    public func recordProven(
        _ draft: DocumentDraft, in job: String, output: String, inode: Int64, hash: String
    ) throws {
        try database.run(
            """
            INSERT INTO documents (job, position, state, number, seller, customer, total, digest, output, inode, hash) \
            VALUES (?, ?, 'printed', ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, .text(job), .integer(draft.position), .text(draft.number ?? ""), .text(draft.seller),
            .text(draft.customer), .text(draft.total), .text(draft.digest), .text(output), .integer(inode), .text(hash))
    }

    /// The sequence goes on behind every number that a text shows; answers the number, nil where the text has none.
    public func pass(_ text: String, _ sequence: String, _ pattern: SequencePattern, _ reset: SequenceReset) throws
        -> String?
    {
        guard let (number, value, date) = pattern.longestNumber(in: text) else { return nil }
        try database.run(
            "INSERT INTO sequences (name, period, last) VALUES (?, ?, ?) "
                + "ON CONFLICT DO UPDATE SET last = max(last, excluded.last)",
            .text(sequence), .text(reset.period(of: date)), .integer(value))
        return number
    }
}

extension SequencePattern {
    /// The longest part of a text that is a number of this pattern.
    func longestNumber(in text: String) -> (number: String, value: Int64, date: SequenceDate)? {
        let characters = Array(text.prefix(256))
        for length in stride(from: characters.count, to: 0, by: -1) {
            for start in 0...(characters.count - length) {
                let part = String(characters[start..<(start + length)])
                if let (value, date) = parse(part) { return (part, value, date) }
            }
        }
        return nil
    }
}
