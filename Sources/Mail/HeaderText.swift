internal import Diagnostics

/// What may stand in a header (RFC 5322 §2.2): one line, no control characters; a tab is none of either.
///
/// U+2028 and U+2029 are line ends to some readers. The bidirectional overrides (U+202A to U+202E, U+2066 to U+2069) make a
/// name read as another one.
func faultInHeaderText(_ text: String) -> String? {
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x0A, 0x0D: return "holds a line break"
        case 0x00: return "holds a NUL character"
        case 0x01...0x1F, 0x7F...0x9F: return "holds the control character \(codePoint(scalar))"
        case 0x2028, 0x2029: return "holds the line separator \(codePoint(scalar))"
        case 0x202A...0x202E, 0x2066...0x2069: return "holds the text direction control \(codePoint(scalar))"
        default: continue
        }
    }
    return holdsEncodedWord(text) ? "holds an encoded word (=?…?=)" : nil
}

/// Whether a reader would decode part of the text (RFC 2047 §2): GMime leaves ASCII as it is, encoded words included, and
/// such a word can hold a line break.
private func holdsEncodedWord(_ text: String) -> Bool {
    var rest = text[...]
    while let start = rest.firstRange(of: "=?") {
        rest = rest[start.upperBound...]
        // charset ? encoding ? text ?=
        let parts = rest.split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return false }
        if ["b", "q"].contains(parts[1].lowercased()), parts[3].hasPrefix("=") { return true }
    }
    return false
}

private func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

extension DiagnosticBag {
    /// Adds an error if the text may not stand in a header.
    mutating func checkHeaderText(_ text: String, of name: String) {
        guard let fault = faultInHeaderText(text) else { return }
        add(.error("the \(name) \(fault)", hint: "write it on one line, as it is to be read"))
    }
}
