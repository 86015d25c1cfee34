import Foundation
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

    /// The unit with drop-ins, in a root where systemd finds the program that it names.
    private func analyze(_ words: [String], unit: String, dropIns: [String] = []) throws -> BuiltProgram.Run {
        let root = try TemporaryRoot()
        #expect(try install(prefix: "/usr", into: root).exitCode == 0)
        for name in dropIns {
            let text = try root.read("usr/share/doc/hotpress/drop-ins/\(name)")
            try root.write(text, to: "etc/systemd/system/\(unit).d/\(name)")
        }
        return try BuiltProgram.run("/usr/bin/systemd-analyze", words + ["--root=\(root.path)", unit])
    }

    @Test(
        "systemd finds the unit safe: 1.0 at most with mail through Postfix, 0.5 without mail",
        arguments: [
            ("hotpress.service", [], 10), ("hotpress.service", ["no-mail.conf"], 5),
            ("hotpress@shop.service", [], 10),
        ] as [(String, [String], Int)])
    func exposure(_ unit: String, _ dropIns: [String], _ limit: Int) throws {
        let words = ["security", "--offline=true", "--no-pager", "--threshold=\(limit)"]
        let security = try analyze(words, unit: unit, dropIns: dropIns)
        #expect(security.exitCode == 0, "\(security.text.suffix(300))")
    }

    @Test(
        "systemd finds no fault in the unit and its drop-ins",
        arguments: ["hotpress.service", "hotpress@shop.service"],
        [[], ["no-mail.conf"], ["direct-smtp.conf"], ["exim.conf"]])
    func verified(_ unit: String, _ dropIns: [String]) throws {
        let verified = try analyze(["verify", "--man=no"], unit: unit, dropIns: dropIns)
        // What is wrong with a line names it; that nothing else is in that root does not.
        let faults = verified.errors.split(separator: "\n").filter { line in
            [".service:", ".conf:"].contains { mark in
                line.firstRange(of: mark).map { line[$0.upperBound...].first?.isNumber == true } ?? false
            }
        }
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test(
        "a bill of materials names what is linked in and what is linked to, and THIRD-PARTY's licences are all explained"
    )
    func billOfMaterials() throws {
        struct Bill: Decodable {
            struct Package: Decodable {
                let SPDXID: String
                let name: String
                let licenseDeclared: String
            }
            struct Relationship: Decodable {
                let relationshipType: String
                let relatedSpdxElement: String
            }
            let spdxVersion: String
            let packages: [Package]
            let relationships: [Relationship]
        }
        let root = try TemporaryRoot()
        #expect(try install(prefix: "/usr", into: root).exitCode == 0)
        let text = try root.read("usr/share/doc/hotpress/hotpress.spdx.json")
        let bill = try JSONDecoder().decode(Bill.self, from: Data(text.utf8))
        #expect(bill.spdxVersion == "SPDX-2.3")
        let linked = Set(bill.relationships.filter { $0.relationshipType == "STATIC_LINK" }.map(\.relatedSpdxElement))
        let inside = bill.packages.filter { linked.contains($0.SPDXID) }
        #expect(inside.map(\.name).contains("ICU") && inside.count >= 8)
        #expect(bill.packages.contains { $0.name.hasPrefix("libcairo") })
        #expect(Set(bill.packages.map(\.SPDXID)).count == bill.packages.count)
        let terms = try FileDescriptor(path: "\(BuiltProgram.sourceTree)/debian/copyright", .read).readAll()
        let names = ["Swift-exception": "Runtime Library Exception", "LLVM-exception": "LLVM Exception"]
        for package in inside {
            let licence = package.licenseDeclared
            let name = names.first { licence.hasSuffix($0.key) }?.value ?? licence
            #expect(
                String(decoding: terms, as: UTF8.self).lowercased().contains(name.lowercased()), "\(package.name)")
        }
    }

    @Test("the package and the program have one version, and one day of release")
    func version() throws {
        let log = try FileDescriptor(path: "\(BuiltProgram.sourceTree)/debian/changelog", .read).readAll()
        let version = try BuiltProgram.run("--version").text.split(separator: "\n")[0].split(separator: " ")[1]
        #expect(String(decoding: log, as: UTF8.self).hasPrefix("hotpress (\(version)) "))
    }
}
