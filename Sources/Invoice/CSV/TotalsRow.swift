/// Rows that people put below their lines: `Summe;;;1.234,00`, `Total,,130.00`.
///
/// Such a row names no invoice of its own, and holds nothing but numbers, currencies and the words for a sum. Taken for
/// a line, it would double the invoice.
enum TotalsRow {
    /// - Parameters:
    ///   - keys: the columns that tell invoices apart.
    ///   - hasTax: whether the file says the rate of tax of its lines; a row of tax then is a sum like the others.
    static func isOne(_ rows: CSVRows, keys: [Int], hasTax: Bool) -> Bool {
        for key in keys where !rows.isBlank(key) && !isWord(rows, key, hasTax) { return false }
        var hasWord = false
        for column in rows.cells.indices where !rows.isBlank(column) {
            if isWord(rows, column, hasTax) {
                hasWord = true
            } else if !isAmount(rows.text(column)) {
                return false
            }
        }
        return hasWord
    }

    /// Whether the text is the tax's name, perhaps with its rate: `zzgl. 19 % MwSt`.
    static func isTax(_ text: String) -> Bool { taxes.contains(letters(of: text)) }

    private static func isWord(_ rows: CSVRows, _ column: Int, _ hasTax: Bool) -> Bool {
        let range = rows.localRange(column)
        guard range.count <= 40, let last = rows.bytes[range].last else { return false }
        // Numbers and identifiers, which most cells are, end in a digit.
        if last >= UInt8(ascii: "0"), last <= UInt8(ascii: "9") { return false }
        let text = rows.text(column)
        return sums.contains(letters(of: text)) || hasTax && isTax(text)
    }

    private static func isAmount(_ text: String) -> Bool {
        NumberCell(text).isNumber || Currency(text)?.isListed ?? false
    }

    private static func letters(of text: String) -> String {
        ColumnNames.key(text).filter(\.isLetter)
    }

    private static let sums = folded(
        """
        Total|Totals|Grand Total|Subtotal|Sub-Total|Sum|Net|Gross|Net Total|Total Net|Gross Total|Total Gross|Net Amount|
        Gross Amount|Total Amount|Amount Due|Total Due|Balance Due|Invoice Total|
        Summe|Summen|Gesamt|Gesamtsumme|Gesamtbetrag|Endsumme|Endbetrag|Zwischensumme|Netto|Brutto|Nettosumme|Bruttosumme|
        Nettobetrag|Bruttobetrag|Summe netto|Summe brutto|Gesamt netto|Gesamt brutto|Rechnungsbetrag|Zahlbetrag|
        Somme|Sous-total|Total HT|Total TTC|Total général|Montant total|Net à payer|
        Suma|Total general|Total factura|Base imponible|Importe total|Total a pagar|
        Totale|Subtotale|Totale generale|Totale fattura|Imponibile|Totale imponibile|
        Totaal|Subtotaal|Eindtotaal|Totaalbedrag|Totaal excl. btw|Totaal incl. btw|
        Razem|Ogółem|Łącznie|Suma netto|Suma brutto|Do zapłaty|Soma|Total geral|Total da fatura|
        Summa|Totalt|Delsumma|Att betala|I alt|Total i alt|
        合计|总计|小计|共计|价税合计|合計|總計|小計|総計|合計金額|請求金額
        """)

    private static let taxes = folded(
        """
        Tax|VAT|GST|Sales Tax|plus VAT|Total Tax|Total VAT|VAT Total|Tax Total|
        MwSt|USt|Mehrwertsteuer|Umsatzsteuer|zzgl. MwSt|zzgl. USt|zuzüglich MwSt|zuzüglich Umsatzsteuer|Steuer|Steuerbetrag|
        TVA|Montant TVA|Total TVA|IVA|Cuota IVA|Importe IVA|Importo IVA|Btw|Btw-bedrag|Kwota VAT|Podatek VAT|Moms|
        税额|税額合计|税额合计|消費税|消費税額
        """)

    private static func folded(_ names: String) -> Set<String> {
        Set(names.split { $0 == "|" || $0.isNewline }.map { letters(of: String($0)) }).subtracting([""])
    }
}
