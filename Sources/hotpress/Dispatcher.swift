import Diagnostics
import Platform

/// Finds the subcommand of a command line, and runs it.
struct Dispatcher {
    /// Every subcommand, in the order of the help.
    static let commands: [any Subcommand.Type] = [
        InitCommand.self, ServeCommand.self,
        RenderCommand.self, PrintCommand.self, FillCommand.self, CheckCommand.self, DoctorCommand.self,
        ConfigCommand.self,
        ProfilesCommand.self,
        StatusCommand.self, HistoryCommand.self, ShowCommand.self, NumbersCommand.self, RetryCommand.self,
        PauseCommand.self, ResumeCommand.self,
        MailCommand.self, ReleaseCommand.self, BounceCommand.self,
        CompletionCommand.self, HelpCommand.self,
    ]

    /// What the program itself and its packagers call.
    private static let hidden: [any Subcommand.Type] = [WorkerCommand.self, ManualCommand.self]

    private let console = Console()

    func run(_ words: [String]) -> ExitCode {
        do {
            return try dispatch(words)
        } catch let error as UsageError {
            console.report([.error(error.message, at: SourceLocation(file: "hotpress"), hint: error.hint)])
            return .usage
        } catch let failure as CommandFailure {
            console.report(failure.diagnostics)
            return failure.exitCode
        } catch let error as DiagnosticError {
            console.report(error.diagnostics)
            return .badData
        } catch let error as SystemError {
            console.report([.error("\(error)", at: SourceLocation(file: "hotpress"))])
            return .inputOutput
        } catch {
            console.report([.error("\(error)", at: SourceLocation(file: "hotpress"))])
            return .inputOutput
        }
    }

    private func dispatch(_ words: [String]) throws -> ExitCode {
        guard let first = words.first else {
            throw UsageError("no command given", hint: "see hotpress --help")
        }
        let rest = Array(words.dropFirst())
        switch first {
        case "-h", "--help": return try show(Self.overview)
        case "--version": return try show("hotpress \(version)\n")
        default: return try run(Self.command(named: first), rest)
        }
    }

    private func run(_ command: any Subcommand.Type, _ words: [String]) throws -> ExitCode {
        switch try command.grammar.parse(words) {
        case .help: try show(command.grammar.help)
        case .version: try show("hotpress \(version)\n")
        case .run(let options): try command.init(options).run(console)
        }
    }

    static func command(named name: String) throws -> any Subcommand.Type {
        if let command = (commands + hidden).first(where: { $0.name == name }) { return command }
        let near = nearestName(to: name, among: commands.map { $0.name })
        throw UsageError(
            "there is no command '\(name)'",
            hint: near.map { "did you mean 'hotpress \($0)'?" } ?? "see hotpress --help")
    }

    private func show(_ text: String) throws -> ExitCode {
        try console.write(text)
        return .success
    }

    static var overview: String {
        let width = commands.map { $0.name.count }.max() ?? 0
        let rows = commands.map { command in
            "  \(command.name)\(String(repeating: " ", count: width - command.name.count + 2))\(command.grammar.summary)"
        }
        return """
            Usage:
              hotpress COMMAND [OPTION…] [ARGUMENT…]

            A hot folder for invoices: drop a JSON or CSV file, take out a PDF.

            Commands:
            \(rows.joined(separator: "\n"))

            See hotpress COMMAND --help for what a command takes.

            """
    }
}
