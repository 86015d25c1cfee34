import TestKit
import Testing

@Suite("The command line")
struct CommandLineTests {
    @Test("help and version answer on standard output with code 0", arguments: ["--help", "--version", "help"])
    func help(_ word: String) throws {
        let run = try BuiltProgram.run(word)
        #expect(run.exitCode == 0)
        #expect(run.text.contains("hotpress"))
        #expect(run.errors.isEmpty)
    }

    @Test("every command has its help")
    func everyCommand() throws {
        let overview = try BuiltProgram.run("--help").text
        let names = overview.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.contains("COMMAND [") }
            .compactMap { $0.split(separator: " ").first }
        #expect(names.contains("help"))
        for name in names {
            let run = try BuiltProgram.run(String(name), "--help")
            #expect(run.exitCode == 0)
            #expect(run.text.contains("hotpress \(name)"), "hotpress \(name) --help")
        }
    }

    @Test("bad usage answers 64 with the nearest name, on standard error alone")
    func usage() throws {
        let run = try BuiltProgram.run("hepl")
        #expect(run.exitCode == 64)
        #expect(run.text.isEmpty)
        #expect(run.errors == "hotpress: error: there is no command 'hepl'\n    hint: did you mean 'hotpress help'?\n")
        #expect(try BuiltProgram.run("help", "--versoin").errors.contains("did you mean --version?"))
        #expect(try BuiltProgram.run().exitCode == 64)
    }
}
