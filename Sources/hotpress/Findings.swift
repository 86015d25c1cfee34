import Diagnostics
import Platform

/// What a command has to say about its inputs; shown at once, and remembered for the exit code.
struct Findings {
    static let warningsAreErrors = OptionGrammar.Option(
        "warnings-are-errors", short: "W", .flag, help: "Refuse what is only doubtful")

    private let console: Console
    private let warningsAreErrors: Bool
    private(set) var hasErrors = false

    init(_ console: Console, _ options: ParsedOptions) {
        self.console = console
        warningsAreErrors = options.flag(Self.warningsAreErrors.name)
    }

    /// For commands that let what is doubtful pass.
    init(_ console: Console) {
        self.console = console
        warningsAreErrors = false
    }

    /// Shows them; true if none of them is a reason to stop.
    mutating func allow(_ diagnostics: [Diagnostic]) -> Bool {
        let weighed = diagnostics.map { diagnostic in
            guard warningsAreErrors, diagnostic.severity == .warning else { return diagnostic }
            var error = diagnostic
            error.severity = .error
            return error
        }
        let isRefused = weighed.contains { $0.severity == .error }
        hasErrors = hasErrors || isRefused
        console.report(weighed)
        return !isRefused
    }

    mutating func report(_ diagnostics: [Diagnostic]) { _ = allow(diagnostics) }

    /// 65 once anything was refused.
    var exitCode: ExitCode { hasErrors ? .badData : .success }
}
