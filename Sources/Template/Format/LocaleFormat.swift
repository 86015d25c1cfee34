import Foundation
import Invoice
import Synchronization

/// What one locale's numbers and dates look like.
///
/// The patterns come from ICU through Foundation, once a locale and currency; see `NumberPattern`.
final class LocaleFormat: Sendable {
    /// A BCP 47 tag.
    let identifier: String
    let quantity: NumberPattern
    let percent: NumberPattern
    private let locale: Locale
    /// The currency of the locale's region; of the likely one if the tag names none.
    private let homeCurrency: String?
    private let currencies = Mutex<[String: NumberPattern]>([:])
    private let dates: Mutex<DateCache>
    private let countries = Mutex<[String: String]>([:])
    let isRightToLeft: Bool

    private static let cache = Mutex<[String: LocaleFormat]>([:])
    /// Tags come from invoices: the cache begins anew rather than grow with what they hold.
    private static let cacheLimit = 200

    static func of(_ identifier: String) -> LocaleFormat {
        cache.withLock { cache in
            if let known = cache[identifier] { return known }
            if cache.count >= cacheLimit { cache.removeAll() }
            let format = LocaleFormat(identifier)
            cache[identifier] = format
            return format
        }
    }

    private init(_ identifier: String) {
        let locale = Locale(identifier: identifier)
        self.identifier = identifier
        self.locale = locale
        isRightToLeft = locale.language.characterDirection == .rightToLeft
        homeCurrency = Self.fullLocale(identifier).currency?.identifier
        quantity = NumberPattern { number in
            number.formatted(Decimal.FormatStyle(locale: locale).precision(.fractionLength(2)))
        }
        percent = NumberPattern { number in
            let style = Decimal.FormatStyle.Percent(locale: locale).precision(.fractionLength(2))
            return (number / 100).formatted(style)
        }
        dates = Mutex(DateCache(locale: locale))
    }

    /// The locale with the region that is likely for its language where it names none: `de` is `de-DE`.
    private static func fullLocale(_ identifier: String) -> Locale {
        let locale = Locale(identifier: identifier)
        guard locale.region == nil else { return locale }
        return Locale(identifier: Locale.Language(identifier: identifier).maximalIdentifier)
    }

    // MARK: Currency

    /// The currency's own sign where it is clear which currency it means, else the ISO 4217 code after the number.
    func amount(in currency: Currency) -> NumberPattern {
        currencies.withLock { patterns in
            if let known = patterns[currency.code] { return known }
            let pattern = amountPattern(currency.code)
            patterns[currency.code] = pattern
            return pattern
        }
    }

    private func amountPattern(_ code: String) -> NumberPattern {
        let locale = locale
        let signed = NumberPattern { number in
            let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
            return number.formatted(style.presentation(.standard).precision(.fractionLength(2)))
        }
        guard code != homeCurrency, Self.isShared(signed.sign) else { return signed }
        return quantity.surrounded(suffix: "\u{A0}\(code)")
    }

    /// Signs that several currencies write; CLDR's longer forms of them (`US$`, `JP¥`) are no better known.
    private static func isShared(_ sign: String) -> Bool {
        ["$", "¥", "￥", "kr", "Rs", "₨"].contains { sign.contains($0) }
    }

    // MARK: Countries

    /// A country's name in the locale's language; a text that is no ISO 3166-1 code is its own name.
    func countryName(_ code: String) -> String {
        guard code.utf8.count == 2 else { return code }
        return countries.withLock { names in
            if let known = names[code] { return known }
            let name = locale.localizedString(forRegionCode: code) ?? code
            names[code] = name
            return name
        }
    }

    // MARK: Dates

    /// CLDR's medium form: `30.11.2026`, `Nov 30, 2026`; always of the Gregorian calendar.
    func appendDate(_ date: CalendarDate, to output: inout [UInt8]) {
        output.append(contentsOf: dates.withLock { $0.text(of: date, isLong: false) })
    }

    /// CLDR's long form: `30. November 2026`.
    func appendLongDate(_ date: CalendarDate, to output: inout [UInt8]) {
        output.append(contentsOf: dates.withLock { $0.text(of: date, isLong: true) })
    }
}

/// Days already written; a run of invoices has few different ones.
private struct DateCache {
    private let medium: DateFormatter
    private let long: DateFormatter
    private var texts: [Int: [UInt8]] = [:]

    private static let limit = 4096

    init(locale: Locale) {
        medium = Self.formatter(locale, .medium)
        long = Self.formatter(locale, .long)
    }

    private static func formatter(_ locale: Locale, _ style: DateFormatter.Style) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateStyle = style
        formatter.timeStyle = .none
        return formatter
    }

    mutating func text(of date: CalendarDate, isLong: Bool) -> [UInt8] {
        let key = date.daysSinceEpoch * 2 + (isLong ? 1 : 0)
        if let known = texts[key] { return known }
        if texts.count >= Self.limit { texts.removeAll() }
        let instant = Date(timeIntervalSince1970: Double(date.daysSinceEpoch) * 86_400)
        let text = Array((isLong ? long : medium).string(from: instant).utf8)
        texts[key] = text
        return text
    }
}
