/// One mailbox that can be written to (RFC 5322 §3.4): `Zoë <zoe@example.com>`.
///
/// A value of this type is safe in a header and as an argument of sendmail: no control character, no leading dash, no list.
public struct Address: Sendable, Hashable {
    /// The display name; empty where there is none.
    public let name: String
    /// `local@domain`. A domain with other letters is in its A-label form (RFC 5890), so that only a local part with such
    /// letters asks mail servers for SMTPUTF8 (RFC 6531).
    public let mailbox: String

    init(name: String, mailbox: String) {
        self.name = name
        self.mailbox = mailbox
    }

    /// What stands after the `@`, which may be logged where the mailbox may not.
    public var domain: String { String(mailbox[mailbox.index(after: at)...]) }

    private var at: String.Index { mailbox.lastIndex(of: "@") ?? mailbox.startIndex }
}

extension Address: CustomStringConvertible {
    public var description: String { name.isEmpty ? mailbox : "\(name) <\(mailbox)>" }
}
