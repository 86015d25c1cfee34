import Daemon
import Diagnostics
import Ledger
import Mail
import Platform

/// `hotpress retry`: once more, please.
struct RetryCommand: Subcommand {
    static let name = "retry"
    static let grammar = OptionGrammar(
        command: "hotpress retry", summary: "Take failed files up once more, and send failed or held mails again",
        notes: """
            A file goes from failed/ back into the inbox; what was printed of it is not printed again. A mail that could
            not be made, for lack of an address or because something was not allowed, is made anew, with the same PDF.
            Exit codes: 0 done, 65 there was nothing to do about a job or its mail is refused again, 66 there is no such
            job.
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
                let unmade = try retry.unmadeMails(of: job)
                let done = try retry.retry(job)
                if let done { try console.write("\(job): \(done)\n") }
                if !unmade.isEmpty {
                    let answer = try makeAnew(unmade, of: job, configuration, retry, console)
                    exitCode = exitCode == .success ? answer : exitCode
                } else if done == nil {
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

    private func makeAnew(
        _ unmade: [MailRecord], of job: String, _ configuration: Configuration, _ retry: Retry, _ console: Console
    ) throws -> ExitCode {
        guard let source = try MailSource(job: job, configuration) else { return .noInput }
        var findings = Findings(console)
        var maker = MailTrial(configuration, source.settings, trial: nil)
        for made in try maker.mails(of: source, &findings) {
            guard let mail = unmade.first(where: { $0.position == made.position }) else { continue }
            try retry.send(made.message, subject: made.subject, as: mail)
            try console.write("\(job): mail to \(made.message.envelope.recipients.joined(separator: ", ")) made anew\n")
        }
        return findings.exitCode
    }
}
