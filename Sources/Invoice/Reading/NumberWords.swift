/// The words that may stand beside a number without being part of it: currencies and units.
enum NumberWords {
    /// Where words stand: before the digits or behind them.
    enum Side {
        case before, behind
    }

    /// Whether nothing but known words, signs and spaces stands here.
    ///
    /// A single letter that touches the digits is a slip of the finger (`9.9o`, `x490.10`), unless people do write it so.
    ///
    /// - Parameter counts: whether the number counts things, which units may touch: `2h`, `x2`.
    static func areKnown(_ text: Substring, _ side: Side, counts: Bool) -> Bool {
        var rest = text[...]
        while let start = rest.firstIndex(where: \.isLetter) {
            let word = rest[start...].prefix(while: \.isLetter)
            rest = rest[word.endIndex...]
            let touches = side == .before ? word.endIndex == text.endIndex : start == text.startIndex
            if touches, word.utf8.count == 1, !mayTouch(word, side, counts: counts) { return false }
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

    private static func mayTouch(_ letter: Substring, _ side: Side, counts: Bool) -> Bool {
        switch letter.lowercased() {
        case "r": side == .before
        case "x": counts
        case "h", "g", "m", "t", "d": counts && side == .behind
        default: false
        }
    }

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
