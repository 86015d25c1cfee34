import Daemon
import Diagnostics
import Platform

/// `hotpress config`: is it right, what is set and where, what could be set.
struct ConfigCommand: Subcommand {
    static let name = "config"
    static let grammar = OptionGrammar(
        command: "hotpress config", summary: "Check the configuration, show what is set, or every key there is",
        notes: """
            check     reads the file, its drop-ins and credentials, and looks at the templates; writes nothing
            show      every value in force, and above it the file and line that set it
            defaults  the file that comes with Hotpress: every key, its default, and what it does

            Exit codes: 0 nothing wrong, 78 the configuration is wrong.
            """,
        arguments: .exactly("check|show|defaults"), options: ConfigurationChoice.options)

    private enum Action: String, CaseIterable {
        case check, show, defaults
    }

    private let action: Action
    private let choice: ConfigurationChoice

    init(_ options: ParsedOptions) throws {
        let word = options.arguments[0]
        guard let action = Action(rawValue: word) else {
            let near = nearestName(to: word, among: Action.allCases.map(\.rawValue))
            throw UsageError(
                "there is no 'hotpress config \(word)'",
                hint: near.map { "did you mean 'hotpress config \($0)'?" } ?? "say check, show or defaults")
        }
        self.action = action
        choice = ConfigurationChoice(options)
    }

    func run(_ console: Console) throws -> ExitCode {
        switch action {
        case .check: try check(console)
        case .show: try show(console)
        case .defaults: try console.write(try Self.defaults())
        }
        return .success
    }

    private func check(_ console: Console) throws {
        _ = try choice.loadExamined(console)
        let files = try choice.file.map { try ConfigurationListing(path: $0.path).files } ?? []
        try console.write(
            files.isEmpty ? "no file was named: the defaults hold\n" : files.map { "ok  \($0)\n" }.joined())
    }

    private func show(_ console: Console) throws {
        let configuration = try choice.load()
        var entries = try choice.file.map { try ConfigurationListing(path: $0.path).entries } ?? []
        entries.removeAll { $0.group == "hotpress" && ["root", "state"].contains($0.key) }
        var lines = ["[hotpress]"]
        lines += place("root", configuration.root, choice.root)
        lines += place("state", configuration.statePath, choice.state)
        var group = "hotpress"
        let ordered = entries.filter { $0.group == group } + entries.filter { $0.group != "hotpress" }
        for entry in ordered {
            if entry.group != group {
                group = entry.group
                lines += ["", "[\(group)]"]
            }
            lines.append("# \(entry.origin)")
            lines.append(entry.value.map { "\(entry.key) = \($0)" } ?? "#\(entry.key) is set by a credential")
        }
        try console.write(lines.joined(separator: "\n") + "\n")
    }

    /// The two folders are shown as they come out, whoever has set them.
    private func place(_ key: String, _ path: String, _ chosen: ConfigurationChoice.Path?) -> [String] {
        let listing = choice.file.flatMap { try? ConfigurationListing(path: $0.path) }
        let set = listing?.entries.first { $0.group == "hotpress" && $0.key == key }
        let origin = chosen?.origin ?? set?.origin ?? "default"
        return ["# \(origin)", "\(key) = \(ConfigurationListing.written(path))"]
    }

    private static func defaults() throws -> [UInt8] {
        guard let path = SharedFiles.path(of: "config/hotpress.conf") else {
            throw CommandFailure(
                .noInput, "config/hotpress.conf is not where the program looks", file: SharedFiles.executable,
                hint: "install with make install or the package")
        }
        return try FileDescriptor(path: path, .read).readAll()
    }
}
