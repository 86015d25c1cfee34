/// A header parameter whose value is long or not ASCII (RFC 2231 §3 to §5): `filename*0*=utf-8''Gr%C3%B6…`.
///
/// GMime writes these too, but may part them within a character, which readers that decode part by part then lose; here
/// a part always ends with a whole character.
struct ExtendedParameter {
    private let name: String
    private let value: String
    /// How much of a value goes on one line, so that the line keeps within 78 characters.
    private static let room = 56

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The parameter as header text, each line led by a tab and parted by `;`.
    var text: String {
        let parts = parts
        guard parts.count > 1 else { return "\t\(name)*=utf-8''\(parts.first ?? "")" }
        return parts.enumerated()
            .map { index, part in "\t\(name)*\(index)*=\(index == 0 ? "utf-8''" : "")\(part)" }
            .joined(separator: ";\n")
    }

    private var parts: [String] {
        var parts = [""]
        for scalar in value.unicodeScalars {
            let encoded = String(scalar).utf8.map(Self.encoded).joined()
            if parts[parts.count - 1].utf8.count + encoded.utf8.count > Self.room { parts.append("") }
            parts[parts.count - 1] += encoded
        }
        return parts
    }

    /// RFC 2231 §7: attribute characters as they are, others as `%HH`.
    private static func encoded(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            return String(Unicode.Scalar(byte))
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "%0\(digits)" : "%\(digits)"
        }
    }
}
