import Foundation
import Glibc
import Platform
import TestKit
import Testing

@Suite("The metrics' file") struct MetricsFileTests {
    /// Debian's package prometheus; it is large, and nothing else here needs it.
    private static let promtool = ["/usr/bin/promtool"].first { FileManager.default.isExecutableFile(atPath: $0) }

    private func value(_ name: String, _ text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
    }

    @Test func countsWhatWasPrintedAndWhatWasNot() async throws {
        let folder = try TemporaryRoot()
        let file = folder.path("hotpress.prom")
        let service = try Service("[metrics]\ntextfile = \(file)\ninterval = 1\n")
        try await service.start()
        try service.drop("1 Customer", as: "a.txt")
        try service.drop("", as: "b.txt")
        try await service.untilIdle()
        #expect(try await service.end() == 0)
        // Written a last time at the end.
        let text = try folder.read("hotpress.prom")
        #expect(value("hotpress_starts_total", text) == "1", "\(text)")
        #expect(value("hotpress_ledger_jobs{state=\"failed\"}", text) == "1")
        #expect(value("hotpress_jobs_total{queue=\"\",state=\"failed\"}", text) == "1")
        #expect(value("hotpress_job_duration_seconds_count", text) == "2")
        #expect(value("hotpress_queue_files{queue=\"\"}", text) == "0")
        #expect(folder.names() == ["hotpress.prom"], "nothing half-written is left")
        let status = try #require(try folder.folder.status(of: "hotpress.prom"))
        #expect(status.mode == 0o644)
        try await service.start()
        #expect(try await service.end() == 0)
        #expect(value("hotpress_starts_total", try folder.read("hotpress.prom")) == "2")
    }

    @Test(.enabled(if: promtool != nil, "there is no promtool (package prometheus)"))
    func areCleanToPrometheus() async throws {
        let folder = try TemporaryRoot()
        let service = try Service("[metrics]\ntextfile = \(folder.path("hotpress.prom"))\n")
        try await service.start()
        try service.drop("", as: "b.txt")
        try await service.untilIdle()
        #expect(try await service.end() == 0)
        let checked = try BuiltProgram.run(
            "/bin/sh", ["-c", "exec /usr/bin/promtool check metrics < \(folder.path("hotpress.prom"))"])
        #expect(checked.exitCode == 0 && checked.errors.isEmpty, "\(checked.text)\(checked.errors)")
    }
}
