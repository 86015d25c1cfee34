import Diagnostics
import Invoice
import Testing

@Suite("Reading CSV")
struct CSVTests {
    @Test("our own columns, separated by commas, make one invoice of each number")
    func ownColumns() throws {
        let invoices = try read(
            """
            Invoice Number,Invoice Date,Due Date,Currency,Customer,Customer Email,Customer Address,Customer VAT ID,Description,Details,Quantity,Unit,Unit Price,Discount %,Tax Rate,Tax Category,Note,Paid
            00042,2026-02-03,2026-02-17,EUR,Blu,ap@blu.example,"Via Roma 12
            10121 Torino",IT12345678901,Chair,oak,2,C62,100.00,10,19,S,Thanks,50.00
            00042,,,,,,,,Table,,1,C62,250,,19,S,,
            00043,2026-02-04,,USD,Ruiz,,,,Lamp,,1,,12.50,,0,Z,,
            """, name: "own.csv")
        #expect(invoices.map(\.number) == ["00042", "00043"])
        let first = invoices[0]
        #expect(first.buyer.address?.lines == ["Via Roma 12", "10121 Torino"])
        #expect(first.lines[0].name == "Chair")
        #expect(first.lines[0].description == "oak")
        #expect(first.dueDate == day("2026-02-17"))
        let totals = try add(first).totals
        #expect(totals.net.description == "430.00")
        #expect(totals.gross.description == "511.70")
        #expect(totals.due.description == "461.70")
        #expect(invoices[1].currency == .usd)
    }

    @Test("a German export in Windows-1252 with semicolons and decimal commas")
    func germanExcel() throws {
        let invoices = try read(try bytes(of: "exports/excel_de_semicolon_cp1252.csv"), name: "excel_de.csv")
        #expect(invoices.map(\.number) == ["2026-017", "2026-018"])
        #expect(invoices[0].buyer.name == "Müller & Söhne GmbH")
        #expect(invoices[0].buyer.address?.postcode == "01067")
        #expect(invoices[0].buyer.address?.lines == ["Hauptstraße 1"])
        #expect(invoices[0].lines[0].name == "Bürostuhl „Ergo“")
        #expect(invoices[0].lines[0].price == amount("1249.90"))
        #expect(invoices[1].date == day("2026-02-12"))
        #expect(invoices[1].lines[0].quantity == amount("1.5"))
        #expect(try add(invoices[0]).totals.gross.description == "3033.07")
    }

    @Test("an English export with a byte order mark and thousands commas")
    func englishExcel() throws {
        let invoice = try read(try bytes(of: "exports/excel_utf8_bom.csv"), name: "excel.csv")[0]
        #expect(invoice.number == "2026-1")
        #expect(invoice.buyer.name == "Łódź Sp. z o.o.")
        #expect(invoice.lines[0].price == amount("1200.50"))
        #expect(invoice.lines[0].tax?.rate == 23)
    }

    @Test("rows of one invoice need not stand together")
    func apart() throws {
        let invoices = try read("Number,Description,Price\nA,one,1\nB,two,2\nA,three,3\n", name: "a.csv")
        #expect(invoices.map { $0.lines.map(\.name) } == [["one", "three"], ["two"]])
    }

    @Test("title rows before the column names are passed over")
    func preamble() throws {
        let invoice = try read(try bytes(of: "exports/invoiceninja_export_with_preamble.csv"), name: "ninja.csv")[0]
        #expect(invoice.number == "0007")
        #expect(invoice.lines.map(\.name) == ["TUNE", "TYRE"])
        #expect(invoice.lines[1].description == "28\" tyre")
        #expect(try add(invoice).totals.gross.description == "146.00")
    }

    @Test("a delimiter that the file states counts", arguments: [";", "\t", "|", ","])
    func delimiters(delimiter: String) throws {
        let text = "Number,Description,Price\nA,one,5\n".replacing(",", with: delimiter)
        #expect(try read(text, name: "a.csv")[0].lines[0].price == 5)
        #expect(try read("sep=\(delimiter)\r\n" + text, name: "a.txt")[0].lines[0].price == 5)
    }

