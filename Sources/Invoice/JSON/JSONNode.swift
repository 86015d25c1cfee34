/// A JSON value with the place where it began: what the decoder works on.
struct JSONNode {
    enum Content {
        case null
        case bool(Bool)
        /// The number as written.
        case number(String)
        case string(String)
        case array([JSONNode])
        case object([JSONMember])
    }

    /// Into the bytes that were parsed.
    let offset: Int
    let content: Content

    /// The value without its places.
    var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number(let text): .number(JSONNumber(text: text))
        case .string(let text): .string(text)
        case .array(let items): .array(items.map(\.value))
        case .object(let members): .object(JSONObject(members.map { JSONObject.Member($0.key, $0.value.value) }))
        }
    }

    /// What stands there, for "expected a number, found …".
    var summary: String {
        switch content {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let text): "the number \(text)"
        case .string(let text): "the text \"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
        case .array: "an array"
        case .object: "an object"
        }
    }
}

struct JSONMember {
    let key: String
    let keyOffset: Int
    let value: JSONNode
}
