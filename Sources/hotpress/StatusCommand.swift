import Daemon
import Diagnostics
import Foundation
import Ledger
import Platform

/// `hotpress status`: what is going on.
struct StatusCommand: Subcommand {
    static let name = "status"
    static let grammar = OptionGrammar(
        command: "hotpress status", summary: "Say what is going on",
        notes: "Works with and without a running service. Exit codes: 0 shown, 66 nothing was ever served there.",
        options: ConfigurationChoice.options + [
            OptionGrammar.Option("json", .flag, help: "Show it as JSON")
        ])

    private let options: ParsedOptions

    init(_ options: ParsedOptions) { self.options = options }

    func run(_ console: Console) throws -> ExitCode {
        let configuration = try ConfigurationChoice(options).loadServed()
        let overview = try Overview(configuration)
        try console.write(options.flag("json") ? Self.json(overview) : Self.text(overview))
        return .success
    }

    private static func text(_ overview: Overview) -> String {
        let counts = overview.counts
        var lines = [
            "service  " + (overview.service.map { "runs (process \($0.process))" } ?? "does not run"),
            "inbox    \(overview.inbox) waiting, \(counts.unfinished) in work",
            "printed  \(counts.documents) from \(counts.jobs[.done, default: 0]) files",
            "failed   \(counts.jobs[.failed, default: 0]) files, \(overview.failed) of them in failed/",
            "skipped  \(counts.jobs[.skipped, default: 0]) duplicates",
            "mails    " + MailState.allCases.map { "\(counts.mails[$0, default: 0]) \($0)" }.joined(separator: ", "),
        ]
        if let reason = overview.service?.paused { lines.append("paused   \(reason)") }
        if let reason = overview.service?.degraded { lines.append("degraded \(reason)") }
        for mail in overview.mails {
            let reason = mail.reason.map { ": \(escaped($0))" } ?? ""
            lines.append(
                "mail     \(mail.state) to \(mail.recipients.joined(separator: ", ")), job \(mail.job)\(reason)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private struct Report: Encodable {
        let service: ServiceReport?
        let inbox: Int
        let working: Int
        let documents: Int
        let jobs: [String: Int]
        let mails: [String: Int]
    }

    private static func json(_ overview: Overview) throws -> String {
        let counts = overview.counts
        let report = Report(
            service: overview.service, inbox: overview.inbox, working: counts.unfinished, documents: counts.documents,
            jobs: Dictionary(uniqueKeysWithValues: counts.jobs.map { ($0.key.rawValue, $0.value) }),
            mails: Dictionary(uniqueKeysWithValues: counts.mails.map { ($0.key.rawValue, $0.value) }))
        return try jsonText(report)
    }
}

extension Ledger.Counts {
    /// Jobs that are not decided.
    fileprivate var unfinished: Int { jobs[.claimed, default: 0] + jobs[.printing, default: 0] }
}

/// A value as JSON for programs: keys sorted, one line a key.
func jsonText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
}
