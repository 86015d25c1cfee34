internal import SQLite

/// One number of a sequence, as it is read back from its text.
public struct SequencedNumber: Sendable, Hashable {
    public let sequence: String
    /// The year or month that the count is of; empty where it never begins anew.
    public let period: String
    public let value: Int64
    public let text: String

    /// Nil where the text is no number of this pattern.
    public init?(_ text: String, sequence: String, pattern: SequencePattern, reset: SequenceReset) {
        guard let (value, date) = pattern.parse(text) else { return nil }
        self.sequence = sequence
        period = reset.period(of: date)
        self.value = value
        self.text = text
    }
}

/// How far a sequence has come in one period.
public struct SequenceRecord: Sendable, Hashable {
    public let name: String
    public let period: String
    /// The highest value that was ever given.
    public let last: Int64
    /// Values that came back from documents that failed, lowest first: the next ones to be given.
    public let released: [Int64]
}

/// What somebody has changed about a sequence by hand, and why.
public struct NumberNote: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        /// Never to be given.
        case void
        /// The count goes on elsewhere: `first` to `last` are not given.
        case set
    }

    public let time: Int64
    public let kind: Kind
    public let sequence: String
    public let period: String
    public let first: Int64
    public let last: Int64
    /// The number that was named.
    public let number: String
    public let reason: String
    public let author: String
}

/// Why a number cannot be made void, or the count not be set.
public struct NumberRefusal: Error, Sendable, Hashable {
    public let message: String
    public let hint: String

    public init(message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}

/// Who changes numbers, when and why: it is kept for whoever audits the books.
public struct NumberChange: Sendable, Hashable {
    public let time: Int64
    public let reason: String
    public let author: String

    public init(time: Int64, reason: String, author: String) {
        self.time = time
        self.reason = reason
        self.author = author
    }
}

extension Ledger {
    public func sequences() throws -> [SequenceRecord] {
        var released: [[String]: [Int64]] = [:]
        for row in try database.rows("SELECT sequence, period, value FROM released ORDER BY value") {
            released[[row.text(0) ?? "", row.text(1) ?? ""], default: []].append(row.integer(2) ?? 0)
        }
        return try database.rows("SELECT name, period, last FROM sequences ORDER BY name, period").map { row in
            let (name, period) = (row.text(0) ?? "", row.text(1) ?? "")
            return SequenceRecord(
                name: name, period: period, last: row.integer(2) ?? 0, released: released[[name, period]] ?? [])
        }
    }

    /// The oldest first.
    public func numberNotes() throws -> [NumberNote] {
        try database.rows(
            "SELECT time, kind, sequence, period, first, last, number, reason, author FROM number_notes ORDER BY id"
        ).map { row in
            NumberNote(
                time: row.integer(0) ?? 0, kind: row.text(1).flatMap(NumberNote.Kind.init(rawValue:)) ?? .void,
                sequence: row.text(2) ?? "", period: row.text(3) ?? "", first: row.integer(4) ?? 0,
                last: row.integer(5) ?? 0, number: row.text(6) ?? "", reason: row.text(7) ?? "",
                author: row.text(8) ?? "")
        }
    }

    /// Makes a number void: it is not given from now on. Refused where a document bears it, with `NumberRefusal`.
    public func void(_ number: SequencedNumber, _ change: NumberChange) throws {
        try transaction {
            if try isVoid(number.sequence, number.period, number.value) {
                throw NumberRefusal(message: "\(number.text) is void already", hint: "'hotpress numbers' says why")
            }
            if try isInUse(number.text, nil) || bearer(of: number) != nil {
                throw NumberRefusal(
                    message: "\(number.text) is an invoice's number", hint: "an invoice is cancelled by a credit note")
            }
            try database.run(
                "DELETE FROM released WHERE sequence = ? AND period = ? AND value = ?", .text(number.sequence),
                .text(number.period), .integer(number.value))
            try note(.void, number, number.value...number.value, change)
        }
    }

    /// Has the count go on with this number. Refused, with `NumberRefusal`, where it or a later one is given already.
    public func setNext(_ number: SequencedNumber, _ change: NumberChange) throws {
        try transaction {
            let last =
                try database.row(
                    "SELECT last FROM sequences WHERE name = ? AND period = ?", .text(number.sequence),
                    .text(number.period))?.integer(0) ?? 0
            let highest = try database.row(
                "SELECT value, number FROM documents WHERE sequence = ? AND period = ? AND value >= ? "
                    + "ORDER BY value DESC LIMIT 1", .text(number.sequence), .text(number.period),
                .integer(number.value))
            if let highest, let text = highest.text(1) {
                throw NumberRefusal(message: "\(text) is given already", hint: "name a number above it")
            }
            for table in ["released", "passed"] {
                try database.run(
                    "DELETE FROM \(table) WHERE sequence = ? AND period = ? AND value >= ?", .text(number.sequence),
                    .text(number.period), .integer(number.value))
            }
            try database.run(
                "INSERT INTO sequences (name, period, last) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET last = ?3",
                .text(number.sequence), .text(number.period), .integer(number.value - 1))
            let bounds = last + 1 < number.value ? last + 1...number.value - 1 : number.value...number.value
            try note(.set, number, bounds, change)
        }
    }

    func isVoid(_ sequence: String, _ period: String, _ value: Int64) throws -> Bool {
        try database.row(
            "SELECT 1 FROM number_notes WHERE sequence = ? AND period = ? AND first = ? AND kind = 'void' LIMIT 1",
            .text(sequence), .text(period), .integer(value)) != nil
    }

    /// The document that has the value, under whatever text.
    private func bearer(of number: SequencedNumber) throws -> Row? {
        try database.row(
            "SELECT job FROM documents WHERE sequence = ? AND period = ? AND value = ? LIMIT 1", .text(number.sequence),
            .text(number.period), .integer(number.value))
    }

    private func note(
        _ kind: NumberNote.Kind, _ number: SequencedNumber, _ values: ClosedRange<Int64>, _ change: NumberChange
    ) throws {
        try database.run(
            """
            INSERT INTO number_notes (time, kind, sequence, period, first, last, number, reason, author) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .integer(change.time), .text(kind.rawValue), .text(number.sequence), .text(number.period),
            .integer(values.lowerBound), .integer(values.upperBound), .text(number.text), .text(change.reason),
            .text(change.author))
    }
}
