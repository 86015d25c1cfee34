public import Diagnostics
public import Geometry

/// A document to print, and what may be read for it.
public struct PressInput: Sendable {
    public var html: [UInt8]
    /// For messages.
    public var name: String?
    /// What relative references in it are relative to.
    public var baseDirectory: String
    /// The folders below which files may be read; links that lead out of them are not followed.
    public var allowedRoots: [String]

    /// - Parameter allowedRoots: nil is the base directory alone.
    public init(html: [UInt8], name: String? = nil, baseDirectory: String, allowedRoots: [String]? = nil) {
        self.html = html
        self.name = name
        self.baseDirectory = baseDirectory
        self.allowedRoots = allowedRoots ?? [baseDirectory]
    }
}

/// What a document is made into, and what holds where the document itself is silent.
public struct PressOptions: Sendable {
    public enum Output: Sendable, Hashable {
        case pdf
        /// A picture of each page, on white; at 96 dots to the inch a CSS px is a pixel.
        case png(resolution: Double)
        /// JSON: where the border box of each element stands.
        case boxes
    }

    public var output: Output
    /// What `size: auto` stands for, in px.
    public var pageSize: Size
    /// In px.
    public var pageMargin: Edges<Double>
    /// ISO 8601, `2026-11-30T12:00:00Z`; empty leaves it out of the PDF.
    public var creationDate: String

    /// A4 with the margins of a browser's print dialog.
    public init(output: Output = .pdf, creationDate: String = "") {
        self.output = output
        self.creationDate = creationDate
        pageSize = Self.a4
        pageMargin = Edges(38.4)
    }

    public static let a4 = Size(width: 210 * 96 / 25.4, height: 297 * 96 / 25.4)
    public static let letter = Size(width: 8.5 * 96, height: 11 * 96)
}

/// What came out.
public struct PressResult: Sendable {
    /// One PDF, one list of boxes, or a PNG for each page.
    public var files: [[UInt8]]
    public var pageCount: Int
    public var diagnostics: [Diagnostic]
}
