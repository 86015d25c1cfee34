import Foundation
import Invoice
import Testing

@testable import Template

@Suite struct ShippedTemplateTests {
    private func page(_ template: String, _ json: String) throws -> String { try shipped(template).html(invoice(json)) }

    private func simple(_ lines: String, locale: String = "de-DE", currency: String = "EUR") -> String {
        """
        {"number": "T-1", "date": "2026-02-03", "currency": "\(currency)", "locale": "\(locale)",
         "seller": {"name": "Fern GmbH"}, "buyer": {"name": "Kunde"}, "lines": [\(lines)]}
        """
    }

    @Test(arguments: shippedTemplates)
    func theSampleInvoicePrintsWithEveryValue(template: String) throws {
        let sample = try String(contentsOfFile: "\(checkout)/config/sample-invoice.json", encoding: .utf8)
        let html = try page(template, sample)
        for text in [
            "2026-0042", "30 Nov 2026", "14 Dec 2026", "Juniper &amp; Slate Ltd.", "Atlas Cycling Café", "26.5 h",
            "€1.385", "€149.58", "€5,579.27", "IE29\u{A0}AIBK", "Bank transfer", "logo.svg", "size: A4",
        ] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(!html.contains("{{") && !html.contains("_#"))
    }

    @Test(arguments: shippedTemplates)
    func spacesOfFrenchAmountsDoNotBreak(template: String) throws {
        let html = try page(
            template, simple("{\"name\": \"Conseil\", \"price\": \"1234567.89\", \"tax\": 20}", locale: "fr-FR"))
        #expect(html.contains("1\u{202F}234\u{202F}567,89\u{A0}€"))
        #expect(html.contains("Facture"))
    }

    @Test(arguments: shippedTemplates)
    func arabicPagesRunFromRightToLeft(template: String) throws {
        let line = "{\"name\": \"مرحبا بالعالم\", \"quantity\": 2, \"price\": \"100.50\", \"tax\": 15}"
        let html = try page(template, simple(line, locale: "ar-SA", currency: "SAR"))
        #expect(html.contains("<html lang=\"ar-SA\" dir=\"rtl\">"))
        #expect(html.contains("مرحبا بالعالم") && html.contains("٢٣١٫١٥"))
    }

    @Test(
        arguments: [
            "en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv", "da", "cs", "el", "tr", "ar", "he", "zh-Hans",
            "zh-Hant",
            "ja",
        ], shippedTemplates)
    func everyLanguagePrintsItsOwnWordsItsOwnWayRound(language: String, template: String) throws {
        let json = simple("{\"name\": \"x\", \"quantity\": 2, \"price\": \"1234.50\", \"tax\": 19}", locale: language)
        let html = try page(template, json)
        let isRightToLeft = language == "ar" || language == "he"
        #expect(html.contains("<html lang=\"\(language)\" dir=\"\(isRightToLeft ? "rtl" : "ltr")\">"))
        #expect(!html.contains("{{") && !html.contains("_#"))
        guard language != "en" else { return }
        // The words of the page, not of its markup.
        let words = html.replacing(/<style.*?<\/style>/.dotMatchesNewlines(), with: "").replacing(/<[^>]*>/, with: "\n")
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let english = ["Invoice date", "Quantity", "Unit price", "Amount due", "Description", "Bill to", "Net", "Tax"]
        #expect(Set(words).isDisjoint(with: english), "\(Set(words).intersection(english))")
    }

    @Test(arguments: shippedTemplates)
    func hostileTextStaysText(template: String) throws {
        let names = [
            "Fish &amp; Chips &lt;b&gt;", "<script>alert(1)</script><iframe src=x></iframe> the word iframe",
            "#TOTAL_AMOUNT# and {{ total }} and $1 \\\\1",
        ]
        let html = try page(
            template, simple(names.map { "{\"name\": \"\($0)\", \"price\": 1, \"tax\": 0}" }.joined(separator: ",")))
        #expect(html.contains("Fish &amp;amp; Chips &amp;lt;b&amp;gt;"))
        #expect(
            html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&lt;iframe src=x&gt;&lt;/iframe&gt; the word iframe"))
        #expect(html.contains("#TOTAL_AMOUNT# and {{ total }} and $1 \\1"))
        #expect(!html.contains("<script") && !html.contains("<iframe"))
    }

