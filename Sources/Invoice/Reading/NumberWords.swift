/// The words that may stand beside a number without being part of it: currencies and units.
enum NumberWords {
    /// Whether nothing but known words, signs and spaces stands here.
    ///
    /// - Parameter touchesDigit: whether the text follows a digit at once: a single letter there may be a slip of the
    ///   finger (`9.9o`, `9.9l`), unless it is a unit that people do write so.
    static func areKnown(_ text: Substring, touchesDigit: Bool) -> Bool {
        var rest = text[...]
        var isFirst = touchesDigit
        while let start = rest.firstIndex(where: \.isLetter) {
            let isGlued = isFirst && start == text.startIndex
            isFirst = false
            let word = rest[start...].prefix(while: \.isLetter)
            rest = rest[word.endIndex...]
            if isGlued, word.count == 1, !glued.contains(word.lowercased()), word.utf8.count == 1 { return false }
            // R$, US$: a letter or two before a dollar.
            if rest.first == "$", word.count <= 3 { continue }
            guard isKnown(word) else { return false }
        }
        return true
    }

    static func isKnown(_ word: Substring) -> Bool {
        let folded = word.lowercased()
        return currencies.contains(folded) || units.contains(folded)
            || word.utf8.count == 3 && (Currency(String(word))?.isListed ?? false)
    }

    private static let glued: Set<String> = ["h", "x", "g", "m", "t", "d"]

    private static let currencies = words(
        """
        euro euros eur dollar dollars pound pounds franken francs fr sfr kr kč zł zl lei leu ft лв руб р грн tl rs rm r
        rp bs s dh din ден дин kn km 元 円 圆 원 원 元整 人民币 日元 บาท ر س د إ € yen yuan rmb
        """)

    private static let units = words(
        """
        h hr hrs hour hours std stunde stunden uur heure heures ora ore godz hodin timmar timer min mins minute minuten
        minutes d day days tag tage dag dagen jour jours día días giorni dni dias dagar dage w week weeks woche wochen
        month months monat monate mois mes meses mesi
        pc pcs piece pieces ea each unit units set sets pair pairs stk stck st stück stuks stuk pièce pièces pce u uds pza
        pz szt ks un st styck x mal
        kg g mg t lb lbs oz l ml cl hl km m cm mm m² m³ qm cbm lfm ft yd mi kwh wh mwh gb mb tb pt 个 件 時間 小时 个月 本 枚
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() })
    }
}
