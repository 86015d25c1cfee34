import Platform

/// `hotpress help [COMMAND]`.
struct HelpCommand: Subcommand {
    static let name = "help"
    static let grammar = OptionGrammar(
        command: "hotpress help", summary: "Show what a command takes",
        arguments: OptionGrammar.Arguments("[COMMAND]", count: 0...1))

    private let command: String?

    init(_ options: ParsedOptions) { command = options.arguments.first }

    func run(_ console: Console) throws -> ExitCode {
        try console.write(command.map { try Dispatcher.command(named: $0).grammar.help } ?? Dispatcher.overview)
        return .success
    }
}
