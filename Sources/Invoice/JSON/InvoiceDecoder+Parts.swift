internal import Diagnostics

extension InvoiceDecoder {
    /// A party as an object, or as text: its name and the lines of its address.
    mutating func party(_ node: JSONNode) -> Party {
        if case .string(let text) = node.content { return Party(text: text) }
        var party = Party()
        _ = object(node, into: &party, InvoiceFields.party)
        return party
    }

    /// An address as an object, as text, or as an array of lines.
    mutating func address(_ node: JSONNode) -> Address {
        switch node.content {
        case .string(let text): return Address(text: text)
        case .array: return Address(lines: strings(node).flatMap { Address(text: $0).lines })
        default:
            var address = Address()
            _ = object(node, into: &address, InvoiceFields.address)
            return address
        }
    }

    mutating func period(_ node: JSONNode) -> Period? {
        var period = Period()
        guard object(node, into: &period, InvoiceFields.period) else { return nil }
        if let from = period.from, let to = period.to, to < from {
            error("a period that ends (\(to)) before it begins (\(from))", at: node.offset)
        }
        return period
    }

    mutating func line(_ node: JSONNode) -> Line? {
        var draft = LineDraft()
        let place = SourcePlace(text.isMadeUp ? nil : text.position(of: node.offset))
        guard object(node, into: &draft, InvoiceFields.line) else { return nil }
        if draft.title == nil {
            error("a line needs a 'name' or a 'description'", at: node.offset)
        }
        if !draft.hasPrice { error("a line needs a 'price'", at: node.offset) }
        let lacksPrice = draft.hasPrice && draft.price == nil
        guard var line = draft.finished() else {
            if lacksPrice, !bag.hasErrors { error("a line needs a 'price'", at: node.offset) }
            return nil
        }
        line.place = place
        return line
    }

    /// - Parameter name: what the list is remembered as for adding up; nil for a line's own.
    mutating func allowances(_ node: JSONNode, _ name: String?) -> [Allowance] {
        var result: [Allowance] = []
        list(node) { item, decoder in
            guard let allowance = decoder.allowance(item) else { return }
            if let name { decoder.remember(item, as: "\(name)[\(result.count)]") }
            result.append(allowance)
        }
        return result
    }

    private mutating func allowance(_ node: JSONNode) -> Allowance? {
        if case .string(let text) = node.content, text.hasSuffix("%"), let percent = amount(node) {
            return Allowance(.percent(percent))
        }
        var draft = AllowanceDraft()
        guard object(node, into: &draft, InvoiceFields.allowance) else { return nil }
        switch (draft.amount, draft.percent) {
        case (let amount?, nil): return Allowance(.amount(amount), reason: draft.reason, tax: draft.tax)
        case (nil, let percent?): return Allowance(.percent(percent), reason: draft.reason, tax: draft.tax)
        case (nil, nil): error("needs an 'amount' or a 'percent'", at: node.offset)
        case (.some, .some): error("has both an 'amount' and a 'percent'; one of them counts", at: node.offset)
        }
        return nil
    }

    /// A tax as a bare rate (19, "19", "19 %"), as a category's code ("AE"), or as an object.
    mutating func tax(_ node: JSONNode) -> Tax? {
        switch node.content {
        case .string(let text) where Tax.Category(rawValue: text.uppercased()) != nil:
            return checked(TaxDraft(category: Tax.Category(rawValue: text.uppercased())), node)
        case .number, .string:
            guard let rate = rate(node) else { return nil }
            return checked(TaxDraft(rate: rate), node)
        default:
            var draft = TaxDraft()
            guard object(node, into: &draft, InvoiceFields.tax) else { return nil }
            return checked(draft, node)
        }
    }

    private mutating func checked(_ draft: TaxDraft, _ node: JSONNode) -> Tax? {
        switch draft.tax {
        case .success(let tax): return tax
        case .failure(let fault):
            // A rate that was there and faulty has been reported.
            if draft.rate != nil || !bag.hasErrors { error(fault.message, at: node.offset, hint: fault.hint) }
            return nil
        }
    }
}
