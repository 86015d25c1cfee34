internal import Containers

/// Writes a ZIP archive without compression, so that a test can break what is inside it.
public struct StoredZip {
    public init() {}

    private var body: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    public mutating func add(_ name: String, _ content: [UInt8]) {
        let offset = UInt32(body.count)
        var head: [UInt8] = []
        append(UInt16(20), &head)
        for _ in 0..<4 { append(UInt16(0), &head) }
        append(Self.checksum(content), &head)
        append(UInt32(content.count), &head)
        append(UInt32(content.count), &head)
        append(UInt16(name.utf8.count), &head)
        append(UInt16(0), &head)
        body += [0x50, 0x4B, 3, 4] + head + Array(name.utf8) + content
        directory += [0x50, 0x4B, 1, 2, 20, 0] + head
        for _ in 0..<3 { append(UInt16(0), &directory) }
        append(UInt32(0), &directory)
        append(offset, &directory)
        directory += Array(name.utf8)
        count += 1
    }

    /// The parts of a workbook that are read, unpacked.
    public static func parts(of workbook: [UInt8]) throws -> [(String, [UInt8])] {
        let archive = try ZipArchive(workbook)
        let names = [
            "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", "xl/sharedStrings.xml",
            "xl/worksheets/sheet1.xml", "content.xml",
        ]
        return try names.compactMap { name in try archive.entry(name).map { (name, $0) } }
    }

    public var bytes: [UInt8] {
        var end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        append(count, &end)
        append(count, &end)
        append(UInt32(directory.count), &end)
        append(UInt32(body.count), &end)
        append(UInt16(0), &end)
        return body + directory + end
    }

    private func append(_ value: some FixedWidthInteger, _ bytes: inout [UInt8]) {
        var value = value
        for _ in 0..<(value.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: value))
            value >>= 8
        }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}
