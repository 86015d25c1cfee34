import Diagnostics
import Foundation
import Invoice
import Testing

@testable import Template

@Suite struct PartialTests {
    @Test func aPartialSeesWhatItsCallerSees() throws {
        let data: JSONValue = ["list": [["n": 1], ["n": 2]], "x": "!"]
        #expect(try filled("{{#list}}{{>row}}{{/list}}", data, partials: ["row": "<{{n}}{{x}}>"]) == "<1!><2!>")
    }

    @Test func aMissingPartialPrintsNothing() throws {
        #expect(try filled("[{{>none}}]") == "[]")
    }

    @Test func aPartialMayCallItselfWhereTheDataEnds() throws {
        let data: JSONValue = ["n": 1, "kids": [["n": 2, "kids": [["n": 3, "kids": []]]]]]
        let node = "{{n}}({{#kids}}{{>node}}{{/kids}})"
        #expect(try filled("{{>node}}", data, partials: ["node": node]) == "1(2(3()))")
    }

    @Test func aPartialThatNeverEndsIsAnError() {
        let error = #expect(throws: DiagnosticError.self) { try filled("{{>a}}", partials: ["a": "x\n{{>a}}{{>a}}"]) }
        #expect(
            error?.description.hasPrefix("a.mustache:2:4: error: sections and partials are nested more than") == true)
    }

    @Test func aPartialAloneOnItsLineIsIndentedLineByLine() throws {
        let data: JSONValue = ["text": "one\ntwo"]
        let partials = ["p": "|\n{{{text}}}\n{{#text}}\n|\n{{/text}}\n"]
        #expect(try filled("<\n  {{>p}}\n>", data, partials: partials) == "<\n  |\n  one\ntwo\n  |\n>")
    }

    @Test func indentationAddsUp() throws {
        let partials = ["a": "a\n {{>b}}\n", "b": "b\nb\n"]
        #expect(try filled("  {{>a}}\n", partials: partials) == "  a\n   b\n   b\n")
    }

    @Test func aPartialWithinALineIsNotIndented() throws {
        #expect(try filled("  x {{>p}}\n", partials: ["p": "1\n2"]) == "  x 1\n2\n")
    }

    @Test(arguments: [
        ("{{>*kind}}", "[p 7]"), ("{{> * kind }}", "[p 7]"), ("{{>*a.kind}}", "[q]"), ("{{>*none}}", ""),
        ("{{>**kind}}", ""), ("{{>*n}}", ""), ("{{<*kind}}{{$x}}8{{/x}}{{/*kind}}", "[p 7]"),
    ])
    func aDynamicNameIsLookedUpInTheData(template: String, expected: String) throws {
        let data: JSONValue = ["kind": "p", "n": 7, "a": ["kind": "q"]]
        #expect(try filled(template, data, partials: ["p": "[p {{n}}]", "q": "[q]", "7": "no"]) == expected)
    }

    @Test func partialsOfAFileAreFilesBesideIt() throws {
        let folder = try temporaryFolder([
            "page.mustache": "{{>a}}|{{>b}}|{{>sub/c}}|{{>../outside}}", "a.mustache": "A{{n}}", "b.html": "B",
            "sub/c.html": "C",
        ])
        try Data("secret".utf8).write(to: folder.deletingLastPathComponent().appendingPathComponent("outside.html"))
        let output = try FreeTemplate.fill(folder.path + "/page.mustache", with: ["n": 1])
        #expect(String(decoding: output, as: UTF8.self) == "A1|B|C|")
    }
}

@Suite struct InheritanceTests {
    @Test(arguments: [
        ("{{$a}}default {{n}}{{/a}}", "default 1"),
        ("{{<page}}{{/page}}", "[head|body]"),
        ("{{<page}} ignored {{$head}}H{{n}}{{/head}} {{n}}{{/page}}", "[H1|body]"),
        ("{{<page}}{{$body}}B{{/body}}{{$head}}H{{/head}}{{/page}}", "[H|B]"),
        ("{{<middle}}{{/middle}}", "[middle|body]"),
        ("{{<middle}}{{$head}}mine{{/head}}{{/middle}}", "[mine|body]"),
        ("{{>page}}", "[head|body]"),
        ("{{<none}}{{$a}}x{{/a}}{{/none}}", ""),
    ])
    func aChildFillsItsParentsBlocks(template: String, expected: String) throws {
        let partials = [
            "page": "[{{$head}}head{{/head}}|{{$body}}body{{/body}}]",
            "middle": "{{<page}}{{$head}}middle{{/head}}{{/page}}",
        ]
        #expect(try filled(template, ["n": 1, "head": "data"], partials: partials) == expected)
    }

    @Test func whatFillsABlockSeesTheParentsFrame() throws {
        let data: JSONValue = ["n": 1, "inner": ["n": 2]]
        let partials = ["page": "{{#inner}}{{$a}}{{/a}}{{/inner}}"]
        #expect(try filled("{{<page}}{{$a}}{{n}}{{/a}}{{/page}}", data, partials: partials) == "2")
    }

    @Test func aBlockWithinItselfEnds() throws {
        let partials = ["page": "{{$a}}{{/a}}"]
        #expect(try filled("{{<page}}{{$a}}x{{$a}}y{{/a}}{{/a}}{{/page}}", partials: partials) == "xy")
    }

    @Test(arguments: [
        // The parent's own indentation, from a tag alone on its line.
        ("<\n  {{<two}}{{/two}}\n>", "<\n  1\n  2\n>"),
        // A block's lines take the indentation of the place that they fill.
        ("{{<list}}{{$items}}\n      x\n      y\n{{/items}}{{/list}}", "<ul>\n  x\n  y\n</ul>\n"),
        ("{{<line}}{{$item}}\nx\ny{{/item}}{{/line}}", "<\n  x\n  y\n>\n"),
    ])
    func indentationBelongsToThePlace(template: String, expected: String) throws {
        let partials = [
            "two": "1\n2\n", "list": "<ul>\n  {{$items}}\n  {{/items}}\n</ul>\n",
            "line": "<\n  {{$item}}{{/item}}\n>\n",
        ]
        #expect(try filled(template, partials: partials) == expected)
    }
}

/// A new folder with these files; removed with the machine's temporary files.
func temporaryFolder(_ files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("template-\(UUID().uuidString)/page")
    for (name, text) in files {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
    return folder
}
