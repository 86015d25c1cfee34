/// Bounds how deep isolates, embeddings and overrides stand in one another in what FriBidi is told: what goes beyond the
/// deepest level that UAX 9 knows (BD2) makes it write outside its arrays.
enum BidiNesting {
    /// Each adds two levels at most, of 125.
    private static let most = 60

    private struct Opened {
        var isIsolate: Bool
        var isReplaced: Bool
    }

    /// The text with characters of no direction and equal length (U+2060, U+200B) in place of controls that are nested
    /// too deep.
    static func bounded(_ text: [UInt8]) -> [UInt8] {
        var bounded = text
        var open: [Opened] = []
        var at = 0
        while at + 2 < text.count {
            if text[at] == 0x0A { open.removeAll() }
            guard text[at] == 0xE2 else {
                at += 1
                continue
            }
            let last = text[at + 2]
            switch (text[at + 1], last) {
            // U+2066 LRI, U+2067 RLI, U+2068 FSI.
            case (0x81, 0xA6...0xA8):
                open.append(Opened(isIsolate: true, isReplaced: open.count >= most))
                if open.count > most { bounded[at + 2] = 0xA0 }
            // U+2069 PDI closes all that has been opened in its isolate.
            case (0x81, 0xA9):
                if let isolate = open.lastIndex(where: \.isIsolate) {
                    if open[isolate].isReplaced { bounded[at + 2] = 0xA0 }
                    open.removeSubrange(isolate...)
                }
            // U+202A LRE, U+202B RLE, U+202D LRO, U+202E RLO.
            case (0x80, 0xAA), (0x80, 0xAB), (0x80, 0xAD), (0x80, 0xAE):
                open.append(Opened(isIsolate: false, isReplaced: open.count >= most))
                if open.count > most { bounded[at + 2] = 0x8B }
            // U+202C PDF.
            case (0x80, 0xAC):
                if let top = open.last, !top.isIsolate {
                    if top.isReplaced { bounded[at + 2] = 0x8B }
                    open.removeLast()
                }
            default: break
            }
            at += 3
        }
        return bounded
    }
}
