import Foundation
import Invoice
import Testing

@testable import Template

@Suite struct ViewTests {
    @Test func everyValueIsThereFormattedAndRaw() throws {
        let page = "{{total.gross}} {{total.gross.raw}} {{date}} {{date.raw}} {{date.long}} {{number.raw}}"
        #expect(
            try printed(page, simpleInvoice())
                == "3.672,64\u{A0}€ 3672.64 03.02.2026 2026-02-03 3. Februar 2026 T-1")
    }

    @Test func aLineKnowsItsPlaceUnitAmountsAndTax() throws {
        let page = """
            {{#lines}}{{position}} {{name}} {{quantity}} {{unit}} ({{unitCode}}) {{price}} {{net}} {{tax}} \
            {{taxName}} {{taxRate}} {{taxCategory}}{{^last}}, {{/last}}{{/lines}}
            """
        let added = try invoice(
            """
            {"number": "1", "locale": "de-DE", "lines": [
              {"name": "a", "quantity": 2, "unit": "HUR", "price": "0.335", "tax": {"rate": 19, "name": "MwSt."}},
              {"name": "b", "price": 1000, "unit": "Eimer"}]}
            """)
        #expect(
            try printed(page, added)
                == "1 a 2 Std. (HUR) 0,335\u{A0}€ 0,67\u{A0}€ 0,13\u{A0}€ MwSt. 19\u{A0}% S, "
                + "2 b 1 Eimer (Eimer) 1.000,00\u{A0}€ 1.000,00\u{A0}€ 0,00\u{A0}€   ")
    }

    @Test func sectionsTestWhatIsThere() throws {
        let page = """
            {{#buyer.vatId}}vat{{/buyer.vatId}}{{^buyer.vatId}}none{{/buyer.vatId}} \
            {{#total.paid}}paid{{/total.paid}}{{#shipTo}}ship{{/shipTo}}{{#payment}}pay{{/payment}}{{#notes}}note{{/notes}}
            """
        #expect(try printed(page, simpleInvoice()) == "none ")
        let full = try simpleInvoice(
            ", \"paid\": 1, \"shipTo\": {\"name\": \"x\"}, \"payment\": {\"iban\": \"1\"}, \"notes\": [\"n\"]")
        #expect(try printed(page, full) == "none paidshippaynote")
    }

    @Test func rowsLeadFromTheLinesToTheAmountDue() throws {
        let page =
            "{{#subtotals}}{{name}}={{amount.raw}};{{/subtotals}}{{total.gross.raw}};{{#payments}}{{name}}={{amount.raw}};{{/payments}}"
        let added = try invoice(
            """
            {"number": "1", "locale": "en-IE", "lines": [{"name": "a", "price": 100, "tax": 10}],
             "discounts": [{"percent": 10, "reason": "Loyalty"}],
             "charges": [{"amount": 5, "reason": "Delivery", "tax": 10}], "paid": 20}
            """)
        #expect(
            try printed(page, added)
                == "Subtotal=100.00;Discount 10% (Loyalty)=-10.00;Delivery=5.00;Net total=95.00;VAT 10%=9.50;104.50;"
                + "Already paid=-20.00;Amount due=84.50;")
        #expect(
            try printed(page, invoice("{\"number\": \"1\", \"lines\": [{\"name\": \"a\", \"price\": 3}]}")) == "3.00;")
    }

    @Test(arguments: [
        ("DE", "1010", "Berlin", "", "1010 Berlin"), ("US", "10001", "New York", "NY", "New York, NY 10001"),
        ("CA", "H2X 1Y4", "Montréal", "QC", "Montréal QC  H2X 1Y4"),
        ("GB", "SW1A 1AA", "London", "", "London|SW1A 1AA"),
        ("IT", "20100", "Milano", "MI", "20100 Milano (MI)"), ("AU", "2000", "Sydney", "NSW", "Sydney NSW 2000"),
        ("BR", "01310-100", "São Paulo", "SP", "São Paulo - SP|01310-100"), ("XX", "", "Town", "", "Town"),
    ])
    func addressesFollowTheirCountry(country: String, postcode: String, city: String, region: String, lines: String) {
        func present(_ text: String) -> String? { text.isEmpty ? nil : text }
        let address = Address(
            lines: ["1 Street"], postcode: present(postcode), city: city, region: present(region), country: country)
        #expect(AddressFormat.lines(of: address, countryName: nil).joined(separator: "|") == "1 Street|" + lines)
    }

    @Test func theCountryStandsOnlyOnAddressesAbroad() throws {
        func page(_ country: String) throws -> String {
            try printed(
                "{{#buyer.addressLines}}{{.}};{{/buyer.addressLines}}",
                invoice(
                    """
                    {"number": "1", "locale": "de-DE", "seller": {"address": {"country": "DE"}},
                     "buyer": {"address": {"city": "Wien", "country": "\(country)"}},
                     "lines": [{"name": "a", "price": 1}]}
                    """))
        }
        #expect(try page("AT") == "Wien;Österreich;")
        #expect(try page("DE") == "Wien;")
    }

    @Test func paperFollowsTheOptionThenTheSellersCountryThenTheLocale() throws {
        func paper(_ locale: String, _ country: String?, _ option: Paper? = nil) throws -> String {
            let added = try simpleInvoice(locale: locale)
            var invoice = added.invoice
            invoice.seller.address = country.map { Address(country: $0) }
            let options = FillOptions(paper: option)
            return try printed("{{paper}}", AddedInvoice(invoice: invoice, totals: added.totals), options: options)
        }
        #expect(try paper("en-US", nil) == "Letter")
        #expect(try paper("en", nil) == "A4")
        #expect(try paper("zh-Hant-TW", nil) == "A4")
        #expect(try paper("en-US", "DE") == "A4")
        #expect(try paper("de-DE", "US") == "Letter")
        #expect(try paper("de-DE", "US", .a4) == "A4")
    }

    @Test(arguments: [("de-DE", "de-DE ltr"), ("ar-SA", "ar-SA rtl"), ("he", "he rtl"), ("en_US", "en-US ltr")])
    func theLanguageSaysItsDirection(locale: String, expected: String) throws {
        #expect(try printed("{{lang}} {{dir}}", simpleInvoice(locale: locale)) == expected)
    }

    @Test func anIBANIsPrintedInGroupsOfFour() {
        #expect(
            PaymentModel.grouped("DE89370400440532013000") == "DE89\u{A0}3704\u{A0}0044\u{A0}0532\u{A0}0130\u{A0}00")
        #expect(PaymentModel.grouped("DE89 3704 0044 0532 0130 00") == PaymentModel.grouped("DE89370400440532013000"))
        #expect(PaymentModel.grouped("account 12") == "account 12")
    }

    @Test func aCreditNoteNeverPrintsTwoMinusSigns() throws {
        let added = try invoice(
            """
            {"type": "credit-note", "number": "1", "locale": "en-IE",
             "lines": [{"name": "a", "quantity": -2, "price": 50, "tax": 0}]}
            """)
        let page = "{{title}}: {{#lines}}{{quantity}} × {{price}} = {{net}}{{/lines}}, {{total.gross}}"
        #expect(try printed(page, added) == "Credit note: 2 × €50.00 = €100.00, €100.00")
    }
}

