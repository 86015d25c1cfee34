import Daemon
import Platform

/// `hotpress worker`: a worker process, as `serve` starts it; nobody types it.
struct WorkerCommand: Subcommand {
    static let name = "worker"
    static let grammar = OptionGrammar(
        command: "hotpress worker", summary: "Print for the service, which starts this by itself",
        notes: "Takes requests from the service on standard input.")

    init(_ options: ParsedOptions) {}

    func run(_ console: Console) throws -> ExitCode {
        var loop = try WorkerLoop(InvoiceRenderer(PressPrinter()))
        try loop.run()
        return .success
    }
}
