import Invoice
import Platform

/// `hotpress check FILE…`: reads and adds up, writes nothing.
struct CheckCommand: Subcommand {
    static let name = "check"
    static let grammar = OptionGrammar(
        command: "hotpress check", summary: "Read invoices and add them up; print nothing",
        notes: """
            Says what is wrong on standard error, and on standard output what each invoice comes to.
            With --json: each invoice as it was understood, with its totals, one object after the other.
            Exit codes: 0 all is well, 65 an invoice is refused, 66 a file cannot be read.
            """,
        arguments: .oneOrMore("FILE"),
        options: [
            OptionGrammar.Option(
                "profile", .text("NAME"), help: "Read with this import profile (hotpress profiles lists them)"),
            OptionGrammar.Option("json", .flag, help: "Show the invoices with their totals as JSON"),
            ConfigurationChoice.fileOption,
            Findings.warningsAreErrors,
        ])

    private let options: ParsedOptions

    init(_ options: ParsedOptions) { self.options = options }

    func run(_ console: Console) throws -> ExitCode {
        var findings = Findings(console, options)
        let configuration = try ConfigurationChoice(options).load()
        var missing: ExitCode?
        for path in options.arguments {
            do {
                let file = try InputFile(path, mayStream: true)
                let invoices = InvoiceFile(file, configuration, profile: options.text("profile"))
                try invoices.forEach(&findings) { added, _ in
                    try show(added, of: file, console)
                }
            } catch let failure as CommandFailure where failure.exitCode == .noInput {
                findings.report(failure.diagnostics)
                missing = failure.exitCode
            }
        }
        return missing ?? findings.exitCode
    }

    private func show(_ added: AddedInvoice, of file: InputFile, _ console: Console) throws {
        let invoice = added.invoice
        let text =
            options.flag("json")
            ? added.json.text
            : "\(file.name): \(invoice.number ?? "(no number)"), \(added.totals.due) \(invoice.currency.code) due"
        try console.write(text + "\n")
    }
}
