internal import SQLite

extension Ledger {
    /// How many jobs and mails stand where.
    public struct Counts: Sendable, Hashable {
        public var jobs: [JobState: Int] = [:]
        public var mails: [MailState: Int] = [:]
        public var documents = 0
    }

    public func counts() throws -> Counts {
        var counts = Counts()
        for row in try database.rows("SELECT state, count(*) FROM jobs GROUP BY state") {
            if let state = row.text(0).flatMap(JobState.init(rawValue:)) {
                counts.jobs[state] = Int(row.integer(1) ?? 0)
            }
        }
        for row in try database.rows("SELECT state, count(*) FROM mails GROUP BY state") {
            if let state = row.text(0).flatMap(MailState.init(rawValue:)) {
                counts.mails[state] = Int(row.integer(1) ?? 0)
            }
        }
        let printed = try database.row("SELECT count(*) FROM documents WHERE state = 'printed'")
        counts.documents = Int(printed?.integer(0) ?? 0)
        return counts
    }

    /// Which jobs to list; what is nil does not narrow.
    public struct Filter: Sendable, Hashable {
        public var state: JobState?
        /// A part of an invoice number.
        public var number: String?
        /// A part of a customer's name.
        public var customer: String?
        /// A file's exact name.
        public var name: [UInt8]?
        /// Claimed at this moment or later, and before that one; milliseconds since 1970.
        public var since: Int64?
        public var before: Int64?
        /// The inbox's subfolder, "" for the inbox itself.
        public var queue: String?
        public var limit: Int

        public init(limit: Int = 50) { self.limit = limit }
    }

    /// Jobs, the newest first.
    public func history(_ filter: Filter) throws -> [JobRecord] {
        try jobs(
            """
            (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR name = ?2) \
            AND (?3 IS NULL OR EXISTS (SELECT 1 FROM documents WHERE job = id AND instr(number, ?3))) \
            AND (?4 IS NULL OR EXISTS (SELECT 1 FROM documents WHERE job = id AND instr(lower(customer), lower(?4)))) \
            AND (?5 IS NULL OR claimed >= ?5) AND (?6 IS NULL OR claimed < ?6) AND (?7 IS NULL OR queue = ?7) \
            ORDER BY claimed DESC, rowid DESC LIMIT ?8
            """, .text(filter.state?.rawValue), .blob(filter.name), .text(filter.number), .text(filter.customer),
            .integer(filter.since), .integer(filter.before), .text(filter.queue), .integer(filter.limit))
    }

    public func attemptRecords(of identifier: String) throws -> [AttemptRecord] {
        try database.rows(
            "SELECT number, began, ended, outcome FROM attempts WHERE job = ? ORDER BY number", .text(identifier)
        ).map { row in
            AttemptRecord(
                number: Int(row.integer(0) ?? 0), began: row.integer(1) ?? 0, ended: row.integer(2),
                outcome: row.text(3))
        }
    }
}
