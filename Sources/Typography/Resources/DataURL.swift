/// A `data:` URL (RFC 2397), decoded.
struct DataURL {
    /// In lower case, without parameters.
    var mediaType: String
    var bytes: [UInt8]

    init?(_ url: String) {
        guard let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")), url.utf8.count > 5 else { return nil }
        let head = url[url.utf8.index(url.startIndex, offsetBy: 5)..<comma].lowercased()
        let parts = head.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmingPrefix(" ") }
        mediaType = parts.first.map(String.init) ?? ""
        let body = percentDecodedBytes(url[url.utf8.index(after: comma)...].utf8)
        if parts.dropFirst().contains("base64") {
            guard let decoded = decodedBase64(body) else { return nil }
            bytes = decoded
        } else {
            bytes = body
        }
    }
}

func percentDecoded(_ text: String) -> String { String(decoding: percentDecodedBytes(text.utf8), as: UTF8.self) }

func percentDecodedBytes(_ text: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index != text.endIndex {
        let byte = text[index]
        index = text.index(after: index)
        if byte == UInt8(ascii: "%"), let value = hexPair(text[index...]) {
            bytes.append(value)
            index = text.index(index, offsetBy: 2)
        } else {
            bytes.append(byte)
        }
    }
    return bytes
}

private func hexPair(_ text: some Collection<UInt8>) -> UInt8? {
    var value: UInt8 = 0
    var count = 0
    for byte in text.prefix(2) {
        switch byte {
        case 0x30...0x39: value = value << 4 | (byte - 0x30)
        case 0x41...0x46: value = value << 4 | (byte - 0x37)
        case 0x61...0x66: value = value << 4 | (byte - 0x57)
        default: return nil
        }
        count += 1
    }
    return count == 2 ? value : nil
}

/// Base64 with white space and missing padding forgiven, both alphabets (WHATWG Infra: forgiving-base64 decode).
private func decodedBase64(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in text {
        let value: UInt32
        switch byte {
        case 0x41...0x5A: value = UInt32(byte) - 0x41
        case 0x61...0x7A: value = UInt32(byte) - 0x61 + 26
        case 0x30...0x39: value = UInt32(byte) - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
        case UInt8(ascii: "="), 0x20, 0x09...0x0D: continue
        default: return nil
        }
        buffer = buffer << 6 | value
        bits += 6
        if bits >= 8 {
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        }
    }
    return bytes
}