    @Test("lines may stand in numbered columns of one row")
    func wide() throws {
        let invoices = try read(
            "number,customer,item1_name,item1_price,item2_name,item2_price\nA,x,one,1,two,2\nB,y,three,3,,\n",
            name: "w.csv")
        #expect(invoices.map { $0.lines.map(\.name) } == [["one", "two"], ["three"]])
        #expect(invoices[0].lines[1].price == 2)
    }

    @Test("the decimal sign is the file's: 1.200 beside 1.249,90 is 1200")
    func decimalSign() throws {
        let invoice = try read("Number;Description;Price\nA;one;1.200\nA;two;1.249,90\n", name: "a.csv")[0]
        #expect(invoice.lines.map(\.price) == [1200, amount("1249.90")])
    }

    @Test(
        "numbers as people write them",
        arguments: [
            ("1 249,90 €", "1249.90"), ("1\u{202F}249,90", "1249.90"), ("$1,200.50", "1200.50"),
            ("1'200.50", "1200.50"),
            ("1’200.50 CHF", "1200.50"), ("(12.00)", "-12.00"), ("12.00-", "-12.00"), ("\u{2212}12.00", "-12.00"),
            ("EUR 12,5", "12.5"), ("kr. 99,50", "99.50"), ("1,23,456.78", "123456.78"), ("-$5.00", "-5.00"),
            ("100,–", "100"),
        ])
    func numbers(written: String, value: String) throws {
        let quoted = "\"\(written)\""
        #expect(
            try read("Number;Description;Price\nA;one;\(quoted)\n", name: "a.csv")[0].lines[0].price == amount(value))
    }

    @Test(
        "letters beside a number that are no currency and no unit are refused, and the slip is named",
        arguments: [
            ("9.9o", "is it a 0?"), ("9.9l", "is it a 1?"), ("12.O", "is it a 0?"), ("9.90 xq", "no currency or unit"),
            ("abc 5", "no currency or unit"), ("1o.5", "is it a 0?"), ("x490.10", "\"x\" touches the digits"),
            ("490.10x", "\"x\" touches the digits"), ("S490.10", "is it a 5?"),
        ])
    func strayLetters(written: String, hint: String) {
        let error = #expect(throws: DiagnosticError.self) {
            try read("Number,Description,Price\nA,one,\(written)\n", name: "a.csv")
        }
        let text = error?.description ?? ""
        #expect(text.contains("a.csv:2:7: error: row 2, column \"Price\": expected a number, found \"\(written)\""))
        #expect(text.contains(hint))
        #expect(throws: DiagnosticError.self) {
            try readOne("{\"lines\": [{\"name\": \"a\", \"price\": \"\(written)\"}]}")
        }
    }

    @Test(
        "currencies and units beside a number are not part of it",
        arguments: [
            "5 Std.", "5h", "5 pcs", "5 Stück", "5 kWh", "USD 5", "US$5", "5 Kč", "5 zł", "5 l", "5,00 Euro", "5 m²",
            "5 円", "x 5", "x5", "5x",
        ])
    func knownWords(written: String) throws {
        let text = "Number;Description;Quantity;Price\nA;one;\(written);1,5\n"
        #expect(try read(text, name: "a.csv")[0].lines[0].quantity == 5)
    }

    @Test("one day above 12 settles the order of every date in the file")
    func dateOrder() throws {
        let text = "Number,Date,Description,Price\nA,03/02/2026,x,1\nB,13/02/2026,x,1\n"
        #expect(try read(text, name: "a.csv").map(\.date) == [day("2026-02-03"), day("2026-02-13")])
        let american = "Number,Date,Description,Price\nA,03/02/2026,x,1\nB,02/13/2026,x,1\n"
        #expect(try read(american, name: "a.csv").map(\.date) == [day("2026-03-02"), day("2026-02-13")])
    }

    @Test(
        "dates as people write them",
        arguments: [
            "3.2.2026", "03.02.26", "2026/02/03", "2026年2月3日", "3 Feb 2026", "3. Februar 2026", "3 février 2026",
            "February 3rd, 2026", "46056", "2026-02-03T10:00:00Z", "2026-02-03 10:00:00 +0100", "20260203",
            "3 de febrero de 2026",
        ])
    func dates(written: String) throws {
        let text = "Number,Date,Description,Price\nA,\"\(written)\",x,1\n"
        #expect(try read(text, name: "a.csv")[0].date == day("2026-02-03"))
    }

    @Test(
        "columns are known by their names in eleven languages",
        arguments: [
            "Rechnungsnummer;Rechnungsdatum;Kunde;Beschreibung;Menge;Einzelpreis;MwSt-Satz",
            "Numéro de facture;Date de facture;Client;Désignation;Quantité;Prix unitaire;Taux TVA",
            "Número de factura;Fecha;Cliente;Descripción;Cantidad;Precio unitario;IVA %",
            "Numero fattura;Data fattura;Cliente;Descrizione;Quantità;Prezzo unitario;Aliquota IVA",
            "Factuurnummer;Factuurdatum;Klant;Omschrijving;Aantal;Prijs;Btw %",
            "Numer faktury;Data wystawienia;Nabywca;Nazwa towaru;Ilość;Cena netto;Stawka VAT",
            "Número da fatura;Data de emissão;Cliente;Descrição;Quantidade;Preço unitário;Taxa IVA",
            "Fakturanummer;Fakturadatum;Kund;Beskrivning;Antal;À-pris;Momssats",
            "发票号码;开票日期;客户名称;商品名称;数量;单价;税率", "請求書番号;請求日;取引先;品名;数量;単価;消費税率",
            "*INVOICE NO.; invoice_date ;Customer Name;Item Description;Qty;UNIT PRICE;Tax Rate",
            "number;date;buyer.name;lines.name;lines.quantity;lines.price;lines.tax.rate",
        ])
    func languages(header: String) throws {
        let invoice = try read("\(header)\nA-1;2026-02-03;Blu;Chair;2;10,50;19\n", name: "a.csv")[0]
        #expect(invoice.number == "A-1")
        #expect(invoice.date == day("2026-02-03"))
        #expect(invoice.buyer.name == "Blu")
        #expect(invoice.lines[0].name == "Chair")
        #expect(invoice.lines[0].quantity == 2)
        #expect(invoice.lines[0].price == amount("10.50"))
        #expect(invoice.lines[0].tax?.rate == 19)
    }

    @Test("identifiers stay as they are written")
    func identifiers() throws {
        let invoice = try read(
            "Number,Customer,PLZ,Phone,Description,Price\n00042,x,01067,'+31612345678,a,1\n", name: "a.csv")[0]
        #expect(invoice.number == "00042")
        #expect(invoice.buyer.address?.postcode == "01067")
        #expect(invoice.buyer.contact?.phone == "+31612345678")
    }

    @Test("UTF-16 with a byte order mark is read")
    func utf16() throws {
        let text = "Number\tDescription\tPrice\nÄ-1\tone\t5\n"
        let bytes: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try read(bytes, name: "a.txt")[0].number == "Ä-1")
    }

    @Test("QuickBooks' columns are read once the order of its dates is said")
    func quickBooks() throws {
        var options = ReadOptions()
        options.dateOrder = .monthDayYear
        let invoices = try read(
            try bytes(of: "exports/quickbooks_online_invoices.csv"), name: "qb.csv", options: options)
        #expect(invoices.map(\.number) == ["1001", "1002"])
        #expect(invoices[0].lines.map(\.name) == ["Labor:Install", "Parts:Cable"])
        #expect(invoices[0].dueDate == day("2026-03-11"))
        #expect(try add(invoices[0]).totals.gross.description == "454.18")
    }
}
