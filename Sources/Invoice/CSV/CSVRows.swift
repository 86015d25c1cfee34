/// Reads the records of a delimited file one by one (RFC 4180, and what spreadsheets make of it).
///
/// A cell in quotes may hold delimiters, line breaks and doubled quotes; CR, LF and CRLF end a record. Quotes inside an
/// unquoted cell are text.
struct CSVRows {
    struct Cell {
        /// Of the cell's text, without its quotes; places in the window.
        var start: Int
        var end: Int
        /// Whether doubled quotes are to be undone.
        var hasDoubledQuotes = false
    }

    /// Where a record begins: its first byte, its number as a spreadsheet counts it, and its line, both from 1.
    struct Mark {
        var offset: Int
        var number: Int
        var line: Int

        static let start = Mark(offset: 0, number: 1, line: 1)
    }

    private(set) var window: FileWindow
    let delimiter: UInt8
    private(set) var cells: [Cell] = []
    private(set) var mark: Mark
    private var at: Int
    private var number: Int
    private var line: Int
    /// The offset of a quote that no other closes.
    private(set) var unclosedQuote: Int?

    init(_ bytes: [UInt8], delimiter: UInt8, from start: Mark) {
        self.init(FileWindow(bytes), delimiter: delimiter, from: start)
    }

    /// - Parameter window: with `start` in it.
    init(_ window: FileWindow, delimiter: UInt8, from start: Mark) {
        self.window = window
        self.delimiter = delimiter
        at = start.offset - window.base
        number = start.number - 1
        line = start.line
        mark = start
    }

    var bytes: [UInt8] { window.bytes }

    /// Reads the next record into `cells`; false at the end of the file.
    mutating func next() -> Bool {
        if window.isShort(at: at) { move(to: window.base + at) }
        guard at < window.bytes.count else { return false }
        number += 1
        mark = Mark(offset: window.base + at, number: number, line: line)
        while true {
            let lines = takeRecord(window.bytes)
            // What ends with the window may only seem to end.
            if at == window.bytes.count, window.grow() {
                at = mark.offset - window.base
                continue
            }
            line += lines
            return true
        }
    }

    mutating func seek(to mark: Mark) {
        let local = mark.offset - window.base
        if local >= 0, local <= window.bytes.count, !window.isShort(at: local) {
            at = local
        } else {
            move(to: mark.offset)
        }
        number = mark.number - 1
        line = mark.line
    }

    private mutating func move(to offset: Int) {
        window.slide(to: offset)
        at = offset - window.base
    }

    /// Takes one record from `at` on; how many lines it goes over.
    private mutating func takeRecord(_ bytes: [UInt8]) -> Int {
        cells.removeAll(keepingCapacity: true)
        unclosedQuote = nil
        let count = bytes.count
        let delimiter = delimiter
        var at = at
        var lines = 1
        while true {
            if at < count, bytes[at] == UInt8(ascii: "\"") {
                at = takeQuoted(bytes, at, &lines)
            } else {
                let start = at
                while at < count {
                    let byte = bytes[at]
                    if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
                    at += 1
                }
                cells.append(Cell(start: start, end: at))
            }
            guard at < count else { break }
            let byte = bytes[at]
            at += 1
            if byte == delimiter { continue }
            if byte == 0x0D, at < count, bytes[at] == 0x0A { at += 1 }
            break
        }
        self.at = at
        return lines
    }

    /// Takes the cell whose quote stands at `quote`; where it ends.
    private mutating func takeQuoted(_ bytes: [UInt8], _ quote: Int, _ lines: inout Int) -> Int {
        let count = bytes.count
        var at = quote + 1
        var cell = Cell(start: at, end: at)
        while at < count {
            let byte = bytes[at]
            if byte != UInt8(ascii: "\"") {
                at += 1
                if byte == 0x0A || byte == 0x0D && !(at < count && bytes[at] == 0x0A) { lines += 1 }
                continue
            }
            if at + 1 < count, bytes[at + 1] == UInt8(ascii: "\"") {
                cell.hasDoubledQuotes = true
                at += 2
                continue
            }
            cell.end = at
            cells.append(cell)
            // White space between the closing quote and the delimiter means nothing; neither does anything else there.
            at += 1
            while at < count, bytes[at] != delimiter, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
            return at
        }
        unclosedQuote = window.base + quote
        cell.end = at
        cells.append(cell)
        return at
    }

    // MARK: Cells

    /// Whether the cell holds nothing but spaces, or lies beyond the record's end.
    func isBlank(_ column: Int) -> Bool {
        guard column < cells.count else { return true }
        return isBlank(cells[column])
    }

    private func isBlank(_ cell: Cell) -> Bool {
        var at = cell.start
        while at < cell.end {
            guard window.bytes[at] == 0x20 || window.bytes[at] == 0x09 else { return false }
            at += 1
        }
        return true
    }

    var isBlankRecord: Bool {
        for cell in cells where !isBlank(cell) { return false }
        return true
    }

    /// The cell's text without space around it; empty beyond the record's end.
    func text(_ column: Int) -> String {
        guard column < cells.count else { return "" }
        var cell = cells[column]
        while cell.start < cell.end, isSpace(window.bytes[cell.start]) { cell.start += 1 }
        while cell.end > cell.start, isSpace(window.bytes[cell.end - 1]) { cell.end -= 1 }
        let text = String(decoding: window.bytes[cell.start..<cell.end], as: UTF8.self)
        return withoutControls(cell.hasDoubledQuotes ? text.replacing("\"\"", with: "\"") : text)
    }

    /// The number in a cell of digits with one decimal sign at most, as most are; nil for whatever needs a closer look.
    ///
    /// - Parameter sign: the file's; nil takes whole numbers alone.
    func plainDecimal(_ column: Int, sign: DecimalSign?) -> ExactDecimal? {
        let cell = cells[column]
        guard cell.end - cell.start <= 18 else { return nil }
        let point: UInt8? =
            switch sign {
            case .point: UInt8(ascii: ".")
            case .comma: UInt8(ascii: ",")
            case nil: nil
            }
        var mantissa: Int64 = 0
        var pointAt: Int?
        var at = cell.start
        while at < cell.end {
            let byte = window.bytes[at]
            if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                mantissa = mantissa * 10 + Int64(byte - UInt8(ascii: "0"))
            } else if byte == point, pointAt == nil, at > cell.start, at + 1 < cell.end {
                pointAt = at
            } else {
                return nil
            }
            at += 1
        }
        return ExactDecimal(mantissa: Int128(mantissa), scale: pointAt.map { cell.end - $0 - 1 } ?? 0)
    }

    /// Where the cell's text stands in the file.
    func range(_ column: Int) -> Range<Int> {
        guard column < cells.count else { return mark.offset..<mark.offset }
        return cells[column].start + window.base..<cells[column].end + window.base
    }

    /// Where the cell's text stands in the window.
    func localRange(_ column: Int) -> Range<Int> {
        guard column < cells.count else { return 0..<0 }
        return cells[column].start..<cells[column].end
    }

    /// Whether two stretches of the file have the same bytes, as far as the window shows both.
    func holdSame(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        guard a.count == b.count, b.lowerBound >= window.base else { return false }
        let base = window.base
        let distance = b.lowerBound - a.lowerBound
        for at in a where window.bytes[at - base] != window.bytes[at - base + distance] { return false }
        return true
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
