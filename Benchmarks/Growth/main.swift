// Growth: what documents that grow in one way cost, in time and memory.
//
//     Growth [NAME…]             the table of all rows, or of those named
//     Growth measure NAME SIZE   one document in this process: milliseconds and bytes, as the table takes them
//     Growth show NAME SIZE      the document itself, to standard output
//
// Each document is printed to PDF in a process of its own, behind a small one that has warmed the press up. `growth` is
// the power of the size with which the time grew since the size before: 1 is linear, 2 quadratic.

import Foundation
import Platform

let words = Array(CommandLine.arguments.dropFirst())
if words.count == 3, let size = Int(words[2]), let row = Specimen.all.first(where: { $0.name == words[1] }) {
    switch words[0] {
    case "measure": print(try Measurement.make(row.html(size)).line)
    case "show": print(row.html(size))
    default: exit(64)
    }
} else {
    let wanted = Specimen.all.filter { words.isEmpty || words.contains($0.name) }
    try Table(wanted).print()
}
