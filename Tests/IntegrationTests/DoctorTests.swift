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

    @Test("a trial address that is none is bad usage")
    func address() throws {
        #expect(try BuiltProgram.run("doctor", "--mail-to", "nobody").exitCode == 64)
    }
}
