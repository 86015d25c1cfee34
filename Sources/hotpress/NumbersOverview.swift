import Daemon
import Ledger
import Platform

/// The sequences as people and programs are shown them.
struct NumbersOverview {
    struct Sequence: Encodable {
        struct Note: Encodable {
            let kind: String
            let number: String
            let first: Int64
            let last: Int64
            let reason: String
            let time: String
            let author: String
        }

        let name: String
        let period: String
        /// Nil for a sequence that the configuration does not know any more.
        let pattern: String?
        let last: Int64
        let next: String?
        let waiting: [String]
        let notes: [Note]
    }

    let sequences: [Sequence]

    init(_ configuration: Configuration, _ records: [SequenceRecord], _ notes: [NumberNote]) {
        let known = configuration.namedSequences
        var shown = records.map { record in
            Sequence(record, known.first { $0.name == record.name }?.settings, notes)
        }
        for sequence in known where !records.contains(where: { $0.name == sequence.name }) {
            shown.append(Sequence(unused: sequence, notes))
        }
        sequences = shown
    }

    var text: String { sequences.map(\.text).joined() }
}

extension NumbersOverview.Sequence {
    fileprivate init(_ record: SequenceRecord, _ settings: SequenceSettings?, _ notes: [NumberNote]) {
        let show = { (value: Int64) in settings?.pattern.text(value, record.period.date) ?? String(value) }
        name = record.name
        period = record.period
        pattern = settings?.pattern.source
        last = record.last
        let notes = notes.filter { $0.sequence == record.name && $0.period == record.period }
        next = settings.map { _ in show(record.released.first ?? Self.following(record.last, notes)) }
        waiting = record.released.map(show)
        self.notes = notes.map(Note.init)
    }

    fileprivate init(unused sequence: NamedSequence, _ notes: [NumberNote]) {
        name = sequence.name
        period = ""
        pattern = sequence.settings.pattern.source
        last = 0
        let notes = notes.filter { $0.sequence == sequence.name }
        next = sequence.settings.pattern.text(Self.following(0, notes), "".date)
        waiting = []
        self.notes = notes.map(Note.init)
    }

    /// The first value above `last` that is not void.
    private static func following(_ last: Int64, _ notes: [NumberNote]) -> Int64 {
        var value = last + 1
        for note in notes.filter({ $0.kind == .void }).sorted(by: { $0.first < $1.first })
        where note.first <= value && value <= note.last {
            value = note.last + 1
        }
        return value
    }

    fileprivate var text: String {
        let span = period.isEmpty ? "" : " \(period)"
        let shape = pattern.map { "  \(escaped($0))" } ?? ""
        var lines = ["\(name)\(span)\(shape)  \(last) given" + (next.map { ", next \(escaped($0))" } ?? "")]
        if !waiting.isEmpty { lines.append("    waiting  \(waiting.map { escaped($0) }.joined(separator: ", "))") }
        lines += notes.map(\.text)
        return lines.joined(separator: "\n") + "\n"
    }
}

extension NumbersOverview.Sequence.Note {
    fileprivate init(_ note: NumberNote) {
        let moment = WallTime(milliseconds: note.time).local
        kind = note.kind.rawValue
        number = note.number
        first = note.first
        last = note.last
        reason = note.reason
        time = "\(moment.date) \(moment.time)"
        author = note.author
    }

    fileprivate var text: String {
        let by = author.isEmpty ? "" : " by \(escaped(author))"
        let what = kind == "set" ? "next set to \(escaped(number))" : "void \(escaped(number))"
        return "    \(what)  \(time)\(by): \(escaped(reason))"
    }
}

extension String {
    /// A day of the period `2026` or `2026-11`; today's where there is none.
    fileprivate var date: SequenceDate {
        let now = SystemClock().wall.local
        let parts = split(separator: "-").compactMap { Int($0) }
        let month = parts.count > 1 ? parts[1] : now.month
        return SequenceDate(year: parts.first ?? now.year, month: month, day: now.day)
    }
}
