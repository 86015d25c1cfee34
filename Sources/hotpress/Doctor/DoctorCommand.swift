import Daemon
import Diagnostics
import Ledger
import Mail
import Platform

/// `hotpress doctor`: is this machine set up right?
struct DoctorCommand: Subcommand {
    static let name = "doctor"
    static let grammar = OptionGrammar(
        command: "hotpress doctor", summary: "Look whether this machine is set up right",
        notes: """
            Each finding is a line: ok, note or FAULT, and below it what to do. Run it as the user of the service:
              sudo -u hotpress hotpress doctor --config /etc/hotpress/hotpress.conf
            Exit codes: 0 nothing stands in the way, 75 a service runs (--repair), 78 something does.
            """,
        options: ConfigurationChoice.options + [
            OptionGrammar.Option("sendmail", .text("FILE"), help: "The program that takes mail"),
            OptionGrammar.Option("mail-to", .text("ADDRESS"), help: "Send a trial mail there"),
            OptionGrammar.Option(
                "repair", .flag, help: "Rebuild a damaged ledger from what it and the folders still tell"),
        ])

    private let configuration: ConfigurationChoice
    private let sendmail: String?
    private let trial: Address?
    private let isRepair: Bool

    init(_ options: ParsedOptions) throws {
        configuration = ConfigurationChoice(options)
        sendmail = options.text("sendmail")
        isRepair = options.flag("repair")
        do throws(DiagnosticError) {
            trial = try options.text("mail-to").map { text throws(DiagnosticError) in try Address(text) }
        } catch {
            throw UsageError(error.diagnostics.first?.message ?? "--mail-to needs an address")
        }
    }

    func run(_ console: Console) throws -> ExitCode {
        let configuration = try configuration.load()
        if isRepair { return try repair(configuration, console) }
        let (root, state) = (configuration.root, configuration.statePath)
        let mail = MailExamination(
            program: sendmail ?? configuration.main.mail.sendmail, trial: trial,
            service: (try? Overview(configuration))?.service?.process)
        let locales = [configuration.main] + configuration.queues.values
        let findings =
            FontExamination().findings + FolderExamination(root: root).findings
            + SpaceExamination(places: [(root, "PDFs"), (state, "the ledger")]).findings
            + LedgerExamination(state: state).findings
            + TemplateExamination(configuration: configuration).findings
            + WatchExamination().findings + mail.findings
            + TimeExamination(locales: Set(locales.map(\.invoice.locale)).sorted()).findings
        for finding in findings { try console.write("\(finding)\n") }
        return findings.contains { $0.grade == .fault } ? .configuration : .success
    }
}

extension DoctorCommand {
    private func repair(_ configuration: Configuration, _ console: Console) throws -> ExitCode {
        do {
            let repair = Repair(configuration, worker: Command(SharedFiles.executable, [WorkerCommand.name]))
            for line in try repair.run() { try console.write("\(line)\n") }
            return .success
        } catch let held as FileLock.Held {
            throw CommandFailure(.tryAgain, "\(held)")
        } catch let error as LedgerError {
            throw CommandFailure(.inputOutput, "\(error)")
        }
    }
}

/// One thing that was looked at.
struct Finding: CustomStringConvertible {
    enum Grade: String {
        case fine = "ok   "
        /// Works, but not as well as it could.
        case note = "note "
        case fault = "FAULT"
    }

    let grade: Grade
    let text: String
    /// What to do about it.
    let remedy: String?

    static func fine(_ text: String) -> Finding { Finding(grade: .fine, text: text, remedy: nil) }
    static func note(_ text: String, remedy: String) -> Finding { Finding(grade: .note, text: text, remedy: remedy) }
    static func fault(_ text: String, remedy: String) -> Finding { Finding(grade: .fault, text: text, remedy: remedy) }

    var description: String { "\(grade.rawValue) \(text)" + (remedy.map { "\n      → \($0)" } ?? "") }
}
