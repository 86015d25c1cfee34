internal import CExpat

/// Tells the parser of the encodings that it does not know by itself but that programs for Windows declare.
///
/// One byte is one character in each; `differences` from Latin-1 are all that is to be said of them.
func teachEncodings(_ parser: XML_Parser) {
    XML_SetUnknownEncodingHandler(
        parser,
        { _, name, information in
            guard let name, let information, let differences = differences[String(cString: name).lowercased()] else {
                return 0
            }
            withUnsafeMutableBytes(of: &information.pointee.map) { map in
                let codes = map.bindMemory(to: CInt.self)
                for byte in codes.indices { codes[byte] = CInt(byte) }
                for (byte, code) in differences { codes[byte] = code }
            }
            information.pointee.data = nil
            information.pointee.convert = nil
            information.pointee.release = nil
            return 1
        }, nil)
}

private let differences: [String: [Int: CInt]] = [
    "windows-1252": windows1252, "cp1252": windows1252, "iso-8859-15": latin9, "iso8859-15": latin9, "latin-9": latin9,
]

/// WHATWG Encoding, index windows-1252; the five bytes that it leaves out stand for themselves.
private let windows1252: [Int: CInt] = [
    0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021, 0x88: 0x02C6,
    0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C,
    0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC, 0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A,
    0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
]

/// ISO/IEC 8859-15.
private let latin9: [Int: CInt] = [
    0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152, 0xBD: 0x0153, 0xBE: 0x0178,
]
