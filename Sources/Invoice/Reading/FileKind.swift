internal import Diagnostics

/// What kind of file the bytes are: by content where it is plain, else by the name's extension.
func fileKind(of bytes: [UInt8], name: String) throws(DiagnosticError) -> FileKind {
    if let refusal = refusal(of: bytes) {
        throw DiagnosticError(.error(refusal.message, at: SourceLocation(file: name), hint: refusal.hint))
    }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .workbook }
    let suffix = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    switch suffix {
    case "csv", "tsv": return .csv
    case "ndjson", "jsonl": return .ndjson
    case "json": return .json
    case "xml": return .xml
    default:
        // The zero bytes of UTF-16 stand between the characters.
        let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
        if first == UInt8(ascii: "<") { return .xml }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .csv
    }
}

private func refusal(of bytes: [UInt8]) -> (message: String, hint: String)? {
    if !bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) {
        return ("the file is empty", "was it still being written?")
    }
    let magics: [([UInt8], String, String)] = [
        ([0xD0, 0xCF, 0x11, 0xE0], "a workbook of Excel before 2007", "save it as .xlsx, or the sheet as CSV (UTF-8)"),
        (Array("%PDF".utf8), "a PDF, not data", "drop the file that the invoice is made from"),
    ]
    for (magic, message, hint) in magics where bytes.starts(with: magic) { return (message, hint) }
    return nil
}
