import Daemon
import Platform
import TestKit
import Testing

@Suite("hotpress config")
struct ConfigTests {
    private func config(_ arguments: [String], _ variables: [String: String] = [:]) throws -> BuiltProgram.Run {
        try BuiltProgram.run(
            BuiltProgram.path, ["config"] + arguments,
            environment: ["PATH": "/usr/bin:/bin"].merging(variables) { $1 })
    }

    private func sample() throws -> TemporaryRoot {
        let root = try TemporaryRoot()
        try root.write("[hotpress]\nroot = spool\n[invoice]\ncurrency = EUR\nlocale = de-DE\n", to: "hotpress.conf")
        try root.write("[invoice]\ncurrency = CHF\n[seller]\naddress = a\\nb\n", to: "hotpress.conf.d/10.conf")
        return root
    }

    @Test("show names the file and line of every value, and can be read as a configuration again")
    func show() throws {
        let root = try sample()
        let run = try config(["show", "--config", root.path("hotpress.conf")])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.text.contains("# \(root.path("hotpress.conf.d/10.conf")):2\ncurrency = CHF\n"))
        #expect(run.text.contains("# \(root.path("hotpress.conf")):5\nlocale = de-DE\n"))
        #expect(run.text.contains("# \(root.path("hotpress.conf")):2\nroot = \(root.path("spool"))\n"))
        #expect(!run.text.contains("currency = EUR"))
        let again = try Configuration(text: run.text)
        #expect(again.seller.address == ["a", "b"])
        #expect(again.main.invoice.locale == "de-DE")
    }

    @Test("the environment names paths, and the command line comes before it")
    func environment() throws {
        let root = try sample()
        let variables = ["HOTPRESS_CONFIG": root.path("hotpress.conf"), "HOTPRESS_ROOT": "/srv/elsewhere"]
        let shown = try config(["show"], variables).text
        #expect(shown.contains("# the environment's HOTPRESS_ROOT\nroot = /srv/elsewhere\n"))
        #expect(shown.contains("currency = CHF"))
        let chosen = try config(["show", "--root", "/srv/chosen"], variables).text
        #expect(chosen.contains("# the option --root\nroot = /srv/chosen\n"))
    }

    @Test("a credential is read last, and its value is not shown")
    func credentials() throws {
        let root = try sample()
        try root.write("[seller]\niban = DE02120300000000202051\n", to: "secret/bank.conf")
        let run = try config(
            ["show", "--config", root.path("hotpress.conf")], ["CREDENTIALS_DIRECTORY": root.path("secret")])
        #expect(run.text.contains("# \(root.path("secret/bank.conf")):2\n#iban is set by a credential\n"))
        #expect(!run.text.contains("DE0212"))
    }

    @Test("check finds the faults of all files at once, and templates that cannot be used")
    func check() throws {
        let root = try sample()
        #expect(try config(["check", "--config", root.path("hotpress.conf")]).exitCode == 0)
        try root.write("[inbox]\nsetle = 5\n", to: "hotpress.conf.d/20.conf")
        try root.write("what?\n", to: "hotpress.conf.d/30.conf")
        let run = try config(["check", "--config", root.path("hotpress.conf")])
        #expect(run.exitCode == 78)
        #expect(run.errors.contains("30.conf:1:1: error"))
        try root.write("[inbox shop]\ntemplate = clasic\n", to: "hotpress.conf.d/30.conf")
        try root.write("", to: "hotpress.conf.d/20.conf")
        let template = try config(["check", "--config", root.path("hotpress.conf")])
        #expect(template.exitCode == 78)
        #expect(template.errors.contains("did you mean 'classic'?"), "\(template.errors)")
    }

    @Test("defaults is the file that comes with the program")
    func defaults() throws {
        let shipped = try FileDescriptor(path: "\(BuiltProgram.sourceTree)/config/hotpress.conf", .read).readAll()
        #expect(try config(["defaults"]).output == shipped)
        #expect(try config(["chek"]).exitCode == 64)
    }
}
