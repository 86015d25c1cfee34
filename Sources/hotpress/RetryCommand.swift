import Daemon
import Diagnostics
import Ledger
import Platform

/// `hotpress retry`: once more, please.
struct RetryCommand: Subcommand {
    static let name = "retry"
    static let grammar = OptionGrammar(
        command: "hotpress retry", summary: "Take failed files up once more, and send failed or held mails again",
        notes: """
            A file goes from failed/ back into the inbox; what was printed of it is not printed again.
            Exit codes: 0 done, 65 there was nothing to do about a job, 66 there is no such job.
            """,
        arguments: .any("JOB"),
        options: ConfigurationChoice.options + [
            OptionGrammar.Option("failed", .flag, help: "All files in failed/")
        ])

    private let options: ParsedOptions

    init(_ options: ParsedOptions) throws {
        self.options = options
        if options.arguments.isEmpty, !options.flag("failed") {
            throw UsageError("no job is named", hint: "name jobs as 'hotpress history' lists them, or give --failed")
        }
    }

    func run(_ console: Console) throws -> ExitCode {
        let configuration = try ConfigurationChoice(options).loadServed()
        let retry = try Retry(configuration)
        var exitCode = ExitCode.success
        for job in options.arguments + (options.flag("failed") ? try retry.failedJobs() : []) {
            do {
                if let done = try retry.retry(job) {
                    try console.write("\(job): \(done)\n")
                } else {
                    console.report([.error("nothing has failed about job \(job)")])
                    exitCode = .badData
                }
            } catch let error as LedgerError {
                console.report([.error("\(error)")])
                exitCode = .noInput
            }
        }
        return exitCode
    }
}
