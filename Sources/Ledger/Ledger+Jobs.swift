internal import SQLite

extension Ledger {
    /// Records a claimed file. A job that is recorded already (the start after a crash) is left as it is.
    public func record(_ job: JobRecord) throws {
        let added = try database.run(
            "INSERT INTO jobs (id, queue, name, state, size, claimed) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            .text(job.identifier), .text(job.queue), .blob(job.name), .text(JobState.claimed.rawValue),
            .integer(job.size), .integer(job.claimed))
        if added > 0 { try note(job.identifier, job.claimed, "claimed", "\(job.size) bytes") }
    }

    /// Writes down that an attempt begins, before the file's content is looked at: a file that kills the process is
    /// known by attempts that never ended. Answers the attempt's number, from 1.
    public func beginAttempt(_ identifier: String, at time: Int64) throws -> Int {
        let row = try database.row(
            "INSERT INTO attempts (job, number, began) "
                + "SELECT ?1, coalesce(max(number), 0) + 1, ?2 FROM attempts WHERE job = ?1 RETURNING number",
            .text(identifier), .integer(time))
        return Int(row?.integer(0) ?? 1)
    }

    /// Writes down how the running attempt ended.
    public func endAttempt(_ identifier: String, at time: Int64, outcome: AttemptOutcome) throws {
        try database.run(
            "UPDATE attempts SET ended = ?, outcome = ? WHERE job = ? AND ended IS NULL "
                + "AND number = (SELECT max(number) FROM attempts AS a WHERE a.job = attempts.job)", .integer(time),
            .text(outcome.rawValue),
            .text(identifier))
    }

    /// What a job's attempts came to.
    public struct Attempts: Sendable, Hashable {
        /// Ended by a worker process that died over the file.
        public var fatal = 0
        /// Never ended: the whole process went away, which is seldom the file's fault.
        public var unended = 0

        /// True once the file is not tried again by itself: the third dead worker, or a long run of dead daemons.
        public var areUsedUp: Bool { fatal >= 3 || unended >= 20 }
    }

    public func attempts(of identifier: String) throws -> Attempts {
        let row = try database.row(
            "SELECT count(*) FILTER (WHERE outcome = 'died'), count(*) FILTER (WHERE ended IS NULL) FROM attempts "
                + "WHERE job = ?", .text(identifier))
        return Attempts(fatal: Int(row?.integer(0) ?? 0), unended: Int(row?.integer(1) ?? 0))
    }

    /// How an attempt ended.
    public enum AttemptOutcome: String, Sendable, Hashable {
        /// Printed, skipped or refused: the job was decided.
        case decided
        /// Broken off, and not by the file's content: a fault of the machine, or a writer who was still at it.
        case interrupted
        /// The worker process died over it.
        case died
    }

    /// Takes a job to its next state; refused where the step is not legal.
    ///
    /// - Parameter hash: of its content, where that is known by now.
    public func step(
        _ identifier: String, to state: JobState, at time: Int64, reason: String? = nil, hash: String? = nil
    ) throws {
        let changed = try database.run(
            """
            UPDATE jobs SET state = ?, reason = ?, finished = ?, hash = coalesce(?, hash) \
            WHERE id = ? AND state IN (\(JobState.preceding[state] ?? ""))
            """, .text(state.rawValue), .text(reason), state.isDecided ? .integer(time) : .null, .text(hash),
            .text(identifier))
        if changed == 0 { try job(identifier).state.step(to: state) }
        try note(identifier, time, state.rawValue, reason ?? "")
    }

    /// Writes down where the original lies now; the job's story ends.
    public func file(_ identifier: String, at path: String) throws {
        try database.run("UPDATE jobs SET filed = ? WHERE id = ?", .text(path), .text(identifier))
    }

    public func job(_ identifier: String) throws -> JobRecord {
        guard let job = try jobs("id = ?", .text(identifier)).first else { throw LedgerError.unknownJob(identifier) }
        return job
    }

    public func isKnown(_ identifier: String) throws -> Bool {
        try database.row("SELECT 1 FROM jobs WHERE id = ?", .text(identifier)) != nil
    }

    /// Jobs whose original has not left `work/` yet, oldest first: what the next start takes up.
    public func unfiled() throws -> [JobRecord] { try jobs("filed IS NULL ORDER BY claimed, id") }

    /// The earlier job with the same content in the same queue that printed it or is about to, or nil.
    public func duplicate(of identifier: String, hash: String, queue: String) throws -> JobRecord? {
        try jobs(
            "hash = ? AND queue = ? AND id <> ? AND state IN ('printing', 'done') ORDER BY claimed LIMIT 1",
            .text(hash), .text(queue), .text(identifier)
        ).first
    }

    /// Adds a line to a job's story.
    public func note(_ identifier: String?, _ time: Int64, _ kind: String, _ text: String) throws {
        try database.run(
            "INSERT INTO events (job, time, kind, text) VALUES (?, ?, ?, ?)", .text(identifier), .integer(time),
            .text(kind), .text(text))
    }

    public func events(of identifier: String) throws -> [EventRecord] {
        try database.rows("SELECT time, kind, text FROM events WHERE job = ? ORDER BY id", .text(identifier)).map {
            EventRecord(time: $0.integer(0) ?? 0, kind: $0.text(1) ?? "", text: $0.text(2) ?? "")
        }
    }

    func jobs(_ condition: String, _ values: Value...) throws -> [JobRecord] {
        let columns = """
            id, queue, name, size, claimed, state, hash, finished, reason, filed, \
            (SELECT count(*) FROM attempts WHERE job = jobs.id)
            """
        return try database.rows("SELECT \(columns) FROM jobs WHERE \(condition)", with: values).map { row in
            var job = JobRecord(
                identifier: row.text(0) ?? "", queue: row.text(1) ?? "", name: row.blob(2) ?? [],
                size: row.integer(3) ?? 0, claimed: row.integer(4) ?? 0)
            job.state = row.text(5).flatMap(JobState.init(rawValue:)) ?? .failed
            job.hash = row.text(6)
            job.finished = row.integer(7)
            job.reason = row.text(8)
            job.filed = row.text(9)
            job.attempts = Int(row.integer(10) ?? 0)
            return job
        }
    }
}
