internal import CGMime

/// Reading with GMime: messages from elsewhere.
enum ParsedEntity {
    static func message(_ bytes: [UInt8]) -> Owned<GMimeMessage>? {
        parse(bytes) { parser in g_mime_parser_construct_message(parser, nil) }
    }

    /// A block of header fields alone.
    static func header(_ bytes: [UInt8]) -> Owned<GMimeObject>? {
        parse(bytes + [0x0A]) { parser in g_mime_parser_construct_part(parser, nil) }
    }

    private static func parse<Object>(
        _ bytes: [UInt8], _ construct: (UnsafeMutablePointer<GMimeParser>) -> UnsafeMutablePointer<Object>?
    ) -> Owned<Object>? {
        let stream = Owned(
            bytes.withUnsafeBytes { buffer in
                let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                return g_mime_stream_mem_new_with_buffer(start, buffer.count)
            })
        let parser = Owned(g_mime_parser_new_with_stream(stream.pointer))
        guard let object = construct(parser.pointer) else { return nil }
        return Owned(object)
    }

    /// Every part, those of messages inside included.
    static func forEachPart(
        of message: UnsafeMutablePointer<GMimeMessage>, _ body: (UnsafeMutablePointer<GMimeObject>) -> Void
    ) {
        guard let iterator = g_mime_part_iter_new(cast(message)) else { return }
        defer { g_mime_part_iter_free(iterator) }
        repeat {
            if let part = g_mime_part_iter_get_current(iterator) { body(part) }
        } while g_mime_part_iter_next(iterator) != 0
    }

    static func isType(_ part: UnsafeMutablePointer<GMimeObject>, _ type: String, _ subtype: String) -> Bool {
        g_mime_content_type_is_type(g_mime_object_get_content_type(part), type, subtype) != 0
    }

    /// The Message-ID of a message, or of its header alone, that lies in this part; nil where none does.
    static func messageID(inside part: UnsafeMutablePointer<GMimeObject>) -> String? {
        if g_type_check_instance_is_a(cast(part), g_mime_message_part_get_type()) != 0 {
            guard let inner = g_mime_message_part_get_message(cast(part)) else { return nil }
            return g_mime_message_get_message_id(inner).map { String(cString: $0) }
        }
        guard isType(part, "text", "rfc822-headers"), let entity = header(content(of: part)) else { return nil }
        return field("Message-ID", of: entity.pointer).map { String($0.filter { !"<>".contains($0) }) }
    }

    /// What a part holds, its transfer encoding undone; empty for a part of parts.
    static func content(of part: UnsafeMutablePointer<GMimeObject>) -> [UInt8] {
        guard g_type_check_instance_is_a(cast(part), g_mime_part_get_type()) != 0,
            let content = g_mime_part_get_content(cast(part))
        else { return [] }
        let stream = Owned(g_mime_stream_mem_new())
        g_mime_data_wrapper_write_to_stream(content, stream.pointer)
        guard let array = g_mime_stream_mem_get_byte_array(cast(stream.pointer)) else { return [] }
        return Array(UnsafeBufferPointer(start: array.pointee.data, count: Int(array.pointee.len)))
    }

    /// A field's value, decoded and on one line.
    static func field(_ name: String, of object: UnsafeMutablePointer<GMimeObject>) -> String? {
        guard let value = g_mime_object_get_header(object, name) else { return nil }
        let text = String(cString: value).split { $0.isNewline || $0 == "\t" || $0 == " " }.joined(separator: " ")
        return text.isEmpty ? nil : text
    }
}
