extension InvoiceFields {
    static let party = FieldTable<Party>(
        "a party",
        [
            Field("name", also: "company") { $0.name = $2.string($1) },
            Field("address", also: "street") { party, node, decoder in
                let written = decoder.address(node)
                // Parts that stood before it in the party itself stay.
                party.address = party.address.map { known in known.filled(from: written) } ?? written
            },
            Field("postcode", also: "zip", "postalCode") { $0.addressParts.postcode = $2.identifier($1) },
            Field("city", also: "town") { $0.addressParts.city = $2.string($1) },
            Field("region", also: "state", "province") { $0.addressParts.region = $2.string($1) },
            Field("country") { $0.addressParts.country = $2.string($1) },
            Field("vatId", also: "vatNumber", "vat", "vatNo") { $0.vatId = $2.identifier($1) },
            Field("taxId", also: "taxNumber") { $0.taxId = $2.identifier($1) },
            Field("registration", also: "registrationNumber") { $0.registration = $2.string($1) },
            Field("number", also: "customerNumber", "id") { $0.number = $2.identifier($1) },
            Field("email", also: "mail") { $0.email = $2.identifier($1) },
            Field("phone", also: "telephone") { $0.contactParts.phone = $2.identifier($1) },
            Field("contact") { party, node, decoder in
                if case .string = node.content {
                    party.contactParts.name = decoder.string(node)
                } else {
                    _ = decoder.object(node, into: &party.contactParts, contact)
                }
            },
            Field("logo") { $0.logo = $2.identifier($1) },
        ])

    static let contact = FieldTable<Contact>(
        "a contact",
        [
            Field("name") { $0.name = $2.string($1) },
            Field("phone", also: "telephone") { $0.phone = $2.identifier($1) },
            Field("email", also: "mail") { $0.email = $2.identifier($1) },
        ])

    static let address = FieldTable<Address>(
        "an address",
        [
            Field("lines", also: "street", "line1") { address, node, decoder in
                address.lines = decoder.strings(node).flatMap { Address(text: $0).lines }
            },
            Field("postcode", also: "zip", "postalCode") { $0.postcode = $2.identifier($1) },
            Field("city", also: "town") { $0.city = $2.string($1) },
            Field("region", also: "state", "province") { $0.region = $2.string($1) },
            Field("country", also: "countryCode") { $0.country = $2.string($1) },
        ])

    static let line = FieldTable<LineDraft>(
        "a line",
        [
            Field("item", also: "sku", "code", "articleNumber") { $0.item = $2.string($1) },
            Field("name", also: "title", "product") { $0.name = $2.string($1) },
            Field("description", also: "details", "desc") { $0.details.description = $2.string($1) },
            Field("quantity", also: "qty") { $0.quantity = $2.amount($1, counts: true) },
            Field("unit", also: "uom", "unitCode") { $0.details.unit = $2.string($1) },
            Field("price", also: "unitPrice", "cost", "unitCost") { draft, node, decoder in
                draft.hasPrice = true
                draft.price = decoder.amount(node)
            },
            Field("priceBase", also: "baseQuantity") { draft, node, decoder in
                draft.details.priceBase = decoder.positive(node, orZero: false, counts: true) ?? 1
            },
            Field("discounts", also: "discount", "allowances") { $0.details.discounts = $2.allowances($1, nil) },
            Field("charges", also: "charge") { $0.details.charges = $2.allowances($1, nil) },
            Field("tax", also: "taxRate", "vat", "vatRate") { $0.tax = $2.tax($1) },
            Field("period", also: "servicePeriod") { $0.details.period = $2.period($1) },
            Field("note", also: "comment") { $0.details.note = $2.string($1) },
            Field("amount", also: "total", "lineTotal") { $0.details.statedAmount = $2.amount($1) },
        ])

    static let allowance = FieldTable<AllowanceDraft>(
        "a discount or charge",
        [
            Field("amount") { $0.amount = $2.amount($1) },
            Field("percent", also: "percentage") { $0.percent = $2.amount($1) },
            Field("reason", also: "name", "description") { $0.reason = $2.string($1) },
            Field("tax", also: "taxRate") { $0.tax = $2.tax($1) },
        ])

    static let tax = FieldTable<TaxDraft>(
        "a tax",
        [
            Field("rate", also: "percent") { $0.rate = $2.rate($1) },
            Field("category", also: "code") { $0.category = $2.choice($1, Tax.Category.self) },
            Field("name", also: "label") { $0.name = $2.string($1) },
            Field("reason", also: "exemptionReason") { $0.reason = $2.string($1) },
        ])
}

extension Party {
    /// The address, made when a part of it is set.
    var addressParts: Address {
        get { address ?? Address() }
        set { address = newValue }
    }

    /// The contact, made when a part of it is set.
    var contactParts: Contact {
        get { contact ?? Contact() }
        set { contact = newValue }
    }
}

extension Address {
    /// The other's lines, and its other parts where this one has none.
    func filled(from other: Address) -> Address {
        Address(
            lines: other.lines, postcode: postcode ?? other.postcode, city: city ?? other.city,
            region: region ?? other.region, country: country ?? other.country)
    }
}
