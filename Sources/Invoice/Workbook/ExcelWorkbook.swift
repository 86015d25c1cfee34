internal import Containers

/// A workbook of Excel's format since 2007.
struct ExcelWorkbook {
    private let archive: ZipArchive
    private let index = WorkbookIndex()

    init(_ archive: ZipArchive) throws(ContainerFault) {
        self.archive = archive
        try read("xl/workbook.xml", into: index)
        try read("xl/_rels/workbook.xml.rels", into: index)
        try read("xl/styles.xml", into: index)
    }

    private func read(_ entry: String, into receiver: any XMLReceiver) throws(ContainerFault) {
        guard let bytes = try archive.entry(entry) else { return }
        try readXML(bytes, into: receiver)
    }

    func text(of wanted: String?) throws(ContainerFault) -> [UInt8] {
        let sheets = index.sheets
        guard let sheet = wanted.map({ name in sheets.first { $0.name == name } }) ?? sheets.first else {
            throw ContainerFault.noSheet(wanted, among: sheets.map(\.name))
        }
        guard let target = index.targets[sheet.relation], let bytes = try archive.entry(Self.path(target)) else {
            throw ContainerFault("the sheet \"\(sheet.name)\" is missing from the workbook")
        }
        let strings = SharedStrings()
        try read("xl/sharedStrings.xml", into: strings)
        let reader = ExcelSheet(size: bytes.count, strings: strings.strings, index)
        try readXML(bytes, into: reader)
        if let fault = reader.fault { throw ContainerFault(fault) }
        return reader.text
    }

    /// A target is beside `xl/`, or from the archive's root.
    private static func path(_ target: String) -> String {
        target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)"
    }
}

/// Sheets, relations and number formats: the small parts.
private final class WorkbookIndex: XMLReceiver {
    private(set) var sheets: [(name: String, relation: String)] = []
    private(set) var targets: [String: String] = [:]
    /// By a cell's style.
    private(set) var formats: [CellFormat] = []
    private(set) var since1904 = false
    private var codes: [Int: CellFormat] = [:]
    private var inCellFormats = false
    let isFinished = false

    func start(_ name: String, _ attributes: [(name: String, value: String)], at offset: Int) {
        func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
        switch name {
        case "sheet":
            // `r:id` and `sheetId`: the prefix is gone.
            if let name = value("name"), let relation = value("id") { sheets.append((name, relation)) }
        case "workbookPr": since1904 = ["1", "true"].contains(value("date1904"))
        case "Relationship":
            if let id = value("Id"), let target = value("Target") { targets[id] = target }
        case "numFmt":
            if let id = value("numFmtId").flatMap({ Int($0) }), let code = value("formatCode") {
                codes[id] = CellFormat(code: code)
            }
        case "cellXfs": inCellFormats = true
        case "xf" where inCellFormats:
            let id = value("numFmtId").flatMap { Int($0) } ?? 0
            formats.append(codes[id] ?? CellFormat(builtIn: id) ?? .number)
        default: break
        }
    }

    func end(_ name: String) {
        if name == "cellXfs" { inCellFormats = false }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}
}

/// Texts that cells refer to by number.
private final class SharedStrings: XMLReceiver {
    private(set) var strings: [String] = []
    private var current: [UInt8] = []
    private var isText = false
    /// Inside a reading aid, which is no part of the text.
    private var isPhonetic = false
    let isFinished = false

    func start(_ name: String, _ attributes: [(name: String, value: String)], at offset: Int) {
        switch name {
        case "si": current = []
        case "t": isText = !isPhonetic
        case "rPh": isPhonetic = true
        default: break
        }
    }

    func end(_ name: String) {
        switch name {
        case "si": strings.append(String(decoding: current, as: UTF8.self))
        case "t": isText = false
        case "rPh": isPhonetic = false
        default: break
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        if isText { unsafe current.append(contentsOf: bytes) }
    }
}

/// One sheet's rows and cells.
private final class ExcelSheet: XMLReceiver {
    private var sheet: SheetText
    private let strings: [String]
    private let index: WorkbookIndex
    private var row = 0
    private var column = 0
    private var type = ""
    private var format = CellFormat.number
    private var value: [UInt8] = []
    private var isValue = false
    private var isPhonetic = false

    init(size: Int, strings: [String], _ index: WorkbookIndex) {
        sheet = SheetText(size: size)
        self.strings = strings
        self.index = index
    }

    var text: [UInt8] { sheet.bytes }
    var fault: String? { sheet.fault }
    var isFinished: Bool { sheet.fault != nil }

    func start(_ name: String, _ attributes: [(name: String, value: String)], at offset: Int) {
        func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
        switch name {
        case "row":
            row = attribute("r").flatMap { Int($0) } ?? row + 1
            column = -1
        case "c":
            column = attribute("r").flatMap(Self.column) ?? column + 1
            type = attribute("t") ?? "n"
            let style = attribute("s").flatMap { Int($0) } ?? 0
            format = index.formats.indices.contains(style) ? index.formats[style] : .number
            value = []
        case "v": isValue = true
        case "t": isValue = !isPhonetic
        case "rPh": isPhonetic = true
        default: break
        }
    }

    func end(_ name: String) {
        switch name {
        case "v", "t": isValue = false
        case "rPh": isPhonetic = false
        case "c": sheet.put(written, column: column)
        case "row": sheet.endRow(row)
        default: break
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        if isValue { unsafe value.append(contentsOf: bytes) }
    }

    private var written: String {
        let text = String(decoding: value, as: UTF8.self)
        switch type {
        case "s": return Int(text).flatMap { strings.indices.contains($0) ? strings[$0] : nil } ?? ""
        case "b": return text == "1" ? "true" : "false"
        case "n": return text.isEmpty ? "" : format.text(of: text, since1904: index.since1904)
        // "d" is a date by ISO 8601; "str", "inlineStr" and "e" are their text.
        default: return text
        }
    }

    /// The letters of `AB12`, from 0.
    private static func column(_ reference: String) -> Int? {
        var number = 0
        for byte in reference.utf8 {
            guard byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") else { break }
            number = min(number * 26 + Int(byte - UInt8(ascii: "A")) + 1, 1 << 20)
        }
        return number > 0 ? number - 1 : nil
    }
}
