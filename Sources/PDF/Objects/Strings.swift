extension ByteBuffer {
    /// A name with what is not a regular character as #xx (§7.3.5).
    func put(name: some Sequence<UInt8>) {
        append(0x2F)
        for byte in name where byte != 0 {
            if isRegular(byte) {
                append(byte)
            } else {
                append(0x23)
                put(hex: UInt32(byte), digits: 2)
            }
        }
    }

    /// A literal string of bytes (§7.3.4.2): only what would end it or be read as a line end is escaped.
    func put(string: some Sequence<UInt8>) {
        append(0x28)
        for byte in string {
            reserve(2)
            put(stringByte: byte)
        }
        append(0x29)
    }

    /// After `reserve(2)`.
    @inline(__always)
    func put(stringByte byte: UInt8) {
        switch byte {
        case 0x28, 0x29, 0x5C:
            unchecked(0x5C)
            unchecked(byte)
        case 0x0D:
            unchecked(0x5C)
            unchecked(0x72)
        default: unchecked(byte)
        }
    }

    /// A text string (§7.9.2.2): ASCII as it is, the same in PDFDocEncoding; all else as UTF-16 with a byte order mark.
    func put(text: String) {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return put(string: text.utf8) }
        append(0x28)
        append(0xFE)
        append(0xFF)
        for unit in text.utf16 {
            reserve(4)
            put(stringByte: UInt8(unit >> 8))
            put(stringByte: UInt8(unit & 0xFF))
        }
        append(0x29)
    }
}

/// Neither white space nor a delimiter nor `#` (§7.2.2, §7.3.5).
private func isRegular(_ byte: UInt8) -> Bool {
    guard (0x21...0x7E).contains(byte) else { return false }
    switch byte {
    case 0x23, 0x25, 0x28, 0x29, 0x2F, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D: return false
    default: return true
    }
}
