import TestKit
import Testing

/// `hotpress profiles`, `check --profile` and `init`, by the built program.
@Suite("Profiles and a folder to begin from")
struct ProfilesAndInitTests {
    @Test("profiles lists what comes with the program")
    func profiles() throws {
        let run = try BuiltProgram.run("profiles")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.text.contains("xero "))
        #expect(run.text.contains("sage50 "))
    }

    @Test("a profile beside the configuration reads what no other knows")
    func own() throws {
        let root = try TemporaryRoot()
        try root.write("[hotpress]\n", to: "my.conf")
        let profile = "[profile]\ncolumns = Artikel; Teuros\n[line]\nname = Artikel\nprice = Teuros\n"
        try root.write(profile, to: "profiles/mine.conf")
        try root.write("Artikel;Teuros\nStuhl;5,50\n", to: "a.csv")
        let run = try BuiltProgram.run(
            "check", "--config", root.path("my.conf"), "--profile", "mine", root.path("a.csv"))
        #expect(run.text.hasSuffix("5.50 EUR due\n"), "\(run.errors)")
        let slip = try BuiltProgram.run("check", "--profile", "xeroo", root.path("a.csv"))
        #expect(slip.exitCode == 65)
        #expect(slip.errors.contains("did you mean 'xero'?"))
    }

    @Test("init writes invoices that check takes, and touches nothing that is there")
    func begin() throws {
        let root = try TemporaryRoot()
        let run = try BuiltProgram.run("init", root.path("new"))
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try BuiltProgram.run("check", root.path("new/invoice.json")).text.hasSuffix("782.10 EUR due\n"))
        #expect(try BuiltProgram.run("check", root.path("new/invoices.csv")).exitCode == 0)
        #expect(try BuiltProgram.run("init", root.path("new")).exitCode == 73)
    }
}
