/// 128 bits that stand for some bytes: tells contents apart, protects nothing.
struct Fingerprint: Hashable {
    private(set) var high: UInt64 = 0x9E37_79B9_7F4A_7C15
    private(set) var low: UInt64 = 0xD1B5_4A32_D192_ED03

    init() {}

    init(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var place = 0
        while place + 8 <= bytes.count {
            add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            place += 8
        }
        var rest = UInt64(bytes.count) << 56
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        add(rest)
    }

    mutating func add(_ other: Fingerprint) {
        add(other.high)
        add(other.low)
    }

    /// Both halves take part in both products, so that no word is lost in one of them.
    @inline(__always)
    mutating func add(_ word: UInt64) {
        let first = (word ^ high).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        let second = (word &+ low).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        high = first.high ^ first.low &+ second.low
        low = second.high ^ second.low &+ first.high &+ (word << 23 | word >> 41)
    }

    var bytes: [UInt8] {
        let out = ByteBuffer()
        out.put(bigEndian: high, bytes: 8)
        out.put(bigEndian: low, bytes: 8)
        return out.bytes
    }
}
