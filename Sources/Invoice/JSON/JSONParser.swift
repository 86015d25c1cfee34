public import Diagnostics

/// Reads one JSON text (RFC 8259) into a free value.
///
/// A byte order mark is passed over. A key given twice, NaN, text after the end, invalid UTF-8, lone surrogates and
/// nesting beyond 64 are refused; the error carries the line and column.
public func parseJSON(_ bytes: [UInt8], name: String? = nil) throws(DiagnosticError) -> JSONValue {
    var parser = JSONParser(bytes)
    do {
        return try parser.document().value
    } catch {
        var text = SourceText(bytes: bytes, file: name)
        throw DiagnosticError(text.diagnostic(for: error))
    }
}

/// Why a JSON text cannot be read on.
struct JSONFault: Error {
    let offset: Int
    let message: String
    var hint: String?
}

/// A parser by recursive descent over bytes; it stops at the first fault.
struct JSONParser {
    static let maximumDepth = 64

    let bytes: [UInt8]
    var at: Int
    /// Nothing is read at or after it.
    let end: Int
    private var depth: Int
    /// Where the bytes begin in their file: nodes bear their places in that, faults theirs in the bytes.
    private let base: Int

    /// - Parameter depth: how many levels the range stands in already.
    init(_ bytes: [UInt8], range: Range<Int>? = nil, depth: Int = 0, base: Int = 0) {
        self.bytes = bytes
        self.depth = depth
        self.base = base
        at = range?.lowerBound ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        end = range?.upperBound ?? bytes.count
    }

    /// One value and nothing after it.
    mutating func document() throws(JSONFault) -> JSONNode {
        let node = try value()
        skipSpace()
        guard at == end else {
            throw JSONFault(
                offset: at, message: "text after the end of the JSON value",
                hint: "several invoices stand in an array, or one a line in a .ndjson file")
        }
        return node
    }

    mutating func value() throws(JSONFault) -> JSONNode {
        skipSpace()
        guard at < end else { throw JSONFault(offset: at, message: "expected a value, found the end of the file") }
        let start = at
        switch bytes[at] {
        case UInt8(ascii: "{"): return JSONNode(offset: start + base, content: .object(try object()))
        case UInt8(ascii: "["): return JSONNode(offset: start + base, content: .array(try array()))
        case UInt8(ascii: "\""): return JSONNode(offset: start + base, content: .string(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONNode(offset: start + base, content: .number(try number()))
        case UInt8(ascii: "t") where takeWord("true"): return JSONNode(offset: start + base, content: .bool(true))
        case UInt8(ascii: "f") where takeWord("false"): return JSONNode(offset: start + base, content: .bool(false))
        case UInt8(ascii: "n") where takeWord("null"): return JSONNode(offset: start + base, content: .null)
        default: throw unexpected("a value")
        }
    }

    private mutating func object() throws(JSONFault) -> [JSONMember] {
        let start = at
        try enter()
        var members: [JSONMember] = []
        var keys = KeySet()
        while true {
            skipSpace()
            if members.isEmpty, takeByte(UInt8(ascii: "}")) { break }
            guard at < end else { throw endsInside("an object", begun: start) }
            guard bytes[at] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
            let keyOffset = at
            let key = try string()
            guard keys.insert(key, known: members) else {
                throw JSONFault(offset: keyOffset, message: "the key \"\(key)\" is given twice in one object")
            }
            skipSpace()
            guard takeByte(UInt8(ascii: ":")) else {
                throw at < end ? unexpected("':' after the key \"\(key)\"") : endsInside("an object", begun: start)
            }
            members.append(JSONMember(key: key, keyOffset: keyOffset + base, value: try value()))
            skipSpace()
            if takeByte(UInt8(ascii: ",")) { continue }
            if takeByte(UInt8(ascii: "}")) { break }
            throw at < end ? unexpected("',' or '}'") : endsInside("an object", begun: start)
        }
        depth -= 1
        return members
    }

    private mutating func array() throws(JSONFault) -> [JSONNode] {
        let start = at
        try enter()
        var items: [JSONNode] = []
        while true {
            skipSpace()
            if items.isEmpty, takeByte(UInt8(ascii: "]")) { break }
            guard at < end else { throw endsInside("an array", begun: start) }
            items.append(try value())
            skipSpace()
            if takeByte(UInt8(ascii: ",")) { continue }
            if takeByte(UInt8(ascii: "]")) { break }
            throw at < end ? unexpected("',' or ']'") : endsInside("an array", begun: start)
        }
        depth -= 1
        return items
    }

    private mutating func enter() throws(JSONFault) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw JSONFault(offset: at, message: "nested deeper than \(Self.maximumDepth) levels")
        }
        at += 1
    }

    private mutating func number() throws(JSONFault) -> String {
        let start = at
        _ = takeByte(UInt8(ascii: "-"))
        let whole = takeDigits()
        if whole == 0 { throw unexpected("a digit", hinting: false) }
        let first = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
        if whole > 1, bytes[first] == UInt8(ascii: "0") {
            throw JSONFault(
                offset: start, message: "a number does not begin with 0",
                hint: "an identifier such as 00042 stands in double quotes")
        }
        if takeByte(UInt8(ascii: ".")), takeDigits() == 0 {
            throw unexpected("a digit after the point", hinting: false)
        }
        if takeByte(UInt8(ascii: "e")) || takeByte(UInt8(ascii: "E")) {
            if !takeByte(UInt8(ascii: "+")) { _ = takeByte(UInt8(ascii: "-")) }
            if takeDigits() == 0 { throw unexpected("a digit in the exponent", hinting: false) }
        }
        if at < end, isWordByte(bytes[at]) || bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: "%") {
            throw JSONFault(
                offset: start, message: "not a number", hint: "text, also one with digits, stands in double quotes")
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }
}

// MARK: Bytes

extension JSONParser {
    mutating func skipSpace() {
        while at < end {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return
            }
        }
    }

    private mutating func takeByte(_ byte: UInt8) -> Bool {
        guard at < end, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func takeDigits() -> Int {
        let start = at
        while at < end, bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "9") { at += 1 }
        return at - start
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard end - at >= length, bytes[at..<at + length].elementsEqual("\(word)".utf8) else { return false }
        if at + length < end, isWordByte(bytes[at + length]) { return false }
        at += length
        return true
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }
}

/// The keys of one object: a short list is searched, a long one hashed.
private struct KeySet {
    private static let short = 24
    private var hashed: Set<String> = []

    /// False if the key is among `known` already.
    mutating func insert(_ key: String, known: [JSONMember]) -> Bool {
        if known.count < Self.short { return !known.contains { $0.key == key } }
        if known.count == Self.short { hashed = Set(known.map(\.key)) }
        return hashed.insert(key).inserted
    }
}
