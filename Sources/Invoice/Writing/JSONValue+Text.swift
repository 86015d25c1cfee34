extension JSONValue {
    /// The value as JSON text, indented by two spaces a level, without a line break at its end.
    public var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes, indent: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8], indent: Int) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let number): bytes += number.text.utf8
        case .string(let text): Self.writeString(text, to: &bytes)
        case .array(let items):
            Self.writeList(items, "[]", to: &bytes, indent: indent) { item, bytes in
                item.write(to: &bytes, indent: indent + 1)
            }
        case .object(let object):
            Self.writeList(object.members, "{}", to: &bytes, indent: indent) { member, bytes in
                Self.writeString(member.key, to: &bytes)
                bytes += ": ".utf8
                member.value.write(to: &bytes, indent: indent + 1)
            }
        }
    }

    private static func writeList<Item>(
        _ items: [Item], _ brackets: String, to bytes: inout [UInt8], indent: Int,
        each: (Item, inout [UInt8]) -> Void
    ) {
        guard !items.isEmpty else { return bytes += brackets.utf8 }
        bytes += brackets.utf8.prefix(1)
        for (index, item) in items.enumerated() {
            bytes += (index == 0 ? "\n" : ",\n").utf8
            bytes += Array(repeating: UInt8(ascii: " "), count: (indent + 1) * 2)
            each(item, &bytes)
        }
        bytes += "\n".utf8
        bytes += Array(repeating: UInt8(ascii: " "), count: indent * 2)
        bytes += brackets.utf8.dropFirst()
    }

    private static func writeString(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += "\\u\(digits.utf8.count == 1 ? "000" : "00")\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
