/// One dropped file, as the ledger knows it. Times are milliseconds since 1970.
public struct JobRecord: Sendable, Hashable {
    public let identifier: String
    /// The inbox's subfolder, or "" for the inbox itself.
    public let queue: String
    /// The file's name, as bytes.
    public let name: [UInt8]
    /// In bytes.
    public let size: Int64
    public let claimed: Int64
    public internal(set) var state = JobState.claimed
    /// SHA-256 of the content, once it was read.
    public internal(set) var hash: String?
    public internal(set) var finished: Int64?
    /// Why it failed or was skipped: the whole report.
    public internal(set) var reason: String?
    /// Where the original lies now, once it has left `work/`.
    public internal(set) var filed: String?
    public internal(set) var attempts = 0

    public init(identifier: String, queue: String, name: [UInt8], size: Int64, claimed: Int64) {
        self.identifier = identifier
        self.queue = queue
        self.name = name
        self.size = size
        self.claimed = claimed
    }
}

/// One invoice of a job, as the reader found it.
public struct DocumentDraft: Sendable, Hashable {
    /// Its place in the file, from 0.
    public var position: Int
    /// The number in the file; nil takes the next of the sequence.
    public var number: String?
    public var seller: String
    public var customer: String
    /// For people: `1,234.50 EUR`.
    public var total: String
    /// SHA-256 of the invoice's content without its number, to tell a repetition from a change.
    public var digest: String

    public init(position: Int, number: String?, seller: String, customer: String, total: String, digest: String) {
        self.position = position
        self.number = number
        self.seller = seller
        self.customer = customer
        self.total = total
        self.digest = digest
    }
}

/// One invoice of a job, as the ledger knows it.
public struct DocumentRecord: Sendable, Hashable {
    public let job: String
    public let position: Int
    public let state: DocumentState
    public let number: String
    public let seller: String
    public let customer: String
    public let total: String
    public let digest: String
    /// True where the number came from a sequence.
    public let isNumberTaken: Bool
    /// The file's name in `outbox/`.
    public let output: String?
    /// Of the temporary file that becomes the output: tells our own file from a stranger's after a crash.
    public let inode: Int64?
    /// SHA-256 of the PDF.
    public let hash: String?
    public let pages: Int
    public let reason: String?
}

/// A message to hand over.
public struct MailDraft: Sendable, Hashable {
    public var position: Int
    public var messageID: String
    public var sender: String
    public var recipients: [String]
    public var subject: String
    /// The finished message's file name in the state directory's `mail/`.
    public var file: String

    public init(
        position: Int, messageID: String, sender: String, recipients: [String], file: (name: String, subject: String)
    ) {
        self.position = position
        self.messageID = messageID
        self.sender = sender
        self.recipients = recipients
        self.subject = file.subject
        self.file = file.name
    }
}

public struct MailRecord: Sendable, Hashable {
    public let identifier: Int64
    public let job: String
    public let position: Int
    public let state: MailState
    public let messageID: String
    public let sender: String
    public let recipients: [String]
    public let subject: String
    public let file: String
    public let tries: Int
    /// When it was made, or last sent on its way by hand: what its tries are counted from.
    public let created: Int64
    public let due: Int64?
    public let reason: String?
    /// When sendmail was last started with it.
    public let handed: Int64?
    /// When a start found that it may have gone out although nothing says so: handed over again, it may arrive twice.
    public let doubted: Int64?
    /// When it was sent, or given up.
    public let ended: Int64?
}

/// One time that a job was begun.
public struct AttemptRecord: Sendable, Hashable {
    public let number: Int
    public let began: Int64
    /// Nil while it runs, and where the service ended in it.
    public let ended: Int64?
    public let outcome: String?
}

/// A queue that takes nothing because somebody wants it so.
public struct PauseRecord: Sendable, Hashable {
    /// The inbox's subfolder, "" for the inbox itself; nil: every queue.
    public let queue: String?
    public let since: Int64
    public let reason: String
}

/// One line of a job's story.
public struct EventRecord: Sendable, Hashable {
    public let time: Int64
    public let kind: String
    public let text: String
}
