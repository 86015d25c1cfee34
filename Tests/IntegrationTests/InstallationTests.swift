import Platform
import TestKit
import Testing

@Suite("Installation")
struct InstallationTests {
    private func install(prefix: String, into root: TemporaryRoot) throws -> BuiltProgram.Run {
        try BuiltProgram.run(
            "\(BuiltProgram.sourceTree)/scripts/install", [BuiltProgram.path],
            environment: ["PATH": "/usr/bin:/bin", "DESTDIR": root.path, "PREFIX": prefix])
    }

    @Test("everything lies where systemd and people look for it, below DESTDIR")
    func places() throws {
        let root = try TemporaryRoot()
        let run = try install(prefix: "/usr", into: root)
        #expect(run.exitCode == 0, "\(run.errors)")
        for file in [
            "usr/lib/systemd/system/hotpress.service", "usr/lib/sysusers.d/hotpress.conf",
            "usr/lib/tmpfiles.d/hotpress.conf", "etc/hotpress/hotpress.conf",
            "usr/share/doc/hotpress/README.md",
        ] {
            #expect(try root.read(file).isEmpty == false, "\(file)")
        }
        for folder in ["Templates", "config"] {
            let shipped = try Directory("\(BuiltProgram.sourceTree)/\(folder)").names().map(\.description).sorted()
            #expect(root.names(in: "usr/share/hotpress/\(folder)") == shipped)
        }
        #expect(try BuiltProgram.run(root.path("usr/bin/hotpress"), ["--version"]).exitCode == 0)
        #expect(try root.read("etc/hotpress/hotpress.conf").contains("\nroot = /srv/hotpress\n"))
        #expect(root.names() == ["etc", "usr"])
    }

    @Test("the unit names the program and the configuration of its prefix")
    func prefix() throws {
        let root = try TemporaryRoot()
        #expect(try install(prefix: "/opt/hotpress", into: root).exitCode == 0)
        let unit = try root.read("opt/hotpress/lib/systemd/system/hotpress.service")
        #expect(unit.contains("ExecStart=/opt/hotpress/bin/hotpress serve --config /etc/hotpress/hotpress.conf\n"))
    }

    @Test("a configuration that a person has changed is kept, and the new one lies beside it")
    func keptConfiguration() throws {
        let root = try TemporaryRoot()
        #expect(try install(prefix: "/usr", into: root).exitCode == 0)
        try root.write("[seller]\nname = Mine\n", to: "etc/hotpress/hotpress.conf")
        #expect(try install(prefix: "/usr", into: root).text.contains("kept"))
        #expect(try root.read("etc/hotpress/hotpress.conf") == "[seller]\nname = Mine\n")
        #expect(try root.read("etc/hotpress/hotpress.conf.new").contains("[inbox]"))
    }

    @Test("systemd finds the unit safe and without fault")
    func unit() throws {
        let root = try TemporaryRoot()
        // The program's own path, so that systemd finds it.
        let unit = try FileDescriptor(path: "\(BuiltProgram.sourceTree)/systemd/hotpress.service", .read).readAll()
        let text = String(decoding: unit, as: UTF8.self).replacing("/usr/bin/hotpress", with: BuiltProgram.path)
        try root.write(text, to: "hotpress.service")
        let analyze = "/usr/bin/systemd-analyze"
        let verified = try BuiltProgram.run(analyze, ["verify", "--man=no", root.path("hotpress.service")])
        #expect(verified.exitCode == 0 && !verified.errors.contains("hotpress.service:"), "\(verified.errors)")
        let security = try BuiltProgram.run(
            analyze, ["security", "--offline=true", "--no-pager", "--threshold=10", root.path("hotpress.service")])
        #expect(security.exitCode == 0, "\(security.text.suffix(400))")
    }
}
