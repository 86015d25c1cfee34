import Invoice
import Testing

@Suite("Adding up")
struct AddingTests {
    @Test("tax is rounded once a group: ten times 0.99 at 19 % is 1.88")
    func perGroup() throws {
        let totals = try addFixture("read/vat_rounding_line_vs_total.json").totals
        #expect(totals.net.description == "9.90")
        #expect(totals.tax.description == "1.88")
        #expect(totals.gross.description == "11.78")
    }

    @Test("tax rounded line by line is 1.90 for the same invoice")
    func perLine() throws {
        var options = AddingOptions()
        options.taxRounding = .perLine
        let invoice = try read(try bytes(of: "read/vat_rounding_line_vs_total.json"), name: "a.json")[0]
        #expect(try add(invoice, options: options).totals.tax.description == "1.90")
    }

    @Test("the net is the sum of the printed lines: 3 × 0.335 prints 1.01, thrice 3.03")
    func printedLines() throws {
        let totals = try addFixture("read/net_total_equals_sum_of_printed_lines.json").totals
        #expect(totals.lines.map(\.amount.description) == ["1.01", "1.01", "1.01"])
        #expect(totals.net.description == "3.03")
    }

    @Test("a document discount comes off before tax: 110 at 10 % with 10 off is 110")
    func discountBeforeTax() throws {
        let totals = try addFixture("read/discount_before_tax.json").totals
        #expect(totals.net.description == "100.00")
        #expect(totals.tax.description == "10.00")
        #expect(totals.gross.description == "110.00")
        #expect(totals.discounts.map(\.description) == ["10.00"])
    }

    @Test("prices that include tax keep their gross: 2 × 379.00 with 21 % inside is 626.45 + 131.55")
    func inclusive() throws {
        let totals = try addUp(
            #"{"pricesIncludeTax": true, "lines": [{"name": "a", "quantity": 2, "price": "379.00", "tax": 21}]}"#)
        #expect(totals.gross.description == "758.00")
        #expect(totals.net.description == "626.45")
        #expect(totals.tax.description == "131.55")
    }

    @Test("a price keeps its decimals until the line is rounded: 41131.74 × 0.06 is 2467.90, tax 468.90")
    func longPrice() throws {
        let totals = try addUp(#"{"lines": [{"name": "a", "quantity": 41131.74, "price": 0.06, "tax": 19}]}"#)
        #expect(totals.net.description == "2467.90")
        #expect(totals.tax.description == "468.90")
    }

    @Test("yen have no decimals: 4.5 × 3 is 14")
    func yen() throws {
        let totals = try addUp(#"{"currency": "JPY", "lines": [{"name": "a", "quantity": 4.5, "price": 3}]}"#)
        #expect(totals.gross.description == "14")
    }

    @Test("Bahraini dinars have three decimals")
    func dinar() throws {
        #expect(try addFixture("read/bhd_three_decimals.json").totals.gross.description == "12.435")
    }

    @Test("half goes away from zero on both sides", arguments: [("0.005", "0.01"), ("-0.005", "-0.01")])
    func halfAwayFromZero(price: String, net: String) throws {
        #expect(try addUp(#"{"lines": [{"name": "a", "price": "\#(price)"}]}"#).net.description == net)
    }

    @Test("a line's discounts and charges are part of its one rounding")
    func lineAllowances() throws {
        let totals = try addUp(
            """
            {"lines": [{"name": "a", "quantity": 3, "price": "0.335", "discounts": [{"percent": 10}, {"amount": "0.5"}],
              "charges": [{"amount": 5}, {"percent": "2.5"}]}, {"name": "per 100", "quantity": 250, "price": 9.99, "priceBase": 100}]}
            """)
        // 1.005 × 0.925 + 4.5 = 5.429625; 250 × 9.99 ÷ 100 = 24.975
        #expect(totals.lines.map(\.amount.description) == ["5.43", "24.98"])
    }

    @Test("a discount without a tax is spread in proportion and adds up to the last cent")
    func spreading() throws {
        let totals = try addUp(
            """
            {"discounts": [{"amount": "10.00"}], "lines": [{"name": "a", "price": 100, "tax": 19},
              {"name": "b", "price": 100, "tax": 7}, {"name": "c", "price": 100, "tax": 0}]}
            """)
        #expect(totals.taxGroups.map(\.basis.description) == ["96.66", "96.67", "96.67"])
        #expect(totals.net.description == "290.00")
    }

    @Test("a charge with a tax of its own goes into that tax's group")
    func shipping() throws {
        let totals = try addUp(
            """
            {"charges": [{"amount": 9.90, "reason": "Shipping", "tax": {"rate": 19}}],
             "lines": [{"name": "book", "price": 20, "tax": 7}]}
            """)
        #expect(totals.taxGroups.map(\.basis.description) == ["9.90", "20.00"])
        #expect(totals.taxGroups.map(\.tax.description) == ["1.88", "1.40"])
        #expect(totals.gross.description == "33.18")
    }

    @Test("what is due is the gross less what was paid, plus rounding")
    func due() throws {
        let totals = try addUp(#"{"paid": "3.00", "rounding": "-0.02", "lines": [{"name": "a", "price": "10.02"}]}"#)
        #expect(totals.due.description == "7.00")
    }

    @Test("cash is rounded to the smallest coin")
    func cash() throws {
        var options = AddingOptions()
        options.cashUnit = amount("0.05")
        let totals = try addUp(#"{"currency": "CHF", "lines": [{"name": "a", "price": "10.02"}]}"#, options: options)
        #expect(totals.rounding.description == "-0.02")
        #expect(totals.due.description == "10.00")
    }

    @Test("reverse charge gives a reason and no tax")
    func reverseCharge() throws {
        let totals = try addFixture("read/reverse_charge.json").totals
        #expect(totals.taxGroups.map(\.exemptionCode) == ["VATEX-EU-AE"])
        #expect(totals.taxGroups.allSatisfy { $0.isExempting && $0.tax.isZero })
        #expect(totals.gross.description == "100.00")
    }

    @Test("a credit note written with minus signs is printed with positive amounts")
    func creditNote() throws {
        let minus = #""lines": [{"name": "a", "quantity": -2, "price": 10, "tax": 19}], "totals": {"gross": "-23.80"}"#
        let added = try add(try readOne(#"{"type": "credit-note", \#(minus)}"#))
        #expect(added.totals.gross.description == "23.80")
        #expect(added.invoice.lines[0].quantity == 2)
        let plus = #""lines": [{"name": "a", "quantity": 2, "price": 10, "tax": 19}]"#
        #expect(try addUp(#"{"type": "credit-note", \#(plus)}"#).gross.description == "23.80")
    }

    @Test("lines of zero are fine")
    func zero() throws {
        #expect(try addUp(#"{"lines": [{"name": "sample", "price": 0, "tax": 19}]}"#).gross.description == "0.00")
    }

    @Test("lines without any tax are in no tax group")
    func untaxed() throws {
        let totals = try addUp(#"{"lines": [{"name": "a", "price": 10}]}"#)
        #expect(totals.taxGroups.isEmpty)
        #expect(totals.gross.description == "10.00")
    }

    @Test("stated totals may be trusted or ignored where the configuration says so")
    func statedTotals() throws {
        let text = #"{"lines": [{"name": "a", "price": 10}], "totals": {"gross": "10.05"}}"#
        var options = AddingOptions()
        options.stated = .trust
        #expect(try addUp(text, options: options).gross.description == "10.05")
        options.stated = .ignore
        #expect(try addUp(text, options: options).gross.description == "10.00")
    }
}
