import Diagnostics
import Foundation
import Invoice
import Testing

/// Each file in `Fixtures/invoices/refused` holds a file's name, its text, and what is said about it, parted by `----`;
/// HOTPRESS_RECORD=1 writes down anew what is said.
@Suite("Refusals")
struct RefusalTests {
    static let cases: [String] = {
        let folder = fixtures.appending(path: "refused")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".case") }.sorted()
    }()

    @Test("the cases are found")
    func found() { #expect(Self.cases.count >= 15) }

    @Test("says what is wrong, where, and what to do", arguments: cases)
    func refusal(name: String) throws {
        let text = String(decoding: try bytes(of: "refused/\(name)"), as: UTF8.self)
        let parts = text.components(separatedBy: "\n----\n")
        try #require(parts.count == 3)
        let found = findings(Array(parts[1].utf8), name: parts[0])
        if ProcessInfo.processInfo.environment["HOTPRESS_RECORD"] != nil {
            let recorded = parts[0...1].joined(separator: "\n----\n") + "\n----\n" + found + "\n"
            try recorded.write(to: fixtures.appending(path: "refused/\(name)"), atomically: true, encoding: .utf8)
        }
        #expect(found + "\n" == parts[2])
    }

    /// Everything that reading and adding up say about a file.
    private func findings(_ bytes: [UInt8], name: String) -> String {
        var result: [Diagnostic] = []
        for read in readInvoices(bytes, name: name, defaults: defaults) {
            result += read.warnings
            do {
                result += try add(try read.result.get()).warnings
            } catch {
                result += error.diagnostics
            }
        }
        return result.map(\.description).joined(separator: "\n")
    }

    @Test("invalid UTF-8 is refused at its byte")
    func invalidUTF8() throws {
        var text = Array("{\"number\": \"é".utf8)
        text += [0xFF] + Array("\"}".utf8)
        #expect(throws: DiagnosticError.self) { try read(text, name: "a.json") }
        let message = findings(text, name: "a.json")
        #expect(message.hasPrefix("a.json:1:14: error: invalid UTF-8 (byte 0xFF)"))
    }
}
