// Fuzz: throws mutated and invented documents at the press, and counts what does not end well.
//
//     Fuzz [--cases N] [--seed S] [--jobs J] [--press ONE-IN] [--first CASE] [--save FOLDER]
//     Fuzz show SEED CASE        the document of a case, to standard output
//     Fuzz try [--press] FILE…   each file once, as a case is run, with the time it took
//
// A case is a number: with the seed and the fixtures it decides the document wholly (`Invention`, `Mutation`). Cases run
// in child processes under a limit of processor time each and of memory, so that a crash, an endless loop or an
// exhausted memory costs one case; the child is started anew behind it. Most cases are laid out with the fake shaper,
// one in so many is printed to PDF with real fonts. A fault's document and what the child said are saved.
//
// Exit status: 0 when every case ended well, 1 when there were faults, 64 for wrong usage.

import Foundation
import Platform

// As the program does.
ThisProcess.allowStack(32 << 20)
do {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "worker": try CaseRunner.serve(Plan(words: Array(words.dropFirst())))
    case "show":
        guard words.count == 3, let seed = UInt64(words[1]), let number = Int(words[2]) else { throw Plan.UsageError() }
        FileHandle.standardOutput.write(Data(try CaseMaker(seed: seed).document(number)))
    case "try": CaseRunner.tryFiles(Array(words.dropFirst()))
    default:
        let faults = try Herd(Plan(words: words)).run()
        exit(faults == 0 ? 0 : 1)
    }
} catch is Plan.UsageError {
    FileHandle.standardError.write(
        Data("usage: Fuzz [--cases N] [--seed S] [--jobs J] [--press ONE-IN] [--first CASE] [--save FOLDER]\n".utf8))
    exit(64)
}
