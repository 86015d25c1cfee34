/// The lexical level of another file (§7.2, §7.3).
struct PDFScanner {
    private(set) var place: Int
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], at place: Int) {
        self.bytes = bytes
        self.place = max(0, place)
    }

    private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func skip(_ keyword: StaticString) -> Bool {
        skipSpace()
        let count = keyword.utf8CodeUnitCount
        let wanted = UnsafeBufferPointer(start: keyword.utf8Start, count: count)
        guard place + count <= bytes.count, bytes[place..<place + count].elementsEqual(wanted) else { return false }
        place += count
        return true
    }

    mutating func integer() -> Int? {
        skipSpace()
        let start = place
        while let byte, (0x30...0x39).contains(byte) { place += 1 }
        return Int(String(decoding: bytes[min(start, bytes.count)..<min(place, bytes.count)], as: UTF8.self))
    }

    /// The line end between the keyword and a stream's data (§7.3.8.1).
    mutating func skipLineEnd() {
        if byte == 0x0D { place += 1 }
        if byte == 0x0A { place += 1 }
    }

    /// - Parameter depth: how deep values may nest yet.
    mutating func value(_ depth: Int) -> ReadValue? {
        skipSpace()
        guard depth > 0, let byte else { return nil }
        switch byte {
        case 0x5B: return array(depth)
        case 0x3C where place + 1 < bytes.count && bytes[place + 1] == 0x3C: return dictionary(depth)
        case 0x3C: return token { $0 == 0x3E }
        case 0x28: return literalString()
        case 0x30...0x39: return reference() ?? regular()
        default: return regular()
        }
    }

    private mutating func array(_ depth: Int) -> ReadValue? {
        place += 1
        var values: [ReadValue] = []
        while true {
            skipSpace()
            if byte == 0x5D {
                place += 1
                return .array(values)
            }
            guard let value = value(depth - 1) else { return nil }
            values.append(value)
        }
    }

    private mutating func dictionary(_ depth: Int) -> ReadValue? {
        place += 2
        var entries: [(key: [UInt8], value: ReadValue)] = []
        while true {
            skipSpace()
            if skip(">>") { return .dictionary(entries) }
            guard byte == 0x2F, case .token(let key)? = regular(), let value = value(depth - 1) else { return nil }
            entries.append((Array(key.dropFirst()), value))
        }
    }

    /// A number, name or keyword.
    private mutating func regular() -> ReadValue? {
        let start = place
        if byte == 0x2F { place += 1 }
        while let byte, !Self.isSpace(byte), !Self.isDelimiter(byte) { place += 1 }
        return place > start ? .token(Array(bytes[start..<place])) : nil
    }

    /// `12 0 R`; nil, and nothing read, where it is a number only.
    private mutating func reference() -> ReadValue? {
        let start = place
        if let number = integer(), let byte, Self.isSpace(byte), integer() != nil, skip("R") {
            return .reference(number)
        }
        place = start
        return nil
    }

    private mutating func token(until isEnd: (UInt8) -> Bool) -> ReadValue? {
        let start = place
        while let byte {
            place += 1
            if isEnd(byte) { return .token(Array(bytes[start..<place])) }
        }
        return nil
    }

    private mutating func literalString() -> ReadValue? {
        var open = 0
        var isEscaped = false
        return token { byte in
            if isEscaped {
                isEscaped = false
                return false
            }
            switch byte {
            case 0x5C: isEscaped = true
            case 0x28: open += 1
            case 0x29: open -= 1
            default: break
            }
            return open == 0
        }
    }

    private mutating func skipSpace() {
        while let byte {
            if Self.isSpace(byte) {
                place += 1
            } else if byte == 0x25 {
                while let byte = self.byte, byte != 0x0A, byte != 0x0D { place += 1 }
            } else {
                return
            }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C || byte == 0
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x28, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0x2F, 0x25: true
        default: false
        }
    }
}