    @Test(arguments: shippedTemplates)
    func lineBreaksShow(template: String) throws {
        let html = try page(
            template, simple("{\"name\": \"first\\nsecond\\r\\nthird\\n\\nafter\", \"price\": 1, \"tax\": 0}"))
        #expect(html.contains("first<br>second<br>third<br><br>after"))
    }

    @Test(arguments: shippedTemplates)
    func reverseChargePrintsOneNoteAndNoTax(template: String) throws {
        let html = try page(
            template,
            """
            {"number": "T-1", "locale": "de-DE", "seller": {"name": "F", "vatId": "DE123456789"},
             "buyer": {"name": "A", "vatId": "IT12345678901"},
             "lines": [{"name": "Consulting", "price": 100, "tax": {"rate": 0, "category": "AE"}}]}
            """)
        let note = "Steuerschuldnerschaft des Leistungsempfängers / Reverse charge"
        #expect(html.components(separatedBy: note).count == 2)
        #expect(!html.contains("USt. 0") && !html.contains("Nettobetrag"))
    }

    @Test(arguments: shippedTemplates)
    func theMailSaysWhatItBrings(template: String) throws {
        let mail = try #require(try shipped(template).mailText(simpleInvoice()))
        #expect(mail.subject == "Rechnung T-1 – Fern GmbH")
        #expect(mail.body.contains("Gesamtbetrag: 3.672,64\u{A0}€\n"))
        #expect(!mail.body.contains("\n\n\n") && !mail.body.contains("{{"))
    }

    @Test(arguments: [
        ("invoice", "0.00", nil), ("invoice", "3672.64", "Bezahlt"), ("quote", "0.00", "Entwurf"),
        ("proforma", "3672.64", "Entwurf"), ("credit-note", "0.00", nil),
    ])
    func studioStampsWhatIsPaidAndWhatIsADraft(type: String, paid: String, stamp: String?) throws {
        let html = try shipped("studio").html(simpleInvoice(", \"type\": \"\(type)\", \"paid\": \"\(paid)\""))
        #expect(html.contains("class=\"stamp\"") == (stamp != nil))
        if let stamp { #expect(html.contains("<div class=\"stamp\">\(stamp)</div>")) }
    }

    @Test func studioHasItsWordsInEveryLanguage() throws {
        let own = try FileManager.default.contentsOfDirectory(atPath: "\(checkout)/Templates/studio/labels")
        let shared = try FileManager.default.contentsOfDirectory(atPath: "\(checkout)/Templates/labels")
        #expect(Set(own) == Set(shared))
    }

    @Test func letterPutsPaymentDetailsInItsFooter() throws {
        let html = try shipped("letter").html(
            simpleInvoice(", \"payment\": {\"iban\": \"DE02120300000000202051\", \"bic\": \"BYLADEM1001\"}"))
        let styles = try #require(html.components(separatedBy: "</style>").first)
        #expect(styles.contains("IBAN DE02\u{A0}1203") && styles.contains("BIC BYLADEM1001"))
    }

    @Test(arguments: Invoice.DocumentType.allCases, shippedTemplates)
    func everyTypeHasItsTitle(type: Invoice.DocumentType, template: String) throws {
        let html = try page(
            template,
            "{\"type\": \"\(type.rawValue)\", \"number\": \"1\", \"lines\": [{\"name\": \"a\", \"price\": 1}]}")
        let title = try #require(Labels.english["titles", type.rawValue])
        #expect(html.contains("<title>\(title) 1</title>"))
    }
}

@Suite struct TemplateCacheTests {
    @Test func aTemplateIsReadAgainWhenItsFilesChange() throws {
        let folder = try temporaryFolder(["invoice.html": "one {{number}}"])
        let cache = TemplateCache(sharedLabels: "/nonexistent", patience: .zero)
        let first = try cache.folder(at: folder.path)
        #expect(try first.html(simpleInvoice()) == "one T-1")
        #expect(try cache.folder(at: folder.path) === first)
        try Data("second {{number}}".utf8).write(to: folder.appendingPathComponent("invoice.html"))
        #expect(try cache.folder(at: folder.path).html(simpleInvoice()) == "second T-1")
    }

    @Test func linksOutOfTheFolderAreNotFollowed() throws {
        let folder = try temporaryFolder(["invoice.html": "{{>secret}}"])
        let outside = folder.deletingLastPathComponent().appendingPathComponent("secret.html")
        try Data("secret".utf8).write(to: outside)
        let link = folder.appendingPathComponent("secret.html")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
        let error = #expect(throws: (any Error).self) { try TemplateFolder.load(folder.path) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("there is no partial 'secret'"))
    }
}
