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
            OptionGrammar.Option("queue", .text("QUEUE"), help: "Only files of this queue, '.' being the inbox itself"),
            OptionGrammar.Option("from", .text("DATE"), help: "Only files taken on this day (2026-11-30) or later"),
            OptionGrammar.Option("to", .text("DATE"), help: "Only files taken on this day or before"),
            OptionGrammar.Option(
                "state", .text("STATE"), help: "Only files that are done, failed, skipped, claimed or printing"),
            OptionGrammar.Option("limit", .integer("COUNT"), help: "At most so many (50)"),
            OptionGrammar.Option("json", .flag, help: "Show them as JSON"),
            OptionGrammar.Option("csv", .flag, help: "Show them as CSV (RFC 4180), a row an invoice"),
        ])

    private let options: ParsedOptions
    private var filter: Ledger.Filter

    init(_ options: ParsedOptions) throws {
        self.options = options
        filter = Ledger.Filter(limit: options.integer("limit") ?? 50)
        filter.number = options.text("number")
        filter.customer = options.text("customer")
        filter.name = options.text("file").map { Array($0.utf8) }
        filter.queue = options.text("queue").map { $0 == "." ? "" : $0 }
        filter.since = try options.text("from").map { try Self.midnight($0, daysLater: 0) }
        filter.before = try options.text("to").map { try Self.midnight($0, daysLater: 1) }
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
            JobEntry(job, try ledger.documents(of: job.identifier), try ledger.mails(of: job.identifier))
        }
        if options.flag("csv") {
            try console.write(JobEntry.csvHead + entries.map(\.csv).joined())
        } else {
            try console.write(options.flag("json") ? jsonText(entries) : entries.map(\.text).joined())
        }
        return .success
    }

    /// The first moment of a day in the machine's time zone.
    private static func midnight(_ text: String, daysLater days: Int) throws -> Int64 {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, let time = WallTime(year: parts[0], month: parts[1], day: parts[2] + days) else {
            throw UsageError("'\(text)' is no day", hint: "write it as 2026-11-30")
        }
        return time.milliseconds
    }
}
