// Invoice: what an invoice is, how files become invoices, and how they are added up.
//
// In goes a file's bytes (JSON, NDJSON, CSV, .xlsx, .ods, UBL, CII) with its name and the configuration's defaults:
//
//     for read in readInvoices(bytes, name: "acme.csv", defaults: defaults) {
//         let invoice = try read.result.get()     // or a DiagnosticError with every fault of this invoice
//         let added = try add(invoice)            // totals by EN 16931, or a DiagnosticError
//     }
//
// Out comes one `ReadInvoice` for each invoice of the file, one at a time: a file of 100,000 holds one in memory
// besides its bytes, and a fault in one refuses that one alone. `add(_:)` gives the `AddedInvoice` that templates
// print and `AddedInvoice.json` shows.
//
// Folders, in the order of the trip: `Reading/` (encodings, kinds of file, numbers and dates as people write them),
// `JSON/` and `CSV/` (bytes to model), `Workbook/` (sheets to CSV), `XML/` (elements to JSON nodes), `Profiles/` (other
// programs' exports to the model's JSON, as `.conf` files say), `Model/` (plain values, exact decimals), `Adding/` (pure
// sums and the rules).
//
// Trust: a file is hostile until read. Bytes are checked for encoding, depth and size of numbers before anything is
// made of them; no text is interpreted, only escaped later by whoever prints it.
//
// Failure: everything a user can mend is a `Diagnostic` with line and column (CSV: row and column name), collected for
// the whole invoice. Nothing is guessed in silence: a number or date that can be read two ways is refused with the
// setting that decides it. No input makes this target trap.

public import Diagnostics

/// Reads every invoice of a file.
///
/// - Parameters:
///   - bytes: the whole file.
///   - name: the file's name for messages; its extension helps to tell the kind.
///   - defaults: what invoices take where the file says nothing.
/// - Returns: a sequence that reads as it is walked; never empty, as an unreadable file is one failed invoice.
public func readInvoices(
    _ bytes: [UInt8], name: String, defaults: InvoiceDefaults, options: ReadOptions = ReadOptions()
) -> InvoiceReader {
    InvoiceReader(.bytes(bytes), name: name, defaults: defaults, options: options)
}

/// Reads every invoice of a file as a stream.
///
/// JSON, NDJSON and UTF-8 CSV take a window of the file (4 MiB; 64 MiB where one invoice is as long), and some 60 bytes
/// an invoice besides, however long the file is. Workbooks, XML and text in other encodings are read whole.
public func readInvoices(
    of source: InvoiceSource, name: String, defaults: InvoiceDefaults, options: ReadOptions = ReadOptions()
) -> InvoiceReader {
    InvoiceReader(.file(source), name: name, defaults: defaults, options: options)
}

/// One invoice of a file, read or refused.
public struct ReadInvoice: Sendable {
    /// Rank in the file, from 1; nil if the file holds one invoice.
    public let index: Int?
    /// The invoice with defaults in place, or every reason why there is none.
    public let result: Result<Invoice, DiagnosticError>
    /// What was read past: unknown keys, and for the first invoice notes on the file as a whole.
    public let warnings: [Diagnostic]
}
