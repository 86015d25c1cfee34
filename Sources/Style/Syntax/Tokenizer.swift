/// Bytes in, tokens out (CSS Syntax 3 §4.3); nothing is refused.
struct Tokenizer {
    private let bytes: [UInt8]
    private var index = 0
    private var tokens: [Token] = []
    private var open: [Int] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tokens.reserveCapacity(bytes.count / 4)
    }

    static func tokens(of bytes: [UInt8]) -> [Token] {
        var tokenizer = Tokenizer(bytes)
        tokenizer.run()
        return tokenizer.tokens
    }

    private mutating func run() {
        while index < bytes.count {
            let start = index
            if skipComment() { continue }
            var token = next()
            token.start = start
            token.end = index
            link(token)
        }
        for opener in open { tokens[opener].partner = tokens.count }
    }

    /// Pairs the token with what it closes, and keeps it.
    private mutating func link(_ token: Token) {
        if token.opensBlock {
            open.append(tokens.count)
        } else if let opener = open.last, closes(token.kind, tokens[opener].kind) {
            tokens[opener].partner = tokens.count
            open.removeLast()
        }
        tokens.append(token)
    }

    private func closes(_ closer: Token.Kind, _ opener: Token.Kind) -> Bool {
        switch closer {
        case .closeParen: opener == .openParen || opener == .function
        case .closeSquare: opener == .openSquare
        case .closeCurly: opener == .openCurly
        default: false
        }
    }

    private func peek(_ distance: Int = 0) -> UInt8 {
        index + distance < bytes.count ? bytes[index + distance] : 0
    }

    private mutating func skipComment() -> Bool {
        guard peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") else { return false }
        index += 2
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                index += 2
                return true
            }
            index += 1
        }
        return true
    }

    private func make(_ kind: Token.Kind) -> Token { Token(kind, start: 0, end: 0) }

    private mutating func next() -> Token {
        let byte = bytes[index]
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
            while index < bytes.count, isSpace(bytes[index]) { index += 1 }
            return make(.whitespace)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(byte)
        case UInt8(ascii: "#"): return hash()
        case UInt8(ascii: "("): return single(.openParen)
        case UInt8(ascii: ")"): return single(.closeParen)
        case UInt8(ascii: "["): return single(.openSquare)
        case UInt8(ascii: "]"): return single(.closeSquare)
        case UInt8(ascii: "{"): return single(.openCurly)
        case UInt8(ascii: "}"): return single(.closeCurly)
        case UInt8(ascii: ","): return single(.comma)
        case UInt8(ascii: ":"): return single(.colon)
        case UInt8(ascii: ";"): return single(.semicolon)
        case UInt8(ascii: "@"):
            guard startsIdentifier(at: index + 1) else { return delim() }
            index += 1
            var token = make(.atKeyword)
            token.text = name()
            return token
        case UInt8(ascii: "<"):
            guard peek(1) == UInt8(ascii: "!"), peek(2) == UInt8(ascii: "-"), peek(3) == UInt8(ascii: "-") else {
                return delim()
            }
            index += 4
            return make(.cdo)
        case UInt8(ascii: "-"):
            if startsNumber(at: index) { return numeric() }
            if peek(1) == UInt8(ascii: "-"), peek(2) == UInt8(ascii: ">") {
                index += 3
                return make(.cdc)
            }
            return startsIdentifier(at: index) ? identLike() : delim()
        case UInt8(ascii: "+"), UInt8(ascii: "."): return startsNumber(at: index) ? numeric() : delim()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return numeric()
        default: return startsIdentifier(at: index) ? identLike() : delim()
        }
    }

    private mutating func single(_ kind: Token.Kind) -> Token {
        index += 1
        return make(kind)
    }

    private mutating func delim() -> Token {
        var token = make(.delim)
        token.delim = bytes[index]
        index += 1
        return token
    }

    private mutating func hash() -> Token {
        guard isName(peek(1)) || isEscape(at: index + 1) else { return delim() }
        index += 1
        var token = make(.hash)
        token.isID = startsIdentifier(at: index)
        token.text = name()
        return token
    }

    private mutating func string(_ quote: UInt8) -> Token {
        index += 1
        var token = make(.string)
        let start = index
        while index < bytes.count, bytes[index] != quote, bytes[index] != UInt8(ascii: "\\"), !isNewline(bytes[index]) {
            index += 1
        }
        var text = Array(bytes[start..<index])
        while index < bytes.count, bytes[index] != quote {
            if isNewline(bytes[index]) {
                token.kind = .badString
                return token
            }
            if bytes[index] == UInt8(ascii: "\\") {
                index += 1
                if index >= bytes.count { break }
                if isNewline(bytes[index]) {
                    index += bytes[index] == 0x0D && peek(1) == 0x0A ? 2 : 1
                } else {
                    escape(into: &text)
                }
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        if index < bytes.count { index += 1 }
        token.text = String(decoding: text, as: UTF8.self)
        return token
    }

    private mutating func numeric() -> Token {
        var token = make(.number)
        let start = index
        token.isSigned = bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
        token.isInteger = true
        if token.isSigned { index += 1 }
        while isDigit(peek()) { index += 1 }
        if peek() == UInt8(ascii: "."), isDigit(peek(1)) {
            token.isInteger = false
            index += 1
            while isDigit(peek()) { index += 1 }
        }
        if peek() | 0x20 == UInt8(ascii: "e"),
            isDigit(peek(1)) || ((peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")) && isDigit(peek(2)))
        {
            token.isInteger = false
            index += 2
            while isDigit(peek()) { index += 1 }
        }
        token.number = value(of: bytes[start..<index], isInteger: token.isInteger)
        if peek() == UInt8(ascii: "%") {
            index += 1
            token.kind = .percentage
        } else if startsIdentifier(at: index) {
            token.kind = .dimension
            token.text = name().asciiLowercased
        }
        return token
    }

    private func value(of digits: ArraySlice<UInt8>, isInteger: Bool) -> Double {
        if isInteger, digits.count < 16 {
            var value = 0
            for digit in digits where isDigit(digit) { value = value * 10 + Int(digit - UInt8(ascii: "0")) }
            return digits.first == UInt8(ascii: "-") ? Double(-value) : Double(value)
        }
        let number = Double(String(decoding: digits, as: UTF8.self)) ?? 0
        // A number too large for a double is clamped (CSS Values 4 §5.1.1).
        return number.isFinite ? number : (number < 0 ? -1e38 : 1e38)
    }

    private mutating func identLike() -> Token {
        let text = name()
        guard peek() == UInt8(ascii: "("), index < bytes.count else {
            var token = make(.ident)
            token.text = text
            return token
        }
        index += 1
        if text.equalsLowercased("url") {
            var ahead = index
            while ahead < bytes.count, isSpace(bytes[ahead]) { ahead += 1 }
            if ahead >= bytes.count || (bytes[ahead] != UInt8(ascii: "\"") && bytes[ahead] != UInt8(ascii: "'")) {
                index = ahead
                return url()
            }
        }
        var token = make(.function)
        token.text = text
        return token
    }

    private mutating func url() -> Token {
        var text: [UInt8] = []
        var token = make(.url)
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ")") {
                index += 1
                break
            }
            if isSpace(byte) {
                while index < bytes.count, isSpace(bytes[index]) { index += 1 }
                if index >= bytes.count { break }
                if bytes[index] == UInt8(ascii: ")") {
                    index += 1
                    break
                }
                return badURL()
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "(") || byte < 0x20 {
                return badURL()
            }
            if byte == UInt8(ascii: "\\") {
                guard isEscape(at: index) else { return badURL() }
                index += 1
                escape(into: &text)
            } else {
                text.append(byte)
                index += 1
            }
        }
        token.text = String(decoding: text, as: UTF8.self)
        return token
    }

    private mutating func badURL() -> Token {
        while index < bytes.count, bytes[index] != UInt8(ascii: ")") {
            index += bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count ? 2 : 1
        }
        if index < bytes.count { index += 1 }
        return make(.badURL)
    }

    private mutating func name() -> String {
        let start = index
        while index < bytes.count, isName(bytes[index]) { index += 1 }
        guard isEscape(at: index) else { return String(decoding: bytes[start..<index], as: UTF8.self) }
        var text = Array(bytes[start..<index])
        while index < bytes.count {
            if isName(bytes[index]) {
                text.append(bytes[index])
                index += 1
            } else if isEscape(at: index) {
                index += 1
                escape(into: &text)
            } else {
                break
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads what stands behind a backslash.
    private mutating func escape(into text: inout [UInt8]) {
        guard index < bytes.count else {
            text.append(contentsOf: [0xEF, 0xBF, 0xBD])
            return
        }
        guard hexValue(bytes[index]) != nil else {
            // A whole character, whatever its length in UTF-8.
            repeat {
                text.append(bytes[index])
                index += 1
            } while index < bytes.count && bytes[index] & 0xC0 == 0x80
            return
        }
        var code: UInt32 = 0
        var digits = 0
        while digits < 6, index < bytes.count, let digit = hexValue(bytes[index]) {
            code = code << 4 | UInt32(digit)
            index += 1
            digits += 1
        }
        if index < bytes.count, isSpace(bytes[index]) {
            index += bytes[index] == 0x0D && peek(1) == 0x0A ? 2 : 1
        }
        let scalar = code == 0 ? nil : Unicode.Scalar(code)
        text.append(contentsOf: Array(String(Character(scalar ?? "\u{FFFD}")).utf8))
    }

    private func isEscape(at position: Int) -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: "\\")
            && (position + 1 >= bytes.count || !isNewline(bytes[position + 1]))
    }

    private func startsIdentifier(at position: Int) -> Bool {
        guard position < bytes.count else { return false }
        let byte = bytes[position]
        if byte == UInt8(ascii: "-") {
            guard position + 1 < bytes.count else { return false }
            let next = bytes[position + 1]
            return isNameStart(next) || next == UInt8(ascii: "-") || isEscape(at: position + 1)
        }
        return isNameStart(byte) || isEscape(at: position)
    }

    private func startsNumber(at position: Int) -> Bool {
        func byte(_ distance: Int) -> UInt8 { position + distance < bytes.count ? bytes[position + distance] : 0 }
        let sign = byte(0) == UInt8(ascii: "+") || byte(0) == UInt8(ascii: "-") ? 1 : 0
        return isDigit(byte(sign)) || (byte(sign) == UInt8(ascii: ".") && isDigit(byte(sign + 1)))
    }
}

private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
}
private func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }
private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
private func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "_") || byte >= 0x80
}
private func isName(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) || byte == UInt8(ascii: "-") }

/// The value of a hexadecimal digit.
func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}
