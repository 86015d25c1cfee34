import Foundation
import Testing

@testable import Invoice

/// Random invoices: rates, discounts, charges, inclusive or not, negative lines, several currencies.
///
/// HOTPRESS_CASES sets how many (2,000 by default); HOTPRESS_SEED where to begin.
@Suite("Adding up, whatever the invoice")
struct AddingPropertyTests {
    static let environment = ProcessInfo.processInfo.environment
    static let count = environment["HOTPRESS_CASES"].flatMap { Int($0) } ?? 2_000
    static let seed = environment["HOTPRESS_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("printed lines add up, groups add up to the tax, gross is net and tax, and an inclusive gross never moves")
    func rules() throws {
        for number in 0..<UInt64(Self.count) {
            var random = Generator(seed: Self.seed &+ number)
            let invoice = random.invoice()
            var options = AddingOptions()
            if random.below(4) == 0 { options.taxRounding = .perLine }
            try check(try Totals(of: invoice, options: options), invoice, seed: Self.seed &+ number)
        }
    }

    private func check(_ totals: Totals, _ invoice: Invoice, seed: UInt64) throws {
        let decimals = invoice.currency.decimals
        // BR-CO-10 to 16
        #expect(try sum(totals.lines.map(\.amount)) == totals.lineSum, "seed \(seed)")
        #expect(try sum(totals.discounts) == totals.discountSum, "seed \(seed)")
        #expect(try sum(totals.charges) == totals.chargeSum, "seed \(seed)")
        #expect(try sum(totals.taxGroups.map(\.tax)) == totals.tax, "seed \(seed)")
        #expect(try sum(totals.taxGroups.map(\.basis)) == totals.net, "seed \(seed)")
        #expect(try totals.net + totals.tax == totals.gross, "seed \(seed)")
        #expect(try totals.gross - totals.paid + totals.rounding == totals.due, "seed \(seed)")
        let whole = try totals.lineSum - totals.discountSum + totals.chargeSum
        #expect((invoice.pricesIncludeTax ? totals.gross : totals.net) == whole, "seed \(seed)")
        let amounts = totals.lines.map(\.amount) + [totals.net, totals.tax, totals.gross, totals.due, totals.lineSum]
        #expect(amounts.allSatisfy { $0.scale == decimals }, "seed \(seed)")
        for (line, total) in zip(invoice.lines, totals.lines) where line.discounts.isEmpty && line.charges.isEmpty {
            // Within half a unit of the exact value, which is quantity × price ÷ base.
            let error = try (total.amount * line.priceBase - line.quantity * line.price).magnitude * 2
            let unit = ExactDecimal(mantissa: 1, scale: decimals)
            #expect(try error <= unit * line.priceBase, "seed \(seed)")
        }
    }

    private func sum(_ values: [ExactDecimal]) throws -> ExactDecimal {
        try values.reduce(ExactDecimal.zero) { try $0 + $1 }
    }
}

extension Generator {
    fileprivate mutating func decimal(_ limit: Int, scale: Int) -> ExactDecimal {
        ExactDecimal(mantissa: Int128(below(limit)), scale: below(scale + 1))
    }

    fileprivate mutating func tax() -> Tax {
        Tax(rate: [amount("19"), amount("7"), amount("0"), amount("5.5"), amount("8.25"), amount("20")][below(6)])
    }

    fileprivate mutating func allowances(_ count: Int, taxed: Bool) -> [Allowance] {
        (0..<below(count + 1)).map { _ in
            let value: Allowance.Value =
                below(2) == 0 ? .amount(decimal(5_000, scale: 3)) : .percent(decimal(40, scale: 1))
            return Allowance(value, tax: taxed && below(2) == 0 ? tax() : nil)
        }
    }

    fileprivate mutating func line() -> Line {
        var line = Line(name: "x", quantity: decimal(20_000, scale: 4), price: decimal(1_000_000, scale: 5), tax: tax())
        if below(8) == 0 { line.quantity = -line.quantity }
        if below(8) == 0 { line.priceBase = [10, 100, 3, 7][below(4)] }
        if below(3) == 0 { line.discounts = allowances(2, taxed: false) }
        if below(5) == 0 { line.charges = allowances(2, taxed: false) }
        return line
    }

    fileprivate mutating func invoice() -> Invoice {
        let currency = [Currency.eur, Currency("JPY") ?? .eur, Currency("BHD") ?? .eur][below(3)]
        var invoice = Invoice(date: day("2026-11-30"), currency: currency)
        invoice.pricesIncludeTax = below(2) == 0
        invoice.lines = (0..<1 + below(below(10) == 0 ? 200 : 8)).map { _ in line() }
        if below(2) == 0 { invoice.discounts = allowances(3, taxed: true) }
        if below(3) == 0 { invoice.charges = allowances(3, taxed: true) }
        if below(3) == 0 { invoice.paid = ExactDecimal(mantissa: Int128(below(10_000)), scale: currency.decimals) }
        return invoice
    }
}
