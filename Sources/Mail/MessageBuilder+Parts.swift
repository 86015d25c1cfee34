internal import CGMime

/// Parts that are files.
extension MessageBuilder {
    func part(for attachment: Attachment, disposition: String) -> Owned<GMimeObject> {
        let type = attachment.mediaType.split(separator: "/").map(String.init)
        let object = Owned(g_mime_part_new_with_type(type[0], type[1]), as: GMimeObject.self)
        let stream = Owned(stream(of: attachment.content))
        let content = Owned(g_mime_data_wrapper_new_with_stream(stream.pointer, GMIME_CONTENT_ENCODING_DEFAULT))
        g_mime_part_set_content(cast(object.pointer), content.pointer)
        g_mime_part_set_content_encoding(cast(object.pointer), GMIME_CONTENT_ENCODING_BASE64)
        name(object.pointer, attachment.name, disposition)
        return object
    }

    /// The name in full goes into the disposition, by RFC 2231 where it must; readers that do not know that take the
    /// type's plain `name`.
    private func name(_ part: UnsafeMutablePointer<GMimeObject>, _ name: String, _ disposition: String) {
        g_mime_object_set_disposition(part, disposition)
        g_mime_object_set_content_type_parameter(part, "name", asciiName(name))
        let isPlain = name.utf8.count <= 60 && name.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if isPlain {
            g_mime_object_set_content_disposition_parameter(part, "filename", name)
        } else if let header = g_mime_header_list_get_header(
            g_mime_object_get_header_list(part), "Content-Disposition")
        {
            g_mime_header_set_raw_value(header, " \(disposition);\n\(ExtendedParameter("filename", name).text)\n")
        }
    }

    private func stream(of content: [UInt8]) -> UnsafeMutablePointer<GMimeStream>? {
        content.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return g_mime_stream_mem_new_with_buffer(start, buffer.count)
        }
    }

    /// A name in ASCII that an old reader can save under: `Grüße.pdf` becomes `Grusse.pdf`.
    private func asciiName(_ name: String) -> String {
        guard let ascii = g_str_to_ascii(name, "C") else { return "invoice.pdf" }
        defer { g_free(ascii) }
        let safe = String(cString: ascii).map { #"?"\/"#.contains($0) ? "_" : $0 }
        return String(safe.suffix(60))
    }
}
