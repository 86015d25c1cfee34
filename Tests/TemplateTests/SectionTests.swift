import Diagnostics
import Invoice
import Testing

@Suite struct SectionTests {
    @Test(arguments: [
        ("yes", "[in]"), ("no", ""), ("nothing", ""), ("none", ""), ("text", "[in]"), ("empty", ""), ("zero", ""),
        ("list", "[in][in]"), ("object", "[in]"), ("missing", ""),
    ])
    func aSectionPrintsOnceForEachThingThatIsThere(name: String, expected: String) throws {
        let data: JSONValue = [
            "yes": true, "no": false, "nothing": .null, "none": [], "text": "x", "empty": "", "zero": 0,
            "list": [1, 2],
            "object": ["a": 1],
        ]
        #expect(try filled("{{#\(name)}}[in]{{/\(name)}}", data) == expected)
        #expect(try filled("{{^\(name)}}[out]{{/\(name)}}", data) == (expected.isEmpty ? "[out]" : ""))
    }

    @Test func namesAreLookedUpFromTheInnermostSectionOut() throws {
        let data: JSONValue = ["a": 1, "x": ["b": 2, "y": ["a": 3]]]
        #expect(try filled("{{#x}}{{a}}{{b}}{{#y}}{{a}}{{b}}{{/y}}{{a}}{{/x}}", data) == "12321")
    }

    @Test func listsOfListsAreWalkedByTheDot() throws {
        let data: JSONValue = ["rows": [[1, 2], [3]]]
        #expect(try filled("{{#rows}}({{#.}}{{.}};{{/.}}){{/rows}}", data) == "(1;2;)(3;)")
    }

    @Test func theRootMayBeAList() throws {
        #expect(try filled("{{#.}}<{{n}}>{{/.}}", [["n": 1], ["n": 2]]) == "<1><2>")
    }

    @Test func dottedNamesOpenSections() throws {
        let data: JSONValue = ["a": ["b": ["c": true]]]
        #expect(try filled("{{#a.b.c}}yes{{/a.b.c}}{{#a.x.c}}no{{/a.x.c}}{{^a.x}}none{{/a.x}}", data) == "yesnone")
    }

    @Test func sectionsOfOneNameMayNestAndRepeat() throws {
        #expect(try filled("{{#a}}1{{#a}}2{{/a}}3{{/a}}-{{#a}}4{{/a}}", ["a": true]) == "123-4")
    }

    @Test(arguments: [
        ("a\n{{#on}}\nb\n{{/on}}\nc\n", "a\nb\nc\n"),
        ("a\r\n  {{#on}}\t\r\nb\r\n{{/on}}\r\nc", "a\r\nb\r\nc"),
        ("  {{#on}}\nb\n  {{/on}}", "b\n"),
        (" {{#on}}x{{/on}} \n", " x \n"),
        ("| {{#on}} {{/on}}\n", "|  \n"),
        ("{{^off}}\nb\n{{/off}}\n", "b\n"),
        ("{{# on }}\n{{/ on }}\n", ""),
    ])
    func tagsAloneOnALineTakeTheLineWithThem(template: String, expected: String) throws {
        #expect(try filled(template, ["on": true, "off": false]) == expected)
    }

    @Test(arguments: [
        ("a\n {{#b}}\nc", "page.html:2:2: error: the section 'b' is not closed\n    hint: end it with {{/b}}"),
        (
            "{{/b}}",
            "page.html:1:1: error: 'b' is closed here but not open\n"
                + "    hint: remove this tag, or open the section before it"
        ),
        (
            "{{#a}}\n{{/b}}{{/a}}",
            "page.html:2:1: error: 'b' is closed here but not open\n"
                + "    hint: the innermost open section is 'a', opened in line 1"
        ),
        (
            "{{#a}}{{^b}}{{/a}}",
            "page.html:1:7: error: the section 'b' is not closed\n    hint: end it with {{/b}}"
        ),
    ])
    func sectionsThatDoNotCloseAreReportedWhereTheyStand(template: String, message: String) {
        let error = #expect(throws: DiagnosticError.self) { try filled(template) }
        #expect(error?.description == message)
    }

    @Test func sectionsNestedWithoutMeasureAreRefused() {
        let template = String(repeating: "{{#a}}", count: 50_000) + String(repeating: "{{/a}}", count: 50_000)
        let error = #expect(throws: DiagnosticError.self) { try filled(template) }
        #expect(error?.diagnostics.map(\.message) == ["sections are nested more than 100 deep"])
    }

    @Test func everyFaultOfATemplateIsReportedAtOnce() {
        let error = #expect(throws: DiagnosticError.self) { try filled("{{#a}}{{b c}}{{/d}}{{}}") }
        #expect(error?.diagnostics.count == 4)
    }
}

@Suite struct CommentAndDelimiterTests {
    @Test(arguments: [
        ("a{{! note }}b", "ab"), ("a\n{{! note }}\nb", "a\nb"), ("a\n  {{! two\n  lines }}\r\nb", "a\nb"),
        ("a {{! note }} b\n", "a  b\n"), ("{{!}}", ""), ("{{! {{ }}", ""),
    ])
    func commentsPrintNothing(template: String, expected: String) throws {
        #expect(try filled(template) == expected)
    }

    @Test(arguments: [
        ("{{=<% %>=}}<% a %>{{a}}", "1{{a}}"), ("{{=| |=}}|a| |={{ }}=|{{a}}", "1 1"), ("{{= [ ] =}}[&a]", "1"),
        ("x\n  {{=@ @=}}  \ny@a@", "x\ny1"), ("{{#on}}{{=( )=}}(a)(/on)(a)", "11"), ("{{=<% %>=}}<%{a}%>", "1"),
    ])
    func delimitersChangeFromTheTagOn(template: String, expected: String) throws {
        #expect(try filled(template, ["a": 1, "on": true]) == expected)
    }

    @Test func partialsKeepTheirOwnDelimiters() throws {
        let text = "{{=<% %>=}}<%>p%> <%a%>"
        #expect(try filled(text, ["a": 1], partials: ["p": "{{a}}<%a%>"]) == "1<%a%> 1")
    }

    @Test(arguments: ["{{=a=}}", "{{=a b c=}}", "{{==}}", "{{=a= b=}}"])
    func delimitersThatAreNotTwoAreRefused(template: String) {
        let error = #expect(throws: DiagnosticError.self) { try filled(template) }
        #expect(error?.diagnostics.first?.message == "these are not two delimiters")
    }
}
