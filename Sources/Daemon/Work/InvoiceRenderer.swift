internal import Diagnostics
internal import Invoice
public import Platform
public import Template

/// What prints a page: the press, as far as the worker needs it.
public protocol PagePrinter {
    mutating func print(_ page: FilledPage) -> PrintAnswer
}

/// A filled template on its way to the press.
public struct FilledPage: Sendable {
    public let html: [UInt8]
    /// For diagnostics.
    public let name: String
    /// Where relative paths in it start.
    public let folder: String
    /// Folders below which pictures and style sheets may be read.
    public let readable: [String]
    /// The only moment that the document may show, as ISO 8601 in UTC.
    public let time: String

    /// - Parameter logo: the configured logo's path, whose folder may be read beside the template's.
    public init(html: [UInt8], folder: TemplateFolder, logo: String?, time: WallTime) {
        self.html = html
        name = "\(folder.path)/invoice.html"
        self.folder = folder.path
        let logoFolder = logo.flatMap { logo in logo.lastIndex(of: "/").map { String(logo[..<$0]) } }
        readable = [folder.path] + [logoFolder].compactMap { $0 }
        let moment = time.utc
        self.time = "\(moment.date)T\(moment.time)Z"
    }
}

/// Reads invoices, adds them up, fills their template and has the page printed: what a worker process does.
public struct InvoiceRenderer<Printer: PagePrinter>: JobRenderer {
    private var printer: Printer
    private let templates = TemplateCache()
    private var files: [String: File] = [:]

    /// A file that was read, until it is forgotten.
    private struct File {
        let request: ReadRequest
        /// Where its invoices' templates are, and the invoices, by position.
        var invoices: [Int: (added: AddedInvoice, template: String)] = [:]
    }

    public init(_ printer: Printer) { self.printer = printer }

    public mutating func forget(job: String) { files[job] = nil }

    // MARK: Reading

    public mutating func read(_ request: ReadRequest, content: [UInt8]) -> ReadAnswer {
        var file = File(request: request)
        var bag = DiagnosticBag(file: request.name)
        var summaries: [InvoiceSummary] = []
        let defaults = InvoiceDefaults(request.invoice, request.seller, at: WallTime(milliseconds: request.time))
        let adding = AddingOptions(request.invoice)
        let invoices = readInvoices(
            content, name: request.name, defaults: defaults, options: ReadOptions(request.invoice))
        for (position, read) in invoices.enumerated() {
            do throws(DiagnosticError) {
                bag.add(contentsOf: read.warnings)
                let added = try add(read.result.get(), options: adding)
                bag.add(contentsOf: added.warnings)
                let template = TemplatePlace.path(of: added.invoice.template, configured: request.invoice.template)
                // Now, not when it prints: a template that is broken must not cost a number.
                _ = try templates.folder(at: template)
                file.invoices[position] = (added, template)
                summaries.append(InvoiceSummary(added, position))
            } catch {
                bag.add(contentsOf: error.diagnostics)
            }
        }
        files[request.job] = file
        return ReadAnswer(invoices: summaries, diagnostics: bag.sorted)
    }

    // MARK: Printing

    public mutating func print(_ request: PrintRequest) -> PrintAnswer {
        guard let file = files[request.job], let (unnumbered, template) = file.invoices[request.position] else {
            let message = "invoice \(request.position + 1) was not read before it was to be printed"
            return PrintAnswer(pdf: nil, diagnostics: [.error(message, hint: "report this: it is a fault of hotpress")])
        }
        let added = unnumbered.numbered(request.number)
        do throws(DiagnosticError) {
            let folder = try templates.folder(at: template)
            let options = FillOptions(logo: file.request.seller.logo)
            let html = try folder.fill(added, options: options)
            let time = WallTime(milliseconds: file.request.time)
            var answer = printer.print(FilledPage(html: html, folder: folder, logo: options.logo, time: time))
            if answer.pdf != nil {
                var writer = MailWriter(file.request.mail, request.customer, folder, options)
                answer.mail = try writer.content(added)
                answer.diagnostics += writer.findings
            }
            return answer
        } catch {
            return PrintAnswer(pdf: nil, diagnostics: error.diagnostics)
        }
    }
}

extension InvoiceSummary {
    init(_ added: AddedInvoice, _ position: Int) {
        var unnumbered = added.invoice
        unnumbered.number = nil
        if !unnumbered.origin.isDated, let anyDay = CalendarDate(year: 1970, month: 1, day: 1) {
            unnumbered.date = anyDay
            if !unnumbered.origin.isDueDated { unnumbered.dueDate = nil }
        }
        let content = AddedInvoice(invoice: unnumbered, totals: added.totals).json.text
        self.init(
            position: position, number: added.invoice.number, seller: added.invoice.seller.name ?? "",
            customer: added.invoice.buyer.name ?? "", date: added.invoice.date.description,
            digest: sha256(Array(content.utf8)))
        currency = added.invoice.currency.code
        type = added.invoice.type.rawValue
        customerNumber = added.invoice.buyer.number
        total = "\(added.totals.due) \(added.invoice.currency.code)"
    }
}

/// Finds a template's folder by name.
public enum TemplatePlace {
    /// A configured template is a path or a name; an invoice's is a name alone, since whoever drops files does not get
    /// to choose folders. Names are looked for beside the configured template, then among those that come with the program.
    public static func path(of name: String?, configured: String) -> String {
        let standard = configured.contains("/") ? configured : shipped(configured)
        guard let name, name != configured, let safe = FileName(text: name) else { return standard }
        let beside = standard.lastIndex(of: "/").map { "\(standard[..<$0])/\(safe.text)" }
        if let beside, (try? Directory(beside)) != nil { return beside }
        return shipped(safe.text)
    }

    /// Among those that come with the program also where it is not there: the message then names the nearest one.
    private static func shipped(_ name: String) -> String {
        SharedFiles.path(of: "Templates").map { "\($0)/\(name)" } ?? name
    }
}
