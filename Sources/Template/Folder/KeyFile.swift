import Diagnostics

/// The groups, keys and values of a `.conf` file as GLib's key files write them (GKeyFile): what labels are kept in.
///
/// No localised keys and no lists; a value's `\n`, `\t`, `\s` and `\\` stand for the characters themselves.
struct KeyFile {
    /// By group, then key.
    private(set) var groups: [String: [String: String]] = [:]
    /// Where a group's head stands.
    private(set) var offsets: [String: Int] = [:]

    init(_ source: SourceText, into bag: inout DiagnosticBag) {
        var group: String?
        var offset = 0
        for line in source.bytes.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false) {
            defer { offset += line.count + 1 }
            let text = Self.trimmed(line)
            guard let first = text.first, first != Ascii.hash else { continue }
            if first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") {
                let name = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
                offsets[name] = offset
                group = name
            } else if let equals = text.firstIndex(of: UInt8(ascii: "=")), let group {
                let key = String(decoding: Self.trimmed(text[..<equals]), as: UTF8.self)
                groups[group, default: [:]][key] = Self.unescaped(Self.trimmed(text[(equals + 1)...]))
            } else {
                bag.add(
                    .error(
                        "this line is neither a group nor a key with a value", at: source.location(of: offset),
                        hint: "write [group], or key = value below one, or begin a comment with #"))
            }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var slice = bytes.drop(while: Ascii.isSpace)
        while let last = slice.last, Ascii.isSpace(last) { slice.removeLast() }
        return slice
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var isEscape = false
        for byte in bytes {
            switch (isEscape, byte) {
            case (false, UInt8(ascii: "\\")):
                isEscape = true
                continue
            case (true, UInt8(ascii: "n")): result.append(Ascii.lineFeed)
            case (true, UInt8(ascii: "t")): result.append(Ascii.tab)
            case (true, UInt8(ascii: "s")): result.append(Ascii.space)
            default: result.append(byte)
            }
            isEscape = false
        }
        return String(decoding: result, as: UTF8.self)
    }
}
