import Invoice

struct PartySubject: Sendable {
    enum Role { case seller, buyer, shipTo }

    let party: Party
    let context: InvoiceContext
    let role: Role

    init(_ party: Party, in context: InvoiceContext, role: Role) {
        self.party = party
        self.context = context
        self.role = role
    }

    /// The address below the name; the country only where the other party sits in another one.
    var addressLines: [String] {
        guard let address = party.address else { return [] }
        let home = context.invoice.seller.address?.country
        let other = role == .seller ? context.invoice.buyer.address?.country : home
        let country = address.country == other ? nil : address.country
        return AddressFormat.lines(of: address, countryName: country.map(context.locale.countryName))
    }

    /// Name, address and the numbers that the law wants to see, as lines of text.
    var block: [String] {
        var lines = [party.name].compactMap { $0 } + addressLines
        let labels = context.labels
        if let vatId = party.vatId { lines.append("\(labels.label("vatId")): \(vatId)") }
        if let taxId = party.taxId, party.vatId == nil { lines.append("\(labels.label("taxId")): \(taxId)") }
        if role == .seller, let email = party.contact?.email ?? party.email { lines.append(email) }
        return lines
    }
}

/// The names of seller, buyer and the party delivered to.
enum PartyModel {
    static let party = RecordType<PartySubject>("party", description + identifiers)

    private static let description: [Field<PartySubject>] = [
        Field("name", .text) { Value($0.party.name) },
        Field("address", .record(PartModel.address.shape)) { subject in
            PartModel.address.record(
                subject.party.address.map { AddressSubject(address: $0, lines: subject.addressLines) })
        },
        Field("addressLines", .list(.text)) { .list($0.addressLines.map(Value.text)) },
        Field("block", .text) { .text($0.context.block($0.block)) },
        Field("logo", .text) { $0.role == .seller ? Value($0.context.logo) : Value($0.party.logo) },
    ]

    private static let identifiers: [Field<PartySubject>] = [
        Field("vatId", .text) { Value($0.party.vatId) },
        Field("taxId", .text) { Value($0.party.taxId) },
        Field("registration", .text) { Value($0.party.registration) },
        Field("number", .text) { Value($0.party.number) },
        Field("email", .text) { Value($0.party.email) },
        Field("contact", .record(PartModel.contact.shape)) { PartModel.contact.record($0.party.contact) },
    ]
}

/// The model's small records.
enum PartModel {
    static let period = RecordType<Period>(
        "period",
        [
            Field("from", .date) { Value($0.from) },
            Field("to", .date) { Value($0.to) },
        ])

    static let precedingInvoice = RecordType<PrecedingInvoice>(
        "precedingInvoice",
        [
            Field("number", .text) { .text($0.number) },
            Field("date", .date) { Value($0.date) },
        ])

    static let contact = RecordType<Contact>(
        "contact",
        [
            Field("name", .text) { Value($0.name) },
            Field("phone", .text) { Value($0.phone) },
            Field("email", .text) { Value($0.email) },
        ])

    static let address = RecordType<AddressSubject>(
        "address",
        [
            Field("lines", .list(.text)) { .list($0.address.lines.map(Value.text)) },
            Field("postcode", .text) { Value($0.address.postcode) },
            Field("city", .text) { Value($0.address.city) },
            Field("region", .text) { Value($0.address.region) },
            Field("country", .text) { Value($0.address.country) },
            Field("text", .text) { .text($0.lines.joined(separator: "\n")) },
        ])
}

struct AddressSubject: Sendable {
    let address: Address
    /// As the country writes it.
    let lines: [String]
}

/// The names of how it is to be paid.
enum PaymentModel {
    static let payment = RecordType<InvoiceContext>(
        "payment",
        [
            Field("means", .text) { context in
                Value(context.invoice.payment.means.map(context.labels.paymentMeans))
            },
            Field("terms", .text) { Value($0.invoice.payment.terms) },
            Field("iban", .text) { Value($0.invoice.payment.iban.map(grouped)) },
            Field("bic", .text) { Value($0.invoice.payment.bic) },
            Field("reference", .text) { Value($0.invoice.payment.reference) },
            Field("mandate", .text) { Value($0.invoice.payment.mandate) },
            Field("block", .text) { .text($0.block($0.paymentLines)) },
        ])

    /// An IBAN in groups of four, as ISO 13616 prints it; a number of another kind stays as it is.
    static func grouped(_ iban: String) -> String {
        let bare = iban.filter { $0 != " " }
        let letters = Array(bare.utf8)
        guard letters.count >= 15, letters.count <= 34, letters.prefix(2).allSatisfy(Ascii.isUpper),
            letters[2...3].allSatisfy(Ascii.isDigit), letters.allSatisfy({ Ascii.isUpper($0) || Ascii.isDigit($0) })
        else { return iban }
        return stride(from: 0, to: letters.count, by: 4).map { start in
            String(decoding: letters[start..<min(start + 4, letters.count)], as: UTF8.self)
        }.joined(separator: "\u{A0}")
    }
}
