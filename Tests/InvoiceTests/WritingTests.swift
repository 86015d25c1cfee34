import Invoice
import Testing

@Suite("Writing JSON")
struct WritingTests {
    @Test("what is written is read again as the same invoice, without a warning")
    func roundTrip() throws {
        let added = try addFixture("read/whole_model.json")
        let text = added.json.text
        let again = try #require(
            readInvoices(Array(text.utf8), name: "again.json", defaults: defaults).map { $0 }.first)
        #expect(again.warnings.isEmpty)
        let second = try add(try again.result.get())
        #expect(second.totals == added.totals)
        #expect(second.json == added.json)
    }

    @Test("amounts are strings with the currency's decimals")
    func amounts() throws {
        let json = try addFixture("read/bhd_three_decimals.json").json
        #expect(json["totals"]?["gross"] == .string("12.435"))
        #expect(json["totals"]?["tax"] == .string("0.000"))
    }

    @Test("text is escaped so that it can be read again")
    func escapes() throws {
        let value = JSONValue.array([
            .string("\"\\\n\r\t\u{1}é😀"), .object(JSONObject()), .array([]), .bool(true), .null,
        ])
        #expect(try parseJSON(Array(value.text.utf8)) == value)
    }
}
