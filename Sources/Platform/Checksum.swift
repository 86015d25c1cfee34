internal import CGLib

/// The SHA-256 of bytes, as 64 lower-case hexadecimal digits.
public func sha256(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { buffer in
        guard let text = g_compute_checksum_for_data(G_CHECKSUM_SHA256, buffer.baseAddress, gsize(buffer.count)) else {
            preconditionFailure("GLib knows SHA-256")
        }
        defer { g_free(text) }
        return String(cString: text)
    }
}

/// The SHA-256 of a file from its beginning, read a piece at a time; where the descriptor stands does not change.
public func sha256(of file: borrowing FileDescriptor) throws(SystemError) -> String {
    guard let sum = g_checksum_new(G_CHECKSUM_SHA256) else { preconditionFailure("GLib knows SHA-256") }
    defer { g_checksum_free(sum) }
    var offset = 0
    while true {
        let piece = try file.read(upTo: 1 << 20, at: offset)
        if piece.isEmpty { return String(cString: g_checksum_get_string(sum)) }
        offset += piece.count
        piece.withUnsafeBufferPointer { g_checksum_update(sum, $0.baseAddress, gssize($0.count)) }
    }
}
