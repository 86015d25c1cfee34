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
