internal import Diagnostics

/// The bytes of a file, with line and column for any offset.
///
/// It counts on from the last place it was asked for, so that a walk from front to back counts every byte once.
struct SourceText {
    private struct Mark {
        var offset = 0
        var line = 1
        var column = 1
    }

    /// What of the file is at hand: offsets count from the file's beginning, not from the window's.
    private(set) var window: FileWindow
    let file: String?
    private var start = Mark()
    private var counted = Mark()

    /// Whether the bytes were made of a workbook: rows and columns are places in it, lines are not.
    let isMadeUp: Bool

    init(bytes: [UInt8], file: String?, isMadeUp: Bool = false) {
        self.init(FileWindow(bytes), file: file, isMadeUp: isMadeUp)
    }

    init(_ window: FileWindow, file: String?, isMadeUp: Bool = false) {
        self.window = window
        self.isMadeUp = isMadeUp
        self.file = file
        if window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start.offset = 3 }
        counted = start
    }

    var bytes: [UInt8] { window.bytes }

    /// Goes on with another window of the same file.
    mutating func follow(_ window: FileWindow) {
        if window.base == self.window.base, window.bytes.count == self.window.bytes.count { return }
        self.window = window
    }

    mutating func position(of offset: Int) -> SourcePosition {
        if offset < counted.offset { counted = start }
        var (at, line, column) = (counted.offset, counted.line, counted.column)
        let (bytes, base) = (window.bytes, window.base)
        // What lies before the window is not counted any more.
        at = max(at, base)
        while at < min(offset, base + bytes.count) {
            let byte = bytes[at - base]
            at += 1
            if byte == 0x0A || byte == 0x0D && !(at - base < bytes.count && bytes[at - base] == 0x0A) {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        counted = Mark(offset: at, line: line, column: column)
        return SourcePosition(line: line, column: column)
    }

    /// Counts from `offset` on; nothing before it will be asked for.
    mutating func advance(to offset: Int) {
        _ = position(of: offset)
        start = counted
    }

    /// Counts from `offset` on, which begins line `line`.
    mutating func restart(at offset: Int, line: Int, column: Int = 1) {
        start = Mark(offset: offset, line: line, column: column)
        counted = start
    }

    mutating func location(of offset: Int, path: String? = nil) -> SourceLocation {
        let isCountable = !isMadeUp && (min(start.offset, counted.offset) >= window.base || offset == start.offset)
        return SourceLocation(file: file, position: isCountable ? position(of: offset) : nil, path: path)
    }

    /// The place of a line's beginning.
    func place(ofLine line: Int) -> SourcePlace {
        SourcePlace(isMadeUp ? nil : SourcePosition(line: line, column: 1))
    }

    mutating func diagnostic(for fault: JSONFault) -> Diagnostic {
        .error(fault.message, at: location(of: fault.offset), hint: fault.hint)
    }
}

/// Line and column of one offset, counted from the start of `bytes`.
func positionOf(_ offset: Int, in bytes: [UInt8]) -> SourcePosition {
    var text = SourceText(bytes: bytes, file: nil)
    return text.position(of: offset)
}
