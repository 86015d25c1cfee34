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
}
