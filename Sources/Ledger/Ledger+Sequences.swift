internal import SQLite

/// Which sequence gives a number, and for which day.
public struct Numbering: Sendable, Hashable {
    public var sequence: String
    public var pattern: SequencePattern
    public var reset: SequenceReset
    /// The invoice's date.
    public var date: SequenceDate

    public init(sequence: String, pattern: SequencePattern, reset: SequenceReset, date: SequenceDate) {
        self.sequence = sequence
        self.pattern = pattern
        self.reset = reset
        self.date = date
    }
}

struct TakenNumber {
    let sequence: String
    let period: String
    let value: Int64
    let text: String
}

extension Ledger {
    /// Takes the next number: the lowest that came back from a document that failed, else one more than the last.
    ///
    /// A number that a file of the same seller has brought along is passed over, and remembered: should that document
    /// fail, the number comes back. A void number is never given.
    func takeNumber(_ numbering: Numbering, seller: String) throws -> TakenNumber {
        let period = numbering.reset.period(of: numbering.date)
        while true {
            let value = try releasedValue(numbering.sequence, period) ?? nextValue(numbering.sequence, period)
            if try isVoid(numbering.sequence, period, value) { continue }
            let text = numbering.pattern.text(value, numbering.date)
            guard try isInUse(text, seller) else {
                return TakenNumber(sequence: numbering.sequence, period: period, value: value, text: text)
            }
            try database.run(
                "INSERT INTO passed (sequence, period, value, number, seller) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                .text(numbering.sequence), .text(period), .integer(value), .text(text), .text(seller))
        }
    }

    /// Hands back what a document that has failed kept from others: the number that was taken for it, or, where it
    /// brought its number along, the number that the sequence passed over for it.
    func releaseNumber(of job: String, _ position: Int) throws {
        try database.run(
            """
            INSERT INTO released (sequence, period, value) SELECT sequence, period, value FROM documents \
            WHERE job = ? AND position = ? AND value IS NOT NULL ON CONFLICT DO NOTHING
            """, .text(job), .integer(position))
        let failed = try document(job, position)
        if try isInUse(failed.number, failed.seller, besides: (job, position)) { return }
        try database.run(
            """
            INSERT INTO released (sequence, period, value) SELECT sequence, period, value FROM passed \
            WHERE number = ? AND seller = ? ON CONFLICT DO NOTHING
            """, .text(failed.number), .text(failed.seller))
        try database.run(
            "DELETE FROM passed WHERE number = ? AND seller = ?", .text(failed.number), .text(failed.seller))
    }

    /// Whether a document of this seller that has not failed bears the number.
    func isInUse(_ number: String, _ seller: String?, besides: (job: String, position: Int)? = nil) throws -> Bool {
        try database.row(
            """
            SELECT 1 FROM documents WHERE number = ?1 AND (?2 IS NULL OR seller = ?2) AND state <> 'failed' \
            AND NOT (job IS ?3 AND position IS ?4) LIMIT 1
            """, .text(number), .text(seller), .text(besides?.job), .integer(besides.map { Int64($0.position) })) != nil
    }

    private func releasedValue(_ sequence: String, _ period: String) throws -> Int64? {
        try database.row(
            """
            DELETE FROM released WHERE sequence = ?1 AND period = ?2 AND value = \
            (SELECT min(value) FROM released WHERE sequence = ?1 AND period = ?2) RETURNING value
            """, .text(sequence), .text(period))?.integer(0)
    }

    private func nextValue(_ sequence: String, _ period: String) throws -> Int64 {
        let row = try database.row(
            """
            INSERT INTO sequences (name, period, last) VALUES (?, ?, 1) \
            ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last
            """, .text(sequence), .text(period))
        return row?.integer(0) ?? 1
    }
}
