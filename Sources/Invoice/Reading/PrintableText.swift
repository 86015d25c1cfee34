/// The text without control characters, which mean nothing on a page.
///
/// Tabs and line breaks stay; vertical tabs and form feeds are line breaks too, as spreadsheets and word processors
/// write them.
func withoutControls(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 || $0 == 0x7F }) else {
        return text
    }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x0B, 0x0C: result.append("\n")
        case 0x09, 0x0A, 0x0D: result.append(scalar)
        case 0..<0x20, 0x7F: continue
        default: result.append(scalar)
        }
    }
    return String(result)
}
