import Foundation
import Platform
import TestKit
import Testing

@Suite("The journal's catalogue") struct CatalogueTests {
    private func read(_ name: String) throws -> String {
        String(decoding: try FileDescriptor(path: "\(BuiltProgram.sourceTree)/\(name)", .read).readAll(), as: UTF8.self)
    }

    @Test func explainsEveryKindOfMessageAndNoOther() throws {
        let source = try read("Sources/Daemon/Service/Parts.swift")
        let used = Set(source.matches(of: /= "([0-9a-f]{32})"/).map { String($0.1) })
        let catalogue = try read("systemd/hotpress.catalog")
        let explained = catalogue.matches(of: /(?m)^-- ([0-9a-f]{32})$/).map { String($0.1) }
        #expect(used.count > 10)
        #expect(Set(explained) == used)
        #expect(Set(explained).count == explained.count)
    }

    @Test func isReadByTheJournal() throws {
        let root = try TemporaryRoot()
        try root.write(read("systemd/hotpress.catalog"), to: "usr/lib/systemd/catalog/hotpress.catalog")
        let run = try BuiltProgram.run("/usr/bin/journalctl", ["--update-catalog", "--root=\(root.path)"])
        #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    }
}
