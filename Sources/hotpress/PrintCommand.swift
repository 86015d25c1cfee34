import Platform
import Press

/// `hotpress print PAGE.html -o FILE`: any HTML file to PDF or PNG.
struct PrintCommand: Subcommand {
    static let name = "print"
    static let grammar = OptionGrammar(
        command: "hotpress print", summary: "Print any HTML file to PDF or PNG",
        notes: """
            The output's name says what is made: .pdf, .png (FILE-1.png, FILE-2.png … when there are more pages than one),
            .json (where each element's box stands, in CSS px from its page's top left).
            PAGE.html may be -, standard input; FILE may be -, a PDF on standard output.
            Exit codes: 0 printed, 65 refused, 66 no such file, 73 the output cannot be made, 74 it cannot be written.
            """,
        arguments: .exactly("PAGE.html"),
        options: [
            OptionGrammar.Option("output", short: "o", .text("FILE"), help: "Write here; must be given"),
            OutputKind.resolution,
            OptionGrammar.Option(
                "allow", .text("DIR"), help: "Let the page read style sheets and pictures there, beside its own folder"),
            Findings.warningsAreErrors,
        ])

    private let path: String
    private let output: OutputFile
    private let printing: Printing
    private let options: ParsedOptions

    init(_ options: ParsedOptions) throws {
        guard let place = options.text("output") else {
            throw UsageError("-o FILE is missing", hint: "usage: hotpress print PAGE.html -o FILE")
        }
        self.options = options
        path = options.arguments[0]
        output = OutputFile(path: place)
        printing = try Printing(OutputKind(of: output, allowed: [.pdf, .png, .boxes]), options)
    }

    func run(_ console: Console) throws -> ExitCode {
        var findings = Findings(console, options)
        let file = try InputFile(path)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var page = Page(html: file.bytes, name: file.name, folder: folder)
        guard findings.allow(page.followBase(allowed: options.text("allow"))) else { return findings.exitCode }
        try printing.print(page, to: output, console, &findings)
        return findings.exitCode
    }
}
