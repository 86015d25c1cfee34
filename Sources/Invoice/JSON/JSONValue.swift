/// A JSON value: objects keep their order, numbers their text.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// A JSON number as written; nothing is lost to binary floating point.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// As it stood in the file: `1.50`, `2e3`.
    public let text: String

    public init(text: String) { self.text = text }
    public init(_ value: ExactDecimal) { text = value.description }

    /// Nil beyond 38 digits.
    public var exact: ExactDecimal? { ExactDecimal(text) }
    public var description: String { text }
}

/// The members of a JSON object in the order of the file; no key occurs twice.
public struct JSONObject: Sendable, Hashable {
    public struct Member: Sendable, Hashable {
        public let key: String
        public let value: JSONValue

        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    public private(set) var members: [Member]

    public init(_ members: [Member] = []) { self.members = members }

    public subscript(key: String) -> JSONValue? {
        members.first { $0.key == key }?.value
    }

    /// Adds a member at the end; replaces the value where the key is there already.
    public mutating func set(_ key: String, _ value: JSONValue) {
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index] = Member(key, value)
        } else {
            members.append(Member(key, value))
        }
    }
}

extension JSONValue {
    public subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }
}
