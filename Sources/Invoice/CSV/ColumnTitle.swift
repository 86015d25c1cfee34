/// What the title of a column says: the field, which of several lines of a row it is of, and whether its amounts hold tax.
struct ColumnTitle {
    let field: CSVField
    /// 0 for a line's only columns; n for `item n` of a wide row.
    var item = 0
    /// Nil where the title says neither net nor gross.
    var isGross: Bool?
    /// Whether another column may well mean the field rather than this one: a bare "No." may number the rows.
    var isWeak = false

    /// Nil if the title is none that is known.
    init?(_ title: String) {
        if let field = ColumnNames.field(for: title) {
            self.field = field
            isWeak = field == .number && Self.bareNumbers.contains(ColumnNames.key(title))
        } else if let plain = Self.withoutQualifiers(title), let field = ColumnNames.field(for: plain.title),
            Self.qualified.contains(field)
        {
            self.field = field
            isGross = plain.isGross
            isWeak = plain.isGross ?? false
        } else if let (field, item) = Self.numbered(title) {
            self.field = field
            self.item = item
        } else {
            return nil
        }
    }

    private static let bareNumbers: Set<String> = ["no", "nr", "number", "nummer", "numero", "numer"]

    // MARK: Net and gross

    /// The fields whose titles may say a currency, or whether tax is in them.
    private static let qualified: Set<CSVField> = [.price, .lineAmount, .discountAmount, .paid]

    private static let netWords: Set<String> = [
        "netto", "net", "ht", "excl", "exkl", "exc", "excluding", "exclusive", "ex", "ohne", "zzgl", "sin", "senza",
        "bez",
    ]
    private static let grossWords: Set<String> = [
        "brutto", "gross", "ttc", "incl", "inkl", "inc", "including", "inclusive", "mit", "con", "inclusa", "incluido",
    ]
    private static let taxWords: Set<String> = [
        "vat", "tax", "gst", "mwst", "ust", "steuer", "tva", "iva", "btw", "moms",
    ]

    /// `Einzelpreis netto`, `Unit Price (EUR)`, `Preis inkl. MwSt.`; nil if nothing of the kind stands there.
    private static func withoutQualifiers(_ title: String) -> (title: String, isGross: Bool?)? {
        var (isGross, rest): (Bool?, [Substring]) = (nil, [])
        let words = title.split { !$0.isLetter && !$0.isNumber && !$0.isCurrencySymbol && $0 != "-" }
        for word in words {
            let folded = word.lowercased()
            if netWords.contains(folded) {
                isGross = isGross ?? false
            } else if grossWords.contains(folded) {
                isGross = isGross ?? true
            } else if taxWords.contains(folded), isGross != nil {
                continue
            } else if word.allSatisfy(\.isCurrencySymbol) || folded == "in"
                || Currency(folded)?.isListed ?? false && word == word.uppercased()
            {
                continue
            } else {
                rest.append(word)
            }
        }
        return rest.count < words.count && !rest.isEmpty ? (rest.joined(separator: " "), isGross) : nil
    }

    // MARK: Numbered lines

    /// `item1_name`, `line 2 price`, `qty_3`: a line's name with a number, and perhaps a word for the line.
    private static func numbered(_ title: String) -> (CSVField, Int)? {
        let key = ColumnNames.key(title)
        guard let start = key.firstIndex(where: { $0.isASCII && $0.isNumber }) else { return nil }
        let digits = key[start...].prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), (1...999).contains(number) else { return nil }
        let (before, after) = (String(key[..<start]), String(key[digits.endIndex...]))
        let words: Set<String> = [
            "item", "line", "lineitem", "position", "pos", "product", "artikel", "article", "lines",
        ]
        let rest: String
        if after.isEmpty {
            rest = before
        } else if words.contains(before) {
            rest = after
        } else {
            return nil
        }
        guard let field = ColumnNames.field(for: rest) ?? shortNames[rest], field.isOfLine else { return nil }
        return (field, number)
    }

    private static let shortNames: [String: CSVField] = ["name": .name, "note": .lineNote, "amount": .lineAmount]
}
