internal import SQLite

extension Ledger {
    /// How one invoice of a file stands to what was printed before.
    public enum Precedent: Sendable, Hashable {
        /// Nothing like it.
        case new
        /// The same number and the same content.
        case same(DocumentRecord)
        /// The same number from the same seller, with other content.
        case changed(DocumentRecord)
    }

    /// Looks for an earlier document with the same number and seller that is printed or about to be.
    public func precedent(of draft: DocumentDraft, in job: String) throws -> Precedent {
        guard let number = draft.number else { return .new }
        let earlier = try documents(
            """
            number = ? AND seller = ? AND state IN ('numbered', 'printed') AND NOT (job = ? AND position >= ?) \
            ORDER BY rowid_of_job, position LIMIT 1
            """, .text(number), .text(draft.seller), .text(job), .integer(draft.position))
        guard let first = earlier.first else { return .new }
        return first.digest == draft.digest ? .same(first) : .changed(first)
    }

    /// What an earlier, failed job under the same file name has printed already: a retry prints only the rest.
    public func printedByFailedTwins(of job: JobRecord) throws -> [DocumentRecord] {
        try documents(
            """
            state = 'printed' AND job IN (SELECT id FROM jobs WHERE name = ? AND queue = ? AND id <> ? \
            AND state = 'failed') ORDER BY rowid_of_job, position
            """, .blob(job.name), .text(job.queue), .text(job.identifier))
    }

    /// Records an invoice under its number: the file's own, or the next of a sequence, taken here and now.
    public func record(_ draft: DocumentDraft, in job: String, numbering: Numbering) throws -> DocumentRecord {
        let taken = draft.number == nil ? try takeNumber(numbering, seller: draft.seller) : nil
        let number = draft.number ?? taken?.text ?? ""
        try insert(draft, in: job, state: .numbered, number: number, taken: taken)
        return DocumentRecord(
            job: job, position: draft.position, state: .numbered, number: number, seller: draft.seller,
            customer: draft.customer, total: draft.total, digest: draft.digest, isNumberTaken: taken != nil,
            output: nil, inode: nil, hash: nil, pages: 0, reason: nil)
    }

    /// Records that an invoice is not printed again, because `earlier` is the same.
    public func recordRepetition(_ draft: DocumentDraft, in job: String, of earlier: DocumentRecord) throws {
        try insert(draft, in: job, state: .repeated, number: earlier.number, taken: nil)
        try database.run(
            "UPDATE documents SET output = ?, reason = ? WHERE job = ? AND position = ?", .text(earlier.output),
            .text("printed by job \(earlier.job)"), .text(job), .integer(draft.position))
    }

    private func insert(
        _ draft: DocumentDraft, in job: String, state: DocumentState, number: String, taken: TakenNumber?
    ) throws {
        try database.run(
            """
            INSERT INTO documents (job, position, state, number, seller, customer, total, digest, sequence, period, value) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .text(job), .integer(draft.position), .text(state.rawValue), .text(number), .text(draft.seller),
            .text(draft.customer), .text(draft.total), .text(draft.digest), .text(taken?.sequence),
            .text(taken?.period), .integer(taken?.value))
    }

    /// Writes down the name a document is going to get and the inode of the file that gets it.
    public func planOutput(_ job: String, _ position: Int, output: String, inode: Int64) throws {
        try change(
            job, position, to: .numbered, "output = ?, inode = ?", .text(output), .integer(inode))
    }

    /// True where a document that is printed or about to be has this name in `outbox/`.
    public func isOutputTaken(_ output: String) throws -> Bool {
        try database.row(
            "SELECT 1 FROM documents WHERE output = ? AND state IN ('numbered', 'printed') LIMIT 1", .text(output))
            != nil
    }

    /// The PDF is in `outbox/`, durably.
    public func markPrinted(_ job: String, _ position: Int, hash: String, pages: Int) throws {
        try change(job, position, to: .printed, "hash = ?, pages = ?", .text(hash), .integer(pages))
    }

    /// Takes a document to its next state, and sets columns; refused where the step is not legal.
    private func change(
        _ job: String, _ position: Int, to state: DocumentState, _ columns: String, _ values: Value...
    ) throws {
        let changed = try database.change(
            """
            UPDATE documents SET \(columns), state = ? WHERE job = ? AND position = ? \
            AND state IN (\(DocumentState.preceding[state] ?? ""))
            """, with: values + [.text(state.rawValue), .text(job), .integer(position)])
        if changed == 0 { try document(job, position).state.step(to: state) }
    }

    /// The document cannot be printed; a number that was taken for it goes back, for the next one.
    public func markFailed(_ job: String, _ position: Int, reason: String) throws {
        try document(job, position).state.step(to: .failed)
        try releaseNumber(of: job, position)
        try database.run(
            """
            UPDATE documents SET state = 'failed', reason = ?, value = NULL, output = NULL, inode = NULL \
            WHERE job = ? AND position = ?
            """, .text(reason), .text(job), .integer(position))
    }

    public func documents(of job: String) throws -> [DocumentRecord] {
        try documents("job = ? ORDER BY position", .text(job))
    }

    public func document(_ job: String, _ position: Int) throws -> DocumentRecord {
        let found = try documents("job = ? AND position = ?", .text(job), .integer(position))
        guard let first = found.first else { throw LedgerError.unknownJob("\(job), document \(position + 1)") }
        return first
    }

    func documents(_ condition: String, _ values: Value...) throws -> [DocumentRecord] {
        let columns = """
            job, position, state, number, seller, customer, total, digest, value, output, inode, hash, pages, reason, \
            (SELECT rowid FROM jobs WHERE id = job) AS rowid_of_job
            """
        return try database.rows("SELECT \(columns) FROM documents WHERE \(condition)", with: values).map { row in
            DocumentRecord(
                job: row.text(0) ?? "", position: Int(row.integer(1) ?? 0),
                state: row.text(2).flatMap(DocumentState.init(rawValue:)) ?? .failed, number: row.text(3) ?? "",
                seller: row.text(4) ?? "", customer: row.text(5) ?? "", total: row.text(6) ?? "",
                digest: row.text(7) ?? "", isNumberTaken: row.integer(8) != nil, output: row.text(9),
                inode: row.integer(10), hash: row.text(11), pages: Int(row.integer(12) ?? 0), reason: row.text(13))
        }
    }
}
