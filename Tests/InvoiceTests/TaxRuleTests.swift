import Diagnostics
import Testing

@testable import Invoice

@Suite("Rules of tax categories")
struct TaxRuleTests {
    private func findings(_ json: String, options: AddingOptions = AddingOptions()) throws -> String {
        let invoice = try readOne(json)
        do throws(DiagnosticError) {
            return try add(invoice, options: options).warnings.map(\.description).joined(separator: "\n")
        } catch {
            return error.diagnostics.map(\.description).joined(separator: "\n")
        }
    }

    @Test(
        "each names its id",
        arguments: [
            (#"{"lines": [{"name": "a", "price": 1, "tax": 19}]}"#, "(BR-S-02)"),
            (#"{"lines": [{"name": "a", "price": 1, "tax": 0}]}"#, "(BR-Z-02)"),
            (#"{"lines": [{"name": "a", "price": 1, "tax": "E"}]}"#, "(BR-E-02)"),
            (#"{"lines": [{"name": "a", "price": 1, "tax": "E"}]}"#, "(BR-E-10)"),
            (#"{"lines": [{"name": "a", "price": 1, "tax": "G"}]}"#, "(BR-G-02)"),
            (#"{"lines": [{"name": "a", "price": 1, "tax": "AE"}]}"#, "(BR-AE-02)"),
            (#"{"lines": [{"name": "a", "price": 1, "tax": "K"}]}"#, "(BR-IC-02)"),
            (#"{"lines": [{"name": "a", "price": 1, "tax": "K"}]}"#, "(BR-IC-11)"),
            (#"{"lines": [{"name": "a", "price": 1, "tax": "K"}]}"#, "(BR-IC-12)"),
            (
                #"{"seller": {"vatId": "X"}, "lines": [{"name": "a", "price": 1, "tax": "O"}]}"#, "(BR-O-02)"
            ),
            (
                #"{"lines": [{"name": "a", "price": 1, "tax": "O"}, {"name": "a", "price": 1, "tax": 5}]}"#,
                "(BR-O-11, BR-O-12)"
            ),
            (
                #"{"lines": [{"name": "a", "price": 1, "tax": 19}], "charges": [{"amount": 1, "tax": "G"}]}"#,
                "(BR-G-04)"
            ),
            (
                #"{"lines": [{"name": "a", "price": 1, "tax": {"rate": 19, "reason": "why"}}]}"#, "(BR-S-10)"
            ),
        ])
    func ids(json: String, rule: String) throws {
        #expect(try findings(json).contains(rule))
    }

    @Test("an invoice with all that its categories ask for is quiet")
    func quiet() throws {
        let json = #"{"seller": {"vatId": "DE1"}, "lines": [{"name": "a", "price": 1, "tax": 19}]}"#
        #expect(try findings(json) == "")
    }

    @Test("trusted totals that do not add up name the rule that they break")
    func trusted() throws {
        var options = AddingOptions()
        options.stated = .trust
        let json =
            #"{"seller": {"vatId": "DE1"}, "lines": [{"name": "a", "price": 1, "tax": 19}], "totals": {"gross": 2}}"#
        let found = try findings(json, options: options)
        #expect(found.contains("the gross comes to 1.19, not 2 (BR-CO-15)"))
        #expect(found.contains("(BR-CO-16)"))
    }

    /// Families by category, and whether a rate above 0 belongs to them.
    static let families: [(code: String, family: String)] = [
        ("S", "S"), ("Z", "Z"), ("E", "E"), ("AE", "AE"), ("K", "IC"), ("G", "G"), ("O", "O"), ("L", "AF"), ("M", "AG"),
    ]

    private func tax(_ code: String) -> String {
        ["S", "L", "M"].contains(code) ? #"{"rate": 7, "category": "\#(code)"}"# : #""\#(code)""#
    }

    @Test("a line, a discount and a charge of a category ask for who is named, each by its own id", arguments: families)
    func named(code: String, family: String) throws {
        // O forbids what the others ask for.
        let parties = code == "O" ? #""seller": {"vatId": "X"}, "# : ""
        let line = #""lines": [{"name": "a", "price": 100, "tax": \#(tax(code))}]"#
        #expect(try findings("{\(parties)\(line)}").contains("(BR-\(family)-02)"))
        for (list, number) in [("discounts", "03"), ("charges", "04")] {
            let other = #""lines": [{"name": "a", "price": 100}], "\#(list)": [{"amount": 1, "tax": \#(tax(code))}]"#
            #expect(try findings("{\(parties)\(other)}").contains("(BR-\(family)-\(number))"), "\(list)")
        }
    }

    // Any rate belongs to L and M.
    @Test(
        "a rate that does not belong to its category names the rule",
        arguments: families.filter { $0.code != "L" && $0.code != "M" })
    func rates(code: String, family: String) throws {
        let rate = code == "S" ? 0 : 7
        let tax = #"{"rate": \#(rate), "category": "\#(code)"}"#
        let error = #expect(throws: DiagnosticError.self) {
            try readOne(#"{"lines": [{"name": "a", "price": 1, "tax": \#(tax)}]}"#)
        }
        #expect(error?.description.contains("(BR-\(family)-05)") == true)
        for (place, number) in [("line", "05"), ("discount", "06"), ("charge", "07")] {
            var invoice = try readOne(#"{"lines": [{"name": "a", "price": 100}]}"#)
            let category = try #require(Tax.Category(rawValue: code))
            let wrong = Tax(rate: ExactDecimal(rate), category: category)
            switch place {
            case "line": invoice.lines[0].tax = wrong
            case "discount": invoice.discounts = [Allowance(.amount(1), tax: wrong)]
            default: invoice.charges = [Allowance(.amount(1), tax: wrong)]
            }
            let found = #expect(throws: DiagnosticError.self) { try add(invoice) }
            #expect(found?.description.contains("(BR-\(family)-\(number))") == true, "\(place)")
        }
    }

    @Test("a category has one reason, where it has one at all", arguments: families)
    func reasons(code: String, family: String) throws {
        let parties = #""seller": {"vatId": "X1"}, "buyer": {"vatId": "Y1"}"#
        let rate = ["S", "L", "M"].contains(code) ? 7 : 0
        let lines = ["one", "other"].map {
            #"{"name": "a", "price": 1, "tax": {"rate": \#(rate), "category": "\#(code)", "reason": "\#($0)"}}"#
        }
        let found = try findings("{\(parties), \"lines\": [\(lines.joined(separator: ", "))]}")
        #expect(found.contains("(BR-\(family)-10)"))
    }

    /// Sums that no file can state are broken by hand, to see that the check is there.
    @Test(
        "sums that do not hold name their rule",
        arguments: ["10", "11", "12", "13", "14", "15", "16"])
    func sums(number: String) throws {
        let invoice = try readOne(
            #"{"lines": [{"name": "a", "price": 100, "tax": 19}], "discounts": [{"amount": 5}], "charges": [{"amount": 7}]}"#
        )
        var totals = try Totals(of: invoice, options: AddingOptions())
        var bag = DiagnosticBag()
        totals.check(invoice, .error, into: &bag)
        #expect(!bag.hasErrors)
        switch number {
        case "10": totals.lineSum = 1
        case "11": totals.discountSum = 1
        case "12": totals.chargeSum = 1
        case "13": totals.net = 1
        case "14": totals.tax = 1
        case "15": totals.gross = 1
        default: totals.due = 1
        }
        totals.check(invoice, .error, into: &bag)
        #expect(bag.sorted.contains { $0.message.contains("(BR-CO-\(number))") })
    }

    @Test("groups that do not hold name their rule", arguments: families)
    func groups(code: String, family: String) throws {
        let json = #"{"lines": [{"name": "a", "price": 100, "tax": \#(tax(code))}]}"#
        let invoice = try readOne(json)
        func rules(_ spoil: (inout Totals) throws -> Void) throws -> String {
            var totals = try Totals(of: invoice, options: AddingOptions())
            try spoil(&totals)
            var bag = DiagnosticBag()
            totals.check(invoice, .error, into: &bag)
            return bag.sorted.map(\.message).joined(separator: "\n")
        }
        #expect(try rules { _ in } == "")
        #expect(try rules { $0.taxGroups.append($0.taxGroups[0]) }.contains("(BR-\(family)-01)"))
        #expect(try rules { $0.taxGroups[0].basis = 1 }.contains("(BR-\(family)-08)"))
        #expect(try rules { $0.taxGroups[0].tax = 50 }.contains("(BR-\(family)-09)"))
    }
}
