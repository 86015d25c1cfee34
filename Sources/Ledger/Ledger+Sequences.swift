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
    /// A number that some file has brought along itself is passed over.
    func takeNumber(_ numbering: Numbering) throws -> TakenNumber {
        let period = numbering.reset.period(of: numbering.date)
        while true {
            let value = try releasedValue(numbering.sequence, period) ?? nextValue(numbering.sequence, period)
            let text = numbering.pattern.text(value, numbering.date)
            let used = try database.row(
                "SELECT 1 FROM documents WHERE number = ? AND state <> 'failed' LIMIT 1", .text(text))
            if used == nil {
                return TakenNumber(sequence: numbering.sequence, period: period, value: value, text: text)
            }
        }
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
