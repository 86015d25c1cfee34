import Daemon
import Diagnostics
import Invoice
import Platform

/// The invoices of one file, read and added up.
struct InvoiceFile {
    private let file: InputFile
    private let defaults: InvoiceDefaults
    private let options: ReadOptions
    private let adding: AddingOptions

    /// - Parameter profile: the import profile that was asked for; nil leaves it to the configuration.
    init(_ file: InputFile, _ configuration: Configuration, profile: String? = nil) {
        self.file = file
        var options = ReadOptions(configuration.main.invoice)
        options.profile = profile ?? options.profile
        self.options = options
        adding = AddingOptions(configuration.main.invoice)
        defaults = InvoiceDefaults(configuration.main.invoice, configuration.seller, at: SystemClock().wall)
    }

    /// Hands on each invoice that can be printed, one at a time; what is refused, and what is doubtful, is reported.
    func forEach(_ findings: inout Findings, _ body: (AddedInvoice, inout Findings) throws -> Void) rethrows {
        let reader =
            if let source = file.source {
                readInvoices(of: source, name: file.name, defaults: defaults, options: options)
            } else {
                readInvoices(file.bytes, name: file.name, defaults: defaults, options: options)
            }
        for read in reader {
            guard let added = added(read, &findings) else { continue }
            try body(added, &findings)
        }
    }

    private func added(_ read: ReadInvoice, _ findings: inout Findings) -> AddedInvoice? {
        do throws(DiagnosticError) {
            let added = try add(read.result.get(), options: adding)
            return findings.allow(read.warnings + added.warnings) ? added : nil
        } catch {
            findings.report(read.warnings + error.diagnostics)
            return nil
        }
    }
}
