internal import CGMime

/// What a mail system reports about a message that it was given (RFC 3464).
///
/// Anybody can write such a report: it is good for telling people, not for decisions.
public struct DeliveryReport: Sendable, Hashable {
    /// RFC 3464 §2.3.3.
    public enum Action: String, Sendable, Hashable {
        case failed, delayed, delivered, relayed, expanded
    }

    public struct Recipient: Sendable, Hashable {
        public let mailbox: String
        public let action: Action
        /// RFC 3463: `5.1.1`.
        public let status: String
        /// What the server said, on one line.
        public let diagnostic: String

        /// For people: `zoe@example.com: 5.1.1 no such user`.
        public var summary: String {
            [mailbox + ":", status, diagnostic].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// Of the message that the report is about, without angle brackets.
    public let messageID: String
    public let recipients: [Recipient]

    /// Reads a message; nil where it is no delivery report, or does not say about which message.
    public init?(_ bytes: [UInt8]) {
        GMimeLibrary.started
        guard let message = ParsedEntity.message(bytes) else { return nil }
        var messageID: String?
        var recipients: [Recipient] = []
        ParsedEntity.forEachPart(of: message.pointer) { part in
            if let original = ParsedEntity.messageID(inside: part) {
                messageID = messageID ?? original
            } else if ParsedEntity.isType(part, "message", "delivery-status") {
                recipients += Self.recipients(in: ParsedEntity.content(of: part))
            }
        }
        guard let messageID, !recipients.isEmpty else { return nil }
        self.messageID = messageID
        self.recipients = recipients
    }

    /// RFC 3464 §2.1: groups of fields parted by empty lines; the first is about the message, each other about a recipient.
    private static func recipients(in content: [UInt8]) -> [Recipient] {
        var groups: [[UInt8]] = [[]]
        for line in content.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let line = line.last == 0x0D ? line.dropLast() : line
            if line.isEmpty {
                if groups.last?.isEmpty == false { groups.append([]) }
            } else {
                groups[groups.count - 1] += line + [0x0A]
            }
        }
        return groups.compactMap { recipient(in: $0) }
    }

    private static func recipient(in group: [UInt8]) -> Recipient? {
        guard let entity = ParsedEntity.header(group) else { return nil }
        func field(_ name: String) -> String? { ParsedEntity.field(name, of: entity.pointer) }
        guard let action = field("Action").flatMap({ Action(rawValue: $0.lowercased()) }) else { return nil }
        let mailbox = field("Original-Recipient") ?? field("Final-Recipient") ?? ""
        return Recipient(
            mailbox: withoutType(mailbox), action: action, status: field("Status") ?? "",
            diagnostic: withoutType(field("Diagnostic-Code") ?? ""))
    }

    /// `rfc822; zoe@example.com` → `zoe@example.com`.
    private static func withoutType(_ value: String) -> String {
        guard let semicolon = value.firstIndex(of: ";") else { return value }
        return String(value[value.index(after: semicolon)...].drop { $0 == " " })
    }
}
