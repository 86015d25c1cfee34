import Daemon
import Diagnostics
import Ledger
import Platform

/// `hotpress release`: lets held mails go.
struct ReleaseCommand: Subcommand {
    static let name = "release"
    static let grammar = OptionGrammar(
        command: "hotpress release", summary: "Let held mails go out",
        notes: """
            Mails are held where 'send = ask' says so, and where a crash has left unknown whether they went out.
            Exit codes: 0 released, 65 no mail of a job was held, 66 there is no such job.
            """,
        arguments: .any("JOB"),
        options: ConfigurationChoice.options + [
            OptionGrammar.Option("all", .flag, help: "Every held mail")
        ])

    private let options: ParsedOptions

    init(_ options: ParsedOptions) throws {
        self.options = options
        if options.arguments.isEmpty, !options.flag("all") {
            throw UsageError("no job is named", hint: "name jobs as 'hotpress status' lists them, or give --all")
        }
    }

    func run(_ console: Console) throws -> ExitCode {
        let configuration = try ConfigurationChoice(options).loadServed()
        let release = try Release(configuration)
        var exitCode = ExitCode.success
        for job in options.arguments + (options.flag("all") ? try release.heldJobs() : []) {
            do {
                let recipients = try release.release(job)
                if recipients.isEmpty {
                    console.report([.error("no mail of job \(job) is held")])
                    exitCode = .badData
                } else {
                    try console.write("\(job): mail to \(recipients.joined(separator: ", ")) goes out\n")
                }
            } catch let error as LedgerError {
                console.report([.error("\(error)")])
                exitCode = .noInput
            }
        }
        return exitCode
    }
}
