import Glibc
import Platform
import TestKit
import Testing

/// A kind of call that fails on the service's files, at every try, for as long as the machine is at fault.
struct MachineFault: Sendable, CustomTestStringConvertible {
    let call: String
    let code: Int32
    /// From the test's root: the folder whose files it fails on.
    let folder: String
    /// The file that is dropped meanwhile cannot be printed.
    var isFileBroken = false

    var testDescription: String { "\(call) \(folder) \(String(cString: strerror(code)))" }

    /// What a disk that is broken, full, over its quota or read-only does to each call of a file's life.
    static let all: [MachineFault] = [
        MachineFault(call: "mkdirat", code: EDQUOT, folder: "hot/work"),
        MachineFault(call: "mkdirat", code: ENFILE, folder: "hot/work"),
        MachineFault(call: "renameat", code: EIO, folder: "hot/inbox"),
        MachineFault(call: "read", code: EIO, folder: "hot/work"),
        MachineFault(call: "openat", code: ENFILE, folder: "hot/work"),
        MachineFault(call: "create", code: EDQUOT, folder: "hot/outbox"),
        MachineFault(call: "write", code: EDQUOT, folder: "hot/outbox"),
        MachineFault(call: "write", code: EIO, folder: "hot/outbox"),
        MachineFault(call: "fsync", code: EIO, folder: "hot/outbox"),
        MachineFault(call: "renameat2", code: EDQUOT, folder: "hot/outbox"),
        MachineFault(call: "renameat2", code: EROFS, folder: "hot/outbox"),
        MachineFault(call: "renameat2", code: ENOSPC, folder: "hot/archive"),
        MachineFault(call: "renameat2", code: EIO, folder: "hot/archive"),
        MachineFault(call: "renameat2", code: EDQUOT, folder: "hot/archive"),
        MachineFault(call: "create", code: EMFILE, folder: "hot/failed", isFileBroken: true),
        MachineFault(call: "write", code: EDQUOT, folder: "hot/failed", isFileBroken: true),
        MachineFault(call: "fsync", code: EIO, folder: "hot/failed", isFileBroken: true),
        MachineFault(call: "renameat2", code: EROFS, folder: "hot/failed", isFileBroken: true),
        MachineFault(call: "pwrite64", code: EIO, folder: "state/ledger.db"),
        MachineFault(call: "pwrite64", code: ENOSPC, folder: "state/ledger.db"),
        MachineFault(call: "fdatasync", code: EIO, folder: "state/ledger.db"),
    ]
}

@Suite("While the machine is at fault") struct MachineFaultTests {
    private func service() throws -> Service {
        let service = try Service()
        service.launcher = [
            "/usr/bin/env", try PreloadedLibrary.failAt.variable, "FAIL_FILE=\(service.root.path("fault"))",
        ]
        return service
    }

    private func begin(_ fault: MachineFault, _ service: Service) throws {
        let line = "\(fault.call) \(fault.code) \(service.root.path(fault.folder))\n"
        try service.root.write(line, to: "fault.new")
        try service.root.folder.move("fault.new", to: service.root.folder, as: "fault")
    }

    @Test("nothing is lost, no file is blamed, and work goes on by itself", arguments: MachineFault.all)
    func everyFault(_ fault: MachineFault) async throws {
        let service = try service()
        try await service.start()
        try service.drop("1 Before", as: "before.txt")
        try await service.untilIdle()
        try begin(fault, service)
        try service.drop(fault.isFileBroken ? "7 Acme broken" : "7 Acme", as: "a.txt")
        try await service.until("it pauses") { service.log.contains("paused: ") }
        try await service.until("status says so") { try service.state().service?.paused != nil }
        #expect(service.failed.filter { !$0.hasSuffix(".error.txt") && !$0.hasPrefix(".") }.isEmpty)
        #expect(service.archive == ["before.txt"])
        try service.root.folder.remove("fault")
        try await service.untilIdle()
        #expect(service.outbox == (fault.isFileBroken ? ["1.pdf"] : ["1.pdf", "7.pdf"]))
        #expect(service.archive == (fault.isFileBroken ? ["before.txt"] : ["a.txt", "before.txt"]))
        #expect(service.failed == (fault.isFileBroken ? ["a.txt", "a.txt.error.txt"] : []))
        #expect(service.unfinished.isEmpty)
        try service.drop("8 After", as: "after.txt")
        try await service.untilIdle()
        #expect(try service.state().service?.paused == nil)
        #expect(try service.pdf("8.pdf") == "%PDF 8 After\n")
        #expect(try await service.end() == 0)
        // Each file is one job of the ledger, and none of them is left open.
        #expect(try service.command("history", "--json").text.split(separator: "\"time\"").count == 4)
        #expect(!service.log.contains("left in work/"))
    }

    @Test func atTheEndOfTheServiceWhatCouldNotBeFiledIsFiledByTheNextStart() async throws {
        let service = try service()
        try await service.start()
        try begin(MachineFault(call: "mkdirat", code: EDQUOT, folder: "hot/archive"), service)
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("it pauses") { service.log.contains("paused: ") }
        #expect(service.outbox == ["7.pdf"])
        #expect(try await service.end() == 0)
        #expect(service.archive.isEmpty)
        try service.root.folder.remove("fault")
        try await service.start().untilIdle()
        #expect(service.archive == ["a.txt"])
        #expect(service.outbox == ["7.pdf"])
    }
}
