import Diagnostics
import Foundation
import Platform
import TestKit
import Testing

@testable import Invoice

/// Files that are read a window at a time come to the same as those that are read whole.
@Suite("Files as streams")
struct StreamTests {
    /// Everything that a reader says: totals or refusals, each with its places.
    private func story(_ reader: InvoiceReader) -> [String] {
        reader.map { read in
            let warnings = read.warnings.map(\.description).joined(separator: "; ")
            do throws(DiagnosticError) {
                let added = try add(read.result.get())
                return "\(read.index ?? 0) \(added.json.text) \(warnings)"
            } catch {
                return "\(read.index ?? 0) \(error.description) \(warnings)"
            }
        }
    }

    private func options(_ path: String) -> ReadOptions {
        var options = ReadOptions()
        options.profiles = shippedProfiles
        return options
    }

    private func source(_ bytes: [UInt8], window: Int, _ root: TemporaryRoot) throws -> InvoiceSource {
        try FileDescriptor(path: root.path("file"), .replace(mode: 0o600)).write(bytes)
        return try InvoiceSource(FileDescriptor(path: root.path("file"), .read), window: window)
    }

    @Test(
        "whatever the window, the same invoices are read",
        arguments: [
            "exports/many_invoices.ndjson", "exports/many_invoices_array.json", "read/whole_model.json",
            "exports/excel_utf8_bom.csv", "exports/excel_de_semicolon_cp1252.csv",
            "exports/invoiceninja_export_with_preamble.csv", "../profiles/ubl/lines.xml", "../workbooks/invoices.xlsx",
        ])
    func windows(path: String) throws {
        let original = try bytes(of: path)
        let whole = story(readInvoices(original, name: path, defaults: defaults, options: options(path)))
        let root = try TemporaryRoot()
        // The column names stand in the first window.
        for window in [original.count * 3 / 4, 600, 1024] {
            let file = try source(original, window: window, root)
            #expect(
                story(readInvoices(of: file, name: path, defaults: defaults, options: options(path))) == whole,
                "window \(window)")
        }
    }

    /// So many invoices as JSON, the fifth with a fault.
    private func many(_ count: Int, between: String) -> String {
        (0..<count).map { number in
            let price = number == 4 ? "\"x\"" : "\(number + 1)"
            return
                "{\"number\": \"N\(number)\", \"date\": \"2026-11-30\", \"lines\": [{\"name\": \"ä}\", \"price\": \(price)}]}"
        }.joined(separator: between)
    }

    @Test("a fault in one invoice fails that one alone, and names its rank and line", arguments: [true, false])
    func fault(isArray: Bool) throws {
        let text = isArray ? "[\(many(40, between: ",\n"))]\n" : many(40, between: "\n")
        let root = try TemporaryRoot()
        let file = try source(Array(text.utf8), window: 256, root)
        let name = isArray ? "a.json" : "a.ndjson"
        let results = readInvoices(of: file, name: name, defaults: defaults).map { $0 }
        #expect(results.count == 40)
        let refused = results.filter { (try? $0.result.get()) == nil }
        #expect(refused.map(\.index) == [5])
        guard case .failure(let error)? = refused.first?.result else { return }
        #expect(error.description.hasPrefix("\(name):5:"))
        #expect(error.description.contains("invoice 5: lines[0].price: "))
    }

    @Test("a broken value in the middle does not take those behind it along")
    func brokenInvoice() throws {
        let text = "[\(many(8, between: ",\n"))]".replacing("\"N6\",", with: "\"N6\" oops,")
        let root = try TemporaryRoot()
        let results = readInvoices(
            of: try source(Array(text.utf8), window: 200, root), name: "a.json", defaults: defaults
        ).map { $0 }
        #expect(results.map { (try? $0.result.get())?.number } == ["N0", "N1", "N2", "N3", nil, "N5", nil, "N7"])
    }

    @Test(
        "an invoice is read again by its rank, with the same places",
        arguments: ["a.ndjson", "a.json", "a.csv"])
    func again(name: String) throws {
        let rows = (0..<60).map { "N\($0 / 2),2026-11-30,Thing \($0),\($0 == 9 ? "x" : "\($0)")" }
        let text =
            switch name {
            case "a.csv": "Invoice Number,Invoice Date,Description,Unit Price\n\(rows.joined(separator: "\n"))\n"
            case "a.json": "[\(many(30, between: ",\n"))]"
            default: many(30, between: "\n")
            }
        let root = try TemporaryRoot()
        let file = try source(Array(text.utf8), window: 300, root)
        var reader = readInvoices(of: file, name: name, defaults: defaults)
        var first: [String] = []
        while let read = reader.next() { first.append("\(read.result)") }
        #expect(first.count == 30)
        for position in [29, 0, 4, 5, 17] {
            let again = reader.invoice(at: position)
            let read = try #require(again)
            #expect("\(read.result)" == first[position], "invoice \(position)")
        }
        #expect(file.isUnchanged)
    }

    @Test("rows of one invoice that stand apart are found again in a file of many windows")
    func apart() throws {
        let rows = (0..<200).map { "N\($0 % 7),Thing \($0),1" }
        let text = "Invoice Number,Description,Unit Price\n\(rows.joined(separator: "\n"))\n"
        let root = try TemporaryRoot()
        let file = try source(Array(text.utf8), window: 128, root)
        let invoices = try readInvoices(of: file, name: "a.csv", defaults: defaults).map { try $0.result.get() }
        #expect(invoices.map(\.number) == (0..<7).map { "N\($0)" })
        #expect(invoices.map(\.lines.count).reduce(0, +) == 200)
        #expect(invoices[6].lines.map(\.name).last == "Thing 195")
    }
}
