import TestKit
import Testing

@Suite("hotpress check and fill")
struct CheckAndFillTests {
    private let good = #"{"number": "A-1", "date": "2026-11-30", "lines": [{"name": "Press", "price": "9.90"}]}"#

    @Test("check says what each invoice comes to and writes nothing")
    func check() throws {
        let root = try TemporaryRoot()
        try root.write(good, to: "a.json")
        let run = try BuiltProgram.run("check", root.path("a.json"))
        #expect(run.exitCode == 0)
        #expect(run.text == "\(root.path("a.json")): A-1, 9.90 EUR due\n")
        #expect(run.errors.isEmpty)
        #expect(root.names() == ["a.json"])
    }

    @Test("check refuses what is wrong with place and hint, and goes on with the next file")
    func refusal() throws {
        let root = try TemporaryRoot()
        try root.write(#"{"lines": [{"name": "Press", "price": "nine"}]}"#, to: "bad.json")
        try root.write(good, to: "good.json")
        let run = try BuiltProgram.run("check", root.path("bad.json"), root.path("good.json"))
        #expect(run.exitCode == 65)
        #expect(run.errors.hasPrefix("\(root.path("bad.json")):1:39: error: lines[0].price: "))
        #expect(run.text.hasSuffix("good.json: A-1, 9.90 EUR due\n"))
    }

    @Test("with --json check shows the invoice with its totals, exact, as it can be read again")
    func json() throws {
        let root = try TemporaryRoot()
        try root.write(good, to: "a.json")
        let run = try BuiltProgram.run("check", "--json", root.path("a.json"))
        #expect(run.exitCode == 0)
        #expect(run.text.contains("\"gross\": \"9.90\""))
        try root.write(run.text, to: "again.json")
        #expect(try BuiltProgram.run("check", "-W", "--json", root.path("again.json")).text == run.text)
    }

    @Test("a file that is not there answers 66 and does not hide the others")
    func missing() throws {
        let root = try TemporaryRoot()
        try root.write(good, to: "good.json")
        let run = try BuiltProgram.run("check", root.path("none.json"), root.path("good.json"))
        #expect(run.exitCode == 66)
        #expect(run.errors == "\(root.path("none.json")): error: no such file or folder\n")
        #expect(run.text.contains("A-1"))
        #expect(try BuiltProgram.run("check", root.path).exitCode == 66)
    }

    @Test("with -W what is only doubtful is refused")
    func warnings() throws {
        let root = try TemporaryRoot()
        try root.write(good.replacing("\"date\"", with: "\"colour\": 1, \"date\""), to: "a.json")
        let lenient = try BuiltProgram.run("check", root.path("a.json"))
        #expect(lenient.exitCode == 0)
        #expect(lenient.errors.contains(": warning: "))
        let strict = try BuiltProgram.run("check", "-W", root.path("a.json"))
        #expect(strict.exitCode == 65)
        #expect(strict.errors.contains(": error: "))
        #expect(strict.text.isEmpty)
    }

    @Test("fill prints a template over any JSON, escaped once, with partials from beside it")
    func fill() throws {
        let root = try TemporaryRoot()
        try root.write("{{#people}}{{> line}}{{/people}}{{missing}}", to: "list.mustache")
        try root.write("<b>{{name}}</b>\n", to: "line.mustache")
        try root.write(#"{"people": [{"name": "A & B"}, {"name": "Zoë"}]}"#, to: "data.json")
        let run = try BuiltProgram.run("fill", root.path("list.mustache"), root.path("data.json"))
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.text == "<b>A &amp; B</b>\n<b>Zoë</b>\n")
    }

    @Test("fill tells a template that is not there from data that is wrong")
    func fillFaults() throws {
        let root = try TemporaryRoot()
        try root.write("{{name}}", to: "a.mustache")
        try root.write(#"{"name": }"#, to: "data.json")
        #expect(try BuiltProgram.run("fill", root.path("b.mustache"), root.path("data.json")).exitCode == 66)
        let run = try BuiltProgram.run("fill", root.path("a.mustache"), root.path("data.json"))
        #expect(run.exitCode == 65)
        #expect(run.errors.hasPrefix("\(root.path("data.json")):1:10: error: "))
    }

    @Test("a result appears whole at its place, or the command answers 73")
    func output() throws {
        let root = try TemporaryRoot()
        try root.write("{{name}}", to: "a.mustache")
        try root.write(#"{"name": "Zoë"}"#, to: "data.json")
        let (template, data) = (root.path("a.mustache"), root.path("data.json"))
        #expect(try BuiltProgram.run("fill", template, data, "-o", root.path("out.html")).exitCode == 0)
        #expect(try root.read("out.html") == "Zoë")
        #expect(try BuiltProgram.run("fill", template, data, "-o", root.path("none/out.html")).exitCode == 73)
        #expect(try BuiltProgram.run("fill", template, data, "-o", "/dev/full").exitCode == 74)
        #expect(root.names() == ["a.mustache", "data.json", "out.html"])
    }
}
