import Foundation
import Platform
import TestKit
import Testing

/// A library of Tests/Support that is preloaded into a program, to have calls of its end, fail or hang.
enum PreloadedLibrary: String, CaseIterable {
    case dieAt = "die_at"
    case failAt = "fail_at"
    case hangAt = "hang_at"
    case year2001 = "year_2001"

    /// The variable of the environment that has it loaded, as env(1) takes it.
    var variable: String {
        get throws { "LD_PRELOAD=\(try path)" }
    }

    /// Where it lies, beside the built programs; all are built at the first question.
    var path: String {
        get throws { "\(try Self.built.get().path)/\(rawValue).so" }
    }

    private static let built: Result<Directory, any Error> = Result {
        let folder = try Directory.making("\(Service.products)/preloaded")
        for library in allCases {
            // Another run of the tests may have the old one loaded just now.
            let new = folder.temporaryName()
            let building = try BuiltProgram.run(
                "/usr/bin/env",
                [
                    "cc", "-shared", "-fPIC", "-o", folder.path(of: new),
                    "\(BuiltProgram.sourceTree)/Tests/Support/\(library.rawValue).c",
                ])
            try #require(building.exitCode == 0, "\(building.errors)")
            try folder.move(new, to: folder, as: FileName(safe: "\(library.rawValue).so"), replacing: true)
        }
        return folder
    }
}
