/// A file within the document (§7.11.4), and how it relates to it (ISO 19005-3 §6.8, annex E).
public struct Attachment: Sendable {
    public enum Relationship: Sendable {
        case source, data, alternative, supplement, unspecified

        var name: StaticString {
            switch self {
            case .source: "Source"
            case .data: "Data"
            case .alternative: "Alternative"
            case .supplement: "Supplement"
            case .unspecified: "Unspecified"
            }
        }
    }

    public var name: String
    /// A media type: `text/xml`.
    public var type: String
    public var relationship: Relationship
    public var bytes: [UInt8]
    public var description: String?
    public var modificationDate: PDFDate?

    public init(_ name: String, type: String, relationship: Relationship, bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.relationship = relationship
        self.bytes = bytes
    }

    /// - Returns: the file specification.
    func write(to objects: ObjectTable) -> ObjectID {
        let file = objects.addStream(ByteBuffer(bytes)) {
            $0.entry("Type", name: "EmbeddedFile")
            $0.entry("Subtype", name: type)
            $0.dictionary("Params") {
                $0.entry("Size", bytes.count)
                if let date = modificationDate { $0.entry("ModDate", string: date.pdf) }
            }
        }
        return objects.addDictionary {
            $0.entry("Type", name: "Filespec")
            $0.entry("F", text: name)
            $0.entry("UF", text: name)
            if let description { $0.entry("Desc", text: description) }
            $0.entry("AFRelationship", name: relationship.name)
            $0.dictionary("EF") {
                $0.entry("F", file)
                $0.entry("UF", file)
            }
        }
    }
}
