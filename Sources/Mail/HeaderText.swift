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
    return nil
}

private func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

extension DiagnosticBag {
    /// Adds an error if the text may not stand in a header.
    mutating func checkHeaderText(_ text: String, of name: String) {
        guard let fault = faultInHeaderText(text) else { return }
        add(.error("the \(name) \(fault)", hint: "write it on one line, with letters, digits and signs only"))
    }
}
