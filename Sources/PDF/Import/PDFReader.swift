/// A value as another file spells it. What holds no references stays text.
indirect enum ReadValue {
    case token([UInt8])
    case array([ReadValue])
    /// Keys without their slash, in the file's order.
    case dictionary([(key: [UInt8], value: ReadValue)])
    case reference(Int)

    subscript(_ key: String) -> ReadValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key.elementsEqual(key.utf8) }?.value
    }

    var number: Double? {
        guard case .token(let text) = self else { return nil }
        return Double(String(decoding: text, as: UTF8.self))
    }

    var integer: Int? {
        guard case .token(let text) = self else { return nil }
        return Int(String(decoding: text, as: UTF8.self))
    }
}

struct ReadObject {
    var value: ReadValue
    /// As it stands in the file, filters and all.
    var stream: [UInt8]?
}

/// Reads files with a cross-reference table (§7.5.4) and no encryption: what Cairo writes when held to PDF 1.4.
struct PDFReader {
    private let bytes: [UInt8]
    private var offsets: [Int: Int] = [:]
    private(set) var trailer = ReadValue.dictionary([])
    private static let deepest = 64

    /// nil where the file is not of that kind.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let mark = lastPlace(of: "startxref") else { return nil }
        var scanner = PDFScanner(bytes, at: mark + 9)
        guard let start = scanner.integer(), readTable(start), trailer["Encrypt"] == nil else { return nil }
    }

    private func lastPlace(of text: StaticString) -> Int? {
        let wanted = Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        guard bytes.count >= wanted.count else { return nil }
        for start in stride(from: bytes.count - wanted.count, through: max(0, bytes.count - 2048), by: -1) {
            if bytes[start..<start + wanted.count].elementsEqual(wanted) { return start }
        }
        return nil
    }

    private mutating func readTable(_ start: Int) -> Bool {
        var scanner = PDFScanner(bytes, at: start)
        guard scanner.skip("xref") else { return false }
        while !scanner.skip("trailer") {
            guard let first = scanner.integer(), let count = scanner.integer(), count >= 0, count <= bytes.count else {
                return false
            }
            for number in first..<first + count {
                guard let offset = scanner.integer(), scanner.integer() != nil else { return false }
                if scanner.skip("n") { offsets[number] = offset } else if !scanner.skip("f") { return false }
            }
        }
        guard let value = scanner.value(Self.deepest) else { return false }
        trailer = value
        return true
    }

    func object(_ number: Int) -> ReadObject? {
        guard let offset = offsets[number] else { return nil }
        var scanner = PDFScanner(bytes, at: offset)
        guard scanner.integer() == number, scanner.integer() != nil, scanner.skip("obj"),
            let value = scanner.value(Self.deepest)
        else { return nil }
        guard scanner.skip("stream") else { return ReadObject(value: value) }
        scanner.skipLineEnd()
        guard let length = value["Length"].flatMap({ resolved($0)?.integer }), length >= 0,
            length <= bytes.count - scanner.place
        else { return nil }
        return ReadObject(value: value, stream: Array(bytes[scanner.place..<scanner.place + length]))
    }

    /// The value itself, or what it refers to.
    func resolved(_ value: ReadValue) -> ReadValue? {
        guard case .reference(let number) = value else { return value }
        guard let offset = offsets[number] else { return nil }
        var scanner = PDFScanner(bytes, at: offset)
        guard scanner.integer() == number, scanner.integer() != nil, scanner.skip("obj") else { return nil }
        return scanner.value(Self.deepest)
    }
}
