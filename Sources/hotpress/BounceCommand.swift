import Daemon
import Diagnostics
import Platform

/// `hotpress bounce`: takes a delivery report from a mail system.
struct BounceCommand: Subcommand {
    static let name = "bounce"
    static let grammar = OptionGrammar(
        command: "hotpress bounce", summary: "Take a delivery report (RFC 3464) on standard input",
        notes: """
            For the mailbox that return-path names, run as the service's user: in an alias or .forward file,
            "|hotpress bounce --config FILE". 'hotpress status' and 'history' show what came back.
            Mail that is no such report is let be. Exit codes: 0 taken or let be, 66 nothing was ever served there,
            75 not now.
            """,
        options: ConfigurationChoice.options)

    private let options: ParsedOptions
    /// Reports quote whole messages.
    private static let limit = 64 << 20

    init(_ options: ParsedOptions) { self.options = options }

    func run(_ console: Console) throws -> ExitCode {
        let configuration = try ConfigurationChoice(options).loadServed()
        do {
            let bytes = try FileDescriptor.standard(0).readAll(limit: Self.limit)
            switch try Bounce(configuration).take(bytes) {
            case .notOurs: console.report([.warning("this is no report about a mail from here: let be")])
            case .noted(let job): try console.write("\(job): noted\n")
            case .bounced(let job): try console.write("\(job): its mail came back\n")
            }
        } catch {
            // The mail system keeps the report and comes again.
            throw CommandFailure(.tryAgain, "the report is not taken: \(error)")
        }
        return .success
    }
}
