import Diagnostics
import Platform

/// `hotpress manual`: the manual's pages as man(1) reads them; packagers call it.
struct ManualCommand: Subcommand {
    static let name = "manual"
    static let grammar = OptionGrammar(
        command: "hotpress manual", summary: "Write a page of the manual in roff",
        notes: "PAGE: \(ManualPage.allCases.map(\.rawValue).joined(separator: ", ")).", arguments: .exactly("PAGE"))

    private let page: ManualPage

    init(_ options: ParsedOptions) throws {
        guard let page = ManualPage(rawValue: options.arguments[0]) else {
            throw UsageError("there is no page '\(options.arguments[0])'", hint: Self.grammar.notes)
        }
        self.page = page
    }

    func run(_ console: Console) throws -> ExitCode {
        try console.write(page.text())
        return .success
    }
}

/// `hotpress completion`: what a shell reads to complete commands and options.
struct CompletionCommand: Subcommand {
    static let name = "completion"
    static let grammar = OptionGrammar(
        command: "hotpress completion", summary: "Write the completions for a shell",
        notes: """
            The package installs them. For a program that was built by hand, in bash:
              source <(hotpress completion bash)
            """,
        arguments: .exactly("bash|zsh|fish"))

    private let shell: Completion

    init(_ options: ParsedOptions) throws {
        guard let shell = Completion(rawValue: options.arguments[0]) else {
            throw UsageError("'\(options.arguments[0])' is not a shell that is known", hint: "say bash, zsh or fish")
        }
        self.shell = shell
    }

    func run(_ console: Console) throws -> ExitCode {
        try console.write(shell.script)
        return .success
    }
}
