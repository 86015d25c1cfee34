import Foundation
import Glibc
import Platform
import TestKit
import Testing

@Suite("hotpress doctor")
struct DoctorTests {
    private func doctor(
        _ root: TemporaryRoot, _ arguments: String..., environment: [String: String]? = nil
    ) async throws -> BuiltProgram.Run {
        try await KernelLimits.shared.take()
        let run = Result {
            try BuiltProgram.run(
                BuiltProgram.path, ["doctor", "--root", root.path] + arguments, environment: environment)
        }
        await KernelLimits.shared.giveBack()
        return try run.get()
    }

    @Test("a machine with fonts, folders and sendmail is found right")
    func healthy() async throws {
        let root = try TemporaryRoot()
        for name in ["inbox", "work", "outbox", "archive", "failed"] { _ = try Directory.making(root.path(name)) }
        let run = try await doctor(root, "--sendmail", "/usr/bin/msmtp")
        #expect(run.exitCode == 0, "\(run.text)")
        #expect(run.text.contains("ok    \(root.path("inbox")) can be written"))
        #expect(run.text.contains("ok    sendmail: /usr/bin/msmtp"))
        #expect(!run.text.contains("FAULT"))
        #expect(root.names(in: "inbox").isEmpty)
    }

    @Test("a folder that is none, and fonts that are missing, are faults with what to do")
    func faults() async throws {
        let root = try TemporaryRoot()
        try root.write("", to: "inbox")
        try root.write("<fontconfig></fontconfig>", to: "fonts.conf")
        let run = try await doctor(root, environment: ["FONTCONFIG_FILE": root.path("fonts.conf")])
        #expect(run.exitCode == 78)
        #expect(run.text.contains("FAULT \(root.path("inbox")) cannot be written: not a folder\n      → "))
        #expect(run.text.contains("FAULT no font for sans-serif\n      → apt-get install"))
    }

    @Test("a trial mail shows whether sendmail works", arguments: [(0, 0), (75, 78), (67, 78)])
    func trial(_ answer: Int32, _ exitCode: Int32) async throws {
        let root = try TemporaryRoot()
        try root.write("#!/bin/sh\ncat > \"$0.got\"; exit \(answer)\n", to: "sendmail")
        try FileDescriptor(path: root.path("sendmail"), .read).setMode(0o755)
        let run = try await doctor(root, "--sendmail", root.path("sendmail"), "--mail-to", "zoe@example.com")
        #expect(run.exitCode == exitCode)
        #expect(try root.read("sendmail.got").contains("To: zoe@example.com"))
    }

    @Test("a damaged ledger, a template that cannot be used and a disk that is full are faults with what to do")
    func health() async throws {
        let root = try TemporaryRoot()
        for name in ["inbox", "work", "outbox", "archive", "failed"] { _ = try Directory.making(root.path(name)) }
        try root.write(String(repeating: "no ledger, but a text that goes on. ", count: 40), to: "state/ledger.db")
        try root.write("[invoice]\ntemplate = clasic\nlocale = xx-YY\n", to: "hotpress.conf")
        let run = try await doctor(
            root, "--config", root.path("hotpress.conf"), environment: ["LANG": "de_DE.ISO-8859-1"])
        #expect(run.exitCode == 78)
        #expect(run.text.contains("FAULT") && run.text.contains("ledger"), "\(run.text)")
        #expect(run.text.contains("there is no template 'clasic'\n      → did you mean 'classic'?"))
        #expect(run.text.contains("note  the configured locale xx-YY is not known"))
        #expect(run.text.contains("note  LANG=de_DE.ISO-8859-1 is not UTF-8"))
        #expect(run.text.contains("MiB are free for PDFs"))
    }

    @Test("a disk without room is a fault", .enabled(if: geteuid() == 0, "it takes root to mount"))
    func space() async throws {
        let root = try TemporaryRoot()
        _ = try Directory.making(root.path("hot"))
        let script = """
            mount -t tmpfs -o size=1m none '\(root.path("hot"))' && '\(BuiltProgram.path)' doctor --root '\(root.path("hot"))'
            """
        let run = try BuiltProgram.run("/usr/bin/unshare", ["--mount", "/bin/sh", "-c", script])
        #expect(run.exitCode == 78)
        #expect(
            run.text.contains("FAULT 1 MiB are free for PDFs") || run.text.contains("FAULT 0 MiB are free for PDFs"))
        #expect(run.text.contains("→ make room on the file system"))
    }

    @Test("a process that may gain no privileges is told that Postfix's setgid program cannot help it")
    func privileges() async throws {
        guard FileManager.default.fileExists(atPath: "/var/spool/postfix/maildrop") else {
            // Without Postfix a setuid program shows the same reading of the process's state.
            let root = try TemporaryRoot()
            try root.write("#!/bin/sh\n", to: "sendmail")
            try FileDescriptor(path: root.path("sendmail"), .read).setMode(0o4755)
            let bound = try BuiltProgram.run(
                "/usr/bin/setpriv",
                [
                    "--no-new-privs", BuiltProgram.path, "doctor", "--root", root.path, "--sendmail",
                    root.path("sendmail"),
                ])
            #expect(bound.exitCode == 78)
            #expect(bound.text.contains("is setuid, and this process may gain no privileges"))
            return
        }
        let bound = try BuiltProgram.run(
            "/usr/bin/setpriv", ["--no-new-privs", "--clear-groups", BuiltProgram.path, "doctor", "--root", "/nowhere"])
        #expect(bound.text.contains("the unit needs SupplementaryGroups=postdrop"))
    }

    @Test("a trial address that is none is bad usage")
    func address() throws {
        #expect(try BuiltProgram.run("doctor", "--mail-to", "nobody").exitCode == 64)
    }
}
