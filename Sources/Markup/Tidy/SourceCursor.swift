import Diagnostics

/// Lines and columns of a source that is asked about from front to back, so that each byte is looked at once.
struct SourceCursor {
    private let source: [UInt8]
    private var offset = 0
    private var line = 1
    private var column = 1

    init(_ source: [UInt8]) { self.source = source }

    /// Where a byte stands, in characters from 1; no offset may be less than the one before.
    mutating func position(of target: Int) -> SourcePosition {
        while offset < target {
            let byte = source[offset]
            offset += 1
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return SourcePosition(line: line, column: column)
    }
}
