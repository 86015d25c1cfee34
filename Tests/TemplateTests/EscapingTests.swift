import Invoice
import Testing

@testable import Template

@Suite struct EscapingTests {
    private func named(_ name: String) throws -> AddedInvoice {
        let added = try simpleInvoice()
        var invoice = added.invoice
        invoice.buyer.name = name
        return AddedInvoice(invoice: invoice, totals: added.totals)
    }

    @Test(arguments: [
        ("<p>{{buyer.name}}</p>", "<p>a&quot;&#39;&lt;b&gt;&amp;<br>c<br>d<br>e</p>"),
        ("<p>{{{buyer.name}}}</p>", "<p>a\"'<b>&\nc\r\nd\re</p>"),
        ("<p title=\"{{buyer.name}}\">", "<p title=\"a&quot;&#39;&lt;b&gt;&amp;&#10;c&#10;d&#10;e\">"),
        ("<p title='x > y {{buyer.name}}'>", "<p title='x > y a&quot;&#39;&lt;b&gt;&amp;&#10;c&#10;d&#10;e'>"),
        ("<title>{{buyer.name}}</title>", "<title>a&quot;&#39;&lt;b&gt;&amp;\nc\r\nd\re</title>"),
        (
            "<style>p{content:'{{buyer.name}}'}</style>",
            "<style>p{content:'a\\22 \\27 \\3c b\\3e &\\a c\\d \\a d\\d e'}</style>"
        ),
        ("<style></style >{{buyer.name}}", "<style></style >a\\22 \\27 \\3c b\\3e &\\a c\\d \\a d\\d e"),
        ("<!-- {{buyer.name}} -->", "<!-- a&quot;&#39;&lt;b&gt;&amp;\nc\r\nd\re -->"),
        ("1 < 2 {{buyer.name}}", "1 < 2 a&quot;&#39;&lt;b&gt;&amp;<br>c<br>d<br>e"),
    ])
    func aValueIsEscapedForThePlaceWhereItStands(page: String, expected: String) throws {
        #expect(try printed(page, named("a\"'<b>&\nc\r\nd\re")) == expected)
    }

    @Test func textIsNotEscaped() throws {
        let folder = try template([
            "invoice.html": "", "mail.txt": "Subject: {{number}} & co \n\nTo <{{buyer.name}}>\n",
        ])
        let mail = try folder.mailText(named("A & \"B\""))
        #expect(mail?.subject == "T-1 & co")
        #expect(mail?.body == "To <A & \"B\">\n")
    }

    @Test func dataInCustomIsEscapedToo() throws {
        let added = try simpleInvoice(", \"custom\": {\"note\": \"<b>\\n\"}")
        #expect(try printed("{{custom.note}}", added) == "&lt;b&gt;<br>")
    }
}
