/// Reads the records of a delimited file one by one (RFC 4180, and what spreadsheets make of it).
///
/// A cell in quotes may hold delimiters, line breaks and doubled quotes; CR, LF and CRLF end a record. Quotes inside an
/// unquoted cell are text.
struct CSVRows {
    struct Cell {
        /// Of the cell's text, without its quotes.
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

    let bytes: [UInt8]
    let delimiter: UInt8
    private(set) var cells: [Cell] = []
    private(set) var mark: Mark
    private var at: Int
    private var number: Int
    private var line: Int
    /// The offset of a quote that no other closes.
    private(set) var unclosedQuote: Int?

    init(_ bytes: [UInt8], delimiter: UInt8, from start: Mark) {
        self.bytes = bytes
        self.delimiter = delimiter
        at = start.offset
        number = start.number - 1
        line = start.line
        mark = start
    }

    /// Reads the next record into `cells`; false at the end of the file.
    mutating func next() -> Bool {
        guard at < bytes.count else { return false }
        cells.removeAll(keepingCapacity: true)
        number += 1
        mark = Mark(offset: at, number: number, line: line)
        while true {
            if at < bytes.count, bytes[at] == UInt8(ascii: "\"") { takeQuoted() } else { takePlain() }
            guard at < bytes.count else { return true }
            let byte = bytes[at]
            at += 1
            if byte == delimiter { continue }
            if byte == 0x0D, at < bytes.count, bytes[at] == 0x0A { at += 1 }
            line += 1
            return true
        }
    }

    mutating func seek(to mark: Mark) {
        at = mark.offset
        number = mark.number - 1
        line = mark.line
    }

    private mutating func takePlain() {
        let start = at
        while at < bytes.count {
            let byte = bytes[at]
            if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
            at += 1
        }
        cells.append(Cell(start: start, end: at))
    }

    private mutating func takeQuoted() {
        let quote = at
        at += 1
        var cell = Cell(start: at, end: at)
        while at < bytes.count {
            let byte = bytes[at]
            if byte != UInt8(ascii: "\"") {
                at += 1
                if byte == 0x0A || byte == 0x0D && !(at < bytes.count && bytes[at] == 0x0A) { line += 1 }
                continue
            }
            if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "\"") {
                cell.hasDoubledQuotes = true
                at += 2
                continue
            }
            cell.end = at
            at += 1
            skipAfterQuote()
            cells.append(cell)
            return
        }
        unclosedQuote = unclosedQuote ?? quote
        cell.end = at
        cells.append(cell)
    }

    /// White space between the closing quote and the delimiter means nothing; neither does anything else there.
    private mutating func skipAfterQuote() {
        while at < bytes.count, bytes[at] != delimiter, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
    }

    // MARK: Cells

    /// Whether the cell holds nothing but spaces, or lies beyond the record's end.
    func isBlank(_ column: Int) -> Bool {
        guard column < cells.count else { return true }
        let cell = cells[column]
        var at = cell.start
        while at < cell.end {
            guard bytes[at] == 0x20 || bytes[at] == 0x09 else { return false }
            at += 1
        }
        return true
    }

    var isBlankRecord: Bool { cells.indices.allSatisfy { isBlank($0) } }

    /// The cell's text without space around it; empty beyond the record's end.
    func text(_ column: Int) -> String {
        guard column < cells.count else { return "" }
        var cell = cells[column]
        while cell.start < cell.end, isSpace(bytes[cell.start]) { cell.start += 1 }
        while cell.end > cell.start, isSpace(bytes[cell.end - 1]) { cell.end -= 1 }
        let text = String(decoding: bytes[cell.start..<cell.end], as: UTF8.self)
        return withoutControls(cell.hasDoubledQuotes ? text.replacing("\"\"", with: "\"") : text)
    }

    func range(_ column: Int) -> Range<Int> {
        guard column < cells.count else { return mark.offset..<mark.offset }
        return cells[column].start..<cells[column].end
    }

    /// Whether two stretches of the file have the same bytes.
    func holdSame(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        guard a.count == b.count else { return false }
        let distance = b.lowerBound - a.lowerBound
        for at in a where bytes[at] != bytes[at + distance] { return false }
        return true
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
