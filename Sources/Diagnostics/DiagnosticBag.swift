/// Collects diagnostics; a value, handed along `inout`, so that nobody shares it by accident.
public struct DiagnosticBag: Sendable {
    public private(set) var diagnostics: [Diagnostic] = []
    /// Stamped on every diagnostic that names no file itself.
    public var file: String?
    /// Past this many findings of one severity only the count goes up: a broken file of a million rows stays readable.
    public static let limit = 100
    public private(set) var suppressed = 0
    private var counts: [Diagnostic.Severity: Int] = [:]

    public init(file: String? = nil) { self.file = file }

    public var hasErrors: Bool { counts[.error, default: 0] > 0 }
    public var isEmpty: Bool { diagnostics.isEmpty }

    public mutating func add(_ diagnostic: Diagnostic) {
        counts[diagnostic.severity, default: 0] += 1
        guard counts[diagnostic.severity, default: 0] <= Self.limit else {
            suppressed += 1
            return
        }
        var stamped = diagnostic
        if stamped.location.file == nil { stamped.location.file = file }
        diagnostics.append(stamped)
    }

    public mutating func add(contentsOf others: some Sequence<Diagnostic>) {
        for diagnostic in others { add(diagnostic) }
    }

    /// The diagnostics in the order of the input: by file as first seen, then by position, then as found.
    public var sorted: [Diagnostic] {
        var files: [String?: Int] = [:]
        for diagnostic in diagnostics where files[diagnostic.location.file] == nil {
            files[diagnostic.location.file] = files.count
        }
        let start = SourcePosition(line: 0, column: 0)
        return diagnostics.enumerated().sorted { a, b in
            let left = (files[a.element.location.file] ?? 0, a.element.location.position ?? start, a.offset)
            let right = (files[b.element.location.file] ?? 0, b.element.location.position ?? start, b.offset)
            return left < right
        }.map(\.element)
    }

    /// Throws everything collected if any of it is an error.
    public func throwIfErrors() throws(DiagnosticError) {
        if hasErrors { throw DiagnosticError(sorted) }
    }
}

/// An input that was refused, with every reason.
public struct DiagnosticError: Error, CustomStringConvertible {
    public let diagnostics: [Diagnostic]

    public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
    public init(_ diagnostic: Diagnostic) { self.diagnostics = [diagnostic] }

    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
