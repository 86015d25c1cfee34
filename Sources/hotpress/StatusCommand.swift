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
        notes: """
            Works with and without a running service; to ask a running one takes its user or root.
            Exit codes: 0 shown, 66 nothing was ever served there.
            """,
        options: ConfigurationChoice.options + [
            OptionGrammar.Option("json", .flag, help: "Show it as JSON"),
            OptionGrammar.Option("watch", short: "w", .flag, help: "Show it anew every second, until interrupted"),
        ])

    private let options: ParsedOptions

    init(_ options: ParsedOptions) { self.options = options }

    func run(_ console: Console) throws -> ExitCode {
        let configuration = try ConfigurationChoice(options).loadServed()
        let isTerminal = console.isTerminal
        while true {
            let overview = try Overview(configuration)
            let text = try options.flag("json") ? Self.json(overview) : StatusText(overview).text
            guard options.flag("watch") else {
                try console.write(text)
                return .success
            }
            // Home, then clear what is left of the longer text from before: no flicker.
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            try console.write(
                isTerminal ? "\u{1B}[H" + lines.joined(separator: "\u{1B}[K\n") + "\u{1B}[J" : text + "\n")
            Thread.sleep(forTimeInterval: 1)
        }
    }

    private struct Report: Encodable {
        struct Mail: Encodable {
            let job: String
            let state: String
            let to: [String]
            let due: Int64?
            let reason: String?

            init(_ mail: MailRecord) {
                job = mail.job
                state = mail.state.rawValue
                to = mail.recipients
                due = mail.due
                reason = mail.reason
            }
        }

        struct Pause: Encodable {
            /// Nil: everything.
            let queue: String?
            let since: Int64
            let reason: String
        }

        let service: ServiceReport?
        let inbox: Int
        let working: Int
        let documents: Int
        let jobs: [String: Int]
        let mails: [String: Int]
        let openMails: [Mail]
        let possiblySentTwice: [Mail]
        let pauses: [Pause]
    }

    private static func json(_ overview: Overview) throws -> String {
        let counts = overview.counts
        let report = Report(
            service: overview.service, inbox: overview.inbox, working: counts.unfinished, documents: counts.documents,
            jobs: Dictionary(uniqueKeysWithValues: counts.jobs.map { ($0.key.rawValue, $0.value) }),
            mails: Dictionary(uniqueKeysWithValues: counts.mails.map { ($0.key.rawValue, $0.value) }),
            openMails: overview.mails.map { Report.Mail($0) },
            possiblySentTwice: overview.doubtful.map { Report.Mail($0) },
            pauses: overview.pauses.map { Report.Pause(queue: $0.queue, since: $0.since, reason: $0.reason) })
        return try jsonText(report)
    }
}

/// The same for people.
private struct StatusText {
    let overview: Overview

    init(_ overview: Overview) { self.overview = overview }

    var text: String { (summary + pauses + queues + mails).joined(separator: "\n") + "\n" }

    private var summary: [String] {
        let counts = overview.counts
        var lines = [
            "service  " + service,
            "inbox    \(overview.inbox) waiting, \(counts.unfinished) in work",
            "printed  \(counts.documents) from \(counted(counts.jobs[.done, default: 0], "file"))",
            "failed   \(counted(counts.jobs[.failed, default: 0], "file")), \(overview.failed) of them in failed/",
            "skipped  \(counted(counts.jobs[.skipped, default: 0], "duplicate"))",
            "mails    " + MailState.allCases.map { "\(counts.mails[$0, default: 0]) \($0)" }.joined(separator: ", "),
        ]
        if let service = overview.service {
            lines.append(
                "rate     \(counted(service.lastMinute, "file")) in the last minute, \(service.lastHour) in the last hour, "
                    + "\(service.done) since the start")
            if service.overflows > 0 {
                lines.append("events   lost \(counted(service.overflows, "time")), all folders looked at")
            }
        }
        return lines
    }

    private var service: String {
        guard let service = overview.service else { return "does not run" }
        return "runs (process \(service.process)) since \(moment(service.since)), \(service.memory >> 20) MiB"
    }

    private var pauses: [String] {
        var lines: [String] = []
        if let reason = overview.service?.paused { lines.append("paused   \(reason)") }
        if let reason = overview.service?.degraded { lines.append("degraded \(reason)") }
        for pause in overview.pauses {
            let who = pause.queue.map { "\(QueueName(text: $0))" } ?? "everything"
            lines.append("paused   \(who), since \(moment(pause.since)): \(escaped(pause.reason))")
        }
        return lines
    }

    private var queues: [String] {
        guard let queues = overview.service?.queues, queues.count > 1 || queues.contains(where: { $0.closed != nil })
        else { return [] }
        return queues.map { queue in
            "queue    \(QueueName(text: queue.name)): \(queue.waiting) waiting" + (queue.closed.map { ", \($0)" } ?? "")
        }
    }

    private var mails: [String] {
        let open = overview.mails.map { mail in
            let due = mail.state == .due ? mail.due.map { " (due \(moment($0)))" } ?? "" : ""
            return "mail     \(mail.state)\(due) \(words(mail))"
        }
        return open + overview.doubtful.map { "mail     sent, perhaps twice, \(words($0))" }
    }

    private func words(_ mail: MailRecord) -> String {
        let reason = mail.reason.map { ": \(inOneLine($0))" } ?? ""
        return "to \(mail.recipients.joined(separator: ", ")), job \(mail.job)\(reason)"
    }
}

/// `1 file`, `2 files`.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// A moment as people write it, in the machine's time zone.
func moment(_ milliseconds: Int64) -> String {
    let parts = WallTime(milliseconds: milliseconds).local
    return "\(parts.date) \(parts.time)"
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
