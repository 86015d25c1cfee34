internal import Foundation

// The bytes of messages between the service and a worker process: whole numbers take eight bytes, big end first; text,
// bytes and lists begin with their count; what may be missing begins with a flag. Nothing is named, nothing is aligned.

/// A peer that does not keep to the messages.
struct WorkerProtocolError: Error, CustomStringConvertible {
    let description: String
}

/// Puts a message together.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    mutating func put(tag: UInt8) { bytes.append(tag) }

    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func put(_ number: Int) {
        let bits = UInt64(bitPattern: Int64(number))
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }

    mutating func put(_ text: String) {
        put(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put(_ content: [UInt8]) {
        put(content.count)
        bytes.append(contentsOf: content)
    }

    mutating func put<Value>(_ value: Value?, _ body: (inout WireWriter, Value) -> Void) {
        put(value != nil)
        if let value { body(&self, value) }
    }

    mutating func put(_ text: String?) { put(text) { $0.put($1) } }

    mutating func put<Element>(_ list: [Element], _ body: (inout WireWriter, Element) -> Void) {
        put(list.count)
        for element in list { body(&self, element) }
    }

    /// What seldom comes, or comes once, and has many fields.
    mutating func put(json value: some Encodable) throws { put(Array(try JSONEncoder().encode(value))) }
}

/// Takes a message apart; the peer may have been taken over by a file, so that every count is checked.
struct WireReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    private mutating func take(_ count: Int) throws(WorkerProtocolError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - position else {
            throw WorkerProtocolError(description: "a message is cut off")
        }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    mutating func tag() throws(WorkerProtocolError) -> UInt8 { try take(1).first ?? 0 }

    mutating func flag() throws(WorkerProtocolError) -> Bool { try tag() != 0 }

    mutating func number() throws(WorkerProtocolError) -> Int {
        Int(Int64(bitPattern: try take(8).reduce(0) { $0 << 8 | UInt64($1) }))
    }

    mutating func text() throws(WorkerProtocolError) -> String {
        String(decoding: try take(number()), as: UTF8.self)
    }

    mutating func content() throws(WorkerProtocolError) -> [UInt8] { Array(try take(number())) }

    /// Everything up to the end of the message.
    mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return position == 0 ? bytes : Array(bytes[position...])
    }

    mutating func optional<Value>(
        _ body: (inout WireReader) throws(WorkerProtocolError) -> Value
    ) throws(WorkerProtocolError) -> Value? {
        try flag() ? try body(&self) : nil
    }

    mutating func optionalText() throws(WorkerProtocolError) -> String? {
        try flag() ? try text() : nil
    }

    mutating func list<Element>(
        _ body: (inout WireReader) throws(WorkerProtocolError) -> Element
    ) throws(WorkerProtocolError) -> [Element] {
        var list: [Element] = []
        // No room is made ahead: the count is the peer's word. Elements take bytes, so that it ends.
        for _ in 0..<max(0, try number()) { list.append(try body(&self)) }
        return list
    }

    mutating func json<Value: Decodable>(_ value: Value.Type) throws(WorkerProtocolError) -> Value {
        let data = Data(try content())
        do {
            return try JSONDecoder().decode(value, from: data)
        } catch {
            throw WorkerProtocolError(description: "\(error)")
        }
    }
}
