import Diagnostics

/// The bytes of an HTML file as UTF-8, by the order of HTML's "determining the character encoding": byte order mark,
/// `<meta charset>`, then UTF-8, and windows-1252 where the bytes are no UTF-8.
func decodeHTML(_ bytes: [UInt8], diagnostics: inout DiagnosticBag) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return decodeUTF16(bytes.dropFirst(2), littleEndian: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return decodeUTF16(bytes.dropFirst(2), littleEndian: false) }
    let declared = declaredEncoding(in: bytes)
    switch declared {
    case "windows-1252", "cp1252", "x-cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "us-ascii",
        "ascii":
        return decodeWindows1252(bytes)
    case nil, "utf-8", "utf8", "unicode-1-1-utf-8", "utf-16", "utf-16le", "utf-16be":
        break
    case let other?:
        diagnostics.add(
            .warning(
                "the encoding \"\(other)\" is not known; the file is read as UTF-8",
                hint: "save the file as UTF-8 and write <meta charset=\"utf-8\">"))
    }
    guard let fault = firstInvalidUTF8(in: bytes) else { return bytes }
    diagnostics.add(
        .warning(
            "the file is not valid UTF-8; it is read as windows-1252",
            at: SourceLocation(position: position(of: fault, in: bytes)),
            hint: "save the file as UTF-8, or name its encoding in <meta charset>"))
    return decodeWindows1252(bytes)
}

/// The label of the first `charset=` inside a `<meta` tag of the first 1,024 bytes, in lower case.
private func declaredEncoding(in bytes: [UInt8]) -> String? {
    let head = bytes.prefix(1024).map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 }
    var index = 0
    while let meta = find(Array("<meta".utf8), in: head, from: index) {
        let end = head[meta...].firstIndex(of: UInt8(ascii: ">")) ?? head.endIndex
        index = end
        guard let charset = find(Array("charset".utf8), in: head, from: meta), charset < end else { continue }
        let rest = head[(charset + 7)..<end].drop { $0 <= 0x20 }
        guard rest.first == UInt8(ascii: "=") else { continue }
        let value = rest.dropFirst().drop { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        let label = value.prefix {
            $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: ";")
                && $0 != UInt8(ascii: "/")
        }
        if !label.isEmpty { return String(decoding: label, as: UTF8.self) }
    }
    return nil
}

private func find(_ needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= needle.count else { return nil }
    for index in start...(bytes.count - needle.count) where bytes[index..<(index + needle.count)].elementsEqual(needle)
    {
        return index
    }
    return nil
}

private func decodeUTF16(_ bytes: ArraySlice<UInt8>, littleEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
        let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        units.append(littleEndian ? a | b << 8 : a << 8 | b)
        index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
}

/// Windows-1252 to UTF-8 (Encoding Standard, index windows-1252).
private func decodeWindows1252(_ bytes: [UInt8]) -> [UInt8] {
    let upper: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + bytes.count / 16)
    for byte in bytes {
        guard byte >= 0x80 else {
            out.append(byte)
            continue
        }
        let scalar = byte < 0xA0 ? upper[Int(byte) - 0x80] : UInt16(byte)
        if scalar >= 0x800 {
            out.append(0xE0 | UInt8(scalar >> 12))
            out.append(0x80 | UInt8(scalar >> 6 & 0x3F))
        } else {
            out.append(0xC0 | UInt8(scalar >> 6))
        }
        out.append(0x80 | UInt8(scalar & 0x3F))
    }
    return out
}

/// The offset of the first byte that is not part of well-formed UTF-8.
private func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: bytes.span)
        return nil
    } catch {
        return error.byteOffsets.lowerBound
    }
}

private func position(of offset: Int, in bytes: [UInt8]) -> SourcePosition {
    var position = SourcePosition(line: 1, column: 1)
    for byte in bytes[..<offset] {
        if byte == UInt8(ascii: "\n") {
            position = SourcePosition(line: position.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
            position.column += 1
        }
    }
    return position
}
