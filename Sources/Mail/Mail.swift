// Mail: messages, and their hand-over to the machine's sendmail.
//
// What it does: reads addresses (`Address`), builds a message of text, HTML alternative and attachments (`Message`, by
// GMime), and gives the finished file to sendmail as standard input (`Sendmail`). Reads what mail systems report back
// (`DeliveryReport`).
//
// In and out: a `MessageDraft` of plain values in; bytes and an envelope out. For the same draft the bytes are the same:
// date, Message-ID and boundaries come from the draft alone.
//
// Whom it trusts: nobody who wrote an address, a name or a subject. What holds a control character, or an address that is
// none, is refused before anything is sent. No shell is involved, and recipients stand after `--`.
//
// How it fails: `DiagnosticError` with every fault of a draft; `SystemError` where the message file cannot be written.
// Sendmail's answer is a value (`HandOver`), not an error: what to do about it is the caller's decision.

/// What is to be mailed, before it is a message.
public struct MessageDraft: Sendable {
    /// The header's From; the envelope's sender too, where there is no other.
    public var from: Address
    /// The envelope's sender: where delivery reports go.
    public var returnPath: Address?
    public var replyTo: Address?
    public var to: [Address]
    public var cc: [Address] = []
    /// In the envelope only, never in the header.
    public var bcc: [Address] = []
    public var subject: String
    /// The body as plain text; `\n` ends a line.
    public var text: String
    /// The same as HTML, for readers that prefer it.
    public var html: String?
    /// Pictures that the HTML shows.
    public var pictures: [InlinePicture] = []
    public var attachments: [Attachment] = []
    /// `LEFT@RIGHT`, without angle brackets; the caller's, so that a second try is the same mail.
    public var messageID: String
    /// Seconds since 1970.
    public var date: Int64

    public init(from: Address, to: [Address], subject: String, text: String, messageID: String, date: Int64) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.messageID = messageID
        self.date = date
    }

    /// Everybody who gets it, each once.
    public var recipients: [Address] {
        var seen: Set<String> = []
        return (to + cc + bcc).filter { seen.insert($0.mailbox).inserted }
    }

    /// The same mail for a trial: to one address alone, and the subject says for whom it would have been.
    public func redirected(to address: Address) -> MessageDraft {
        var draft = self
        draft.subject = "[\(recipients.map(\.mailbox).joined(separator: ", "))] \(subject)"
        draft.to = [address]
        draft.cc = []
        draft.bcc = []
        return draft
    }
}

/// A file that goes with a message.
public struct Attachment: Sendable {
    public var name: String
    /// `application/pdf`.
    public var mediaType: String
    public var content: [UInt8]

    public init(name: String, mediaType: String, content: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.content = content
    }
}

/// A picture within the HTML, shown by `<img src="cid:LEFT@RIGHT">` (RFC 2392).
public struct InlinePicture: Sendable {
    /// `LEFT@RIGHT`, like a Message-ID.
    public var contentID: String
    public var file: Attachment

    public init(contentID: String, file: Attachment) {
        self.contentID = contentID
        self.file = file
    }
}
