internal import SQLite

/// Something that the operator is to be told of.
public struct Failure: Sendable, Hashable {
    /// Which line of a job's story it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case job = "failed"
        case mail = "mail failed"
        case bounce = "mail bounced"
    }

    /// Grows with every event.
    public let event: Int64
    public let job: String
    public let time: Int64
    public let kind: Kind
    /// What went wrong with a mail; empty for a job, whose report the job has.
    public let text: String
}

extension Ledger {
    /// What the operator was told: the last event, and when a mail was last tried (nil: never).
    public struct OperatorMark: Sendable, Hashable {
        public let told: Int64
        public let tried: Int64?
    }

    public func operatorMark() throws -> OperatorMark {
        let row = try database.row("SELECT told, tried FROM operator")
        return OperatorMark(told: row?.integer(0) ?? 0, tried: row?.integer(1))
    }

    /// Failures that the operator was not told of, the oldest first; none from before `since`.
    public func failures(after mark: OperatorMark, since: Int64, limit: Int) throws -> [Failure] {
        let kinds = Failure.Kind.allCases.map { Value.text($0.rawValue) }
        let marks = kinds.map { _ in "?" }.joined(separator: ", ")
        return try database.rows(
            """
            SELECT id, job, time, kind, text FROM events WHERE id > ? AND time >= ? AND job IS NOT NULL \
            AND kind IN (\(marks)) ORDER BY id LIMIT ?
            """, with: [.integer(mark.told), .integer(since)] + kinds + [.integer(limit)]
        ).map { row in
            let kind = row.text(3).flatMap(Failure.Kind.init(rawValue:)) ?? .job
            return Failure(
                event: row.integer(0) ?? 0, job: row.text(1) ?? "", time: row.integer(2) ?? 0, kind: kind,
                text: kind == .job ? "" : row.text(4) ?? "")
        }
    }

    /// A mail to the operator is about to be handed over: written down first, so that nothing makes two of them.
    public func noteOperatorTry(at time: Int64) throws {
        try database.run("UPDATE operator SET tried = ?", .integer(time))
    }

    /// The operator was told of everything up to this event.
    public func noteOperatorTold(_ event: Int64) throws {
        try database.run("UPDATE operator SET told = max(told, ?)", .integer(event))
    }
}
