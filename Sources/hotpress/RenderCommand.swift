import Daemon
import Diagnostics
import Invoice
import Platform
import Template

/// `hotpress render INVOICE`: one invoice file, printed here and now, without the service.
struct RenderCommand: Subcommand {
    static let name = "render"
    static let grammar = OptionGrammar(
        command: "hotpress render", summary: "Print an invoice file without the service",
        notes: """
            The output's name says what is made: .pdf, .png, .html (the filled template), .json (where each box stands).
            Left out it is the invoice's name with .pdf, in the current folder. A file of several invoices gives FILE-1, FILE-2 …
            INVOICE may be -, standard input; FILE may be -, a PDF on standard output.
            Exit codes: 0 printed, 65 refused, 66 no such file, 73 the output cannot be made, 74 it cannot be written.
            """,
        arguments: .exactly("INVOICE"),
        options: [
            TemplateChoice.option,
            OutputKind.resolution,
            OptionGrammar.Option("output", short: "o", .text("FILE"), help: "Write here"),
            ConfigurationChoice.fileOption,
            Findings.warningsAreErrors,
        ])

    private let invoice: String
    private let output: OutputFile
    private let kind: OutputKind
    private let printing: Printing
    private let options: ParsedOptions

    init(_ options: ParsedOptions) throws {
        self.options = options
        invoice = options.arguments[0]
        output = options.text("output").map(OutputFile.init) ?? OutputFile(path: Self.pdfName(for: invoice))
        kind = try OutputKind(of: output, allowed: OutputKind.allCases)
        printing = try Printing(kind, options)
    }

    func run(_ console: Console) throws -> ExitCode {
        var findings = Findings(console, options)
        let configuration = try ConfigurationChoice(options).load()
        let templates = TemplateChoice(options, configuration)
        // All before any: what is refused in the third invoice leaves no two files behind.
        var pages: [Page] = []
        try InvoiceFile(InputFile(invoice, mayStream: true), configuration).forEach(&findings) { added, _ in
            let folder = try templates.folder(for: added.invoice)
            let html = try folder.fill(added, options: FillOptions(logo: configuration.seller.logo))
            pages.append(Page(html: html, name: "\(folder.path)/invoice.html", folder: folder.path))
        }
        guard !findings.hasErrors else { return findings.exitCode }
        for (index, page) in pages.enumerated() {
            let place = pages.count > 1 ? output.numbered(index + 1) : output
            if kind == .html {
                try place.write(page.movable, console)
            } else {
                try printing.print(page, to: place, console, &findings)
            }
        }
        return findings.exitCode
    }

    /// `in/acme.json` → `acme.pdf`.
    private static func pdfName(for invoice: String) -> String {
        let file = OutputFile(path: invoice == "-" ? "invoice" : invoice)
        let name = file.path.split(separator: "/").last.map(String.init) ?? "invoice"
        let tail = file.fileExtension.isEmpty ? 0 : file.fileExtension.count + 1
        return name.dropLast(tail) + ".pdf"
    }
}
