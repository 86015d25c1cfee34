// Readers: what reading invoices costs, and what readers make of broken files.
//
// In:   `make DIR` writes the files that are measured: rows.csv (1,000,000 rows), invoices.json (10,000 invoices of five
//       lines), invoices.ndjson (100,000). `read FILE` reads one from the disk as a stream, and adds its invoices up;
//       `walk FILE` does no more than read them; `json FILE` has Foundation's JSONSerialization read it, for comparison.
//       `fuzz FOLDER --cases N --seed N` breaks the files of a folder at random and has them read.
// Out:  a line each: invoices, lines, seconds of processor time, and the most memory that was resident.
// Fails: with a line on standard error and exit code 64 or 70.

import Foundation
import Glibc
import Invoice
import Platform

let words = Array(CommandLine.arguments.dropFirst())
do {
    switch words.first {
    case "make" where words.count == 2: try SampleFiles.write(to: words[1])
    case "read" where words.count == 2: try Measurement.read(words[1], adding: true)
    case "walk" where words.count == 2: try Measurement.read(words[1], adding: false)
    case "json" where words.count == 2: try Measurement.serialization(words[1])
    case "fuzz" where words.count >= 2: try ReaderFuzz(words.dropFirst()).run()
    default:
        try? FileDescriptor.standard(2).write(
            "usage: Readers make DIR | read FILE | walk FILE | json FILE | fuzz FOLDER [--cases N] [--seed N]\n".utf8)
        exit(64)
    }
} catch {
    try? FileDescriptor.standard(2).write("Readers: \(error)\n".utf8)
    exit(70)
}
