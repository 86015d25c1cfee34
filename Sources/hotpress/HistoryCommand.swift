import Daemon
import Diagnostics
import Foundation
import Ledger
import Platform

/// `hotpress history`: what was done.
struct HistoryCommand: Subcommand {
    static let name = "history"
    static let grammar = OptionGrammar(
        command: "hotpress history", summary: "List the files that were taken, the newest first",
        notes: "Exit codes: 0 listed, 66 nothing was ever served there.",
        options: ConfigurationChoice.options + [
            OptionGrammar.Option("number", .text("TEXT"), help: "Only files with an invoice whose number holds TEXT"),
            OptionGrammar.Option("customer", .text("TEXT"), help: "Only files with a customer whose name holds TEXT"),
            OptionGrammar.Option("file", .text("NAME"), help: "Only files of this name"),
            OptionGrammar.Option(
                "state", .text("STATE"), help: "Only files that are done, failed, skipped, claimed or printing"),
            OptionGrammar.Option("limit", .integer("COUNT"), help: "At most so many (50)"),
            OptionGrammar.Option("json", .flag, help: "Show them as JSON"),
        ])

    private let options: ParsedOptions
    private var filter: Ledger.Filter

    init(_ options: ParsedOptions) throws {
        self.options = options
        filter = Ledger.Filter(limit: options.integer("limit") ?? 50)
        filter.number = options.text("number")
        filter.customer = options.text("customer")
        filter.name = options.text("file").map { Array($0.utf8) }
        guard let text = options.text("state") else { return }
        guard let state = JobState(rawValue: text) else {
            let known = JobState.allCases.map(\.rawValue)
            let near = nearestName(to: text, among: known)
            throw UsageError(
                "'\(text)' is no state",
                hint: near.map { "did you mean '\($0)'?" } ?? "known are \(known.joined(separator: ", "))")
        }
        filter.state = state
    }

    func run(_ console: Console) throws -> ExitCode {
        let configuration = try ConfigurationChoice(options).loadServed()
        let ledger = try Ledger(readingAt: configuration.statePath + "/ledger.db")
        let entries = try ledger.history(filter).map { job in
            Entry(job, try ledger.documents(of: job.identifier), try ledger.mails(of: job.identifier))
        }
        try console.write(options.flag("json") ? jsonText(entries) : entries.map(\.text).joined())
        return .success
    }

    /// One file.
    private struct Entry: Encodable {
        struct Document: Encodable {
            let number: String
            let customer: String
            let total: String
            let state: String
            let output: String?
        }

        struct Mail: Encodable {
            let state: String
            let to: [String]
            let reason: String?
        }

        let job: String
        let time: String
        let file: String
        let queue: String
        let state: String
        let place: String?
        let documents: [Document]
        let mails: [Mail]

        init(_ record: JobRecord, _ documents: [DocumentRecord], _ mails: [MailRecord]) {
            let claimed = WallTime(milliseconds: record.claimed).local
            job = record.identifier
            time = "\(claimed.date) \(claimed.time)"
            file = escaped(record.name)
            queue = record.queue
            state = record.state.rawValue
            place = record.filed
            self.documents = documents.map {
                Document(
                    number: $0.number, customer: $0.customer, total: $0.total, state: $0.state.rawValue,
                    output: $0.output)
            }
            self.mails = mails.map { mail in
                Mail(state: mail.state.rawValue, to: mail.recipients, reason: mail.state == .sent ? nil : mail.reason)
            }
        }

        private var mailLines: [String] {
            mails.map { mail in
                let reason = mail.reason.map { ": \(escaped($0))" } ?? ""
                return "    mail \(mail.state)  to \(mail.to.map { escaped($0) }.joined(separator: ", "))\(reason)\n"
            }
        }

        var text: String {
            let lines = documents.map { document in
                let place = document.output.map { "outbox/\(escaped($0))" } ?? ""
                return
                    "    \(document.state)  \(escaped(document.number))  \(escaped(document.customer))  \(document.total)  \(place)\n"
            }
            return "\(time)  \(state)  \(file)  \(place ?? "in work")  job \(job)\n" + (lines + mailLines).joined()
        }
    }
}
