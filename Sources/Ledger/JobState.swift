// The states of everything the ledger keeps, and the only steps between them. docs/LEDGER.md draws them.

/// What can change state only along its legal steps.
protocol Stepping: RawRepresentable<String>, Hashable {
    static var what: String { get }
    var next: Set<Self> { get }
}

extension Stepping {
    func step(to new: Self) throws(LedgerError) {
        if !next.contains(new) {
            throw LedgerError.illegalStep(what: Self.what, from: rawValue, to: new.rawValue)
        }
    }
}

extension Stepping where Self: CaseIterable {
    /// For each state, those that it may follow, as a list of SQL.
    static func precedingLists() -> [Self: String] {
        let lists = allCases.map { new in
            (new, allCases.filter { $0.next.contains(new) }.map { "'\($0.rawValue)'" }.joined(separator: ", "))
        }
        return Dictionary(uniqueKeysWithValues: lists)
    }
}

/// A job: one dropped file.
public enum JobState: String, Sendable, Hashable, CaseIterable {
    /// In `work/` and recorded; an attempt may be running.
    case claimed
    /// Read; its documents have their numbers.
    case printing
    /// Everything that was in the file is in `outbox/`.
    case done
    /// A duplicate; nothing was printed.
    case skipped
    /// Something in it was refused or could not be printed.
    case failed

    /// Nothing more will be printed; what is left is to file the original.
    public var isDecided: Bool { self == .done || self == .skipped || self == .failed }
}

extension JobState: Stepping {
    static let what = "a job"
    static let preceding = precedingLists()
    var next: Set<JobState> {
        switch self {
        case .claimed: [.printing, .skipped, .failed]
        // Again after a crash: it is read once more, under the numbers it has.
        case .printing: [.printing, .done, .failed]
        // A decision stands; a retry is a new job.
        case .done, .skipped, .failed: []
        }
    }
}

/// A document: one invoice of a job.
public enum DocumentState: String, Sendable, Hashable, CaseIterable {
    /// Has its number and the name it is going to get.
    case numbered
    /// In `outbox/`, durably.
    case printed
    /// Not printed now, because an earlier job has printed the same.
    case repeated
    /// Could not be printed; its number went back to its sequence.
    case failed
}

extension DocumentState: Stepping {
    static let what = "a document"
    static let preceding = precedingLists()
    var next: Set<DocumentState> {
        switch self {
        case .numbered: [.numbered, .printed, .failed]
        case .printed, .repeated, .failed: []
        }
    }
}

/// A mail: one message that carries one document.
public enum MailState: String, Sendable, Hashable, CaseIterable {
    case due
    /// Being handed over: after a crash nobody knows whether it went out.
    case sending
    case sent
    /// Waits for a person: it is to be asked for, or its outcome is unknown and it must not go out twice.
    case held
    case failed
    /// Was sent, and a delivery report says that it did not arrive.
    case bounced
}

extension MailState: Stepping {
    static let what = "a mail"
    var next: Set<MailState> {
        switch self {
        case .due: [.sending, .held, .failed]
        case .sending: [.sent, .due, .held, .failed]
        case .held, .failed: [.due]
        case .sent: [.bounced]
        // A report on a second recipient adds to the first.
        case .bounced: [.bounced]
        }
    }
}
