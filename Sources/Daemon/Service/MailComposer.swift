public import Diagnostics
public import Mail
internal import Platform

/// Which document a mail is for.
public struct MailOccasion: Sendable {
    public var job: String
    public var position: Int
    /// The job's time, in milliseconds since 1970.
    public var time: Int64
    /// The PDF's file name.
    public var output: String

    public init(job: String, position: Int, time: Int64, output: String) {
        self.job = job
        self.position = position
        self.time = time
        self.output = output
    }

    /// Fixed per document, so that a second try is the same mail; the left part of its Message-ID.
    public var identifier: String { "\(Self.prefix)\(job).\(position)" }

    static let prefix = "hotpress."
}

/// Puts a mail together from what it says, the PDF, and what the configuration allows.
public struct MailComposer {
    private let settings: MailSettings

    public init(_ settings: MailSettings) { self.settings = settings }

    /// The message; throws everything that speaks against it.
    ///
    /// - Parameter trial: goes there instead of to its recipients, and its subject says so.
    public func compose(
        _ content: MailContent, _ occasion: MailOccasion, pdf: [UInt8], trial: Address? = nil
    ) throws(DiagnosticError) -> (message: Message, subject: String) {
        var draft = try draft(content, occasion)
        draft.attachments = [Attachment(name: occasion.output, mediaType: "application/pdf", content: pdf)]
        draft.attachments += try furtherAttachments(content.attachments)
        var redirect = trial
        if redirect == nil, let configured = settings.redirectTo {
            redirect = try Address(configured, at: SourceLocation(path: "[mail] redirect-to"))
        }
        if let redirect { draft = draft.redirected(to: redirect) } else { try checkDomains(of: draft.recipients) }
        let message = try Message(draft)
        guard message.bytes.count <= settings.sizeLimit else {
            throw DiagnosticError(
                .error(
                    "the message has \(message.bytes.count) bytes, more than size-limit allows (\(settings.sizeLimit))",
                    hint: "leave out attachments, or raise size-limit in [mail] if your mail server takes more"))
        }
        return (message, draft.subject)
    }

    private func draft(
        _ content: MailContent, _ occasion: MailOccasion
    ) throws(DiagnosticError) -> MessageDraft {
        let from = try Address(content.from, at: SourceLocation(path: "mail sender"))
        let right = from.domain
        var draft = MessageDraft(
            from: from, to: try addresses(content.to, "mail.to"), subject: content.subject, text: content.text,
            messageID: "\(occasion.identifier)@\(right)", date: occasion.time / 1000)
        draft.cc = try addresses(content.cc, "mail.cc")
        draft.bcc = try addresses(content.bcc, "mail.bcc")
        if let reply = content.replyTo { draft.replyTo = try Address(reply, at: SourceLocation(path: "reply-to")) }
        if let path = content.returnPath {
            draft.returnPath = try Address(path, at: SourceLocation(path: "return-path"))
        }
        draft.html = content.html
        for picture in content.pictures {
            let identifier = "\(picture.identifier).\(occasion.identifier)@\(right)"
            draft.html = draft.html?.replacing("cid:\(picture.identifier)\"", with: "cid:\(identifier)\"")
                .replacing("cid:\(picture.identifier)'", with: "cid:\(identifier)'")
            draft.pictures.append(
                InlinePicture(
                    contentID: identifier,
                    file: Attachment(
                        name: picture.name, mediaType: MediaType.of(picture.name), content: Array(picture.content))))
        }
        return draft
    }

    private func addresses(_ texts: [String], _ path: String) throws(DiagnosticError) -> [Address] {
        var addresses: [Address] = []
        for text in texts { addresses.append(try Address(text, at: SourceLocation(path: path))) }
        return addresses
    }

    // MARK: What is allowed

    private func checkDomains(of recipients: [Address]) throws(DiagnosticError) {
        guard !settings.domains.isEmpty else { return }
        var bag = DiagnosticBag()
        for recipient in recipients where !isAllowed(recipient.domain.lowercased()) {
            bag.add(
                .error(
                    "mail to \(recipient.domain) is not allowed",
                    hint: "add the domain to domains in [mail], or mend the address"))
        }
        try bag.throwIfErrors()
    }

    private func isAllowed(_ domain: String) -> Bool {
        settings.domains.contains { allowed in
            allowed.hasPrefix("*.") ? domain.hasSuffix(allowed.dropFirst()) : domain == allowed
        }
    }

    // MARK: Further attachments

    private func furtherAttachments(_ names: [String]) throws(DiagnosticError) -> [Attachment] {
        if names.isEmpty { return [] }
        guard let path = settings.attachments else {
            throw DiagnosticError(
                .error(
                    "the invoice wants files attached, but no folder for them is configured",
                    at: SourceLocation(path: "mail.attachments"), hint: "name one with attachments in [mail]"))
        }
        var bag = DiagnosticBag()
        var found: [Attachment] = []
        for name in names {
            do throws(SystemError) {
                let content = try content(of: name, in: path)
                let file = name.split(separator: "/").last.map(String.init) ?? name
                found.append(Attachment(name: file, mediaType: MediaType.of(name), content: content))
            } catch {
                bag.add(
                    .error(
                        "'\(name)' cannot be attached: \(error.code.meaning)",
                        at: SourceLocation(path: "mail.attachments"),
                        hint: "put a file of that name into \(path), or leave it out"))
            }
        }
        try bag.throwIfErrors()
        return found
    }

    /// Walks down folder by folder, and follows no link: what is outside cannot be named.
    private func content(of name: String, in path: String) throws(SystemError) -> [UInt8] {
        let refused = SystemError(call: "openat", path: "\(path)/\(name)", code: .access)
        let names = name.split(separator: "/", omittingEmptySubsequences: false).map { FileName(text: String($0)) }
        guard let last = names.last, let file = last, !file.isHidden else { throw refused }
        var folder = try Directory(path)
        for name in names.dropLast() {
            guard let name, !name.isHidden else { throw refused }
            folder = try folder.folder(name)
        }
        let descriptor = try folder.open(file, .read)
        guard try descriptor.status().kind == .file else { throw refused }
        return try descriptor.readAll(limit: settings.sizeLimit)
    }
}
