import Diagnostics
import Invoice
import Ledger
import Platform
import TestKit
import Testing

@testable import Daemon

@Suite struct ConfigurationTests {
    /// The findings on a text, as `line: message`.
    private func faults(in text: String) -> [String] {
        do {
            _ = try Configuration(text: text)
            return []
        } catch {
            return error.diagnostics.map { "\($0.location.position?.line ?? 0): \($0.message); \($0.hint ?? "")" }
        }
    }

    @Test func anEmptyConfigurationServesTheFolderHotpress() throws {
        let configuration = try Configuration(text: "")
        #expect(configuration.root == "hotpress")
        #expect(configuration.main.inbox.settle == .milliseconds(500))
        #expect(configuration.main.invoice.template == "classic")
        #expect(configuration.main.mail.send == .no)
    }

    @Test func everyKeyIsRead() throws {
        let configuration = try Configuration(
            text: """
                [hotpress]
                root = /srv/hotpress
                state = /var/lib/hotpress
                workers = 3
                [inbox]
                settle = 250
                ignore = .*;*.bak
                duplicates = process
                same-number = revise
                max-size = 2M
                time-limit = 10
                memory-limit = 1G
                [invoice]
                template = modern
                currency = CHF
                locale = de-CH
                tax = 7.7
                terms = 30
                output-name = {date} {customer}
                [seller]
                name = Acme
                address = House\\n1 Street
                postcode = 8000
                city = Zürich
                country = CH
                vat-id = CHE1
                tax-id = 2
                email = a@example.com
                phone = +41 1
                iban = CH93
                bic = ABC
                logo = /logo.svg
                [sequence]
                pattern = {year}-{000}
                reset = yearly
                [sequence credit]
                pattern = CN-{0000}
                [mail]
                enabled = yes
                sendmail = /usr/lib/sendmail
                sender = Acme <billing@example.com>
                reply-to = office@example.com
                bcc = a@example.com;b@example.com
                redirect-to = test@example.com
                unknown = resend
                retry = 60
                timeout = 5
                """)
        #expect(configuration.workers == 3)
        #expect(configuration.main.inbox.maximumSize == 2 << 20)
        #expect(configuration.main.inbox.memoryLimit == 1 << 30)
        #expect(configuration.main.invoice.tax == "7.7")
        #expect(configuration.seller.address == ["House", "1 Street"])
        #expect(configuration.sequences["credit"]?.pattern.source == "CN-{0000}")
        #expect(configuration.main.mail.bcc == ["a@example.com", "b@example.com"])
        #expect(configuration.main.mail.unknown == .resend)
    }

    @Test func allFaultsAreFoundAtOnceWithLineAndNearestName() {
        let found = faults(
            in: """
                [inbox]
                setle = 5
                settle = soon
                duplicates = skipp
                [invoce]
                currency = EUR
                [mail]
                enabled = maybe
                sender = nobody
                """)
        #expect(found.count == 6)
        #expect(found.contains { $0.hasPrefix("2:") && $0.contains("did you mean 'settle'?") })
        #expect(found.contains { $0.hasPrefix("3:") && $0.contains("'soon' is not a whole number") })
        #expect(found.contains { $0.hasPrefix("4:") && $0.contains("did you mean 'skip'?") })
        #expect(found.contains { $0.hasPrefix("5:") && $0.contains("did you mean [invoice]?") })
        #expect(found.contains { $0.hasPrefix("8:") && $0.contains("neither yes nor no") })
        #expect(found.contains { $0.hasPrefix("9:") })
    }

    @Test func aFolderTakesWhatItDoesNotSayFromTheInboxAndFromTheFolderAbove() throws {
        let configuration = try Configuration(
            text: """
                [invoice]
                locale = de-DE
                [inbox shop]
                template = modern
                enabled = yes
                """)
        #expect(configuration.settings(of: "shop").invoice.template == "modern")
        #expect(configuration.settings(of: "shop/deep/er").invoice.template == "modern")
        #expect(configuration.settings(of: "shop").invoice.locale == "de-DE")
        #expect(configuration.settings(of: "shop").mail.send == .yes)
        #expect(configuration.settings(of: "other").invoice.template == "classic")
    }

    @Test func aSequenceThatWouldGiveNumbersTwiceIsRefused() {
        #expect(faults(in: "[sequence]\npattern = INV-{0000}\nreset = yearly\n").first?.hasPrefix("3:") == true)
        #expect(faults(in: "[invoice]\nsequence = credit\n").first?.contains("no [sequence credit]") == true)
        #expect(faults(in: "[invoice]\noutput-name = {nummer}\n").first?.contains("did you mean '{number}'?") == true)
    }

    @Test func dropInsOverrideKeyByKeyAndRelativePathsStartAtTheFile() throws {
        let root = try TemporaryRoot()
        try root.write("[hotpress]\nroot = spool\n[invoice]\nlocale = de-DE\ncurrency = EUR\n", to: "hotpress.conf")
        try root.write("[invoice]\ncurrency = CHF\n", to: "hotpress.conf.d/20-currency.conf")
        try root.write("[invoice]\ncurrency = USD\n[seller]\nlogo = logo.svg\n", to: "hotpress.conf.d/10-first.conf")
        try root.write("[invoice]\ncurrency = XXX\n", to: "hotpress.conf.d/ignored.txt")
        let configuration = try Configuration(path: root.path("hotpress.conf"))
        #expect(configuration.main.invoice.currency == "CHF")
        #expect(configuration.main.invoice.locale == "de-DE")
        #expect(configuration.root == root.path("spool"))
        #expect(configuration.seller.logo == root.path("logo.svg"))
    }

    @Test("of two sequences that claim an invoice seller counts more than type, and type more than folder")
    func sequences() throws {
        let configuration = try Configuration(
            text: """
                [inbox shop]
                sequence = shop
                [sequence shop]
                pattern = S-{0}
                [sequence credit]
                pattern = C-{0}
                type = credit-note
                [sequence acme]
                pattern = A-{0}
                seller = Acme Ltd
                [sequence web]
                pattern = W-{0}
                folder = web
                """)
        func name(_ seller: String, _ type: String, _ queue: String) -> String {
            configuration.sequence(seller: seller, type: type, queue: queue).name
        }
        #expect(name("B", "invoice", "") == "main")
        #expect(name("B", "invoice", "shop") == "shop")
        #expect(name("B", "credit-note", "shop") == "credit")
        #expect(name(" acme ltd ", "credit-note", "shop") == "acme")
        #expect(name("B", "invoice", "web/eu") == "web")
    }

    @Test(
        "sequences that would fight over invoices or give the same numbers are refused",
        arguments: [
            (
                "[sequence a]\npattern = A{0}\ntype = receipt\n[sequence b]\npattern = B{0}\ntype = receipt;quote\n",
                "claims"
            ),
            ("[sequence a]\npattern = A{0}\n[sequence b]\npattern = A{0}\ntype = quote\n", "the same numbers"),
            ("[sequence main]\npattern = A{0}\n", "another name"),
            ("[sequence a]\ntype = bill\n", "'bill' is not known here"),
            ("[invoice]\ncash-rounding = 0\n", "no coin of 0"),
        ])
    func rivals(text: String, message: String) {
        let error = #expect(throws: DiagnosticError.self) { try Configuration(text: text) }
        #expect(error?.diagnostics.map(\.description).joined().contains(message) ?? false)
    }
}
