internal import Containers

/// A sheet of an OpenDocument spreadsheet (OASIS ODF 1.3, part 3 §9).
final class OpenDocumentSheet: XMLReceiver {
    private var sheet: SheetText
    private let wanted: String?
    private var names: [String] = []
    private var isInside = false
    private(set) var isDone = false
    private var tables = 0

    private var row = 1
    private var rowRepeat = 1
    private var column = 0
    private var columnRepeat = 1
    private var value: String?
    private var paragraphs: [UInt8] = []
    private var paragraphDepth = 0
    private var paragraphCount = 0
    private var isNote = false

    static func text(_ archive: ZipArchive, sheet: String?) throws(ContainerFault) -> [UInt8] {
        guard let bytes = try archive.entry("content.xml") else { return [] }
        let reader = OpenDocumentSheet(size: bytes.count, wanted: sheet)
        try readXML(bytes, into: reader)
        if let fault = reader.sheet.fault { throw ContainerFault(fault) }
        guard reader.isDone else { throw ContainerFault.noSheet(sheet, among: reader.names) }
        return reader.sheet.bytes
    }

    private init(size: Int, wanted: String?) {
        sheet = SheetText(size: size)
        self.wanted = wanted
    }

    var isFinished: Bool { isDone || sheet.fault != nil }

    func start(_ name: String, _ attributes: [(name: String, value: String)], at offset: Int) {
        func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
        switch name {
        case "table":
            let title = attribute("name") ?? ""
            names.append(title)
            if isInside { tables += 1 } else { isInside = wanted.map { $0 == title } ?? true }
        case "table-row" where isInside:
            rowRepeat = attribute("number-rows-repeated").flatMap { Int($0) } ?? 1
            column = 0
        case "table-cell" where isInside, "covered-table-cell" where isInside:
            columnRepeat = attribute("number-columns-repeated").flatMap { Int($0) } ?? 1
            value = Self.value(attribute)
            paragraphs = []
            paragraphCount = 0
        case "annotation": isNote = true
        case "p" where isInside && !isNote:
            if paragraphCount > 0 { paragraphs.append(0x0A) }
            paragraphCount += 1
            paragraphDepth += 1
        case "s" where paragraphDepth > 0:
            let count = attribute("c").flatMap { Int($0) } ?? 1
            paragraphs.append(contentsOf: repeatElement(0x20, count: max(0, min(count, 1000))))
        case "tab" where paragraphDepth > 0: paragraphs.append(0x09)
        case "line-break" where paragraphDepth > 0: paragraphs.append(0x0A)
        default: break
        }
    }

    func end(_ name: String) {
        switch name {
        case "table" where isInside:
            if tables > 0 { tables -= 1 } else { isDone = true }
        case "table-row" where isInside: endRow()
        case "table-cell" where isInside, "covered-table-cell" where isInside: endCell()
        case "annotation": isNote = false
        case "p" where paragraphDepth > 0: paragraphDepth -= 1
        default: break
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        if paragraphDepth > 0 { unsafe paragraphs.append(contentsOf: bytes) }
    }

    /// Blank cells and rows are repeated by thousands at a sheet's end; only those with text are written.
    private func endCell() {
        let text = value ?? String(decoding: paragraphs, as: UTF8.self)
        let count = max(1, columnRepeat)
        if !text.isEmpty {
            for index in 0..<min(count, SheetText.maximumColumns + 1) { sheet.put(text, column: column + index) }
        }
        column = min(column + count, 1 << 20)
    }

    private func endRow() {
        let count = max(1, min(rowRepeat, SheetText.maximumRows + 1))
        sheet.repeatRow(count, from: row)
        row = min(row + count, 1 << 21)
    }

    /// The value as a table's readers take it; nil where the paragraphs say it.
    private static func value(_ attribute: (String) -> String?) -> String? {
        switch attribute("value-type") {
        case "float", "currency": attribute("value").map { CellFormat.number.text(of: $0, since1904: false) }
        case "percentage": attribute("value").map { CellFormat.percent.text(of: $0, since1904: false) }
        case "date": attribute("date-value").map { String($0.prefix(10)) }
        case "boolean": attribute("boolean-value")
        case "time": attribute("time-value").flatMap(duration)
        case "string": attribute("string-value")
        default: nil
        }
    }

    /// `PT01H30M00S` as `1:30:00`.
    private static func duration(_ text: String) -> String? {
        var parts: [Character: Int] = [:]
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else {
                parts[character] = Int(digits)
                digits = ""
                if character == "." || character == "," { break }
            }
        }
        guard let hours = parts["H"] else { return nil }
        func two(_ part: Int) -> String { part < 10 ? "0\(part)" : "\(part)" }
        return "\(hours):\(two(parts["M"] ?? 0)):\(two(parts["S"] ?? 0))"
    }
}
