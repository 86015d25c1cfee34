import Diagnostics
import Platform

/// One subcommand: what it takes, and what it does.
protocol Subcommand: SendableMetatype {
    /// The word that calls it.
    static var name: String { get }
    static var grammar: OptionGrammar { get }
    /// Checks what the grammar cannot say; throws `UsageError`.
    init(_ options: ParsedOptions) throws
    /// Does it; results through `console.write`, findings through `console.report` or a thrown `CommandFailure`.
    func run(_ console: Console) throws -> ExitCode
}

/// A command that cannot go on: the exit code with what to tell the user.
struct CommandFailure: Error, CustomStringConvertible {
    let exitCode: ExitCode
    let diagnostics: [Diagnostic]

    /// For the journal, where a reload was refused.
    var description: String { diagnostics.map(\.description).joined(separator: "\n") }

    init(_ exitCode: ExitCode, _ diagnostics: [Diagnostic]) {
        self.exitCode = exitCode
        self.diagnostics = diagnostics
    }

    init(_ exitCode: ExitCode, _ message: String, file: String? = nil, hint: String? = nil) {
        self.init(exitCode, [.error(message, at: SourceLocation(file: file), hint: hint)])
    }
}
