import Daemon
import Diagnostics
import Ledger
import Mail
import Platform

/// `hotpress mail`: the mail of an invoice, to look at or as a trial.
struct MailCommand: Subcommand {
    static let name = "mail"
    static let grammar = OptionGrammar(
        command: "hotpress mail", summary: "Write an invoice's mail to a file, or send a trial of it",
        notes: """
            INVOICE is an invoice file, or the job of one that was taken ('hotpress history' lists them).
            --dry-run writes the message that would be sent, as NAME.eml in the current folder or to -o FILE; several
            become NAME-1.eml, NAME-2.eml … --to sends it to ADDRESS alone; the subject says for whom it would have been.
            Exit codes: 0 done, 64 neither was asked for, 65 refused, 66 no such file or job, 73 the file cannot be made,
            75 sendmail cannot take it now, 78 there is no sendmail.
            """,
        arguments: .exactly("INVOICE"),
        options: ConfigurationChoice.options + [
            OptionGrammar.Option("dry-run", short: "n", .flag, help: "Write the message, send nothing"),
            OptionGrammar.Option("to", .text("ADDRESS"), help: "Send a trial there"),
            OptionGrammar.Option("output", short: "o", .text("FILE"), help: "Write here (- is standard output)"),
            OptionGrammar.Option("queue", .text("NAME"), help: "As if the file lay in this folder of the inbox"),
        ])

    private let options: ParsedOptions
    private let trial: Address?

    init(_ options: ParsedOptions) throws {
        self.options = options
        do throws(DiagnosticError) {
            trial = try options.text("to").map { text throws(DiagnosticError) in try Address(text) }
        } catch {
            throw UsageError(error.diagnostics.first?.message ?? "--to is no address")
        }
        if !options.flag("dry-run"), trial == nil {
            throw UsageError("nothing is asked for", hint: "give --dry-run to write the message, or --to ADDRESS")
        }
    }

    func run(_ console: Console) throws -> ExitCode {
        var findings = Findings(console)
        let configuration = try ConfigurationChoice(options).load()
        let source = try source(configuration)
        var composer = MailTrial(configuration, source.settings, trial: trial)
        let messages = try composer.mails(of: source, &findings).map(\.message)
        guard !findings.hasErrors else { return findings.exitCode }
        guard !messages.isEmpty else { throw CommandFailure(.badData, "there is nothing to mail", file: source.name) }
        if options.flag("dry-run") { return try write(messages, console) }
        return try send(messages, source.settings.mail, console)
    }

    /// The file of that name, or the original of that job.
    private func source(_ configuration: Configuration) throws -> MailSource {
        let word = options.arguments[0]
        let isFile = word == "-" || word.contains("/") || (try? FileDescriptor(path: word, .read)) != nil
        if !isFile, let found = try MailSource(job: word, configuration) { return found }
        return MailSource(file: try InputFile(word), configuration.settings(of: options.text("queue") ?? ""))
    }

    private func write(_ messages: [Message], _ console: Console) throws -> ExitCode {
        let place = OutputFile(path: options.text("output") ?? defaultName)
        if messages.count > 1, place.isStandardOutput {
            throw CommandFailure(
                .cannotCreate, "\(messages.count) messages do not fit on standard output", hint: "name a file with -o")
        }
        for (index, message) in messages.enumerated() {
            try (messages.count > 1 ? place.numbered(index + 1) : place).write(message.bytes, console)
        }
        return .success
    }

    private var defaultName: String {
        let name = options.arguments[0].split(separator: "/").last.map(String.init) ?? "mail"
        let tail = OutputFile(path: name).fileExtension
        return (name == "-" ? "mail" : String(name.dropLast(tail.isEmpty ? 0 : tail.count + 1))) + ".eml"
    }

    private func send(_ messages: [Message], _ settings: MailSettings, _ console: Console) throws -> ExitCode {
        let sendmail = Sendmail(program: settings.sendmail, timeout: .seconds(settings.timeout))
        let folder = try Directory("/tmp")
        for message in messages {
            let name = folder.temporaryName()
            try message.write(to: folder, as: name)
            defer { try? folder.remove(name) }
            switch sendmail.handOver(name, in: folder, message.envelope) {
            case .accepted: try console.write("sent to \(message.envelope.recipients.joined(separator: ", "))\n")
            case .retry(let reason): throw CommandFailure(.tryAgain, "not sent now: \(reason)")
            case .failed(let reason): throw CommandFailure(.badData, "not sent: \(reason)")
            case .unavailable(let reason):
                let hint = "install a sendmail, or name one in [mail] sendmail"
                throw CommandFailure(.configuration, "not sent: \(reason)", hint: hint)
            }
        }
        return .success
    }
}
