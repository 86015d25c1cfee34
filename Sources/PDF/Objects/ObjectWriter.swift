/// The number of an indirect object (§7.3.10); generations are always 0.
struct ObjectID: Hashable, Comparable {
    let number: Int32

    static func < (a: ObjectID, b: ObjectID) -> Bool { a.number < b.number }
}

/// Writes objects (§7.3), one value or one dictionary entry a call.
struct ObjectWriter {
    let bytes: ByteBuffer

    init(_ bytes: ByteBuffer = ByteBuffer()) { self.bytes = bytes }

    // MARK: Values

    @inline(__always)
    mutating func value(_ reference: ObjectID) {
        separate()
        bytes.put(integer: Int(reference.number))
        bytes.put(" 0 R")
    }

    @inline(__always)
    mutating func value(_ integer: Int) {
        separate()
        bytes.put(integer: integer)
    }

    mutating func value(_ number: Double) {
        separate()
        bytes.put(number: number)
    }

    @inline(__always)
    mutating func value(name: StaticString) {
        bytes.append(0x2F)
        bytes.put(name)
    }

    mutating func value(name: some Sequence<UInt8>) { bytes.put(name: name) }

    /// A resource's name: a letter and a number.
    mutating func value(resource kind: StaticString, _ index: Int32) {
        bytes.append(0x2F)
        bytes.put(kind)
        bytes.put(integer: Int(index))
    }

    mutating func value(string: some Sequence<UInt8>) { bytes.put(string: string) }

    mutating func value(text: String) { bytes.put(text: text) }

    /// A value, or a key with its slash, as another file spells it.
    mutating func value(token: [UInt8]) {
        separate()
        bytes.append(contentsOf: token)
    }

    @inline(__always)
    mutating func dictionary(_ body: (inout ObjectWriter) -> Void) {
        bytes.put("<<")
        body(&self)
        bytes.put(">>")
    }

    @inline(__always)
    mutating func array(_ body: (inout ObjectWriter) -> Void) {
        bytes.append(0x5B)
        body(&self)
        bytes.append(0x5D)
    }

    // MARK: Entries of a dictionary

    @inline(__always)
    mutating func key(_ key: StaticString) {
        bytes.append(0x2F)
        bytes.put(key)
    }

    @inline(__always)
    mutating func entry(_ key: StaticString, name: StaticString) {
        self.key(key)
        value(name: name)
    }

    mutating func entry(_ key: StaticString, name: String) {
        self.key(key)
        value(name: name.utf8)
    }

    @inline(__always)
    mutating func entry(_ key: StaticString, _ reference: ObjectID) {
        self.key(key)
        value(reference)
    }

    @inline(__always)
    mutating func entry(_ key: StaticString, _ integer: Int) {
        self.key(key)
        value(integer)
    }

    mutating func entry(_ key: StaticString, number: Double) {
        self.key(key)
        value(number)
    }

    mutating func entry(_ key: StaticString, _ flag: Bool) {
        self.key(key)
        bytes.put(flag ? " true" : " false")
    }

    mutating func entry(_ key: StaticString, text: String) {
        self.key(key)
        value(text: text)
    }

    mutating func entry(_ key: StaticString, string: some Sequence<UInt8>) {
        self.key(key)
        value(string: string)
    }

    mutating func entry(_ key: StaticString, _ references: some Sequence<ObjectID>) {
        array(key) { for reference in references { $0.value(reference) } }
    }

    mutating func entry(_ key: StaticString, numbers: [Double]) {
        array(key) { for number in numbers { $0.value(number) } }
    }

    mutating func dictionary(_ key: StaticString, _ body: (inout ObjectWriter) -> Void) {
        self.key(key)
        dictionary(body)
    }

    mutating func array(_ key: StaticString, _ body: (inout ObjectWriter) -> Void) {
        self.key(key)
        array(body)
    }

    /// Numbers need white space before them, unless a delimiter stands there (§7.2.2).
    private mutating func separate() {
        switch bytes.last {
        case nil, 0x5B, 0x5D, 0x3C, 0x3E, 0x28, 0x29, 0x2F, 0x20, 0x0A: break
        default: bytes.append(0x20)
        }
    }
}
