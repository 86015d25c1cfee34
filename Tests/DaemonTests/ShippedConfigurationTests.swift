import Platform
import TestKit
import Testing

@testable import Daemon

@Suite("config/hotpress.conf")
struct ShippedConfigurationTests {
    private func text() throws -> String {
        let path = "\(BuiltProgram.sourceTree)/config/hotpress.conf"
        return String(decoding: try FileDescriptor(path: path, .read).readAll(), as: UTF8.self)
    }

    /// The lines that the file shows behind a `#`, in force.
    private func everyKey() throws -> String {
        try text().split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line) }
            .joined(separator: "\n")
    }

    @Test("as it is shipped it changes nothing")
    func shipped() throws {
        #expect(try Configuration(text: text()) == Configuration())
    }

    @Test("every key that it shows is known and its value good")
    func keys() throws {
        let configuration = try Configuration(text: everyKey())
        #expect(configuration.queues["shop"]?.invoice.template == "modern")
        #expect(configuration.sequences["credit-note"] != nil)
        #expect(configuration.seller.address == ["Printing House", "1 Main Street"])
    }

    @Test("what it shows as defaults are the defaults")
    func defaults() throws {
        var shown = try Configuration(text: everyKey())
        let real = Configuration()
        // Shown by examples, having no default.
        (shown.main.inbox.hours, shown.main.inbox.doneFile) = (real.main.inbox.hours, nil)
        (shown.main.inbox.lockFiles, shown.main.inbox.hookKeys) = ([], real.main.inbox.hookKeys)
        shown.main.inbox.settleHooks()
        #expect(shown.main.inbox == real.main.inbox)
        #expect(shown.workers == real.workers)
        #expect(shown.root == real.root)
        #expect(shown.sequences[""] == real.sequences[""])
        #expect(shown.main.invoice.template == real.main.invoice.template)
        #expect(shown.main.invoice.currency == real.main.invoice.currency)
        #expect(shown.main.invoice.locale == real.main.invoice.locale)
        #expect(shown.main.invoice.outputName == real.main.invoice.outputName)
        #expect(shown.main.mail.send == real.main.mail.send)
        #expect(shown.main.mail.sendmail == real.main.mail.sendmail)
        #expect(shown.main.mail.unknown == real.main.mail.unknown)
        #expect(shown.main.mail.retry == real.main.mail.retry)
        #expect(shown.main.mail.timeout == real.main.mail.timeout)
        #expect(shown.main.mail.sizeLimit == real.main.mail.sizeLimit)
        #expect(shown.post.operatorInterval == real.post.operatorInterval)
    }
}
