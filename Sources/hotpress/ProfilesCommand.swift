import Diagnostics
import Invoice
import Platform

/// `hotpress profiles`: which exports of other programs are understood.
struct ProfilesCommand: Subcommand {
    static let name = "profiles"
    static let grammar = OptionGrammar(
        command: "hotpress profiles", summary: "List the import profiles: which programs' exports are understood",
        notes: """
            A profile is a file NAME.conf in /etc/hotpress/profiles, or one that came with the program; the former go
            before. See what one makes of a file with: hotpress check --profile NAME --json FILE
            Exit codes: 0 listed, 78 a profile has a fault.
            """)

    init(_ options: ParsedOptions) {}

    func run(_ console: Console) throws -> ExitCode {
        let library = ProfileLibrary.installed
        let width = library.profiles.map(\.name.count).max() ?? 0
        let rows = library.profiles.map { profile in
            "\(profile.name)\(String(repeating: " ", count: width - profile.name.count))  \(profile.title)\n"
        }
        try console.write(rows.joined())
        console.report(library.faults)
        return library.faults.isEmpty ? .success : .configuration
    }
}
