public import Diagnostics
public import Platform

/// A finished message: the bytes of its file, and its envelope.
public struct Message: Sendable {
    /// RFC 5322 text with `\n` line ends, as sendmail reads it; 7-bit, unless a mailbox has other letters before
    /// its `@` (RFC 6532).
    public let bytes: [UInt8]
    public let envelope: Envelope

    /// Who sends and who gets it, as sendmail is told.
    public struct Envelope: Sendable, Hashable {
        public let sender: String
        public let recipients: [String]

        public init(sender: Address, recipients: [Address]) {
            self.sender = sender.mailbox
            self.recipients = recipients.map(\.mailbox)
        }
    }

    /// Builds the message; throws every fault of the draft at once.
    public init(_ draft: MessageDraft) throws(DiagnosticError) {
        var bag = DiagnosticBag()
        draft.check(into: &bag)
        try bag.throwIfErrors()
        bytes = MessageBuilder(draft).build()
        envelope = Envelope(sender: draft.returnPath ?? draft.from, recipients: draft.recipients)
    }

    /// Writes the message file, for the owner's eyes only, so that it appears whole and stays.
    public func write(to folder: Directory, as name: FileName) throws(SystemError) {
        try folder.write(bytes, as: name, mode: 0o600)
    }
}

extension MessageDraft {
    func check(into bag: inout DiagnosticBag) {
        bag.checkHeaderText(subject, of: "subject")
        for attachment in attachments + pictures.map(\.file) {
            bag.checkHeaderText(attachment.name, of: "name of an attachment")
            if !attachment.mediaType.isMediaType {
                bag.add(.error("'\(attachment.mediaType)' is no media type", hint: "write it as application/pdf"))
            }
        }
        if recipients.isEmpty {
            bag.add(.error("the mail has no recipient", hint: "give an address in mail.to or buyer.email"))
        }
        for (name, body) in [("text", text), ("html", html ?? "")] where body.utf8.contains(0) {
            bag.add(
                .error("the mail's \(name) holds a NUL character", hint: "take it out of the template or the invoice"))
        }
        let identifiers = [("Message-ID", messageID)] + pictures.map { ("Content-ID", $0.contentID) }
        for (name, identifier) in identifiers where !identifier.isMessageID {
            bag.add(.error("'\(identifier)' is no \(name)", hint: "write it as left@right, in ASCII without spaces"))
        }
    }
}

extension String {
    /// RFC 2045 §5.1: `type/subtype`.
    fileprivate var isMediaType: Bool {
        let parts = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isToken) }
    }

    /// RFC 5322 §3.6.4, without the quoted forms.
    fileprivate var isMessageID: Bool {
        let parts = utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && utf8.count <= 250 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isToken) }
    }
}

/// A character of RFC 2045's token: printable ASCII but no space and no special sign.
private func isToken(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#"()<>@,;:\"/[]?="#.utf8.contains(byte)
}
