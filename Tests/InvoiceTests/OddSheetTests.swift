import Diagnostics
import Invoice
import Testing

/// Tables as people send them who never thought of a program that reads them.
@Suite("Odd sheets")
struct OddSheetTests {
    private func findings(_ text: String) -> String {
        var result: [Diagnostic] = []
        for read in readInvoices(Array(text.utf8), name: "a.csv", defaults: defaults) {
            result += read.warnings
            if case .failure(let error) = read.result { result += error.diagnostics }
        }
        return result.map(\.description).joined(separator: "\n")
    }

    @Test(
        "a row of sums below the lines is none of them, and is named",
        arguments: [
            ";;;Summe;;212,50;", ";;;;Summe;212,50;", "Summe;;;;2;212,50;", ";;;Gesamt netto:;;212,50 €;EUR",
            ";;;;;Total;", ";;;zzgl. 19 % MwSt;;40,38;", ";;;合計;;212,50;",
        ])
    func sums(row: String) throws {
        let text = """
            Rechnungsnummer;Datum;Kunde;Bezeichnung;Menge;Einzelpreis;MwSt
            RE-1;03.02.2026;Müller;Stuhl;2;100,00;19%
            RE-2;03.02.2026;Maier;Stuhl;1;12,50;19%
            \(row)

            """
        let invoices = try read(text, name: "a.csv")
        #expect(invoices.map(\.number) == ["RE-1", "RE-2"])
        #expect(invoices.map(\.lines.count) == [1, 1])
        #expect(findings(text) == "a.csv: warning: row 4: row 4 is a sum of the lines, not a line; it is passed over")
    }

    @Test("sums one below the other are passed over, though they begin with the same word")
    func sumsInARow() throws {
        let text = "Number;Description;Price\nA;Chair;100\nSumme;;100\nSumme;;119\n;Table;50\n"
        let invoices = try read(text, name: "a.csv")
        #expect(invoices.map(\.number) == ["A"])
        #expect(invoices[0].lines.map(\.name) == ["Chair", "Table"])
        #expect(findings(text).contains("rows 3, 4 are sums of the lines"))
    }

    @Test("an article that is called like a sum is a line where its row names the invoice")
    func articles() throws {
        let text = "Number,Description,Quantity,Price\nA,Total,2,50\nA,Sum,1,1\n"
        #expect(try read(text, name: "a.csv")[0].lines.map(\.name) == ["Total", "Sum"])
    }

    @Test("a row of tax is refused where the lines do not say theirs")
    func taxRow() {
        let found = findings("Number,Description,Price\nA,Chair,100\n,VAT 20%,20\n")
        #expect(found.contains("row 3, column \"Description\": \"VAT 20%\" is a tax, not something that was sold"))
    }

    @Test(
        "a title may say net or gross, and the currency",
        arguments: [
            ("Einzelpreis netto", false), ("Unit Price (EUR)", false), ("Prix unitaire (HT)", false),
            ("Preis in €", false), ("Price excl. VAT", false), ("Einzelpreis brutto", true), ("Price incl. VAT", true),
            ("Prijs incl. btw", true), ("Prix TTC unitaire", true), ("Prix (rouge)", nil),
        ])
    func netAndGross(title: String, isGross: Bool?) throws {
        let text = "Number;Description;Quantity;\(title);Tax Rate\nA;one;2;10,50;19\n"
        guard let isGross else { return #expect(findings(text).contains("no column for the price")) }
        #expect(try read(text, name: "a.csv")[0].pricesIncludeTax == isGross)
    }

    @Test("of a net and a gross price the net one counts, and gross amounts of lines are no check of it")
    func netBeforeGross() throws {
        let text = """
            Nr;Bezeichnung;Menge;Preis brutto;Preis netto;Gesamtpreis brutto;MwSt-Satz;Rechnungs-Nr.
            1;Stuhl;2;11,90;10,00;23,80;19;R-1
            2;Tisch;1;23,80;20,00;23,80;19;R-1

            """
        let invoice = try read(text, name: "a.csv")[0]
        #expect(invoice.number == "R-1")
        #expect(try add(invoice).totals.gross == amount("47.60"))
    }

    @Test("a share of one where a percentage belongs is refused, unless its sign is there")
    func fractions() throws {
        let found = findings("Number,Description,Price,Tax Rate,Discount %\nA,one,10,0.19,0.1\n")
        #expect(found.contains("\"0.19\" is less than one per cent"))
        #expect(found.contains("write 19 for 19 %"))
        #expect(found.contains("write 10 for 10 %"))
        let meant = try read("Number,Description,Price,Tax Rate\nA,one,10,0.5 %\n", name: "a.csv")
        #expect(meant[0].lines[0].tax?.rate == amount("0.5"))
        #expect(throws: DiagnosticError.self) { try readOne(#"{"lines": [{"name": "a", "price": 1, "tax": 0.19}]}"#) }
        let json = try readOne(#"{"lines": [{"name": "a", "price": 1, "tax": "0.5 %"}]}"#)
        #expect(json.lines[0].tax?.rate == amount("0.5"))
    }

    @Test(
        "terms in the column for the due date count from the invoice's",
        arguments: ["14 Tage", "14 days", "14", "net 14"])
    func terms(written: String) throws {
        let text = "Number,Date,Zahlungsziel,Description,Price\nA,2026-02-03,\(written),one,10\n"
        #expect(try read(text, name: "a.csv")[0].dueDate == day("2026-02-17"))
    }

    @Test("a number that a spreadsheet has shortened is refused", arguments: ["1.5E+2", "1E3", "1,5E+05", "2e-3"])
    func scientific(written: String) {
        #expect(findings("Number;Description;Price\nA;one;\(written)\n").contains("a spreadsheet has shortened it"))
    }

    @Test("a day that stands for a blank cell is told")
    func blankDay() throws {
        let invoice = try read("Number,Date,Description,Price\nA,1900-01-01,one,10\n", name: "a.csv")[0]
        #expect(try add(invoice).warnings.contains { $0.message.hasPrefix("dated 1900-01-01") })
    }

    @Test("quantities and prices below zero, in whichever way they are written")
    func negatives() throws {
        let text =
            "Number,Description,Quantity,Price,Tax\nA,\"red, \"\"new\"\"\nchair\",-2,(10.00),20%\nA,b,1-,5.00,20%\n"
        let invoice = try read(text, name: "a.csv")[0]
        #expect(invoice.lines[0].name == "red, \"new\"\nchair")
        #expect(try add(invoice).totals.gross == amount("18.00"))
    }
}
