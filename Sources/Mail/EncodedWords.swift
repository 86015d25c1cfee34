/// Text that a header cannot hold as it is: encoded words (RFC 2047 §2) of UTF-8, each of whole characters.
///
/// GMime writes these too, but for some texts longer than the 75 characters that one may have, or parted so that readers
/// put a space within a long word.
struct EncodedWords {
    /// In order; to be parted by white space, which readers drop.
    let words: [String]

    /// A line has room for one after the longest of our field names.
    private static let limit = 66
    private static let room = limit - "=?utf-8?q??=".utf8.count

    init(_ text: String) {
        let isMostlyPlain = text.utf8.count { !Self.isPlain($0) } * 6 <= text.utf8.count
        let encode = isMostlyPlain ? Self.quoted : Self.base64
        var words: [String] = []
        var piece: [UInt8] = []
        for unit in Self.units(of: text) {
            if encode(piece + unit).utf8.count > Self.room {
                words.append(encode(piece))
                piece = []
            }
            piece += unit
        }
        words.append(encode(piece))
        self.words = words.map { "=?utf-8?\(isMostlyPlain ? "q" : "b")?\($0)?=" }
    }

    /// What is not parted: signs as people see them, unless one is made of so many that it does not fit.
    private static func units(of text: String) -> [[UInt8]] {
        text.flatMap { character -> [[UInt8]] in
            let whole = Array(character.utf8)
            return whole.count <= 16 ? [whole] : character.unicodeScalars.map { Array(String($0).utf8) }
        }
    }

    /// RFC 2047 §5 (3): what may stand in a word of a name as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "!"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: " "):
            true
        default: false
        }
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            if byte == UInt8(ascii: " ") { return "_" }
            if isPlain(byte) { return String(Unicode.Scalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "=0\(digits)" : "=\(digits)"
        }.joined()
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 {
                result.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
