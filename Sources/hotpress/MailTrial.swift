import Daemon
import Diagnostics
import Invoice
import Ledger
import Mail
import Platform
import Template

/// An invoice file whose mails are wanted.
struct MailSource {
    /// For messages.
    let name: String
    let bytes: [UInt8]
    let settings: QueueSettings
    let job: String
    /// The job's time; now, for a file that was never taken.
    let time: WallTime
    /// Numbers and PDFs of a job's documents, by position.
    let documents: [Int: DocumentRecord]

    init(file: InputFile, _ settings: QueueSettings) {
        (name, bytes) = (file.name, file.bytes)
        self.settings = settings
        job = "trial-\(randomIdentifier(length: 8))"
        time = SystemClock().wall
        documents = [:]
    }

    /// Nil where the ledger knows no such job, or there is none.
    init?(job identifier: String, _ configuration: Configuration) throws {
        guard let ledger = try? Ledger(readingAt: configuration.statePath + "/ledger.db"),
            try ledger.isKnown(identifier)
        else { return nil }
        let record = try ledger.job(identifier)
        let place = record.filed ?? "work/\(identifier)/\(escaped(record.name))"
        let file = try InputFile("\(configuration.root)/\(place)")
        (name, bytes) = (file.name, file.bytes)
        settings = configuration.settings(of: record.queue)
        job = identifier
        time = WallTime(milliseconds: record.claimed)
        documents = Dictionary(
            try ledger.documents(of: identifier).map { ($0.position, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// A mail as the service would send it.
struct MadeMail {
    /// Of the invoice in its file, from 0.
    let position: Int
    let message: Message
    let subject: String
}

/// Makes the mails of a file as the service would.
struct MailTrial {
    private let configuration: Configuration
    private let settings: QueueSettings
    private let trial: Mail.Address?
    private let templates = TemplateCache()
    private var printer = PressPrinter()

    init(_ configuration: Configuration, _ settings: QueueSettings, trial: Mail.Address?) {
        self.configuration = configuration
        self.settings = settings
        self.trial = trial
    }

    mutating func mails(of source: MailSource, _ findings: inout Findings) throws -> [MadeMail] {
        let defaults = InvoiceDefaults(settings.invoice, configuration.seller, at: source.time)
        var mails: [MadeMail] = []
        let adding = AddingOptions(settings.invoice)
        let invoices = readInvoices(
            source.bytes, name: source.name, defaults: defaults, options: ReadOptions(settings.invoice))
        for (position, read) in invoices.enumerated() {
            do throws(DiagnosticError) {
                let added = try add(read.result.get(), options: adding)
                guard findings.allow(read.warnings + added.warnings) else { continue }
                if let mail = try mail(added, position, source, &findings) { mails.append(mail) }
            } catch {
                findings.report(error.diagnostics)
            }
        }
        return mails
    }

    private mutating func mail(
        _ unnumbered: AddedInvoice, _ position: Int, _ source: MailSource, _ findings: inout Findings
    ) throws(DiagnosticError) -> MadeMail? {
        let document = source.documents[position]
        // A document of a job that was refused, or was printed by another.
        if document == nil, !source.documents.isEmpty { return nil }
        let invoice = unnumbered.invoice
        let number = document?.number ?? invoice.number ?? "TRIAL"
        let added = unnumbered.numbered(number)
        let path = TemplatePlace.path(of: invoice.template, configured: settings.invoice.template)
        let folder = try templates.folder(at: path)
        let options = FillOptions(logo: configuration.seller.logo)
        guard let pdf = try pdf(of: added, document, folder, source, &findings) else { return nil }
        let customer = configuration.customer(number: invoice.buyer.number, name: invoice.buyer.name ?? "")
        var writer = MailWriter(settings.mail, customer, folder, options)
        guard let content = try writer.content(added, always: true) else { return nil }
        findings.report(writer.findings)
        let output = document?.output ?? FileName(safe: number, suffix: ".pdf").text
        let occasion = MailOccasion(
            job: source.job, position: position, time: source.time.milliseconds, output: output)
        let (message, subject) = try MailComposer(settings.mail).compose(content, occasion, pdf: pdf, trial: trial)
        return MadeMail(position: position, message: message, subject: subject)
    }

    /// What lies in outbox/, if it is what was printed; else printed now.
    private mutating func pdf(
        of added: AddedInvoice, _ document: DocumentRecord?, _ folder: TemplateFolder, _ source: MailSource,
        _ findings: inout Findings
    ) throws(DiagnosticError) -> [UInt8]? {
        if let name = document?.output, let hash = document?.hash,
            let file = try? FileDescriptor(path: "\(configuration.root)/outbox/\(name)", .read),
            let bytes = try? file.readAll(), sha256(bytes) == hash
        {
            return bytes
        }
        let options = FillOptions(logo: configuration.seller.logo)
        let html = try folder.fill(added, options: options)
        let printed = printer.print(
            FilledPage(html: html, folder: folder, logo: options.logo, time: source.time))
        return findings.allow(printed.diagnostics) ? printed.pdf : nil
    }
}
