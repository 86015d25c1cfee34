import Daemon
import Diagnostics
import Ledger
import Platform

/// `hotpress show`: all that happened to a file.
struct ShowCommand: Subcommand {
    static let name = "show"
    static let grammar = OptionGrammar(
        command: "hotpress show", summary: "Tell a job's whole story",
        notes: "Exit codes: 0 shown, 66 there is no such job.",
        arguments: .oneOrMore("JOB"),
        options: ConfigurationChoice.options + [OptionGrammar.Option("json", .flag, help: "Show it as JSON")])

    private let options: ParsedOptions

    init(_ options: ParsedOptions) { self.options = options }

    func run(_ console: Console) throws -> ExitCode {
        let configuration = try ConfigurationChoice(options).loadServed()
        let ledger = try Ledger(readingAt: configuration.statePath + "/ledger.db")
        do {
            let stories = try options.arguments.map { try Story($0, ledger) }
            try console.write(options.flag("json") ? jsonText(stories) : stories.map(\.text).joined(separator: "\n"))
            return .success
        } catch let error as LedgerError {
            throw CommandFailure(.noInput, "\(error)")
        }
    }

    /// A job with everything that the ledger knows of it, in the order of time.
    private struct Story: Encodable {
        struct Event: Encodable {
            let time: String
            let milliseconds: Int64
            let what: String
        }

        let entry: JobEntry
        let sha256: String?
        let report: String?
        let events: [Event]

        init(_ identifier: String, _ ledger: Ledger) throws {
            let job = try ledger.job(identifier)
            let mails = try ledger.mails(of: identifier)
            entry = JobEntry(job, try ledger.documents(of: identifier), mails)
            sha256 = job.hash
            report = job.reason
            var found: [(Int64, String)] = try ledger.events(of: identifier).map { event in
                // The report stands below; a line is enough here.
                let text = event.text.prefix { $0 != "\n" }
                return (event.time, event.kind + (text.isEmpty ? "" : ": \(escaped(String(text)))"))
            }
            for attempt in try ledger.attemptRecords(of: identifier) {
                found.append((attempt.began, "attempt \(attempt.number) begins"))
                guard let ended = attempt.ended else { continue }
                found.append((ended, "attempt \(attempt.number) ends: \(attempt.outcome ?? "")"))
            }
            for mail in mails {
                let who = "mail \(mail.position + 1) to \(mail.recipients.map { escaped($0) }.joined(separator: ", "))"
                found.append((mail.created, "\(who): due"))
                if let handed = mail.handed { found.append((handed, "\(who): handed over, try \(mail.tries)")) }
                if let doubted = mail.doubted { found.append((doubted, "\(who): it may have gone out before")) }
                if let ended = mail.ended { found.append((ended, "\(who): \(mail.state)")) }
            }
            events = found.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map {
                Event(time: moment($0.element.0), milliseconds: $0.element.0, what: $0.element.1)
            }
        }

        var text: String {
            let lines = events.map { event in
                "    \(event.time).\(padded(Int(event.milliseconds % 1000), 3))  \(event.what)\n"
            }
            let rest =
                report.map {
                    "\n"
                        + $0.split(separator: "\n", omittingEmptySubsequences: false).map {
                            $0.isEmpty ? "\n" : "    \(escaped(String($0)))\n"
                        }.joined()
                } ?? ""
            return entry.text + (sha256.map { "    SHA-256 \($0)\n" } ?? "") + lines.joined() + rest
        }
    }
}
