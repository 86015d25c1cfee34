// Diagnostics: what a user can mend, said so that it can be mended.
//
// Every reader, parser and layout step reports through this target: what is wrong, where, and what to do about it.
// A `Diagnostic` is a plain value; many are collected at a time, so that one run shows every fault of a file.
// Faults of the machine (a full disk, a missing right) are not diagnostics: see `Platform.SystemError`.

/// One finding about something the user wrote.
public struct Diagnostic: Sendable, Hashable {
    public enum Severity: String, Sendable, Hashable, Comparable {
        case note, warning, error

        public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    public var severity: Severity
    public var message: String
    public var location: SourceLocation
    /// What to do about it, as a sentence without a capital or full stop: "did you mean 'price'?".
    public var hint: String?

    public init(
        _ severity: Severity, _ message: String, at location: SourceLocation = SourceLocation(), hint: String? = nil
    ) {
        self.severity = severity
        self.message = message
        self.location = location
        self.hint = hint
    }

    public static func error(
        _ message: String, at location: SourceLocation = SourceLocation(), hint: String? = nil
    ) -> Diagnostic { Diagnostic(.error, message, at: location, hint: hint) }

    public static func warning(
        _ message: String, at location: SourceLocation = SourceLocation(), hint: String? = nil
    ) -> Diagnostic { Diagnostic(.warning, message, at: location, hint: hint) }
}

/// Where in the user's input something stands; every part may be unknown.
public struct SourceLocation: Sendable, Hashable {
    public var file: String?
    public var position: SourcePosition?
    /// The place in the file's own terms: `lines[2].price`, `row 4, column "Unit Price"`.
    public var path: String?

    public init(file: String? = nil, position: SourcePosition? = nil, path: String? = nil) {
        self.file = file
        self.position = position
        self.path = path
    }
}

/// A line and a column, both counted from 1; the column counts Unicode scalars.
public struct SourcePosition: Sendable, Hashable, Comparable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (a: SourcePosition, b: SourcePosition) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `file:line:column: error: path: message`, the hint on a line of its own.
    public var description: String {
        var head = ""
        if let file = location.file { head += file + ":" }
        if let position = location.position { head += "\(position.line):\(position.column):" }
        if !head.isEmpty { head += " " }
        let path = location.path.map { "\($0): " } ?? ""
        let tail = hint.map { "\n    hint: \($0)" } ?? ""
        return "\(head)\(severity.rawValue): \(path)\(message)\(tail)"
    }
}
