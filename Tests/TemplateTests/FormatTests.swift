import Foundation
import Invoice
import Testing

@testable import Template

@Suite struct FormatTests {
    private static let locales = [
        "en-US", "en-GB", "en-IN", "en-ZA", "en-CA", "de-DE", "de-AT", "de-CH", "de-LI", "fr-FR", "fr-CH", "fr-CA",
        "es-ES", "es-MX", "es-AR", "es-CL", "it-IT", "it-CH", "nl-NL", "nl-BE", "pl-PL", "pt-BR", "pt-PT", "sv-SE",
        "da-DK", "nb-NO", "fi-FI", "is-IS", "et-EE", "lv-LV", "lt-LT", "cs-CZ", "sk-SK", "hu-HU", "ro-RO", "bg-BG",
        "hr-HR", "sl-SI", "sr-RS", "mk-MK", "sq-AL", "el-GR", "tr-TR", "uk-UA", "ru-RU", "ka-GE", "hy-AM", "az-AZ",
        "kk-KZ", "ar-SA", "ar-EG", "ar-AE", "ar-MA", "he-IL", "fa-IR", "ur-PK", "hi-IN", "bn-BD", "ta-IN", "mr-IN",
        "ne-NP", "my-MM", "th-TH", "vi-VN", "id-ID", "ms-MY", "fil-PH", "zh-CN", "zh-TW", "zh-HK", "ja-JP", "ko-KR",
        "sw-KE", "am-ET", "af-ZA", "eu-ES", "ca-ES", "gl-ES", "cy-GB", "ga-IE", "mt-MT", "lb-LU", "en", "de", "zh",
    ]
    private static let numbers: [ExactDecimal] = [
        "0.00", "0.01", "0.99", "1.00", "-1.00", "12.30", "999.99", "1000.00", "-1234.56", "9999.99", "10000.00",
        "99999.99", "123456.78", "1234567.89", "-12345678.90", "123456789012.34",
    ].compactMap { ExactDecimal($0) }

