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
        /// The invoices of a short file, by position.
        var invoices: [Int: AddedInvoice] = [:]
        /// Reads those of a long one again, one at a time.
        var reader: InvoiceReader?
        var source: InvoiceSource?
    }

    public init(_ printer: Printer) { self.printer = printer }

    public mutating func forget(job: String) { files[job] = nil }

    // MARK: Reading

    public mutating func read(_ request: ReadRequest, content: [UInt8]) -> ReadAnswer {
        var file = File(request: request)
        var bag = DiagnosticBag(file: request.name)
        var summaries: [InvoiceSummary] = []
        do {
            var reader = try open(request, content, &file)
            let adding = AddingOptions(request.invoice)
            var position = 0
            while let read = reader.next() {
                defer { position += 1 }
                do throws(DiagnosticError) {
                    bag.add(contentsOf: read.warnings)
                    let added = try add(read.result.get(), options: adding)
                    bag.add(contentsOf: added.warnings)
                    // Now, not when it prints: a template that is broken must not cost a number.
                    _ = try templates.folder(at: template(of: added, request))
                    if file.source == nil { file.invoices[position] = added }
                    summaries.append(InvoiceSummary(added, position))
                } catch {
                    bag.add(contentsOf: error.diagnostics)
                }
            }
            if file.source != nil { file.reader = reader }
        } catch {
            bag.add(.error("the file cannot be read: \(error)", hint: "see to its rights and drop it again"))
        }
        files[request.job] = file
        return ReadAnswer(invoices: summaries, diagnostics: bag.sorted)
    }

    private func open(
        _ request: ReadRequest, _ content: [UInt8], _ file: inout File
    ) throws(SystemError) -> InvoiceReader {
        let defaults = InvoiceDefaults(request.invoice, request.seller, at: WallTime(milliseconds: request.time))
        let options = ReadOptions(request.invoice)
        guard let place = request.place, let name = FileName(bytes: place.name) else {
            return readInvoices(content, name: request.name, defaults: defaults, options: options)
        }
        let source = try InvoiceSource(Directory(place.folder).open(name, .read))
        file.source = source
        return readInvoices(of: source, name: request.name, defaults: defaults, options: options)
    }

    private func template(of added: AddedInvoice, _ request: ReadRequest) -> String {
        TemplatePlace.path(of: added.invoice.template, configured: request.invoice.template)
    }

    /// An invoice as it was read; of a long file it is read again, and refused if somebody writes to the file.
    private mutating func added(_ request: PrintRequest) throws(DiagnosticError) -> AddedInvoice {
        if let known = files[request.job]?.invoices[request.position] { return known }
        guard let file = files[request.job], let read = files[request.job]?.reader?.invoice(at: request.position) else {
            let message = "invoice \(request.position + 1) was not read before it was to be printed"
            throw DiagnosticError(.error(message, hint: "report this: it is a fault of hotpress"))
        }
        let added = try add(read.result.get(), options: AddingOptions(file.request.invoice))
        if !(file.source?.isUnchanged ?? true) {
            throw DiagnosticError(
                .error("the file was written to while it was printed", hint: "drop it again once it is whole"))
        }
        return added
    }

    // MARK: Printing

    public mutating func print(_ request: PrintRequest) -> PrintAnswer {
        do throws(DiagnosticError) {
            let added = try added(request).numbered(request.number)
            guard let file = files[request.job] else { return PrintAnswer(pdf: nil, diagnostics: []) }
            let folder = try templates.folder(at: template(of: added, file.request))
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
