import Diagnostics
import Invoice
import Testing

@Suite struct InterpolationTests {
    @Test func textWithoutTagsPrintsAsItIs() throws {
        #expect(try filled("Total: { 12 } }}\n") == "Total: { 12 } }}\n")
    }

    @Test(arguments: [
        ("{{city}}", "Zürich"), ("{{ city }}", "Zürich"), ("<{{\n city\t}}>", "<Zürich>"), ("{{nobody}}", ""),
        ("{{count}}", "85"), ("{{price}}", "1.210"), ("{{nothing}}", ""), ("{{yes}}", "true"),
    ])
    func aNamePrintsItsValue(template: String, expected: String) throws {
        let data: JSONValue = [
            "city": "Zürich", "count": 85, "price": .number(JSONNumber(text: "1.210")), "nothing": .null, "yes": true,
        ]
        #expect(try filled(template, data) == expected)
    }

    @Test func charactersOfMarkupAreEscapedOnce() throws {
        let data: JSONValue = ["text": "& \" < > ' &amp;"]
        #expect(try filled("{{text}}", data) == "&amp; &quot; &lt; &gt; &#39; &amp;amp;")
    }

    @Test(arguments: ["{{{text}}}", "{{&text}}", "{{& text }}", "{{{ text }}}"])
    func threeBracesAndAmpersandPrintRaw(template: String) throws {
        #expect(try filled(template, ["text": "<b>&</b>"]) == "<b>&</b>")
    }

    @Test func dataIsNeverReadAsATemplate() throws {
        let data: JSONValue = ["a": "{{b}} {{{b}}} {{=<% %>=}}", "b": "secret"]
        #expect(try filled("{{{a}}}", data) == "{{b}} {{{b}}} {{=<% %>=}}")
    }

    @Test func dotsReachIntoObjectsAndABrokenChainIsEmpty() throws {
        let data: JSONValue = ["a": ["b": ["c": "deep"]], "c": "wrong"]
        #expect(try filled("{{a.b.c}}|{{a.x.c}}|{{a.b.c.d}}", data) == "deep||")
    }

    @Test func theFirstPartDecidesTheFrameOfADottedName() throws {
        let data: JSONValue = ["a": ["b": "outer"], "inner": ["a": ["x": 1]]]
        #expect(try filled("{{#inner}}[{{a.b}}]{{/inner}}", data) == "[]")
    }

    @Test func aDotPrintsTheFrameItself() throws {
        #expect(try filled("<{{.}}>", "a & b") == "<a &amp; b>")
    }

    @Test func spaceAroundAValueStays() throws {
        #expect(try filled("  {{a}}\n", ["a": "x"]) == "  x\n")
    }

    @Test(arguments: [
        ("a\n  {{name", "page.html:2:3: error: this tag is not closed\n    hint: end it with '}}'"),
        ("{{{a}} ", "page.html:1:1: error: this tag is not closed\n    hint: end it with '}}}'"),
        (
            "é{{ }}",
            "page.html:1:2: error: this tag has no name\n    hint: write a name between the delimiters"
        ),
        (
            "{{a b}}",
            "page.html:1:4: error: a name must not contain a space: 'a b'\n"
                + "    hint: Mustache has no expressions; write one name, with dots for its parts"
        ),
    ])
    func aBrokenTagIsReportedWhereItStands(template: String, message: String) {
        let error = #expect(throws: DiagnosticError.self) { try filled(template) }
        #expect(error?.description == message)
    }
}
