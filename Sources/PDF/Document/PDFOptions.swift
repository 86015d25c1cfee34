/// What a document says of itself (§14.3). The clock is the caller's.
public struct PDFMetadata: Sendable {
    public var title: String?
    public var author: String?
    public var subject: String?
    public var keywords: String?
    /// The program that made the document's source.
    public var creator: String?
    public var producer: String?
    public var creationDate: PDFDate?
    /// A language tag (RFC 5646).
    public var language: String?
    /// Further schemas in the XMP packet, such as that of an electronic invoice.
    public var extensions: [XMPExtension] = []

    public init(title: String? = nil, language: String? = nil, creationDate: PDFDate? = nil) {
        self.title = title
        self.language = language
        self.creationDate = creationDate
    }
}

/// A schema that XMP itself does not know, described as archives demand (ISO 19005-3 §6.6.2.3).
public struct XMPExtension: Sendable {
    public struct Property: Sendable {
        public var name: String
        public var value: String
        public var valueType: String
        public var description: String

        public init(_ name: String, _ value: String, valueType: String = "Text", description: String) {
            self.name = name
            self.value = value
            self.valueType = valueType
            self.description = description
        }
    }

    public var schema: String
    public var namespace: String
    public var prefix: String
    public var properties: [Property]

    public init(schema: String, namespace: String, prefix: String, properties: [Property]) {
        self.schema = schema
        self.namespace = namespace
        self.prefix = prefix
        self.properties = properties
    }
}

/// Standards that a document declares; it is the caller who keeps what they demand of the content.
public struct PDFConformance: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// PDF/A-3, level B (ISO 19005-3).
    public static let archive = PDFConformance(rawValue: 1)
    /// PDF/UA-1 (ISO 14289-1); the document is tagged.
    public static let accessible = PDFConformance(rawValue: 2)
}

/// How a document is written and shown.
public struct PDFOptions: Sendable {
    public var metadata: PDFMetadata
    public var conformance: PDFConformance
    /// Whether marks and the structure are written.
    public var isTagged: Bool
    /// Viewer preferences (§12.2).
    public var showsTitle: Bool
    public var showsOutline = false
    public var fitsWindow = false
    public var printsUnscaled = false
    public var readsRightToLeft = false

    public init(_ metadata: PDFMetadata = PDFMetadata(), conformance: PDFConformance = [], isTagged: Bool = false) {
        self.metadata = metadata
        self.conformance = conformance
        self.isTagged = isTagged || conformance.contains(.accessible)
        showsTitle = metadata.title != nil
    }
}
