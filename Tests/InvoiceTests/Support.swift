import Diagnostics
import Foundation
import Invoice

/// A fixed day, so that nothing depends on when the tests run.
let defaults = InvoiceDefaults(today: day("2026-11-30"))

/// A day that the test knows to be one.
func day(_ text: String) -> CalendarDate {
    guard let date = CalendarDate(iso: text) else { preconditionFailure("no date: \(text)") }
    return date
}

/// An amount that the test knows to be one.
func amount(_ text: String) -> ExactDecimal {
    guard let value = ExactDecimal(text) else { preconditionFailure("no amount: \(text)") }
    return value
}

/// The folder of fixtures that belongs to this target.
let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/invoices")

func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: fixtures.appending(path: path)))
}

/// All invoices of a text; throws the first refusal.
func read(_ text: String, name: String = "invoice.json", options: ReadOptions = ReadOptions()) throws -> [Invoice] {
    try read(Array(text.utf8), name: name, options: options)
}

func read(_ bytes: [UInt8], name: String, options: ReadOptions = ReadOptions()) throws -> [Invoice] {
    var result: [Invoice] = []
    for read in readInvoices(bytes, name: name, defaults: defaults, options: options) {
        result.append(try read.result.get())
    }
    return result
}

func readOne(_ text: String) throws -> Invoice {
    try read(text)[0]
}

func addUp(_ text: String, options: AddingOptions = AddingOptions()) throws -> Totals {
    try add(try readOne(text), options: options).totals
}

/// An invoice of a fixture, added up.
func addFixture(_ path: String) throws -> AddedInvoice {
    try add(try read(try bytes(of: path), name: path)[0])
}
