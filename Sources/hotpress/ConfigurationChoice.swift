import Daemon
import Diagnostics
import Platform

/// Which configuration a command works with: `--config FILE`, `--root DIR`, else what the environment names.
///
/// The environment gives paths and nothing else: what it says is seen nowhere later, so a value that shapes invoices has
/// no place there.
struct ConfigurationChoice {
    /// For commands that look at no folder.
    static let fileOption = OptionGrammar.Option("config", short: "c", .text("FILE"), help: "The configuration file")
    static let options = [
        fileOption,
        OptionGrammar.Option("root", short: "r", .text("DIR"), help: "The folder that holds inbox and outbox"),
    ]

    /// A path and who gave it.
    struct Path {
        let path: String
        let origin: String
    }

    let file: Path?
    let root: Path?
    let state: Path?

    init(_ options: ParsedOptions) {
        file = Self.path(options, option: "config", variable: "HOTPRESS_CONFIG")
        root = Self.path(options, option: "root", variable: "HOTPRESS_ROOT")
        state = Self.path(options, option: nil, variable: "HOTPRESS_STATE")
    }

    private static func path(_ options: ParsedOptions, option: String?, variable: String) -> Path? {
        if let option, let path = options.text(option) { return Path(path: path, origin: "the option --\(option)") }
        guard let path = ThisProcess.environment(variable), !path.isEmpty else { return nil }
        return Path(path: path, origin: "the environment's \(variable)")
    }

    /// The same, for commands that need what a service has left. Root becomes the user that the ledger is of: a message
    /// or a ledger's file of root's would be closed to the service.
    func loadServed() throws -> Configuration {
        let configuration = try load()
        guard let state = try? Directory(configuration.statePath) else {
            throw CommandFailure(
                .noInput, "nothing was ever served here", file: configuration.root,
                hint: "name the folder with --root, or the configuration with --config")
        }
        try ThisProcess.become(ownerOf: state.status(of: "ledger.db") ?? state.status())
        return configuration
    }

    /// Every fault of the configuration at once, as exit code 78.
    func load() throws -> Configuration {
        var configuration = Configuration()
        do {
            if let file { configuration = try Configuration(path: file.path) }
        } catch let error as DiagnosticError {
            throw CommandFailure(.configuration, error.diagnostics)
        }
        if let root { configuration.root = root.path }
        if let state { configuration.state = state.path }
        // Absolute, so that messages and the journal say where.
        if !configuration.root.hasPrefix("/") {
            configuration.root = "\(ThisProcess.workingFolder)/\(configuration.root)"
        }
        return configuration
    }

    /// The same with what it points at looked at too: faults as exit code 78, warnings told.
    func loadExamined(_ console: Console) throws -> Configuration {
        let configuration = try load()
        let findings = configuration.examination()
        guard findings.contains(where: { $0.severity == .error }) else {
            console.report(findings)
            return configuration
        }
        throw CommandFailure(.configuration, findings)
    }
}
