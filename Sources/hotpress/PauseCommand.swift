import Daemon
import Diagnostics
import Platform

/// `hotpress pause`: takes no more files for now.
struct PauseCommand: Subcommand {
    static let name = "pause"
    static let grammar = OptionGrammar(
        command: "hotpress pause", summary: "Take no more files, from one queue or from any",
        notes: """
            QUEUE is a folder of the inbox, '.' the inbox itself; without one nothing is taken at all. What is in hand is
            finished, mails go out. A pause holds until 'hotpress resume', over restarts too.
            Exit codes: 0 done, 66 there is no such queue.
            """,
        arguments: .init("[QUEUE…]", count: 0...Int.max),
        options: ConfigurationChoice.options + [
            OptionGrammar.Option("reason", .text("TEXT"), help: "What 'hotpress status' says of it")
        ])

    private let options: ParsedOptions

    init(_ options: ParsedOptions) { self.options = options }

    func run(_ console: Console) throws -> ExitCode {
        let pausing = try Pausing(ConfigurationChoice(options).loadServed())
        let reason = "paused by hand" + (options.text("reason").map { ": \($0)" } ?? "")
        let queues = try QueueName.all(options.arguments, pausing)
        for queue in queues.isEmpty ? [nil] : queues.map(Optional.some) {
            let isHeard = try pausing.pause(queue?.text, reason: reason)
            let who = queue.map { "\($0)" } ?? "everything"
            try console.write("\(who): paused\(isHeard ? "" : "; no service runs, it holds from the next start")\n")
        }
        return .success
    }
}

/// `hotpress resume`: takes pauses back.
struct ResumeCommand: Subcommand {
    static let name = "resume"
    static let grammar = OptionGrammar(
        command: "hotpress resume", summary: "Take files again after 'hotpress pause'",
        notes:
            "Without a QUEUE every pause ends. Exit codes: 0 done, 65 nothing was paused, 66 there is no such queue.",
        arguments: .any("QUEUE"), options: ConfigurationChoice.options)

    private let options: ParsedOptions

    init(_ options: ParsedOptions) { self.options = options }

    func run(_ console: Console) throws -> ExitCode {
        let pausing = try Pausing(ConfigurationChoice(options).loadServed())
        var exitCode = ExitCode.success
        let queues = try QueueName.all(options.arguments, pausing)
        for queue in queues.isEmpty ? [nil] : queues.map(Optional.some) {
            let who = queue.map { "\($0)" } ?? "everything"
            if try pausing.resume(queue?.text) != nil {
                try console.write("\(who): goes on\n")
            } else {
                console.report([.error("\(who) was not paused", hint: "'hotpress status' lists pauses")])
                exitCode = .badData
            }
        }
        return exitCode
    }
}

/// A queue as it is typed and shown: a subfolder's name, `.` for the inbox itself.
struct QueueName: CustomStringConvertible {
    /// As the ledger has it.
    let text: String

    var description: String { text.isEmpty ? "the inbox itself" : text }

    static func all(_ words: [String], _ pausing: Pausing) throws(CommandFailure) -> [QueueName] {
        var names: [QueueName] = []
        for word in words {
            let text = word == "." ? "" : word
            guard pausing.isQueue(text) else {
                throw CommandFailure(
                    .noInput, "the inbox has no folder '\(word)'", hint: "'hotpress status' lists the queues")
            }
            names.append(QueueName(text: text))
        }
        return names
    }
}
