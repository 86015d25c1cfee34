import Diagnostics
import Invoice
import Testing

@testable import Template

@Suite struct PlaceholderTests {
    private let tutorial = "\(checkout)/Tests/Fixtures/templates/tutorial"

    private func set(_ page: String, item: String = "<i>#ITEM_DESC#</i>", last: String = "<b>#ITEM_DESC#</b>") throws
        -> TemplateFolder
    {
        try template(["invoice.html": page, "single_item.html": item, "last_item.html": last])
    }

    @Test func theTutorialsTemplateWorksUnchanged() throws {
        let added = try invoice(
            """
            {"number": "7", "date": "2026-03-01", "dueDate": "2026-03-15", "currency": "USD", "locale": "en-US",
             "seller": {"name": "Gabriel & Co", "address": {"lines": ["123 Somewhere Str."], "city": "NY"},
                        "logo": "logo.png"},
             "buyer": {"name": "Jane\\nRoom 4"}, "payment": {"means": "Wire Transfer"},
             "lines": [{"name": "Design", "price": 300}, {"name": "Code", "price": "1200.5"}]}
            """)
        let html = try TemplateFolder.load(tutorial).html(added)
        for text in [
            "<img src=\"logo.png\" ", "Invoice #: 7<br>", "Created: Mar 1, 2026<br>", "Due: Mar 15, 2026\n",
            "<td>Gabriel &amp; Co<br>123 Somewhere Str.<br>NY</td>", "<td>Jane<br>Room 4</td>",
            "<td>Wire Transfer</td>", "Total: $1,500.50</td>", "border:1px solid #EEE;", "<a href=\"#TOP\">",
        ] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(!html.contains("#ITEMS#") && !html.contains("_INFO#"))
    }

    @Test func theLastItemHasAFileOfItsOwn() throws {
        let lines = ["a", "b", "c"].map { "{\"name\": \"\($0)\", \"price\": 1}" }.joined(separator: ",")
        let added = try invoice("{\"number\": \"1\", \"lines\": [\(lines)]}")
        #expect(try set("[#ITEMS#]").html(added) == "[<i>a</i><i>b</i><b>c</b>]")
    }

    @Test func aSingleItemIsTheLast() throws {
        #expect(try set("[#ITEMS#]").html(simpleInvoice()) == "[<b>Beratung</b>]")
    }

    @Test func replacementIsOnePassOverTheTemplate() throws {
        let added = try invoice(
            """
            {"number": "#TOTAL_AMOUNT#", "seller": {"name": "#ITEMS# {{number}}"},
             "lines": [{"name": "#PRICE# #INVOICE_NUMBER#", "price": 1}]}
            """)
        let html = try set("#INVOICE_NUMBER#|#SENDER_INFO#|#ITEMS#").html(added)
        #expect(html == "#TOTAL_AMOUNT#|#ITEMS# {{number}}|<b>#PRICE# #INVOICE_NUMBER#</b>")
    }

    @Test func mustacheTagsAreTextThere() throws {
        #expect(try set("{{number}} {{#x}}").html(simpleInvoice()) == "{{number}} {{#x}}")
    }

    @Test func furtherPlaceholdersPrintWhatTheTutorialLeftOut() throws {
        let item = "#POSITION#/#ITEM_NAME#/#QUANTITY#/#UNIT#/#UNIT_PRICE#/#NET_AMOUNT#/#TAX_RATE#/#CURRENCY#"
        let html = try set("#ITEMS#;#NET_AMOUNT#;#TAX_AMOUNT#;#CURRENCY#;#LABEL_DUE_DATE#", last: item)
            .html(simpleInvoice())
        #expect(
            html == "1/Beratung/2,5/Std./1.234,50\u{A0}€/3.086,25\u{A0}€/19\u{A0}%/EUR"
                + ";3.086,25\u{A0}€;586,39\u{A0}€;EUR;Fällig am")
    }

    @Test func everyPlaceholderOfTheTablesIsKnownToTheModel() throws {
        let labels = Labels.english.labelNames
        func page(_ file: PlaceholderFile) -> String {
            PlaceholderTable.names(in: file, labels: labels).map { "#\($0)#" }.joined(separator: "\n")
        }
        let folder = try template([
            "invoice.html": page(.invoice), "single_item.html": page(.singleItem), "last_item.html": page(.lastItem),
            "sum_item.html": page(.sumItem),
        ])
        let html = try folder.html(simpleInvoice(), options: FillOptions(logo: "logo.png"))
        #expect(!html.contains("#"))
    }

    @Test(arguments: [
        (
            "<p>\n #TOTAL_AMOUT#",
            "2:2: error: there is no placeholder '#TOTAL_AMOUT#'\n    hint: did you mean '#TOTAL_AMOUNT#'?"
        ),
        (
            "#PRICE#",
            "1:1: error: there is no placeholder '#PRICE#'\n    hint: it belongs into single_item.html and last_item.html"
        ),
        ("a #due_date#", "1:3: error: there is no placeholder '#due_date#'\n    hint: did you mean '#DUE_DATE#'?"),
        ("<style>#X#</style>#Y1#", "1:19: error: there is no placeholder '#Y1#'"),
    ])
    func anUnknownPlaceholderIsAnErrorWithThePlace(page: String, message: String) {
        let error = #expect(throws: DiagnosticError.self) { try set(page) }
        #expect(error?.description.hasSuffix("/invoice.html:\(message)") == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        "color: #EEE; background: #FF0000", "<a href=\"#TOP\">#</a>", "Invoice #: 5 #", "a#b#c", "<!-- #OLD_NAME# -->",
        "<style>a{color:#EEE#;}</style>", "##", "#1#", "C# and F#",
    ])
    func hashSignsThatAreNoPlaceholderStay(page: String) throws {
        #expect(try set(page).html(simpleInvoice()) == page)
    }

    @Test func withoutALogoTheImageIsEmpty() throws {
        let page = try set("<img src=\"#LOGO_IMAGE#\">")
        #expect(try page.html(simpleInvoice()).hasPrefix("<img src=\"data:image/svg+xml,"))
        #expect(
            try page.html(simpleInvoice(), options: FillOptions(logo: "/etc/logo.png")) == "<img src=\"/etc/logo.png\">"
        )
    }

    @Test func aMissingItemFileIsNamed() {
        let error = #expect(throws: DiagnosticError.self) {
            try template(["invoice.html": "", "last_item.html": ""])
        }
        #expect(error?.diagnostics.first?.message == "this template has no single_item.html")
    }
}
