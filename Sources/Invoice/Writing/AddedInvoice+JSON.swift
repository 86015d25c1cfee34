extension AddedInvoice {
    /// The invoice under the keys it is read by, with all of its totals; amounts are strings, so that no reader rounds
    /// them. What is absent is left out.
    public var json: JSONValue {
        var object = ObjectBuilder()
        object.put("type", invoice.type.rawValue)
        object.put("number", invoice.number)
        object.put("date", invoice.date)
        object.put("dueDate", invoice.dueDate)
        object.put("deliveryDate", invoice.deliveryDate)
        object.put("period", invoice.period?.json)
        object.put("currency", invoice.currency.code)
        object.put("locale", invoice.locale)
        object.put("template", invoice.template)
        object.put("seller", invoice.seller.json)
        object.put("buyer", invoice.buyer.json)
        object.put("shipTo", invoice.shipTo?.json)
        object.put("buyerReference", invoice.buyerReference)
        object.put("order", invoice.order)
        object.put("contract", invoice.contract)
        object.put("project", invoice.project)
        object.put("precedingInvoice", invoice.precedingInvoice?.json)
        object.put("pricesIncludeTax", .bool(invoice.pricesIncludeTax))
        object.put("lines", zip(invoice.lines, totals.lines).map { $0.json(total: $1) })
        object.put("discounts", zip(invoice.discounts, totals.discounts).map { $0.json(comesTo: $1) })
        object.put("charges", zip(invoice.charges, totals.charges).map { $0.json(comesTo: $1) })
        object.put("paid", totals.paid)
        object.put("rounding", totals.rounding)
        object.put("payment", invoice.payment.json)
        object.put("notes", invoice.notes.map { .string($0) })
        object.put("totals", totals.json)
        object.put("mail", invoice.mail.json)
        object.put("custom", invoice.custom)
        return object.value
    }
}

/// Puts an object together; what is absent or empty is left out.
private struct ObjectBuilder {
    private var object = JSONObject()

    var value: JSONValue { .object(object) }

    mutating func put(_ key: String, _ value: JSONValue?) {
        guard let value else { return }
        if case .object(let members) = value, members.members.isEmpty { return }
        object.set(key, value)
    }
    mutating func put(_ key: String, _ text: String?) { put(key, text.map { .string($0) }) }
    mutating func put(_ key: String, _ amount: ExactDecimal?) { put(key, amount?.description) }
    mutating func put(_ key: String, _ date: CalendarDate?) { put(key, date?.description) }
    mutating func put(_ key: String, _ items: [JSONValue]) { put(key, items.isEmpty ? nil : .array(items)) }
}

extension Period {
    fileprivate var json: JSONValue {
        var object = ObjectBuilder()
        object.put("from", from)
        object.put("to", to)
        return object.value
    }
}

extension PrecedingInvoice {
    fileprivate var json: JSONValue {
        var object = ObjectBuilder()
        object.put("number", number)
        object.put("date", date)
        return object.value
    }
}

extension Party {
    fileprivate var json: JSONValue {
        var object = ObjectBuilder()
        object.put("name", name)
        object.put("address", address?.json)
        object.put("vatId", vatId)
        object.put("taxId", taxId)
        object.put("registration", registration)
        object.put("number", number)
        object.put("email", email)
        if let contact {
            var inner = ObjectBuilder()
            inner.put("name", contact.name)
            inner.put("phone", contact.phone)
            inner.put("email", contact.email)
            object.put("contact", inner.value)
        }
        object.put("logo", logo)
        return object.value
    }
}

extension Address {
    fileprivate var json: JSONValue {
        var object = ObjectBuilder()
        object.put("lines", lines.map { .string($0) })
        object.put("postcode", postcode)
        object.put("city", city)
        object.put("region", region)
        object.put("country", country)
        return object.value
    }
}

extension Line {
    fileprivate func json(total: Totals.LineTotal) -> JSONValue {
        var object = ObjectBuilder()
        object.put("item", item)
        object.put("name", name)
        object.put("description", description)
        object.put("quantity", quantity)
        object.put("unit", unit)
        object.put("price", price)
        if priceBase != 1 { object.put("priceBase", priceBase) }
        object.put("discounts", discounts.map { $0.json(comesTo: nil) })
        object.put("charges", charges.map { $0.json(comesTo: nil) })
        object.put("tax", tax?.json)
        object.put("period", period?.json)
        object.put("note", note)
        object.put("amount", total.amount)
        return object.value
    }
}

extension Allowance {
    fileprivate func json(comesTo amount: ExactDecimal?) -> JSONValue {
        var object = ObjectBuilder()
        switch value {
        case .amount(let value): object.put("amount", amount ?? value)
        case .percent(let percent): object.put("percent", percent)
        }
        object.put("reason", reason)
        object.put("tax", tax?.json)
        return object.value
    }
}

extension Tax {
    fileprivate var json: JSONValue {
        var object = ObjectBuilder()
        object.put("rate", rate)
        object.put("category", category.rawValue)
        object.put("name", name)
        object.put("reason", reason)
        return object.value
    }
}

extension Payment {
    fileprivate var json: JSONValue {
        var object = ObjectBuilder()
        object.put("means", means)
        object.put("terms", terms)
        object.put("iban", iban)
        object.put("bic", bic)
        object.put("reference", reference)
        object.put("mandate", mandate)
        return object.value
    }
}

extension MailOrder {
    fileprivate var json: JSONValue {
        var object = ObjectBuilder()
        object.put("send", send.map { $0 == .ask ? .string("ask") : .bool($0 == .yes) })
        object.put("to", to.map { .string($0) })
        object.put("cc", cc.map { .string($0) })
        object.put("bcc", bcc.map { .string($0) })
        object.put("subject", subject)
        object.put("body", body)
        object.put("attachments", attachments.map { .string($0) })
        return object.value
    }
}

extension Totals {
    fileprivate var json: JSONValue {
        var object = ObjectBuilder()
        object.put("lineSum", lineSum)
        object.put("discountSum", discountSum)
        object.put("chargeSum", chargeSum)
        object.put("net", net)
        object.put("taxGroups", taxGroups.map(\.json))
        object.put("tax", tax)
        object.put("gross", gross)
        object.put("paid", paid)
        object.put("rounding", rounding)
        object.put("due", due)
        return object.value
    }
}

extension Totals.TaxGroup {
    fileprivate var json: JSONValue {
        var object = ObjectBuilder()
        object.put("category", category.rawValue)
        object.put("rate", rate)
        object.put("name", name)
        object.put("basis", basis)
        object.put("tax", tax)
        object.put("reason", reason)
        object.put("exemptionCode", exemptionCode)
        return object.value
    }
}
