internal import Diagnostics

/// How a file's text was written.
enum TextEncoding: String {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16 LE"
    case utf16BigEndian = "UTF-16 BE"
    case windows1252 = "Windows-1252"
}

/// The bytes as UTF-8 without a byte order mark, and what they were before.
///
/// A byte order mark decides; else UTF-8 if all of it is valid; else Windows-1252. Nil for UTF-16 that is none.
func decodedText(_ bytes: [UInt8]) -> (bytes: [UInt8], encoding: TextEncoding)? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        let body = Array(bytes.dropFirst(3))
        return firstInvalidUTF8(in: body, 0..<body.count) == nil ? (body, .utf8) : (fromWindows1252(body), .windows1252)
    }
    if bytes.starts(with: [0xFF, 0xFE]) { return fromUTF16(bytes, low: 0).map { ($0, .utf16LittleEndian) } }
    if bytes.starts(with: [0xFE, 0xFF]) { return fromUTF16(bytes, low: 1).map { ($0, .utf16BigEndian) } }
    if firstInvalidUTF8(in: bytes, 0..<bytes.count) == nil { return (bytes, .utf8) }
    return (fromWindows1252(bytes), .windows1252)
}

/// JSON's text: UTF-8, or UTF-16 that a byte order mark announces.
func jsonText(_ input: InvoiceReader.Input, name: String) throws(DiagnosticError) -> FileWindow {
    let beginning = input.beginning
    guard beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) else {
        if case .file(let source) = input { return FileWindow(source) }
        return FileWindow(beginning)
    }
    guard let decoded = decodedText(input.all) else { throw notUTF16(name) }
    return FileWindow(decoded.bytes)
}

/// A CSV file's text, and a note on its encoding where that is not plain UTF-8.
func csvText(
    _ input: InvoiceReader.Input, name: String
) throws(DiagnosticError) -> (SourceText, notes: [Diagnostic]) {
    if case .file(let source) = input, let window = utf8Window(source) { return (SourceText(window, file: name), []) }
    guard let decoded = decodedText(input.all) else { throw notUTF16(name) }
    let note = Diagnostic(.note, "read as \(decoded.encoding.rawValue)", at: SourceLocation(file: name))
    return (SourceText(bytes: decoded.bytes, file: name), decoded.encoding == .utf8 ? [] : [note])
}

private func notUTF16(_ name: String) -> DiagnosticError {
    DiagnosticError(
        .error("announced as UTF-16, but it is none", at: SourceLocation(file: name), hint: "save the file as UTF-8"))
}

/// A window on a file whose every byte is UTF-8; nil for any other.
private func utf8Window(_ source: InvoiceSource) -> FileWindow? {
    let window = FileWindow(source)
    if window.bytes.starts(with: [0xFF, 0xFE]) || window.bytes.starts(with: [0xFE, 0xFF]) { return nil }
    var check = window
    while true {
        // A character that the window's end cuts in two is looked at with the next window.
        var end = check.bytes.count
        if !check.isLast { while end > check.bytes.count - 4, end > 0, check.bytes[end - 1] >= 0x80 { end -= 1 } }
        if firstInvalidUTF8(in: check.bytes, 0..<end) != nil { return nil }
        if check.isLast { break }
        if end < check.bytes.count, check.bytes.count - end >= 4 { return nil }
        check.slide(to: check.base + end)
    }
    return window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? FileWindow(source, skipping: 3) : window
}

/// - Parameter low: which byte of a pair is the low one.
private func fromUTF16(_ bytes: [UInt8], low: Int) -> [UInt8]? {
    guard bytes.count % 2 == 0 else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for at in stride(from: 2, to: bytes.count, by: 2) {
        units.append(UInt16(bytes[at + low]) | UInt16(bytes[at + 1 - low]) << 8)
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
}

private func fromWindows1252(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
        if byte < 0x80 {
            result.append(byte)
            continue
        }
        let code = byte < 0xA0 ? windows1252[Int(byte) - 0x80] : UInt32(byte)
        if let scalar = Unicode.Scalar(code) {
            result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
    return result
}

/// 0x80 to 0x9F; the five that are unassigned stand for themselves (WHATWG Encoding, index windows-1252).
private let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
]