    private func written(_ pattern: NumberPattern, _ number: ExactDecimal) -> String {
        var bytes: [UInt8] = []
        pattern.append(number, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: locales)
    func numbersAreWrittenAsICUWritesThem(locale: String) {
        let format = LocaleFormat.of(locale)
        let icu = Locale(identifier: locale)
        for number in Self.numbers {
            let quantity = Decimal.FormatStyle(locale: icu).precision(.fractionLength(2))
            #expect(written(format.quantity, number) == number.decimal.formatted(quantity))
            let percent = Decimal.FormatStyle.Percent(locale: icu).precision(.fractionLength(2))
            #expect(written(format.percent, number) == (number.decimal / 100).formatted(percent))
        }
    }

    @Test(arguments: locales)
    func amountsInTheRegionsOwnCurrencyAreWrittenAsICUWritesThem(locale: String) throws {
        let icu = Locale(identifier: locale)
        let code = icu.region == nil ? "XTS" : try #require(icu.currency?.identifier)
        let pattern = LocaleFormat.of(locale).amount(in: try #require(Currency(code)))
        for number in Self.numbers {
            let style = Decimal.FormatStyle.Currency(code: code, locale: icu).precision(.fractionLength(2))
            #expect(written(pattern, number) == number.decimal.formatted(style))
        }
    }

    @Test(arguments: [
        ("de-DE", "EUR", "1234567.89", "1.234.567,89\u{A0}€"),
        ("fr-FR", "EUR", "1234567.89", "1\u{202F}234\u{202F}567,89\u{A0}€"),
        ("en-US", "USD", "-1234.5", "-$1,234.50"),
        ("en-US", "EUR", "1234.5", "€1,234.50"),
        ("en-GB", "GBP", "1234.5", "£1,234.50"),
        ("en-CA", "USD", "1234.5", "1,234.50\u{A0}USD"),
        ("en-CA", "CAD", "1234.5", "$1,234.50"),
        ("de-DE", "USD", "1234.5", "1.234,50\u{A0}USD"),
        ("en", "USD", "1", "$1.00"),
        ("de-CH", "CHF", "1234.5", "CHF\u{A0}1’234.50"),
        ("ja-JP", "JPY", "1234567", "¥1,234,567"),
        ("en-US", "JPY", "1234567", "1,234,567\u{A0}JPY"),
        ("sv-SE", "SEK", "-1", "\u{2212}1,00\u{A0}kr"),
        ("nb-NO", "SEK", "1", "1,00\u{A0}SEK"),
        ("hi-IN", "INR", "1234567", "₹12,34,567.00"),
        ("es-ES", "EUR", "1234.5", "1234,50\u{A0}€"),
        ("en-US", "BHD", "12.435", "BHD\u{A0}12.435"),
        ("ar-SA", "SAR", "242.65", "\u{200F}٢٤٢٫٦٥\u{A0}ر.س.\u{200F}"),
    ])
    func anAmountFollowsTheLocaleAndItsSignIsNeverAmbiguous(
        locale: String, code: String, number: String, expected: String
    ) throws {
        let formatter = ValueFormatter(locale: locale, currency: try #require(Currency(code)))
        #expect(formatter.string(.amount(try #require(ExactDecimal(number)))) == expected)
    }

    private static let values: [(Value, String)] = [
        (.amount(decimal("0.005")), "0,01\u{A0}€"),
        (.amount(decimal("-0.005")), "-0,01\u{A0}€"),
        (.amount(decimal("2.675")), "2,68\u{A0}€"), (.amount(decimal("-0.004")), "0,00\u{A0}€"),
        (.price(decimal("0.33550")), "0,3355\u{A0}€"), (.price(decimal("75")), "75,00\u{A0}€"),
        (.quantity(decimal("2.500")), "2,5"), (.quantity(1000), "1.000"),
        (.percent(19), "19\u{A0}%"), (.percent(decimal("5.5")), "5,5\u{A0}%"), (.flag(true), "true"),
        (.absent, ""),
    ]

    @Test(arguments: values)
    func eachKindOfValueHasItsOwnPrecision(value: Value, expected: String) throws {
        #expect(ValueFormatter(locale: "de-DE", currency: .eur).string(value) == expected)
    }

    @Test func aPriceOfACurrencyWithoutDecimalsKeepsItsOwn() throws {
        let formatter = ValueFormatter(locale: "ja-JP", currency: try #require(Currency("JPY")))
        #expect(formatter.string(.price(decimal("4.5"))) == "¥4.5")
        #expect(formatter.string(.price(4)) == "¥4")
    }

    @Test(arguments: [
        ("de-DE", "30.11.2026", "30. November 2026"), ("en-US", "Nov 30, 2026", "November 30, 2026"),
        ("en-GB", "30 Nov 2026", "30 November 2026"), ("fr-FR", "30 nov. 2026", "30 novembre 2026"),
        ("ja-JP", "2026/11/30", "2026年11月30日"), ("th-TH", "30 พ.ย. 2026", "30 พฤศจิกายน ค.ศ. 2026"),
        ("ar-SA", "٣٠\u{200F}/١١\u{200F}/٢٠٢٦", "٣٠ نوفمبر، ٢٠٢٦"),
    ])
    func datesFollowTheLocaleInTheGregorianCalendar(locale: String, medium: String, long: String) throws {
        let date = try #require(CalendarDate(year: 2026, month: 11, day: 30))
        let formatter = ValueFormatter(locale: locale, currency: .eur)
        #expect(formatter.string(.date(date)) == medium)
        #expect(formatter.string(.longDate(date)) == long)
    }

    @Test func datesOfAnyCenturyArePrintedOnTheirDay() throws {
        let formatter = ValueFormatter(locale: "de-DE", currency: .eur)
        for (year, expected) in [(1600, "29.02.1600"), (1972, "29.02.1972"), (2400, "29.02.2400")] {
            let date = try #require(CalendarDate(year: year, month: 2, day: 29))
            #expect(formatter.string(.date(date)) == expected)
        }
    }

    @Test func anUnknownLocaleStillPrints() {
        let formatter = ValueFormatter(locale: "no such locale", currency: .eur)
        #expect(formatter.string(.amount(decimal("1234.5"))).contains("234"))
    }
}

private func decimal(_ text: String) -> ExactDecimal { ExactDecimal(text) ?? 0 }
