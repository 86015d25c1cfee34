import Daemon
import Ledger
import Platform

/// `hotpress serve`: the service.
struct ServeCommand: Subcommand {
    static let name = "serve"
    static let grammar = OptionGrammar(
        command: "hotpress serve", summary: "Watch the inbox and print what is dropped there",
        notes: """
            Without a configuration it makes and serves ./hotpress/{inbox,work,outbox,archive,failed}.
            TERM and INT finish what is in hand and end with 0; HUP reads the configuration again.
            Exit codes: 0 ended in order, 74 the disk or the ledger is at fault, 75 another service has the inbox,
            78 the configuration is wrong.
            """,
        options: ConfigurationChoice.options)

    private let choice: ConfigurationChoice

    init(_ options: ParsedOptions) { choice = ConfigurationChoice(options) }

    func run(_ console: Console) throws -> ExitCode {
        let choice = choice
        do {
            let supervisor = try Supervisor(
                choice.loadExamined(console), worker: Command(SharedFiles.executable, [WorkerCommand.name]),
                readAgain: { try choice.loadExamined(console) })
            try supervisor.run()
            return .success
        } catch let held as FileLock.Held {
            throw CommandFailure(.tryAgain, "\(held)")
        } catch let error as LedgerError {
            throw CommandFailure(.inputOutput, "\(error)")
        }
    }
}
