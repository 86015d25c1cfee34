public import Diagnostics

/// A place in the file's bytes as a line and column, and a table's row; zero where it is not known.
///
/// Small on purpose: each line of each invoice carries one.
public struct SourcePlace: Sendable, Hashable {
    var line: Int32
    var column: Int32
    /// As a spreadsheet counts, from 1.
    var row: Int32 = 0

    public init(_ position: SourcePosition? = nil) {
        line = Int32(clamping: position?.line ?? 0)
        column = Int32(clamping: position?.column ?? 0)
    }

    public var position: SourcePosition? {
        line == 0 ? nil : SourcePosition(line: Int(line), column: Int(column))
    }
}

/// Where an invoice stood: its file, its rank in it and the places of what adding up may complain of.
public struct Origin: Sendable {
    public var file: String?
    /// Rank among the file's invoices, from 1; nil if the file holds one.
    public var index: Int?
    public var place = SourcePlace()
    /// Whether the file states the date; else it is the day of reading.
    public var isDated = true
    /// Whether the file states the due date; else it follows from the date.
    public var isDueDated = true
    /// By path: `totals.gross`, `discounts[0]`.
    var places: [String: SourceLocation] = [:]

    public init(file: String? = nil) { self.file = file }

    /// The best that is known of the place of `path`.
    public func location(of path: String) -> SourceLocation {
        if let exact = places[path] { return exact }
        return SourceLocation(file: file, position: place.position, path: path)
    }
}