@Suite struct ExemptionTests {
    private func added(_ category: String, notes: String = "[]", reason: String? = nil, locale: String = "de-DE") throws
        -> AddedInvoice
    {
        let why = reason.map { ", \"reason\": \"\($0)\"" } ?? ""
        return try invoice(
            """
            {"number": "1", "locale": "\(locale)", "seller": {"name": "s", "vatId": "DE123456789"},
             "buyer": {"name": "b", "vatId": "IT12345678901"}, "notes": \(notes),
             "lines": [{"name": "x", "price": 10, "tax": {"rate": 0, "category": "\(category)"\(why)}},
                       {"name": "y", "price": 10, "tax": {"rate": 0, "category": "\(category)"\(why)}}]}
            """)
    }

    private let page = "{{#taxes}}row{{/taxes}}{{#hasTax}}tax{{/hasTax}}{{#notes}}[{{.}}]{{/notes}}"

    @Test(arguments: [
        ("AE", "[Steuerschuldnerschaft des Leistungsempfängers / Reverse charge]"),
        ("K", "[Steuerfreie innergemeinschaftliche Lieferung]"), ("G", "[Steuerfreie Ausfuhrlieferung]"),
        ("O", "[Nicht steuerbar]"), ("E", "[Steuerfrei]"),
    ])
    func anExemptionPrintsOneReasonAndNoRow(category: String, expected: String) throws {
        #expect(try printed(page, added(category)) == expected)
    }

    @Test func theReasonIsInTheInvoicesLanguage() throws {
        #expect(try printed(page, added("AE", locale: "fr-FR")).contains("Autoliquidation"))
        #expect(try printed(page, added("AE", locale: "sw-KE")).contains("Reverse charge"))
    }

    @Test func theInvoicesOwnReasonComesFirstAndIsNotSaidTwice() throws {
        #expect(try printed(page, added("E", reason: "§ 19 UStG")) == "[§ 19 UStG]")
        #expect(
            try printed(page, added("E", notes: "[\"Gemäß § 19 UStG.\"]", reason: "§ 19 UStG")) == "[Gemäß § 19 UStG.]")
    }

    @Test func aZeroRateIsNoExemption() throws {
        #expect(try printed(page, added("Z")) == "rowtax")
    }
}
