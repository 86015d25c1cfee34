import Daemon
import Diagnostics
import Invoice
import Platform
import Template

/// Finds an invoice's template: the one named on the command line, by path or name, else the invoice's or the
/// configuration's, as the service would.
struct TemplateChoice {
    static let option = OptionGrammar.Option(
        "template", short: "t", .text("NAME|DIR"), help: "A template's name, or the path of its folder")

    private let cache = TemplateCache()
    private let named: String?
    private let configured: String

    init(_ options: ParsedOptions, _ configuration: Configuration) {
        named = options.text(Self.option.name)
        configured = configuration.main.invoice.template
    }

    func folder(for invoice: Invoice) throws(DiagnosticError) -> TemplateFolder {
        try cache.folder(at: path(for: invoice))
    }

    private func path(for invoice: Invoice) -> String {
        guard let named else { return TemplatePlace.path(of: invoice.template, configured: configured) }
        let isPath = named.contains("/") || (try? Directory(named)) != nil
        return isPath ? named : TemplatePlace.path(of: nil, configured: named)
    }
}
