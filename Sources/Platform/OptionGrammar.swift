/// What a command takes on its command line: options and arguments, declared once, parsed by GLib's GOption.
///
/// `--help` and `--version` belong to every grammar and need not be declared.
public struct OptionGrammar: Sendable {
    /// The command as it is typed: `hotpress render`.
    public var command: String
    /// One sentence below the usage line.
    public var summary: String
    /// What follows below the options: exit codes, examples.
    public var notes: String
    public var arguments: Arguments
    public var options: [Option]

    public init(
        command: String, summary: String, notes: String = "", arguments: Arguments = .none, options: [Option] = []
    ) {
        self.command = command
        self.summary = summary
        self.notes = notes
        self.arguments = arguments
        self.options = options
    }

    /// What stands on the command line beside the options.
    public struct Arguments: Sendable {
        /// As the usage line shows it: `INVOICE`, `FILE…`.
        public var synopsis: String
        public var count: ClosedRange<Int>

        public init(_ synopsis: String, count: ClosedRange<Int>) {
            self.synopsis = synopsis
            self.count = count
        }

        public static let none = Arguments("", count: 0...0)

        /// Exactly as many as the names given.
        public static func exactly(_ names: String...) -> Arguments {
            Arguments(names.joined(separator: " "), count: names.count...names.count)
        }

        public static func oneOrMore(_ name: String) -> Arguments { Arguments("\(name)…", count: 1...Int.max) }
        public static func any(_ name: String) -> Arguments { Arguments("[\(name)…]", count: 0...Int.max) }
    }

    /// One option: `--output=FILE`, `-o FILE`.
    public struct Option: Sendable {
        public enum Kind: Sendable {
            case flag
            /// Text or a file name; the name of the value in the help.
            case text(String)
            case integer(String)
        }

        /// The long name, without dashes.
        public var name: String
        public var short: Character?
        public var kind: Kind
        /// What it does, for the help; no full stop.
        public var help: String

        public init(_ name: String, short: Character? = nil, _ kind: Kind, help: String) {
            self.name = name
            self.short = short
            self.kind = kind
            self.help = help
        }
    }
}

/// What stood on the command line.
public struct ParsedOptions: Sendable {
    /// Beside the options, in order.
    public internal(set) var arguments: [String] = []
    var flags: Set<String> = []
    var texts: [String: String] = [:]
    var integers: [String: Int] = [:]

    public init() {}

    public func flag(_ name: String) -> Bool { flags.contains(name) }
    public func text(_ name: String) -> String? { texts[name] }
    public func integer(_ name: String) -> Int? { integers[name] }
}

/// What a command line asks for.
public enum OptionOutcome: Sendable {
    case run(ParsedOptions)
    case help
    case version
}

/// A command line that does not fit its grammar.
public struct UsageError: Error, Sendable, Hashable {
    /// What is wrong, without a full stop.
    public let message: String
    /// What to type instead.
    public let hint: String?

    public init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
