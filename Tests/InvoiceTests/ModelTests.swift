import Foundation
import Invoice
import Testing

@Suite("Exact decimals")
struct ExactDecimalTests {
    @Test(
        "read what JSON writes, and write it back plainly",
        arguments: [
            ("12.50", "12.50"), ("-0.005", "-0.005"), ("1e3", "1000"), ("2.5E-3", "0.0025"), ("0", "0"),
            ("00042", "42"),
            ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
        ])
    func text(written: String, plain: String) {
        #expect(ExactDecimal(written)?.description == plain)
    }

    @Test(
        "refuse what is no number or is too long",
        arguments: [
            "", "-", ".5", "1.", "1e", "1e999", "0x1", "1 2", "NaN", "9999999999999999999999999999999999999999",
        ])
    func refused(text: String) {
        #expect(ExactDecimal(text) == nil)
    }

    @Test("are equal by value, whatever their decimals")
    func equality() {
        #expect(amount("1.50") == amount("1.5"))
        #expect(Set([amount("1.50"), amount("1.5")]).count == 1)
        #expect(amount("-1") < amount("-0.99"))
    }

    @Test(
        "round half away from zero",
        arguments: [("1.005", "1.01"), ("-1.005", "-1.01"), ("1.0049", "1.00"), ("2.5", "2.50"), ("0.005", "0.01")])
    func rounding(value: String, rounded: String) throws {
        #expect(try amount(value).rounded(to: 2).description == rounded)
    }

    @Test("say so when a product has too many digits")
    func overflow() {
        let long = amount("12345678901234567890123")
        #expect(throws: ExactDecimal.Overflow.self) { try long * long }
        #expect(throws: Never.self) { try amount("1000000000000000000000000.00") * amount("1000000000000.00") }
    }

    @Test(
        "keep every digit on the way to Foundation",
        arguments: ["-12345678901234567890.123456789", "0.01", "19", "99999999999999999999999999999999999999"])
    func foundation(text: String) {
        #expect(amount(text).decimal == Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
    }
}

@Suite("Days and currencies")
struct CalendarDateTests {
    @Test("count forth and back over every day of four centuries")
    func everyDay() throws {
        let first = day("1900-01-01").daysSinceEpoch
        for days in first..<first + 146_097 {
            let date = try #require(CalendarDate(daysSinceEpoch: days))
            #expect(date.daysSinceEpoch == days)
        }
        #expect(day("1970-01-01").daysSinceEpoch == 0)
        #expect(day("2026-02-27").adding(days: 3) == day("2026-03-02"))
        #expect(day("2028-02-27").adding(days: 2) == day("2028-02-29"))
    }

    @Test(
        "refuse days that the calendar does not have",
        arguments: ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "0000-01-01", "2026-11-31"])
    func noDay(text: String) {
        #expect(CalendarDate(iso: text) == nil)
    }

    @Test(
        "a currency has its own number of decimals",
        arguments: [("EUR", 2), ("jpy", 0), ("KWD", 3), ("CLF", 4), ("HUF", 2)])
    func decimals(code: String, decimals: Int) {
        #expect(Currency(code)?.decimals == decimals)
    }
}
