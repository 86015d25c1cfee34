import Glibc
import Platform
import TestKit
import Testing

/// The real program, from a dropped invoice to a page.
@Suite struct ServeTests {
    private let invoice = #"""
        {"date": "2026-11-30", "seller": {"name": "Acme"}, "buyer": {"name": "Customer"},
         "lines": [{"name": "Work", "quantity": 2, "price": "50.00"}]}
        """#

    @Test func anInvoiceIsPrintedWithTheTemplateThatComesWithTheProgram() async throws {
        let service = try await Service(program: "hotpress").start()
        try service.drop(invoice, as: "a.json")
        try await service.untilIdle()
        #expect(service.failed.isEmpty)
        #expect(service.outbox == ["INV-0001.pdf"])
        let pdf = try FileDescriptor(path: service.root.path("hot/outbox/INV-0001.pdf"), .read).readAll()
        #expect(pdf.starts(with: "%PDF-".utf8))
        #expect(try await service.end() == 0)
    }

    @Test func aBrokenInvoiceIsReportedWithLineAndColumn() async throws {
        let service = try await Service(program: "hotpress").start()
        try service.drop("{\"lines\": [\n  {\"name\": \"x\", \"price\": }\n]}", as: "broken.json")
        try await service.untilIdle()
        #expect(try service.report("broken.json").contains("broken.json:2:"))
        #expect(service.outbox.isEmpty)
    }

    @Test func aWrongConfigurationAnswers78WithItsLine() throws {
        let root = try TemporaryRoot()
        try root.write("[inbox]\nsetle = 5\n", to: "bad.conf")
        let answer = try BuiltProgram.run(BuiltProgram.path, ["serve", "--config", root.path("bad.conf")])
        #expect(answer.exitCode == 78)
    }

    @Test func statusHistoryAndRetryTellWhatWasDone() async throws {
        let service = try await Service(program: "hotpress").start()
        try service.drop(invoice, as: "a.json")
        try service.drop("{", as: "b.json")
        try await service.untilIdle()
        let choice = ["--config", service.root.path("test.conf")]
        let status = try BuiltProgram.run(BuiltProgram.path, ["status", "--json"] + choice)
        #expect(status.exitCode == 0)
        let history = try BuiltProgram.run(BuiltProgram.path, ["history", "--state", "failed"] + choice)
        #expect(history.exitCode == 0)
        let retry = try BuiltProgram.run(BuiltProgram.path, ["retry", "--failed"] + choice)
        #expect(retry.exitCode == 0)
        // It is as broken as before, and comes back.
        try await service.untilIdle()
        #expect(service.failed == ["b.json", "b.json.error.txt"])
    }
}
