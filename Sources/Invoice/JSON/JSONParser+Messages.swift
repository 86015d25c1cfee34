internal import Diagnostics

extension JSONParser {
    /// What was expected, and what stands at `at` instead.
    func unexpected(_ wanted: String, hinting: Bool = true) -> JSONFault {
        guard at < end else { return JSONFault(offset: at, message: "expected \(wanted), found the end of the file") }
        let rest = bytes[at..<min(end, at + 40)]
        let word = String(decoding: rest.prefix { isLetter($0) }, as: UTF8.self)
        switch word {
        case "": break
        case "NaN", "Infinity":
            return JSONFault(offset: at, message: "expected \(wanted), found \(word), which is no amount")
        case "True", "False", "None", "undefined":
            return JSONFault(
                offset: at, message: "expected \(wanted), found \(word)", hint: "JSON writes true, false and null")
        default:
            return JSONFault(
                offset: at, message: "expected \(wanted), found '\(word)'", hint: "text stands in double quotes")
        }
        return JSONFault(offset: at, message: "expected \(wanted), found \(symbol)", hint: hinting ? symbolHint : nil)
    }

    private var symbol: String {
        let byte = bytes[at]
        if byte < 0x20 || byte == 0x7F { return "the byte 0x\(String(byte, radix: 16, uppercase: true))" }
        let scalars = String(decoding: bytes[at..<min(end, at + 4)], as: UTF8.self)
        return scalars.first.map { "'\($0)'" } ?? "nothing"
    }

    private var symbolHint: String? {
        switch bytes[at] {
        case UInt8(ascii: "}"), UInt8(ascii: "]"): "there is no comma after the last entry"
        case UInt8(ascii: "'"): "JSON takes double quotes only"
        case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments"
        case UInt8(ascii: "\""): "is a comma missing before it?"
        case UInt8(ascii: "{"), UInt8(ascii: "["): "is a comma missing before it?"
        case UInt8(ascii: "+"): "a positive number has no sign"
        case UInt8(ascii: "."): "a number has a digit before its point"
        default: nil
        }
    }

    func endsInside(_ what: String, begun: Int) -> JSONFault {
        let from = positionOf(begun, in: bytes)
        return JSONFault(
            offset: end, message: "the text ends inside \(what)",
            hint: "it begins at line \(from.line), column \(from.column); was the file cut off?")
    }

    func unterminated(_ quote: Int) -> JSONFault {
        JSONFault(offset: quote, message: "this text has no closing quote", hint: "was the file cut off?")
    }

    func controlCharacter(quote: Int) -> JSONFault {
        let byte = bytes[at]
        if byte == 0x0A || byte == 0x0D {
            return JSONFault(
                offset: quote, message: "this text has no closing quote on its line",
                hint: "a line break inside a text is written \\n")
        }
        let code = String(byte, radix: 16, uppercase: true)
        return JSONFault(
            offset: at, message: "a control character (0x\(code)) inside a text", hint: "a tab is written \\t")
    }

    func loneSurrogate(_ offset: Int) -> JSONFault {
        JSONFault(offset: offset, message: "half a surrogate pair: no character has this code")
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }
}
