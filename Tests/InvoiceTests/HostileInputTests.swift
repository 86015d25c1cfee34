import Diagnostics
import Foundation
import Invoice
import TestKit
import Testing

/// Files broken at random: HOTPRESS_MUTATIONS sets how many (300 by default); HOTPRESS_SEED where to begin.
@Suite("Hostile files")
struct HostileInputTests {
    static let environment = ProcessInfo.processInfo.environment
    static let count = environment["HOTPRESS_MUTATIONS"].flatMap { Int($0) } ?? 300
    static let seed = environment["HOTPRESS_SEED"].flatMap { UInt64($0) } ?? 1

    @Test(
        "however a file is broken, it is read or refused",
        arguments: [
            "read/whole_model.json", "exports/many_invoices.ndjson", "exports/many_invoices_array.json",
            "exports/excel_de_semicolon_cp1252.csv", "exports/quickbooks_online_invoices.csv",
            "exports/invoiceninja_export_with_preamble.csv", "exports/shopify_orders_export.csv",
            "exports/stripe_invoice.json", "exports/harvest_detailed_time.csv", "../profiles/ubl/lines.xml",
            "../profiles/cii/discount.xml",
        ])
    func mutations(path: String) throws {
        let original = try bytes(of: path)
        for number in 0..<UInt64(Self.count) {
            var random = Generator(seed: Self.seed &+ number)
            var broken = original
            for _ in 0...random.below(4) { random.breakUp(&broken) }
            #expect(results(of: broken, path) > 0, "seed \(Self.seed &+ number)")
        }
    }

    /// How many invoices were read or refused.
    private func results(of bytes: [UInt8], _ name: String) -> Int {
        var options = ReadOptions()
        options.profiles = shippedProfiles
        var results = 0
        for read in readInvoices(bytes, name: name, defaults: defaults, options: options) {
            results += 1
            if let invoice = try? read.result.get() { _ = try? add(invoice) }
        }
        return results
    }

    @Test(
        "however a workbook's parts are broken, it is read or refused", arguments: ["invoices.xlsx", "invoices.ods"])
    func workbooks(name: String) throws {
        let original = try bytes(of: "../workbooks/\(name)")
        let entries = try StoredZip.parts(of: original)
        for number in 0..<UInt64(Self.count) {
            var random = Generator(seed: Self.seed &+ number)
            var zip = StoredZip()
            let chosen = random.below(entries.count)
            for (index, (name, content)) in entries.enumerated() {
                var content = content
                if index == chosen { for _ in 0...random.below(4) { random.breakUp(&content) } }
                zip.add(name, content)
            }
            var broken = number % 4 == 0 ? original : zip.bytes
            if number % 4 == 0 { random.breakUp(&broken) }
            #expect(results(of: broken, name) > 0, "seed \(Self.seed &+ number)")
        }
    }

    @Test("a fault past the bag's limit is counted, not kept")
    func manyFaults() throws {
        let line = #"{"name": "a", "price": "x"}"#
        let text = #"{"lines": ["# + Array(repeating: line, count: 5_000).joined(separator: ",") + "]}"
        let read = readInvoices(Array(text.utf8), name: "a.json", defaults: defaults).map { $0 }
        guard case .failure(let error)? = read.first?.result else { return #expect(Bool(false)) }
        #expect(error.diagnostics.count == 100)
    }
}

extension Generator {
    fileprivate mutating func breakUp(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(UInt8(below(256))) }
        let at = below(bytes.count)
        switch below(6) {
        case 0: bytes[at] = UInt8(below(256))
        case 1: bytes.remove(at: at)
        case 2:
            bytes.insert(
                contentsOf: ["{", "[", "\"", ",", "\\u", "-", "1e999", ";", "\n", "9999999999", "0"][below(11)].utf8,
                at: at)
        case 3: bytes.removeSubrange(at..<min(bytes.count, at + below(40)))
        case 4: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + below(60))], at: below(bytes.count))
        default: bytes.removeLast(bytes.count - at)
        }
    }
}
