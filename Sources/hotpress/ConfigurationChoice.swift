import Daemon
import Diagnostics
import Platform

/// Which configuration a command works with: `--config FILE`, `--root DIR`.
struct ConfigurationChoice {
    /// For commands that look at no folder.
    static let fileOption = OptionGrammar.Option("config", short: "c", .text("FILE"), help: "The configuration file")
    static let options = [
        fileOption,
        OptionGrammar.Option("root", short: "r", .text("DIR"), help: "The folder that holds inbox and outbox"),
    ]

    private let file: String?
    private let root: String?

    init(_ options: ParsedOptions) {
        file = options.text("config")
        root = options.text("root")
    }

    /// The same, for commands that need what a service has left.
    func loadServed() throws -> Configuration {
        let configuration = try load()
        guard (try? Directory(configuration.statePath)) != nil else {
            throw CommandFailure(
                .noInput, "nothing was ever served here", file: configuration.root,
                hint: "name the folder with --root, or the configuration with --config")
        }
        return configuration
    }

    /// Every fault of the configuration at once, as exit code 78.
    func load() throws -> Configuration {
        var configuration = Configuration()
        do {
            if let file { configuration = try Configuration(path: file) }
        } catch let error as DiagnosticError {
            throw CommandFailure(.configuration, error.diagnostics)
        } catch let error as SystemError {
            throw CommandFailure(.configuration, "\(error)")
        }
        if let root { configuration.root = root }
        // Absolute, so that messages and the journal say where.
        if !configuration.root.hasPrefix("/") {
            configuration.root = "\(ThisProcess.workingFolder)/\(configuration.root)"
        }
        return configuration
    }
}
