import Daemon
import Diagnostics
import Ledger
import Platform

/// `hotpress numbers`: how far the sequences have come; voids a number or sets the next one, with a reason that is kept.
struct NumbersCommand: Subcommand {
    static let name = "numbers"
    static let grammar = OptionGrammar(
        command: "hotpress numbers", summary: "Show the sequences of invoice numbers; void a number or set the next",
        notes: """
            A number is waiting where the invoice that had it could not be printed: the next invoice gets it.
            Void numbers are never given; who made them so, when and why stays in the ledger and is shown.
            Works while the service runs. Exit codes: 0 done, 65 refused, 66 nothing was ever served there.
            """,
        options: ConfigurationChoice.options + [
            OptionGrammar.Option("void", .text("NUMBER"), help: "Never give this number"),
            OptionGrammar.Option("next", .text("NUMBER"), help: "Go on with this number"),
            OptionGrammar.Option("reason", .text("TEXT"), help: "Why; needed with --void and --next"),
            OptionGrammar.Option("sequence", .text("NAME"), help: "Of this sequence, where a number fits several"),
            OptionGrammar.Option("json", .flag, help: "Show them as JSON"),
        ])

    private let options: ParsedOptions

    init(_ options: ParsedOptions) throws {
        self.options = options
        let changes = ["void", "next"].compactMap { options.text($0) }
        if changes.count > 1 { throw UsageError("--void and --next are two changes", hint: "make one at a time") }
        let reason = options.text("reason") ?? ""
        if !changes.isEmpty, reason.allSatisfy(\.isWhitespace) {
            throw UsageError("no reason is given", hint: "say why with --reason; it is kept for who audits the books")
        }
        if changes.isEmpty, options.text("reason") != nil {
            throw UsageError("a reason for nothing", hint: "name a number with --void or --next")
        }
    }

    func run(_ console: Console) throws -> ExitCode {
        let configuration = try ConfigurationChoice(options).loadServed()
        let ledger = try Ledger(path: configuration.statePath + "/ledger.db")
        do {
            let change = NumberChange(
                time: SystemClock().wall.milliseconds, reason: options.text("reason") ?? "",
                author: ThisProcess.environment("SUDO_USER") ?? ThisProcess.environment("USER") ?? "")
            if let text = options.text("void") {
                try ledger.void(try number(text, configuration), change)
            } else if let text = options.text("next") {
                try ledger.setNext(try number(text, configuration), change)
            }
        } catch let refusal as NumberRefusal {
            console.report([.error(refusal.message, hint: refusal.hint)])
            return .badData
        }
        let overview = NumbersOverview(configuration, try ledger.sequences(), try ledger.numberNotes())
        try console.write(options.flag("json") ? jsonText(overview.sequences) : overview.text)
        return .success
    }

    /// The number as one of the one sequence whose pattern it fits.
    private func number(_ text: String, _ configuration: Configuration) throws -> SequencedNumber {
        let wanted = options.text("sequence")
        let known = configuration.namedSequences.filter { wanted == nil || $0.name == wanted }
        if let wanted, known.isEmpty {
            let names = configuration.namedSequences.map(\.name)
            throw NumberRefusal(
                message: "there is no sequence '\(wanted)'",
                hint: nearestName(to: wanted, among: names).map { "did you mean '\($0)'?" }
                    ?? "known are \(names.joined(separator: ", "))")
        }
        let fitting = known.compactMap { sequence in
            SequencedNumber(
                text, sequence: sequence.name, pattern: sequence.settings.pattern, reset: sequence.settings.reset)
        }
        if let first = fitting.first, fitting.count == 1 { return first }
        let patterns = known.map { "\($0.name): \($0.settings.pattern.source)" }.joined(separator: ", ")
        throw NumberRefusal(
            message: fitting.isEmpty ? "\(text) is no number of a sequence" : "\(text) fits several sequences",
            hint: fitting.isEmpty
                ? "they are \(patterns); name the configuration with --config" : "name one with --sequence")
    }
}
