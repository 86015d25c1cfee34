internal import CGMime
internal import Platform

/// Makes a message of a checked draft: `multipart/mixed` of the body and the attachments, the body an
/// `multipart/alternative` where there is HTML too (RFC 2046 §5.1.3, §5.1.4).
struct MessageBuilder {
    private let draft: MessageDraft
    private let digest: String

    init(_ draft: MessageDraft) {
        self.draft = draft
        digest = String(sha256(Array(draft.messageID.utf8)).prefix(20))
    }

    func build() -> [UInt8] {
        GMimeLibrary.started
        let message = Owned(g_mime_message_new(1))
        let root = root()
        addHeader(to: message.pointer)
        g_mime_message_set_mime_part(message.pointer, root.pointer)
        return bytes(of: cast(message.pointer))
    }

    // MARK: Header

    private func addHeader(to message: UnsafeMutablePointer<GMimeMessage>) {
        add(HeaderField("From", [draft.from]), to: message)
        if let reply = draft.replyTo { add(HeaderField("Reply-To", [reply]), to: message) }
        add(HeaderField("To", draft.to), to: message)
        if !draft.cc.isEmpty { add(HeaderField("Cc", draft.cc), to: message) }
        add(HeaderField("Subject", text: draft.subject), to: message)
        if let date = g_date_time_new_from_unix_utc(gint64(draft.date)) {
            g_mime_message_set_date(message, date)
            g_date_time_unref(date)
        }
        g_mime_message_set_message_id(message, draft.messageID)
        // RFC 3834 §5: so that nobody's holiday notice answers a machine.
        g_mime_object_set_header(cast(message), "Auto-Submitted", "auto-generated", nil)
    }

    /// GMime gets the field as it is to stand there.
    private func add(_ field: HeaderField, to message: UnsafeMutablePointer<GMimeMessage>) {
        guard let list = g_mime_object_get_header_list(cast(message)) else { return }
        g_mime_header_list_set(list, field.name, "", nil)
        if let header = g_mime_header_list_get_header(list, field.name) {
            g_mime_header_set_raw_value(header, field.text)
        }
    }

    // MARK: Body

    private func root() -> Owned<GMimeObject> {
        guard !draft.attachments.isEmpty else { return body() }
        let mixed = multipart("mixed")
        let body = body()
        g_mime_multipart_add(cast(mixed.pointer), body.pointer)
        for attachment in draft.attachments {
            let part = part(for: attachment, disposition: "attachment")
            g_mime_multipart_add(cast(mixed.pointer), part.pointer)
        }
        return mixed
    }

    private func body() -> Owned<GMimeObject> {
        guard let html = draft.html else { return text(draft.text, subtype: "plain") }
        let alternative = multipart("alternative")
        let plain = text(draft.text, subtype: "plain")
        let rich = related(text(html, subtype: "html"))
        g_mime_multipart_add(cast(alternative.pointer), plain.pointer)
        g_mime_multipart_add(cast(alternative.pointer), rich.pointer)
        return alternative
    }

    /// The HTML with its pictures (RFC 2387), or alone where there is none.
    private func related(_ html: consuming Owned<GMimeObject>) -> Owned<GMimeObject> {
        guard !draft.pictures.isEmpty else { return html }
        let related = multipart("related")
        g_mime_object_set_content_type_parameter(related.pointer, "type", "text/html")
        g_mime_multipart_add(cast(related.pointer), html.pointer)
        for picture in draft.pictures {
            let part = part(for: picture.file, disposition: "inline")
            g_mime_object_set_content_id(part.pointer, picture.contentID)
            g_mime_multipart_add(cast(related.pointer), part.pointer)
        }
        return related
    }

    private func multipart(_ subtype: String) -> Owned<GMimeObject> {
        let multipart = Owned(g_mime_multipart_new_with_subtype(subtype), as: GMimeObject.self)
        // "=_" cannot come up in quoted-printable or base64, and the digest not by accident in plain text.
        g_mime_multipart_set_boundary(cast(multipart.pointer), "=_\(subtype)-\(digest)")
        return multipart
    }

    private func text(_ text: String, subtype: String) -> Owned<GMimeObject> {
        let part = Owned(g_mime_text_part_new_with_subtype(subtype), as: GMimeObject.self)
        g_mime_text_part_set_charset(cast(part.pointer), "utf-8")
        g_mime_text_part_set_text(cast(part.pointer), text.hasSuffix("\n") ? text : text + "\n")
        g_mime_part_set_content_encoding(cast(part.pointer), encoding(of: text))
        return part
    }

    /// RFC 2045 §6: as it is if that is safe on every way, else what keeps it shortest.
    private func encoding(of text: String) -> GMimeContentEncoding {
        let longest = text.utf8.split(separator: 0x0A).map(\.count).max() ?? 0
        let foreign = text.utf8.count { $0 >= 0x80 || $0 == 0x0D }
        if foreign == 0, longest <= 76 { return GMIME_CONTENT_ENCODING_7BIT }
        return foreign * 6 <= text.utf8.count
            ? GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE : GMIME_CONTENT_ENCODING_BASE64
    }

    // MARK: Bytes

    private func bytes(of object: UnsafeMutablePointer<GMimeObject>) -> [UInt8] {
        let stream = Owned(g_mime_stream_mem_new())
        g_mime_object_write_to_stream(object, nil, stream.pointer)
        guard let array = g_mime_stream_mem_get_byte_array(cast(stream.pointer)) else { return [] }
        return Array(UnsafeBufferPointer(start: array.pointee.data, count: Int(array.pointee.len)))
    }
}
