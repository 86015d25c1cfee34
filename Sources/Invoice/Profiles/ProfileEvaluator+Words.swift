extension ProfileEvaluator {
    // MARK: Quotients

    /// `per`: the price with the fewest decimals that gives the amount back, at the currency's decimals; exports state
    /// amounts, and what was entered was a short number.
    mutating func quotient(_ verb: ProfileVerb, _ arguments: [ProfileExpression], _ scope: Scope) -> [JSONNode] {
        guard let node = values(arguments[0], scope).first, let part = number(node),
            let whole = values(arguments[1], scope).first.flatMap({ number($0) }), !whole.isZero
        else { return [] }
        let quotient = verb == .percent ? rate(part, of: whole) : price(part, for: whole)
        return numbers(quotient?.trimmed, at: node.offset)
    }

    private func price(_ amount: ExactDecimal, for quantity: ExactDecimal) -> ExactDecimal? {
        let scale = currency.decimals
        let exact = try? amount.divided(by: quantity, decimals: 10)
        guard let wanted = try? amount.rounded(to: scale) else { return exact }
        return (0...10).lazy.compactMap { try? amount.divided(by: quantity, decimals: $0) }.first { price in
            (try? (price * quantity).rounded(to: scale)) == wanted
        } ?? exact
    }

    /// `percent`: the roundest rate that gives the tax back. Whole percents go before halves, halves before tenths.
    private func rate(_ tax: ExactDecimal, of net: ExactDecimal) -> ExactDecimal? {
        let scale = currency.decimals
        let steps = ["1", "0.5", "0.25", "0.125", "0.1", "0.05", "0.025", "0.01", "0.005", "0.001", "0.0001"]
        guard let wanted = try? tax.rounded(to: scale) else { return nil }
        let rates = steps.lazy.compactMap { step -> ExactDecimal? in
            guard let step = ExactDecimal(step), let hundredfold = try? tax * 100, let unit = try? net * step else {
                return nil
            }
            return try? hundredfold.divided(by: unit, decimals: 0) * step
        }
        return rates.first { (try? ($0 * net).divided(by: 100, decimals: scale)) == wanted } ?? rates.last
    }

    /// `1:30` or `1:30:00` as hours, to four decimals.
    mutating func duration(_ node: JSONNode, _ text: String) -> ExactDecimal? {
        let parts = trimmed(text).split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (2...3).contains(parts.count), let hours = parts[0], (0...100_000).contains(hours),
            let minutes = parts[1], (0...59).contains(minutes),
            let seconds = parts.count == 3 ? parts[2] : 0, (0...59).contains(seconds)
        else {
            fault(node, "expected a duration such as 1:30:00, found \(node.summary)")
            return nil
        }
        return try? ExactDecimal(hours * 3600 + minutes * 60 + seconds).divided(by: 3600, decimals: 4).trimmed
    }

    // MARK: Words

    /// The number before the `%`.
    func percentage(_ text: String) -> ExactDecimal? {
        guard let sign = text.firstIndex(of: "%") else { return nil }
        let before = text[..<sign]
        let digits = before.reversed().drop { $0 == " " || $0 == "\u{A0}" }
            .prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
        return ExactDecimal(String(String(digits.reversed()).map { $0 == "," ? "." : $0 }))
    }

    /// The last word of three capitals that ISO 4217 lists, or the currency of a sign.
    func currencyCode(in text: String) -> String? {
        let words = text.split { !($0.isASCII && $0.isLetter) }
        let code = words.last {
            $0.count == 3 && $0.allSatisfy(\.isUppercase) && Currency(String($0))?.isListed ?? false
        }
        return code.map(String.init) ?? currencyShown(in: text, default: currency)?.code
    }

    /// A tax as text: a category's code, `20 S`, or words around a percentage; as an object of the model.
    mutating func tax(_ node: JSONNode) -> JSONNode? {
        guard let text = node.text else { return node }
        func part(_ key: String, _ content: JSONNode.Content) -> JSONMember {
            JSONMember(key: key, keyOffset: node.offset, value: JSONNode(offset: node.offset, content: content))
        }
        var members: [JSONMember] = []
        var others: [Substring] = []
        var category: Tax.Category?
        for (index, word) in text.split(whereSeparator: { $0 == " " || $0 == "(" || $0 == ")" }).enumerated() {
            if members.isEmpty, index == 0 || word.hasSuffix("%"), let rate = rate(word) {
                members.append(part("rate", Self.rate(rate, isCertain: word.hasSuffix("%"))))
            } else if category == nil, index <= 1, let code = Tax.Category(rawValue: String(word)) {
                category = code
            } else {
                others.append(word)
            }
        }
        if members.isEmpty, category == nil {
            fault(
                node, "expected a tax rate or a category such as S, Z, E or AE, found \"\(text)\"",
                hint: "a [table …] in the profile can say what it means")
            return nil
        }
        if let category { members.append(part("category", .string(category.rawValue))) }
        if !others.isEmpty {
            let key = category?.isExempting ?? false ? "reason" : "name"
            members.append(part(key, .string(others.joined(separator: " "))))
        }
        return JSONNode(offset: node.offset, content: .object(members))
    }

    /// A rate of the model; with its sign where it is certain, so that one below 1 is not taken for a share of one.
    static func rate(_ rate: ExactDecimal, isCertain: Bool) -> JSONNode.Content {
        isCertain && isFraction(rate) ? .string("\(rate) %") : .number(rate.description)
    }

    private func rate(_ word: Substring) -> ExactDecimal? {
        guard word.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        if case .value(let value) = NumberCell(String(word)).value(decimalSign: decimalSign) { return value }
        return nil
    }

    /// Text without HTML's character references: those by number, and the names that shops write.
    func withoutReferences(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";"), let sign = sign(rest[start..<end].dropFirst()) else {
                result.append("&")
                rest = rest.dropFirst()
                continue
            }
            result.append(sign)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private func sign(_ name: Substring) -> Character? {
        if name.hasPrefix("#x") || name.hasPrefix("#X") {
            return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init).map(Character.init)
        }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init).map(Character.init) }
        return references[String(name)]
    }
}

private let references: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ndash": "–", "mdash": "—",
    "hellip": "…", "laquo": "«", "raquo": "»", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
    "bdquo": "„", "euro": "€", "pound": "£", "copy": "©", "reg": "®", "trade": "™", "times": "×", "middot": "·",
    "bull": "•", "deg": "°", "frac12": "½", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö",
    "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
]
