import Invoice

/// The one formatter for every value that is printed.
struct ValueFormatter: Sendable {
    private let numbers: Numbers?

    private struct Numbers: Sendable {
        let locale: LocaleFormat
        let amount: NumberPattern
        let decimals: Int
    }

    /// For data without a locale: numbers print as they are written.
    static let plain = ValueFormatter(numbers: nil)

    private init(numbers: Numbers?) { self.numbers = numbers }

    /// - Parameter locale: a BCP 47 tag.
    init(locale: String, currency: Currency) {
        let format = LocaleFormat.of(locale)
        numbers = Numbers(locale: format, amount: format.amount(in: currency), decimals: currency.decimals)
    }

    /// Appends what a template prints for `value`; numbers and dates need no escaping.
    func append(_ value: Value, _ escape: Escape, to output: inout [UInt8]) {
        switch value {
        case .absent, .list, .record, .json: break
        case .flag(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
        case .text(let text): escape.append(text, to: &output)
        case .number(let text): output.append(contentsOf: text.utf8)
        case .amount, .price, .quantity, .percent, .date, .longDate: appendFormatted(value, to: &output)
        }
    }

    func string(_ value: Value) -> String {
        var output: [UInt8] = []
        append(value, .none, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private func appendFormatted(_ value: Value, to output: inout [UInt8]) {
        guard let numbers else { return }
        switch value {
        case .amount(let number):
            numbers.amount.append(rounded(number, to: numbers.decimals), to: &output)
        case .price(let number):
            let trimmed = number.trimmed
            let decimals = max(numbers.decimals, trimmed.scale)
            numbers.amount.append(rounded(trimmed, to: decimals), to: &output)
        case .quantity(let number): numbers.locale.quantity.append(number.trimmed, to: &output)
        case .percent(let number): numbers.locale.percent.append(number.trimmed, to: &output)
        case .date(let date): numbers.locale.appendDate(date, to: &output)
        case .longDate(let date): numbers.locale.appendLongDate(date, to: &output)
        case .absent, .flag, .text, .number, .list, .record, .json: break
        }
    }

    /// Half away from zero; a number too long for the decimals stays as it is.
    private func rounded(_ number: ExactDecimal, to decimals: Int) -> ExactDecimal {
        (try? number.rounded(to: decimals)) ?? number
    }
}
