import Daemon
import Platform

/// `hotpress worker`: a worker process, as `serve` starts it; nobody types it.
struct WorkerCommand: Subcommand {
    static let name = "worker"
    static let grammar = OptionGrammar(
        command: "hotpress worker", summary: "Print for the service, which starts this by itself",
        notes: "Takes requests from the service on standard input. LIMIT: bytes of memory, 0 for no limit.",
        arguments: .exactly("LIMIT"))

    private let memoryLimit: Int

    init(_ options: ParsedOptions) throws {
        guard let limit = Int(options.arguments[0]), limit >= 0 else {
            throw UsageError("'\(options.arguments[0])' is not a number of bytes")
        }
        memoryLimit = limit
    }

    func run(_ console: Console) throws -> ExitCode {
        var loop = try WorkerLoop(InvoiceRenderer(PressPrinter()), memoryLimit: memoryLimit)
        try loop.run()
        return .success
    }
}
