import Invoice
import Platform
import Template

/// `hotpress fill TEMPLATE DATA.json`: any Mustache template with any JSON.
struct FillCommand: Subcommand {
    static let name = "fill"
    static let grammar = OptionGrammar(
        command: "hotpress fill", summary: "Fill any Mustache template with any JSON",
        notes: """
            Partials are files beside the template, NAME.mustache or NAME.html. What the data lacks is empty.
            DATA.json may be -, standard input.
            Exit codes: 0 filled, 65 the template or the data is refused, 66 a file cannot be read.
            """,
        arguments: .exactly("TEMPLATE", "DATA.json"),
        options: [
            OptionGrammar.Option(
                "output", short: "o", .text("FILE"), help: "Write here instead of standard output")
        ])

    private let template: String
    private let data: String
    private let output: OutputFile

    init(_ options: ParsedOptions) {
        template = options.arguments[0]
        data = options.arguments[1]
        output = OutputFile(path: options.text("output") ?? "-")
    }

    func run(_ console: Console) throws -> ExitCode {
        // Read first, so that a file that is not there is told from one that is wrong.
        _ = try InputFile(template)
        let file = try InputFile(data)
        let value = try parseJSON(file.bytes, name: file.name)
        try output.write(FreeTemplate.fill(template, with: value), console)
        return .success
    }
}
