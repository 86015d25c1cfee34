public import Diagnostics
public import Invoice
public import Template

/// Writes an invoice's mail: whether there is one, who gets it, what it says.
///
/// What the invoice says comes first, then the customer's entry in the configuration, then the queue's settings.
public struct MailWriter {
    private let settings: MailSettings
    private let customer: CustomerSettings?
    private let template: TemplateFolder
    private let options: FillOptions
    /// What is doubtful about the mail, such as a picture that is not there.
    public private(set) var findings: [Diagnostic] = []

    public init(
        _ settings: MailSettings, _ customer: CustomerSettings?, _ template: TemplateFolder, _ options: FillOptions
    ) {
        self.settings = settings
        self.customer = customer
        self.template = template
        self.options = options
    }

    /// - Parameter always: also where no mail is wanted, to look at it.
    /// - Returns: nil where no mail is wanted.
    public mutating func content(
        _ added: AddedInvoice, always: Bool = false
    ) throws(DiagnosticError) -> MailContent? {
        let invoice = added.invoice
        let sending = invoice.mail.send ?? customer?.send ?? settings.send
        guard always || sending != .no else { return nil }
        let text = try template.mailText(added, options: options)
        let title = [template.title(of: invoice), invoice.number ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        var content = MailContent(
            from: settings.sender ?? invoice.seller.contact?.email ?? invoice.seller.email ?? "",
            to: recipients(invoice),
            subject: invoice.mail.subject ?? configuredSubject(invoice) ?? text?.subject ?? title,
            text: invoice.mail.body ?? text?.body ?? "\(title)\n")
        content.cc = invoice.mail.cc + (customer?.cc ?? []) + settings.cc
        content.bcc = invoice.mail.bcc + (customer?.bcc ?? []) + settings.bcc
        content.replyTo = settings.replyTo
        content.returnPath = settings.returnPath
        content.attachments = invoice.mail.attachments
        content.isHeld = sending == .ask
        // An invoice's own words are all that the mail says.
        if invoice.mail.body == nil { try addPage(added, to: &content) }
        return content
    }

    private func recipients(_ invoice: Invoice) -> [String] {
        let choices = [invoice.mail.to, [invoice.buyer.email].compactMap { $0 }, customer?.to ?? [], settings.to]
        return choices.first { !$0.isEmpty } ?? []
    }

    private func configuredSubject(_ invoice: Invoice) -> String? {
        settings.subject.map { pattern in
            NamePattern.filled(
                pattern,
                [
                    "title": template.title(of: invoice), "number": invoice.number ?? "",
                    "seller": invoice.seller.name ?? "", "customer": invoice.buyer.name ?? "",
                    "date": invoice.date.description,
                ])
        }
    }

    private mutating func addPage(
        _ added: AddedInvoice, to content: inout MailContent
    ) throws(DiagnosticError) {
        guard let page = try template.mailPage(added, options: options) else { return }
        var pictures = MailPictures(folder: template.path, logo: added.invoice.seller.logo == nil ? options.logo : nil)
        content.html = pictures.inline(String(decoding: page, as: UTF8.self))
        content.pictures = pictures.found
        findings += pictures.findings
    }
}
