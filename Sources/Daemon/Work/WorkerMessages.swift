internal import Diagnostics

// What the service and a worker process say to each other. A message of the service's is a row of orders, of which the
// last may be a question; each question has one answer. A file's bytes and a PDF's come last in their message.

/// The first byte of an order.
enum WorkerOrder: UInt8 {
    /// Settings to be named by their number from now on.
    case settings = 1
    case read
    case print
    case forget
}

/// The first byte of an answer.
enum WorkerAnswer: UInt8 {
    case ready = 1
    case read
    case printed
}

/// What files of one queue have in common.
struct WorkerSettings: Codable, Hashable {
    let invoice: InvoiceSettings
    let seller: SellerSettings
    let mail: MailSettings
}

/// The settings that both sides know, so that each goes over once: they are a hundred times what else is said of a file.
struct KnownSettings {
    private var known: [WorkerSettings] = []
    private static let limit = 64

    /// The number to name them by, and whether the other side has yet to be told. After number 0 it forgets all others.
    mutating func number(of settings: WorkerSettings) -> (number: Int, isNew: Bool) {
        if let known = known.lastIndex(of: settings) { return (known, false) }
        if known.count >= Self.limit { known = [] }
        known.append(settings)
        return (known.count - 1, true)
    }

    mutating func learn(_ settings: WorkerSettings, _ number: Int) throws(WorkerProtocolError) {
        if number == 0 { known = [] }
        guard number == known.count else { throw WorkerProtocolError(description: "settings \(number) out of turn") }
        known.append(settings)
    }

    func settings(_ number: Int) throws(WorkerProtocolError) -> WorkerSettings {
        guard known.indices.contains(number) else {
            throw WorkerProtocolError(description: "settings \(number) are not known")
        }
        return known[number]
    }
}

// MARK: Orders

extension ReadRequest {
    var settings: WorkerSettings { WorkerSettings(invoice: invoice, seller: seller, mail: mail) }

    func write(to message: inout WireWriter, settings: Int) {
        message.put(tag: WorkerOrder.read.rawValue)
        message.put(settings)
        message.put(job)
        message.put(name)
        message.put(Int(time))
        message.put(place) {
            $0.put($1.folder)
            $0.put($1.name)
        }
        message.put(memoryLimit)
    }

    init(from message: inout WireReader, _ known: KnownSettings) throws(WorkerProtocolError) {
        let settings = try known.settings(message.number())
        self.init(
            job: try message.text(), name: try message.text(), invoice: settings.invoice, seller: settings.seller,
            mail: settings.mail, time: Int64(try message.number()),
            place: try message.optional { message throws(WorkerProtocolError) in
                FilePlace(folder: try message.text(), name: try message.content())
            }, memoryLimit: try message.number())
    }
}

extension PrintRequest {
    func write(to message: inout WireWriter) throws {
        message.put(tag: WorkerOrder.print.rawValue)
        message.put(job)
        message.put(position)
        message.put(number)
        message.put(output)
        message.put(customer != nil)
        if let customer { try message.put(json: customer) }
        message.put(memoryLimit)
    }

    init(from message: inout WireReader) throws(WorkerProtocolError) {
        self.init(
            job: try message.text(), position: try message.number(), number: try message.text(),
            output: try message.text(),
            customer: try message.optional { message throws(WorkerProtocolError) in
                try message.json(CustomerSettings.self)
            }, memoryLimit: try message.number())
    }
}

// MARK: Answers

extension ReadAnswer {
    func write(to message: inout WireWriter) {
        message.put(tag: WorkerAnswer.read.rawValue)
        message.put(invoices) { $1.write(to: &$0) }
        message.put(diagnostics) { $1.write(to: &$0) }
    }

    init(from message: inout WireReader) throws(WorkerProtocolError) {
        invoices = try message.list(InvoiceSummary.init(from:))
        diagnostics = try message.list(Diagnostic.init(from:))
    }
}

extension InvoiceSummary {
    fileprivate func write(to message: inout WireWriter) {
        message.put(position)
        message.put(number)
        for text in [seller, customer, date, digest] { message.put(text) }
        message.put(customerNumber)
        for text in [currency, type, total] { message.put(text) }
    }

    fileprivate init(from message: inout WireReader) throws(WorkerProtocolError) {
        self.init(
            position: try message.number(), number: try message.optionalText(), seller: try message.text(),
            customer: try message.text(), date: try message.text(), digest: try message.text())
        customerNumber = try message.optionalText()
        currency = try message.text()
        type = try message.text()
        total = try message.text()
    }
}

extension PrintAnswer {
    /// All but the PDF's bytes, which follow.
    func write(to message: inout WireWriter) throws {
        message.put(tag: WorkerAnswer.printed.rawValue)
        message.put(pdf != nil)
        message.put(pages)
        message.put(diagnostics) { $1.write(to: &$0) }
        message.put(mail != nil)
        if let mail { try message.put(json: mail) }
    }

    init(from message: inout WireReader) throws(WorkerProtocolError) {
        let hasPDF = try message.flag()
        self.init(
            pdf: nil, pages: try message.number(), diagnostics: try message.list(Diagnostic.init(from:)),
            mail: try message.optional { message throws(WorkerProtocolError) in try message.json(MailContent.self) })
        if hasPDF { pdf = message.rest() }
    }
}

extension Diagnostic {
    fileprivate func write(to message: inout WireWriter) {
        message.put(severity.rawValue)
        message.put(self.message)
        message.put(location.file)
        message.put(location.path)
        message.put(location.position) {
            $0.put($1.line)
            $0.put($1.column)
        }
        message.put(hint)
    }

    fileprivate init(from message: inout WireReader) throws(WorkerProtocolError) {
        let severity = Severity(rawValue: try message.text()) ?? .error
        let text = try message.text()
        var location = SourceLocation(file: try message.optionalText(), path: try message.optionalText())
        location.position = try message.optional { message throws(WorkerProtocolError) in
            SourcePosition(line: try message.number(), column: try message.number())
        }
        self.init(severity, text, at: location, hint: try message.optionalText())
    }
}
