/// Bytes as text that cannot break a line or a terminal: controls and bytes that are not UTF-8 as `\xHH`.
public func escaped(_ bytes: [UInt8]) -> String {
    // Nearly every name: nothing to escape.
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(decoding: bytes, as: UTF8.self) }
    var result = ""
    var position = 0
    while position < bytes.count {
        var decoder = UTF8()
        var rest = bytes[position...].makeIterator()
        if case .scalarValue(let scalar) = decoder.decode(&rest) {
            result += escaped(scalar)
            position += UTF8.width(scalar)
        } else {
            result += hexEscape(bytes[position])
            position += 1
        }
    }
    return result
}

/// Text with its control characters escaped, for a log line.
public func escaped(_ text: String) -> String { escaped(Array(text.utf8)) }

private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): hexEscape(UInt8(scalar.value))
    case _ where scalar.properties.generalCategory == .format: "\\u{\(String(scalar.value, radix: 16))}"
    default: String(scalar)
    }
}

private func hexEscape(_ byte: UInt8) -> String {
    "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
}
