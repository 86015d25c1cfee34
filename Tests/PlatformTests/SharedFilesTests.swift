import Foundation
import Platform
import TestKit
import Testing

@Suite struct SharedFilesTests {
    @Test func aProgramThatWasReplacedStillFindsItsFiles() throws {
        let root = try TemporaryRoot()
        try root.write("[seller]\nname = New\n", to: "share/hotpress/config/hotpress.conf")
        _ = try Directory.making(root.path("bin"))
        try FileManager.default.copyItem(atPath: BuiltProgram.path, toPath: root.path("bin/hotpress"))
        // The shell becomes the program only after its file is gone.
        let script = """
            exec 3< '\(root.path("bin/hotpress"))'; rm '\(root.path("bin/hotpress"))'; exec /proc/self/fd/3 config defaults
            """
        let run = try BuiltProgram.run("/bin/bash", ["-c", script])
        #expect(run.text == "[seller]\nname = New\n", "\(run.errors)")
    }
}
